/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exchanges pixels between buffers and memory, on all cores.
 */
#include "exchange.h"

/* The most scratch memory of the slices that are exchanged at a time, bytes. */
#define SCRATCH_BYTES ((gsize) 32 << 20)

typedef struct
{
  const CeExchange *exchange;
  GeglRectangle     part;       /* of the image */
  int               y;          /* first row that is exchanged, and their end */
  int               end;
  guint8           *scratch;
  gsize             raw;        /* scratch bytes of a slice's conversion */
  gsize             painted;    /* and of its painted rows; 0 without painting */
} Band;

/* Returns the rows of the tile above the band's first row. */
static int
rows_into_tile (const Band *band)
{
  int y = (band->exchange->y + band->y) % CE_SLICE_ROWS;

  return y < 0 ? y + CE_SLICE_ROWS : y;
}

/* Finds the rows of slice @n of the band. A slice is a row of tiles of the buffer. */
static gboolean
find_slice (const Band *band, int n, GeglRectangle *area)
{
  int first = band->exchange->y + band->y;
  int top = first - rows_into_tile (band) + n * CE_SLICE_ROWS;
  int y = MAX (top, first), end = MIN (top + CE_SLICE_ROWS, band->exchange->y + band->end);

  *area = (GeglRectangle) { band->exchange->x + band->part.x, y, band->part.width, end - y };

  return end > y;
}

/* Returns the scratch memory of a task, to convert in and then to paint in, or NULL if it does neither. */
static guint8 *
scratch_of (const Band *band, int task)
{
  return band->scratch ? band->scratch + (gsize) task * (band->raw + band->painted) : NULL;
}

/* Returns the rows of @view, the image's or others of its size, that are @area of the buffer. */
static CeView
rows_of (const Band *band, const CeView *view, const GeglRectangle *area)
{
  CeArea rows = { band->part.x, area->y - band->exchange->y, area->width, area->height };

  return ce_view_part (view, &rows);
}

/* A CeTask: reads a slice. */
static void
read_slice (int task, gpointer data)
{
  const Band   *band = data;
  GeglRectangle area;

  if (find_slice (band, task, &area))
    {
      CeView rows = rows_of (band, band->exchange->view, &area);

      ce_pixels_read (&band->exchange->pixels, band->exchange->buffer, &area, &rows, scratch_of (band, task),
                      band->exchange->is_remote);
    }
}

/* Makes painted rows as opaque as they are covered. */
static void
cover (const CeView *painted, const CeView *coverage)
{
  gsize n = (gsize) painted->channels;

  for (int y = 0; y < painted->height; y++)
    {
      float       *row = ce_view_row (painted, y);
      const float *covered = ce_view_row (coverage, y);

      for (gsize x = 0; x < (gsize) painted->width; x++)
        row[x * n + n - 1] *= covered[x];
    }
}

/* A CeTask: writes a slice. */
static void
write_slice (int task, gpointer data)
{
  const Band       *band = data;
  const CeExchange *exchange = band->exchange;
  guint8           *scratch = scratch_of (band, task);
  GeglRectangle     area;
  CeView            rows, painted;

  if (! find_slice (band, task, &area))
    return;

  rows = painted = rows_of (band, exchange->view, &area);
  if (exchange->paint)
    {
      painted.channels = exchange->paint->out_channels;
      painted.stride = (gsize) painted.width * painted.channels * ce_type_size (painted.type);
      painted.data = scratch + band->raw;
      for (int i = 0; i < rows.height; i++)
        ce_paint_row (exchange->paint, ce_view_row (&rows, i), ce_view_row (&painted, i), rows.width);
    }
  if (exchange->coverage)
    {
      rows = rows_of (band, exchange->coverage, &area);
      cover (&painted, &rows);
    }

  ce_pixels_write (&exchange->pixels, exchange->buffer, &area, &painted, scratch, exchange->is_remote);
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
  gsize      size, slice;
  int        n_slices;

  if (! ce_pixels_are_raw (&exchange->pixels, exchange->view->type))
    band.raw = padded (ce_pixels_scratch_size (&exchange->pixels, part->width));
  if (exchange->paint)
    band.painted = padded ((gsize) part->width * exchange->paint->out_channels
                           * ce_type_size (exchange->view->type) * CE_SLICE_ROWS);
  slice = band.raw + band.painted;
  n_slices = exchange->is_remote ? 1 : (int) CLAMP (SCRATCH_BYTES / MAX (slice, 1), 1, (gsize) g_get_num_processors ());
  size = slice * (gsize) n_slices;
  if (size && ! (band.scratch = ce_memory_alloc (size, error)))
    return FALSE;

  for (band.y = part->y; band.y < part->y + part->height; band.y = band.end)
    {
      /* The band ends with a row of tiles. */
      band.end = MIN (band.y + n_slices * CE_SLICE_ROWS - rows_into_tile (&band), part->y + part->height);
      if (exchange->is_remote)
        task (0, &band);
      else
        ce_threads_share (n_slices, task, &band);
      if (func)
        func (band.y, band.end - band.y, data);
    }

  ce_memory_free (band.scratch, size);

  return TRUE;
}

/* Reads @part of the image from the buffer to memory; the (nullable) @func is called with the rows that have arrived.
 * FALSE with CE_ERROR_NO_MEMORY. */
gboolean
ce_exchange_read (const CeExchange *exchange, const GeglRectangle *part, CeRowsFunc func, gpointer data, GError **error)
{
  return exchange_part (exchange, part, read_slice, func, data, error);
}

/* Writes @part of the image from memory to the buffer. FALSE with CE_ERROR_NO_MEMORY. */
gboolean
ce_exchange_write (const CeExchange *exchange, const GeglRectangle *part, GError **error)
{
  return exchange_part (exchange, part, write_slice, NULL, NULL, error);
}
