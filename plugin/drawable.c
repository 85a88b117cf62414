/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMP's drawables as pixels.
 *
 * Layers are exchanged as R'G'B'(A) or Y'(A). Channels, masks and the selection
 * hold coverage, not light: their values are taken as they are, whatever the
 * image's encoding.
 */
#include "drawable.h"

/* To be called before gimp_main(). GEGL asks babl for two conversions when it starts, and babl times every way of up
 * to three steps to find the fastest, 30 to 35 ms of every process that reads pixels. Nothing here needs a conversion
 * of more than one step; where there is none of one step, babl still looks further. It has no function for that, only
 * the variable, which goes when babl times no conversion that nobody uses. Calls that GIMP's core computes, which
 * start no GEGL here, take the same without it. */
void
ce_drawable_prepare (void)
{
  g_setenv ("BABL_PATH_LENGTH", "1", FALSE);
}

/* To be called before anything starts a thread, if this process will not use GEGL's operations. Loading them is most
 * of what GEGL does to start, 45 to 130 ms; a path that is no folder leaves them out. GEGL has no function for that,
 * only the variable, which goes when gegl_init() opens a module only when one of its operations is asked for. */
void
ce_drawable_need_buffers_only (void)
{
  g_setenv ("GEGL_PATH", gimp_get_progname (), TRUE);
}

/* Makes buffers usable, the first time. */
void
ce_drawable_start (void)
{
  gegl_init (NULL, NULL);
}

/* How a drawable's pixels are exchanged. */
void
ce_drawable_init_pixels (GimpDrawable *drawable, CePixels *pixels)
{
  ce_pixels_init (pixels, gimp_drawable_get_format (drawable), ! GIMP_IS_LAYER (drawable));
}

/* Size and format of a session's source for a drawable; no data. */
void
ce_drawable_init_view (GimpDrawable *drawable, const CePixels *pixels, CeView *view)
{
  *view = (CeView) { .width = gimp_drawable_get_width (drawable), .height = gimp_drawable_get_height (drawable),
                     .channels = pixels->channels, .type = pixels->type };
}

/* GIMP adds an alpha channel and applies a mask through babl, which has no conversion of one step for every format:
 * doubles, words of 32 bits and floats in the curve of sRGB go through linear light as floats, and come back up to
 * 1e-6 off. What is narrower is rounded to what it was. */
gboolean
ce_drawable_keeps_samples (GimpDrawable *drawable)
{
  const Babl *format = gimp_drawable_get_format (drawable);
  const char *encoding = babl_format_get_encoding (format);
  const char *type = babl_get_name (babl_format_get_type (format, 0));

  return ! (g_str_equal (type, "double") || g_str_equal (type, "u32")
            || (g_str_equal (type, "float") && strchr (encoding, '~')));
}
