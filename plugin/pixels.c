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

#include "engine/memory.h"

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
 * Returns: bytes of room that converting a slice needs: raw samples, and one row of floats twice
 */
gsize
ce_pixels_room (const CePixels *pixels, int width)
{
  gsize row = (gsize) width * pixels->channels;

  return row * CE_SLICE_ROWS * sizeof (double) + 2 * row * sizeof (float);
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
  gsize   stride = (gsize) area->width * babl_format_get_bytes_per_pixel (pixels->converter.raw);
  float  *scratch = room;
  guint8 *raw = (guint8 *) (scratch + 2 * (gsize) area->width * pixels->channels);

  if (is_raw (pixels, view->type))
    {
      gegl_buffer_get (buffer, area, 1.0, pixels->converter.raw, view->data, (int) view->stride, GEGL_ABYSS_NONE);
      return;
    }

  g_return_if_fail (view->type == CE_F32 && area->height <= CE_SLICE_ROWS);

  gegl_buffer_get (buffer, area, 1.0, pixels->converter.raw, raw, (int) stride, GEGL_ABYSS_NONE);
  for (int i = 0; i < area->height; i++)
    ce_converter_decode (&pixels->converter, raw + i * stride, ce_view_row (view, i), scratch, area->width);
}

static void
encode_row (const CePixels *pixels, const CeView *view, int y, gpointer raw, float *scratch)
{
  gsize        n = (gsize) view->width * pixels->channels;
  const float *row = ce_view_row (view, y);

  if (view->type == CE_U8)
    {
      const guint8 *levels = ce_view_row (view, y);

      for (gsize i = 0; i < n; i++)
        scratch[n + i] = levels[i] / 255.0f;
      row = scratch + n;
    }

  ce_converter_encode (&pixels->converter, row, raw, scratch, view->width);
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
  gsize   stride = (gsize) area->width * babl_format_get_bytes_per_pixel (pixels->converter.raw);
  float  *scratch = room;
  guint8 *raw = (guint8 *) (scratch + 2 * (gsize) area->width * pixels->channels);

  if (is_raw (pixels, view->type))
    {
      gegl_buffer_set (buffer, area, 0, pixels->converter.raw, view->data, (int) view->stride);
      return;
    }

  g_return_if_fail (area->height <= CE_SLICE_ROWS);

  for (int i = 0; i < area->height; i++)
    encode_row (pixels, view, i, raw + i * stride, scratch);
  gegl_buffer_set (buffer, area, 0, pixels->converter.raw, raw, (int) stride);
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
  CePixels pixels;

  ce_pixels_init (&pixels, drawable);

  return ce_session_new (filter, backend, gimp_drawable_get_width (drawable),
                         gimp_drawable_get_height (drawable), pixels.channels, pixels.type, error);
}

/**
 * ce_pixels_feed:
 * @drawable: the drawable that @session was opened for
 * @session: the session
 * @y: first row; rows are fed from top to bottom
 * @n_rows: how many; best #CE_BAND_ROWS
 * @error: return location
 *
 * Reads rows into the session's memory and announces them. On one thread only,
 * that of all other exchange with GIMP.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_pixels_feed (GimpDrawable *drawable, CeSession *session, int y, int n_rows, GError **error)
{
  CeView                  view = *ce_session_get_source (session);
  g_autoptr (GeglBuffer)  buffer = gimp_drawable_get_buffer (drawable);
  CePixels                pixels;
  gsize                   size;
  gpointer                room;

  ce_pixels_init (&pixels, drawable);
  size = ce_pixels_room (&pixels, view.width);
  room = ce_memory_alloc (size, error);
  if (! room)
    return FALSE;

  for (int slice = y; slice < y + n_rows; slice += CE_SLICE_ROWS)
    {
      GeglRectangle area = { 0, slice, view.width, MIN (CE_SLICE_ROWS, y + n_rows - slice) };

      view.data = ce_view_row (ce_session_get_source (session), slice);
      ce_pixels_read (&pixels, buffer, &area, &view, room);
    }

  ce_memory_free (room, size);
  ce_session_rows_arrived (session, y, n_rows);

  return TRUE;
}
