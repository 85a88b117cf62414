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

  GimpDrawable *selection;      /* NULL: everything is selected */
  CePixels      coverage;       /* of it */
  int           offset_x;       /* of the result in the image */
  int           offset_y;

  CeView        rows;           /* a painted slice */
  CeView        selected;       /* and how much of it is selected */
  gpointer      room;
} Writer;

static void
read_selection (Writer *writer, GeglBuffer *selection, int y, int n_rows)
{
  GeglRectangle area = { writer->offset_x, writer->offset_y + y, writer->result->width, n_rows };

  writer->selected.height = n_rows;
  ce_pixels_read (&writer->coverage, selection, &area, &writer->selected, writer->room, CE_SHARED);
}

static void
write_slice (Writer *writer, GeglBuffer *buffer, GeglBuffer *selection, int y, int n_rows)
{
  GeglRectangle area = { 0, y, writer->result->width, n_rows };

  if (selection)
    read_selection (writer, selection, y, n_rows);

  writer->rows.height = n_rows;
  for (int i = 0; i < n_rows; i++)
    ce_paint_row (&writer->paint, ce_view_row (writer->result, y + i),
                  selection ? ce_view_row (&writer->selected, i) : NULL,
                  ce_view_row (&writer->rows, i), writer->result->width);

  ce_pixels_write (&writer->pixels, buffer, &area, &writer->rows, writer->room, CE_SHARED);
}

static void
write_band (Writer *writer, int y, int n_rows)
{
  g_autoptr (GeglBuffer) selection = writer->selection ? gimp_drawable_get_buffer (writer->selection) : NULL;
  g_autoptr (GeglBuffer) buffer = writer->shadow ? gimp_drawable_get_shadow_buffer (writer->onto)
                                                 : gimp_drawable_get_buffer (writer->onto);

  for (int slice = y; slice < y + n_rows; slice += CE_SLICE_ROWS)
    write_slice (writer, buffer, selection, slice, MIN (CE_SLICE_ROWS, y + n_rows - slice));
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

static gsize
init_slice (CeView *view, const CeView *result, int channels)
{
  *view = *result;
  view->channels = channels;
  view->height = MIN (CE_SLICE_ROWS, result->height);
  view->stride = (gsize) view->width * channels * ce_type_size (view->type);

  return view->stride * (gsize) view->height;
}

/* One allocation for the slices and for converting; lives for the writing. */
static gboolean
write_with_room (Writer *writer, const CeProgress *progress, GError **error)
{
  gsize    n_rows = init_slice (&writer->rows, writer->result, writer->pixels.channels);
  gsize    n_selected = init_slice (&writer->selected, writer->result, 1);
  gsize    n_room = ce_pixels_room (&writer->pixels, writer->result->width);
  gboolean written;

  /* Every part begins where any sample may. */
  n_rows = (n_rows + 63) & ~(gsize) 63;
  n_selected = (n_selected + 63) & ~(gsize) 63;
  writer->rows.data = ce_memory_alloc (n_rows + n_selected + n_room, error);
  if (! writer->rows.data)
    return FALSE;

  writer->selected.data = writer->rows.data + n_rows;
  writer->room = writer->selected.data + n_selected;
  written = write_bands (writer, progress, error);
  ce_memory_free (writer->rows.data, n_rows + n_selected + n_room);

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
 * @selection: (nullable): becomes part of the alpha
 * @progress: (nullable): told the share written
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED or %CE_ERROR_NO_MEMORY
 */
gboolean
ce_write_result (CeSession *session, GimpDrawable *source, GimpDrawable *onto, gboolean lines,
                 GimpDrawable *selection, const CeProgress *progress, GError **error)
{
  Writer writer = { .result = ce_session_get_result (session), .onto = onto, .shadow = onto == source,
                    .selection = selection };

  ce_drawable_init_pixels (onto, &writer.pixels);
  writer.paint.type = writer.result->type;
  writer.paint.in_channels = writer.result->channels;
  writer.paint.out_channels = writer.pixels.channels;
  writer.paint.lines = lines;
  gimp_drawable_get_offsets (source, &writer.offset_x, &writer.offset_y);
  if (selection)
    ce_drawable_init_pixels (selection, &writer.coverage);
  if (lines)
    choose_color (&writer);

  return write_with_room (&writer, progress, error);
}
