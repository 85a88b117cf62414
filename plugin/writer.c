/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a session's result to a drawable, in bands and slices.
 */
#include "writer.h"

#include <glib/gi18n.h>

#include "engine/memory.h"

#include "pixels/paint.h"
#include "drawable.h"

typedef struct
{
  const CeView *result;
  GimpDrawable *onto;
  gboolean      shadow;         /* write its shadow, GIMP merges it */
  CePixels      pixels;         /* of it */
  CePaint       paint;
  CeView        rows;           /* a painted slice */
  gpointer      room;
} Writer;

static void
write_slice (Writer *writer, GeglBuffer *buffer, int y, int n_rows)
{
  GeglRectangle area = { 0, y, writer->result->width, n_rows };

  writer->rows.height = n_rows;
  for (int i = 0; i < n_rows; i++)
    ce_paint_row (&writer->paint, ce_view_row (writer->result, y + i), ce_view_row (&writer->rows, i),
                  writer->result->width);

  ce_pixels_write (&writer->pixels, buffer, &area, &writer->rows, writer->room, CE_SHARED);
}

static void
write_band (Writer *writer, int y, int n_rows)
{
  g_autoptr (GeglBuffer) buffer = writer->shadow ? gimp_drawable_get_shadow_buffer (writer->onto)
                                                 : gimp_drawable_get_buffer (writer->onto);

  for (int slice = y; slice < y + n_rows; slice += CE_SLICE_ROWS)
    write_slice (writer, buffer, slice, MIN (CE_SLICE_ROWS, y + n_rows - slice));
}

static gboolean
write_bands (Writer *writer, const CeProgress *progress, GError **error)
{
  int height = writer->result->height;
  int band = ce_pixels_band_rows (&writer->pixels, writer->result->width);

  for (int y = 0; y < height; y += band)
    {
      int n_rows = MIN (band, height - y);

      write_band (writer, y, n_rows);
      if (progress && ! progress->func ((double) (y + n_rows) / height, progress->data))
        {
          g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, _("Cancelled."));
          return FALSE;
        }
    }

  return TRUE;
}

/* One allocation for the slice and for converting; lives for the writing. */
static gboolean
write_with_room (Writer *writer, const CeProgress *progress, GError **error)
{
  CeView  *rows = &writer->rows;
  gsize    n_rows, n_room = ce_pixels_room (&writer->pixels, writer->result->width);
  gboolean written;

  *rows = *writer->result;
  rows->channels = writer->pixels.channels;
  rows->height = MIN (CE_SLICE_ROWS, rows->height);
  rows->stride = (gsize) rows->width * rows->channels * ce_type_size (rows->type);

  /* The second part begins where any sample may. */
  n_rows = (rows->stride * (gsize) rows->height + 63) & ~(gsize) 63;
  rows->data = ce_memory_alloc (n_rows + n_room, error);
  if (! rows->data)
    return FALSE;

  writer->room = rows->data + n_rows;
  written = write_bands (writer, progress, error);
  ce_memory_free (rows->data, n_rows + n_room);

  return written;
}

static void
choose_color (Writer *writer)
{
  GeglColor *color = gimp_context_get_foreground ();

  ce_pixels_get_color (&writer->pixels, color, writer->paint.type, &writer->paint.color);
  g_object_unref (color);
}

/**
 * ce_write_result:
 * @session: a session that has rendered
 * @source: the drawable it was opened for
 * @onto: a new layer of the same size; or @source itself, whose shadow is
 *   written then
 * @lines: draw with the foreground color, the result is its alpha
 * @progress: (nullable): told the share written
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED or %CE_ERROR_NO_MEMORY
 */
gboolean
ce_write_result (CeSession *session, GimpDrawable *source, GimpDrawable *onto, gboolean lines,
                 const CeProgress *progress, GError **error)
{
  Writer writer = { .result = ce_session_get_result (session), .onto = onto, .shadow = onto == source };

  ce_drawable_init_pixels (onto, &writer.pixels);
  writer.paint.type = writer.result->type;
  writer.paint.in_channels = writer.result->channels;
  writer.paint.out_channels = writer.pixels.channels;
  writer.paint.lines = lines;
  if (lines)
    choose_color (&writer);

  return write_with_room (&writer, progress, error);
}
