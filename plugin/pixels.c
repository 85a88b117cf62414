/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between GIMP's buffers and rows in memory.
 *
 * Layers are exchanged as R'G'B'(A) or Y'(A), 8-bit if that is what they are,
 * else float. Channels, masks and the selection hold coverage, not light:
 * their values are taken as they are, whatever the image's encoding.
 */
#include "pixels.h"

#include <string.h>

#include "engine/threads.h"

#include "lookup.h"

/**
 * ce_pixels_prepare:
 *
 * To be called before gimp_main(). GEGL asks babl for two conversions when it
 * starts, and babl times every way of up to three steps to find the fastest,
 * which takes 35 ms in every process. Nothing here needs a conversion of more
 * than one step; where there is none of one step, babl still looks further.
 */
void
ce_pixels_prepare (void)
{
  g_setenv ("BABL_PATH_LENGTH", "1", FALSE);
}

/**
 * ce_pixels_start:
 * @operations: whether something else in this process may use GEGL's operations
 *
 * Makes buffers usable. Loading the operations is most of what GEGL does to
 * start, 60 to 130 ms, and buffers need none of them; a path that is no folder
 * leaves them out.
 */
void
ce_pixels_start (gboolean operations)
{
  if (! operations)
    g_setenv ("GEGL_PATH", gimp_get_progname (), TRUE);
  gegl_init (NULL, NULL);
}

static const char *
light_model (GimpDrawable *drawable)
{
  gboolean alpha = gimp_drawable_has_alpha (drawable);

  if (gimp_drawable_is_gray (drawable))
    return alpha ? "Y'A" : "Y'";

  return alpha ? "R'G'B'A" : "R'G'B'";
}

/**
 * ce_pixels_init:
 * @pixels: (out): what to fill
 * @drawable: a drawable
 */
void
ce_pixels_init (CePixels *pixels, GimpDrawable *drawable)
{
  const Babl *raw = gimp_drawable_get_format (drawable);
  const char *encoding = babl_format_get_encoding (raw);

  if (GIMP_IS_LAYER (drawable))
    g_strlcpy (pixels->model, light_model (drawable), sizeof pixels->model);
  else
    g_strlcpy (pixels->model, encoding, MIN (strcspn (encoding, " ") + 1, sizeof pixels->model));

  ce_converter_init (&pixels->converter, raw, pixels->model);
  pixels->channels = pixels->converter.channels;
  pixels->type = pixels->converter.curve == CE_CURVE_SAME && pixels->converter.type == babl_type ("u8") ? CE_U8 : CE_F32;
}

/**
 * ce_pixels_view:
 * @drawable: a drawable
 * @view: (out): size and format of a session's source for it; no data
 */
void
ce_pixels_view (GimpDrawable *drawable, CeView *view)
{
  CePixels pixels;

  ce_pixels_init (&pixels, drawable);
  memset (view, 0, sizeof *view);
  view->width = gimp_drawable_get_width (drawable);
  view->height = gimp_drawable_get_height (drawable);
  view->channels = pixels.channels;
  view->type = pixels.type;
}

/**
 * ce_pixels_format:
 * @pixels: how a drawable is exchanged
 * @type: of the samples
 *
 * Returns: the format of exchanged pixels of that type, in the color space of
 *   the drawable's image
 */
const Babl *
ce_pixels_format (const CePixels *pixels, CeType type)
{
  g_autofree char *name = g_strconcat (pixels->model, type == CE_U8 ? " u8" : " float", NULL);

  return babl_format_with_space (name, pixels->converter.raw);
}

/* Whether samples of @type are the drawable's own. */
static gboolean
is_raw (const CePixels *pixels, CeType type)
{
  return pixels->converter.curve == CE_CURVE_SAME
         && pixels->converter.type == babl_type (type == CE_U8 ? "u8" : "float");
}

/**
 * ce_pixels_room:
 * @pixels: how a drawable is exchanged
 * @width: of the areas that will be exchanged
 *
 * Returns: bytes of room that converting a slice needs: raw samples
 */
gsize
ce_pixels_room (const CePixels *pixels, int width)
{
  return (gsize) width * babl_format_get_bytes_per_pixel (pixels->converter.raw) * CE_SLICE_ROWS;
}

/**
 * ce_pixels_band_rows:
 * @pixels: how a drawable is exchanged
 * @width: of it
 *
 * Returns: rows of tiles whose memory GEGL may keep before a fresh buffer uses
 *   it again: many, because each buffer costs some words with GIMP, but no
 *   more than #CE_BAND_BYTES
 */
int
ce_pixels_band_rows (const CePixels *pixels, int width)
{
  gsize row = (gsize) width * babl_format_get_bytes_per_pixel (pixels->converter.raw);
  int   n_slices = (int) CLAMP (CE_BAND_BYTES / (row * CE_SLICE_ROWS), 1, CE_BAND_ROWS / CE_SLICE_ROWS);

  return n_slices * CE_SLICE_ROWS;
}

/* Rows between @view and raw samples in @raw, converted by several threads. */
typedef struct
{
  const CePixels *pixels;
  const CeView   *view;
  const CeLookup *lookup;       /* (nullable): decodes instead of the converter */
  int             n_rows;
  guint8         *raw;
  gsize           raw_stride;
} Conversion;

/* Rows that a thread converts at a time. */
#define TASK_ROWS 16

static void
init_conversion (Conversion *conversion, const CePixels *pixels, const CeView *view, int n_rows, gpointer room)
{
  conversion->pixels = pixels;
  conversion->view = view;
  conversion->lookup = NULL;
  conversion->n_rows = n_rows;
  conversion->raw = room;
  conversion->raw_stride = (gsize) view->width * babl_format_get_bytes_per_pixel (pixels->converter.raw);
}

/* Two rows of floats, for one of the threads. */
static float *
new_scratch (const Conversion *conversion)
{
  return g_new (float, 2 * (gsize) conversion->view->width * conversion->pixels->channels);
}

/* A CeTask. */
static void
decode_rows (int task, gpointer data)
{
  const Conversion *conversion = data;
  g_autofree float *scratch = new_scratch (conversion);
  int               first = task * TASK_ROWS;

  for (int i = first; i < MIN (first + TASK_ROWS, conversion->n_rows); i++)
    {
      const guint8 *raw = conversion->raw + (gsize) i * conversion->raw_stride;
      float        *row = ce_view_row (conversion->view, i);

      if (conversion->lookup)
        ce_lookup_decode (conversion->lookup, raw, row, conversion->view->width);
      else
        ce_converter_decode (&conversion->pixels->converter, raw, row, scratch, conversion->view->width);
    }
}

/* A CeTask. */
static void
encode_rows (int task, gpointer data)
{
  const Conversion *conversion = data;
  gsize             n = (gsize) conversion->view->width * conversion->pixels->channels;
  g_autofree float *scratch = new_scratch (conversion);
  int               first = task * TASK_ROWS;

  for (int i = first; i < MIN (first + TASK_ROWS, conversion->n_rows); i++)
    {
      const float *row = ce_view_row (conversion->view, i);

      if (conversion->view->type == CE_U8)
        {
          const guint8 *levels = ce_view_row (conversion->view, i);

          for (gsize j = 0; j < n; j++)
            scratch[n + j] = levels[j] / 255.0f;
          row = scratch + n;
        }

      ce_converter_encode (&conversion->pixels->converter, row, conversion->raw + (gsize) i * conversion->raw_stride,
                           scratch, conversion->view->width);
    }
}

/* Threads of the engine's, which stay out of the way of this one. */
static void
convert (Conversion *conversion, CeTask task)
{
  CeProgress nobody = { NULL, NULL };

  ce_threads_run ((conversion->n_rows + TASK_ROWS - 1) / TASK_ROWS, task, conversion, &nobody, 0, 1, NULL);
}

/**
 * ce_pixels_read:
 * @pixels: how @buffer is exchanged
 * @buffer: a buffer of the drawable
 * @area: what to read, at most #CE_SLICE_ROWS high unless the samples are the
 *   drawable's own; 0 where there is no image
 * @view: where to; its first row is that of @area
 * @room: of ce_pixels_room() bytes
 */
void
ce_pixels_read (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area, const CeView *view,
                gpointer room)
{
  Conversion conversion;

  if (is_raw (pixels, view->type))
    {
      gegl_buffer_get (buffer, area, 1.0, pixels->converter.raw, view->data, (int) view->stride, GEGL_ABYSS_NONE);
      return;
    }

  g_return_if_fail (view->type == CE_F32 && area->height <= CE_SLICE_ROWS);

  init_conversion (&conversion, pixels, view, area->height, room);
  gegl_buffer_get (buffer, area, 1.0, pixels->converter.raw, conversion.raw, (int) conversion.raw_stride,
                   GEGL_ABYSS_NONE);
  conversion.lookup = ce_lookup_get (&pixels->converter, (gsize) area->width * area->height);
  convert (&conversion, decode_rows);
}

/**
 * ce_pixels_write:
 * @pixels: how @buffer is exchanged
 * @buffer: a buffer of the drawable
 * @area: where to, at most #CE_SLICE_ROWS high unless the samples are the
 *   drawable's own
 * @view: the rows of @area, of either type
 * @room: of ce_pixels_room() bytes
 */
void
ce_pixels_write (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area, const CeView *view,
                 gpointer room)
{
  Conversion conversion;

  if (is_raw (pixels, view->type))
    {
      gegl_buffer_set (buffer, area, 0, pixels->converter.raw, view->data, (int) view->stride);
      return;
    }

  g_return_if_fail (area->height <= CE_SLICE_ROWS);

  init_conversion (&conversion, pixels, view, area->height, room);
  convert (&conversion, encode_rows);
  gegl_buffer_set (buffer, area, 0, pixels->converter.raw, conversion.raw, (int) conversion.raw_stride);
}
