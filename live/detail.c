/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The most detailed part of a picture is the one in which the squared differences of each pixel from its right and its lower
 * neighbor add up to most. Squares, because noise is everywhere and small. Parts begin every 32 pixels; of equal ones the
 * nearest to the middle counts.
 */
#include "detail.h"

#include "raster-private.h"

/* The side of a cell, pixels. */
#define CELL 32

/* What each pixel that counts adds, so that a flat picture has an answer, too. */
#define PIXEL (1.0f / 1024)

/* From this value of the selection on a pixel counts. */
#define SELECTED 128

typedef struct
{
  const CeView *source;
  const CeView *mask;           /* (nullable) */
  int           n;              /* cells in a row */
  double       *sums;
} Cells;

/* Returns what a pixel adds. */
static inline float
get_detail (const float *at, const float *right, const float *below, const int channels)
{
  const int n_colors = channels > 2 ? 3 : 1;
  float     sum = PIXEL;

  for (int c = 0; c < n_colors; c++)
    sum += (right[c] - at[c]) * (right[c] - at[c]) + (below[c] - at[c]) * (below[c] - at[c]);

  return channels % 2 ? sum : sum * at[channels - 1] / 255;
}

/* Adds up a row of a cell. It is called with constants, so that each case is a loop of its own. */
static inline __attribute__ ((always_inline)) double
add_up (const float *row, const float *below, const guint8 *mask, int n, gboolean is_last, const int channels)
{
  float sum = 0;

  for (int i = 0; i < n; i++)
    if (! mask || mask[i] >= SELECTED)
      sum += get_detail (row + i * channels, row + (is_last && i == n - 1 ? i : i + 1) * channels, below + i * channels,
                         channels);

  return sum;
}

/* Adds a row of pixels to the sums of a row of cells. */
static void
add_row (const Cells *cells, const float *row, const float *below, int y)
{
  int           channels = cells->source->channels;
  double       *sums = cells->sums + y / CELL * cells->n;
  const guint8 *mask = cells->mask ? ce_view_row (cells->mask, y) : NULL;

  for (int i = 0; i < cells->n; i++)
    {
      int           x = i * CELL, n = MIN (CELL, cells->source->width - x);
      gsize         at = (gsize) x * (gsize) channels;
      const guint8 *selected = mask ? mask + x : NULL;
      gboolean      is_last = i == cells->n - 1;

      switch (channels)
        {
        case 1: sums[i] += add_up (row + at, below + at, selected, n, is_last, 1); break;
        case 2: sums[i] += add_up (row + at, below + at, selected, n, is_last, 2); break;
        case 3: sums[i] += add_up (row + at, below + at, selected, n, is_last, 3); break;
        case 4: sums[i] += add_up (row + at, below + at, selected, n, is_last, 4); break;
        }
    }
}

/* A CeTask: adds up a row of cells. The lower neighbor of the last row is that row itself. */
static void
add_cells (int task, gpointer data)
{
  const Cells      *cells = data;
  const CeView     *source = cells->source;
  gsize             size = (gsize) source->width * source->channels;
  g_autofree float *levels = g_new (float, 2 * size);
  float            *row = levels, *below = levels + size;

  ce_raster_read_levels (row, source, 0, task * CELL, source->width);
  for (int y = task * CELL; y < MIN ((task + 1) * CELL, source->height); y++)
    {
      float *read = below;

      ce_raster_read_levels (below, source, 0, MIN (y + 1, source->height - 1), source->width);
      add_row (cells, row, below, y);
      below = row;
      row = read;
    }
}

/* Replaces the first @n of the values, which are @step apart, by the sums of @count from each on. */
static void
sum_windows (double *values, int n, int step, int count)
{
  for (int i = 0; i < n; i++)
    for (int j = 1; j < count; j++)
      values[i * step] += values[(i + j) * step];
}

/* Returns the middle of the part of @width x @height pixels, or of the picture if that is smaller, with most detail among
 * the pixels that the (nullable) @mask selects. Works on all cores. */
CePoint
ce_find_detail (const CeView *source, const CeView *mask, int width, int height)
{
  int    n = (source->width + CELL - 1) / CELL, n_rows = (source->height + CELL - 1) / CELL, best = 0;
  int    n_x = CLAMP (width / CELL, 1, n), n_y = CLAMP (height / CELL, 1, n_rows);
  Cells  cells = { source, mask, n, g_new0 (double, (gsize) n * (gsize) n_rows) };
  gint64 least = G_MAXINT64;

  ce_threads_share (n_rows, add_cells, &cells);
  for (int y = 0; y < n_rows; y++)
    sum_windows (cells.sums + y * n, n - n_x + 1, 1, n_x);
  for (int x = 0; x <= n - n_x; x++)
    sum_windows (cells.sums + x, n_rows - n_y + 1, n, n_y);
  for (int y = 0; y <= n_rows - n_y; y++)
    for (int x = 0; x <= n - n_x; x++)
      {
        gint64 off_x = 2 * x + n_x - n, off_y = 2 * y + n_y - n_rows, distance = off_x * off_x + off_y * off_y;
        double more = cells.sums[y * n + x] - cells.sums[best];

        if (more < 0 || (more == 0 && distance >= least))
          continue;
        best = y * n + x;
        least = distance;
      }
  g_free (cells.sums);

  return (CePoint) { best % n * CELL + n_x * CELL / 2, best / n * CELL + n_y * CELL / 2 };
}
