/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From GIMP's buffers to a session's rows.
 *
 * Layers are exchanged as R'G'B'(A) or Y'(A), 8-bit if that is what they are,
 * else float. Channels, masks and the selection hold coverage, not light:
 * their values are taken as they are, whatever the image's encoding.
 */
#include "pixels.h"

#include <string.h>

static gboolean
holds_light (GimpDrawable *drawable)
{
  return GIMP_IS_LAYER (drawable);
}

/* "R'G'B'A" of a layer, "Y" or "Y'" of a channel as its format has it. */
static char *
model_of (GimpDrawable *drawable)
{
  const char *encoding = babl_format_get_encoding (gimp_drawable_get_format (drawable));
  gboolean    alpha = gimp_drawable_has_alpha (drawable);

  if (! holds_light (drawable))
    return g_strndup (encoding, strcspn (encoding, " "));

  if (gimp_drawable_is_gray (drawable))
    return g_strdup (alpha ? "Y'A" : "Y'");

  return g_strdup (alpha ? "R'G'B'A" : "R'G'B'");
}

/**
 * ce_pixels_type:
 * @drawable: a drawable
 *
 * Returns: the type of the samples that a session of @drawable has: 8-bit only
 *   if the drawable's own samples are exactly that
 */
CeType
ce_pixels_type (GimpDrawable *drawable)
{
  const char      *encoding = babl_format_get_encoding (gimp_drawable_get_format (drawable));
  g_autofree char *model = model_of (drawable);
  g_autofree char *bytes = g_strconcat (model, " u8", NULL);

  return g_str_equal (encoding, bytes) ? CE_U8 : CE_F32;
}

/**
 * ce_pixels_format:
 * @drawable: a drawable
 * @type: type of the samples to exchange
 * @channels: (out): samples in a pixel
 *
 * Returns: the format to exchange pixels with @drawable in, in the color space
 *   of its image
 */
const Babl *
ce_pixels_format (GimpDrawable *drawable, CeType type, int *channels)
{
  g_autofree char *model = model_of (drawable);
  g_autofree char *name = g_strconcat (model, type == CE_U8 ? " u8" : " float", NULL);
  const Babl      *format = babl_format_with_space (name, gimp_drawable_get_format (drawable));

  *channels = babl_format_get_n_components (format);

  return format;
}

/**
 * ce_pixels_open:
 * @drawable: a drawable
 * @filter: what will be rendered
 * @backend: as for ce_session_new()
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a session for the pixels of @drawable,
 *   none of which it has yet
 */
CeSession *
ce_pixels_open (GimpDrawable *drawable, const CeFilter *filter, const char *backend, GError **error)
{
  CeType type = ce_pixels_type (drawable);
  int    channels;

  ce_pixels_format (drawable, type, &channels);

  return ce_session_new (filter, backend, gimp_drawable_get_width (drawable),
                         gimp_drawable_get_height (drawable), channels, type, error);
}

/**
 * ce_pixels_feed:
 * @drawable: the drawable that @session was opened for
 * @session: the session
 * @y: first row; rows are fed from top to bottom
 * @n_rows: how many; best #CE_BAND_ROWS
 *
 * Reads rows into the session's memory and announces them. On one thread only,
 * that of all other exchange with GIMP.
 */
void
ce_pixels_feed (GimpDrawable *drawable, CeSession *session, int y, int n_rows)
{
  const CeView           *view = ce_session_get_source (session);
  g_autoptr (GeglBuffer)  buffer = gimp_drawable_get_buffer (drawable);
  int                     channels;
  const Babl             *format = ce_pixels_format (drawable, view->type, &channels);

  gegl_buffer_get (buffer, GEGL_RECTANGLE (0, y, view->width, n_rows), 1.0, format,
                   ce_view_row (view, y), (int) view->stride, GEGL_ABYSS_NONE);
  ce_session_rows_arrived (session, y, n_rows);
}
