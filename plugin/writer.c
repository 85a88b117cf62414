/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a session's result to a drawable, in bands and slices.
 */
#include "writer.h"

#include <glib/gi18n.h>

#include "engine/memory.h"

#include "pixels/paint.h"
#include "drawable.h"

/* What is selected, in the rows of a slice. */
typedef struct
{
  GimpDrawable *channel;        /* (nullable): NULL: all is, or GIMP applies it */
  int           x;              /* of the result's first pixel in it */
  int           y;
  CePixels      pixels;
  CeView        rows;
  gpointer      room;
} Selected;

typedef struct
{
  const CeView *result;
  GimpDrawable *onto;
  gboolean      shadow;         /* write its shadow, GIMP merges it */
  CePixels      pixels;         /* of it */
  CePaint       paint;
  CeView        rows;           /* a painted slice */
  gpointer      room;
  Selected      selected;
} Writer;

/* Makes the painted slice as transparent as its pixels are not selected. */
static void
apply_selection (Writer *writer, GeglBuffer *selection, int y, int n_rows)
{
  const Selected *selected = &writer->selected;
  GeglRectangle   area = { selected->x, selected->y + y, writer->rows.width, n_rows };
  int             n = writer->rows.channels;

  ce_pixels_read (&selected->pixels, selection, &area, &selected->rows, selected->room, CE_SHARED);
  for (int i = 0; i < n_rows; i++)
    {
      const float *coverage = ce_view_row (&selected->rows, i);
      float       *row = ce_view_row (&writer->rows, i);

      for (int x = 0; x < writer->rows.width; x++)
        row[(gsize) x * (gsize) n + (gsize) n - 1] *= coverage[x];
    }
}

static void
write_slice (Writer *writer, GeglBuffer *buffer, GeglBuffer *selection, int y, int n_rows)
{
  GeglRectangle area = { 0, y, writer->result->width, n_rows };

  writer->rows.height = n_rows;
  for (int i = 0; i < n_rows; i++)
    ce_paint_row (&writer->paint, ce_view_row (writer->result, y + i), ce_view_row (&writer->rows, i),
                  writer->result->width);
  if (selection)
    apply_selection (writer, selection, y, n_rows);

  ce_pixels_write (&writer->pixels, buffer, &area, &writer->rows, writer->room, CE_SHARED);
}

static void
write_band (Writer *writer, int y, int n_rows)
{
  g_autoptr (GeglBuffer) buffer = writer->shadow ? gimp_drawable_get_shadow_buffer (writer->onto)
                                                 : gimp_drawable_get_buffer (writer->onto);
  g_autoptr (GeglBuffer) selection = writer->selected.channel ? gimp_drawable_get_buffer (writer->selected.channel) : NULL;

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
padded (gsize size)
{
  return (size + 63) & ~(gsize) 63;
}

/* Packed rows of a slice of the result. */
static CeView
slice_of (const CeView *result, int channels, CeType type)
{
  CeView slice = { .width = result->width, .height = MIN (CE_SLICE_ROWS, result->height), .channels = channels,
                   .type = type };

  slice.stride = (gsize) slice.width * (gsize) channels * ce_type_size (type);

  return slice;
}

/* One allocation for slices and for converting; lives for the writing. */
static gboolean
write_with_room (Writer *writer, const CeProgress *progress, GError **error)
{
  Selected *selected = &writer->selected;
  gsize     n_rows, n_room, n_selected = 0, size;
  guint8   *room;
  gboolean  written;

  writer->rows = slice_of (writer->result, writer->pixels.channels, writer->result->type);
  selected->rows = slice_of (writer->result, 1, CE_F32);
  n_rows = padded (writer->rows.stride * (gsize) writer->rows.height);
  n_room = padded (ce_pixels_room (&writer->pixels, writer->result->width));
  size = n_rows + n_room;
  if (selected->channel)
    {
      n_selected = padded (selected->rows.stride * (gsize) selected->rows.height);
      size += n_selected + ce_pixels_room (&selected->pixels, writer->result->width);
    }

  room = ce_memory_alloc (size, error);
  if (! room)
    return FALSE;

  writer->rows.data = room;
  writer->room = room + n_rows;
  selected->rows.data = room + n_rows + n_room;
  selected->room = room + n_rows + n_room + n_selected;
  written = write_bands (writer, progress, error);
  ce_memory_free (room, size);

  return written;
}

/* A new layer of samples that GIMP would change gets its alpha here. */
static void
find_selection (Writer *writer, GimpDrawable *source)
{
  GimpImage *image = gimp_item_get_image (GIMP_ITEM (source));

  if (writer->shadow || gimp_selection_is_empty (image) || ce_drawable_keeps_samples (writer->onto))
    return;

  writer->selected.channel = GIMP_DRAWABLE (gimp_image_get_selection (image));
  gimp_drawable_get_offsets (source, &writer->selected.x, &writer->selected.y);
  ce_drawable_init_pixels (writer->selected.channel, &writer->selected.pixels);
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
  find_selection (&writer, source);

  return write_with_room (&writer, progress, error);
}
