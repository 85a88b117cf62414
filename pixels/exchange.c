/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between buffers and memory, on all cores.
 */
#include "exchange.h"

#include "engine/memory.h"
#include "engine/threads.h"

/* Bytes of room that the slices exchanged at a time may take. */
#define ROOM_BYTES ((gsize) 32 << 20)

typedef struct
{
  const CeExchange *exchange;
  GeglRectangle     part;       /* of the image */
  int               y;          /* of the rows that are exchanged, and their end */
  int               end;
  guint8           *room;
  gsize             raw;        /* bytes of a slice's raw samples */
  gsize             painted;    /* and of its painted ones; 0: it is not painted */
} Band;

/* Rows of its tile above the band's first one. */
static int
rows_into_tile (const Band *band)
{
  int y = (band->exchange->y + band->y) % CE_SLICE_ROWS;

  return y < 0 ? y + CE_SLICE_ROWS : y;
}

/* A slice is a row of tiles of the buffer. Slice n of the band: its rows. */
static gboolean
find_slice (const Band *band, int n, GeglRectangle *area)
{
  int first = band->exchange->y + band->y;
  int top = first - rows_into_tile (band) + n * CE_SLICE_ROWS;
  int y = MAX (top, first), end = MIN (top + CE_SLICE_ROWS, band->exchange->y + band->end);

  *area = (GeglRectangle) { band->exchange->x + band->part.x, y, band->part.width, end - y };

  return end > y;
}

/* Room of a task, to convert in and then to paint in; none where neither is done. */
static guint8 *
room_of (const Band *band, int task)
{
  return band->room ? band->room + (gsize) task * (band->raw + band->painted) : NULL;
}

/* What the image has in @area of the buffer. */
static CeView
rows_of (const Band *band, const GeglRectangle *area)
{
  CeArea rows = { band->part.x, area->y - band->exchange->y, area->width, area->height };

  return ce_view_part (band->exchange->view, &rows);
}

/* A CeTask. */
static void
read_slice (int task, gpointer data)
{
  const Band   *band = data;
  GeglRectangle area;

  if (find_slice (band, task, &area))
    {
      CeView rows = rows_of (band, &area);

      ce_pixels_read (&band->exchange->pixels, band->exchange->buffer, &area, &rows, room_of (band, task),
                      band->exchange->is_remote);
    }
}

/* A CeTask. */
static void
write_slice (int task, gpointer data)
{
  const Band       *band = data;
  const CeExchange *exchange = band->exchange;
  guint8           *room = room_of (band, task);
  GeglRectangle     area;
  CeView            rows, painted;

  if (! find_slice (band, task, &area))
    return;

  rows = painted = rows_of (band, &area);
  if (exchange->paint)
    {
      painted.channels = exchange->paint->out_channels;
      painted.stride = (gsize) painted.width * painted.channels * ce_type_size (painted.type);
      painted.data = room + band->raw;
      for (int i = 0; i < rows.height; i++)
        ce_paint_row (exchange->paint, ce_view_row (&rows, i), ce_view_row (&painted, i), rows.width);
    }

  ce_pixels_write (&exchange->pixels, exchange->buffer, &area, &painted, room, exchange->is_remote);
}

static gsize
padded (gsize size)
{
  return (size + 63) & ~(gsize) 63;
}

static gboolean
exchange_part (const CeExchange *exchange, const GeglRectangle *part, CeTask task, CeRowsFunc func, gpointer data,
               GError **error)
{
  Band       band = { .exchange = exchange, .part = *part };
  gsize      room, slice;
  int        n_slices;

  if (! ce_pixels_are_raw (&exchange->pixels, exchange->view->type))
    band.raw = padded (ce_pixels_scratch_size (&exchange->pixels, part->width));
  if (exchange->paint)
    band.painted = padded ((gsize) part->width * exchange->paint->out_channels
                           * ce_type_size (exchange->view->type) * CE_SLICE_ROWS);
  slice = band.raw + band.painted;
  n_slices = exchange->is_remote ? 1 : (int) CLAMP (ROOM_BYTES / MAX (slice, 1), 1, (gsize) ce_threads_count ());
  room = slice * (gsize) n_slices;
  if (room && ! (band.room = ce_memory_alloc (room, error)))
    return FALSE;

  for (band.y = part->y; band.y < part->y + part->height; band.y = band.end)
    {
      /* Up to the end of a row of tiles. */
      band.end = MIN (band.y + n_slices * CE_SLICE_ROWS - rows_into_tile (&band), part->y + part->height);
      if (exchange->is_remote)
        task (0, &band);
      else
        ce_threads_run (n_slices, task, &band, NULL, NULL);
      if (func)
        func (band.y, band.end - band.y, data);
    }

  ce_memory_free (band.room, room);

  return TRUE;
}

/**
 * ce_exchange_read:
 * @exchange: what with what
 * @part: of the image
 * @func: (nullable): told of what has arrived
 * @data: for @func
 * @error: return location
 *
 * From the buffer to memory.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_exchange_read (const CeExchange *exchange, const GeglRectangle *part, CeRowsFunc func, gpointer data, GError **error)
{
  return exchange_part (exchange, part, read_slice, func, data, error);
}

/**
 * ce_exchange_write:
 * @exchange: what with what
 * @part: of the image
 * @error: return location
 *
 * From memory to the buffer.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_exchange_write (const CeExchange *exchange, const GeglRectangle *part, GError **error)
{
  return exchange_part (exchange, part, write_slice, NULL, NULL, error);
}
