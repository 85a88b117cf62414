/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny up to thinning: counts magnitudes and stores peaks.
 */
#include "canny.h"

#include <string.h>

/* Counts @n compared magnitudes. Neighbors are often equal, so there are two tables of counts, so that one need not wait
 * for the other; they have 32 bits, so that both fit the cache. */
static void
count (CeCannyRows *w, const CeCpuRender *render, const float *magnitudes, int n)
{
  const guint16 *numbers = w->numbers;
  guint32       *even = w->counts[0];
  guint32       *odd = w->counts[1];
  int            x = 0;

  render->rows->gradient.bin_numbers (magnitudes, ! render->plan->l1, CE_HISTOGRAM_BINS, w->numbers, n);
  for (; x + 2 <= n; x += 2)
    {
      even[numbers[x]]++;
      odd[numbers[x + 1]]++;
    }
  if (x < n)
    even[numbers[x]]++;
}

/* Thins row @y; without a low threshold, pixels with a magnitude above 0 are kept. */
static void
thinned_row (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  const float *m[3] = { w->m[(y + 2) % 3], w->m[y % 3], w->m[(y + 1) % 3] };
  float       *room = render->peaks ? ce_peaks_reserve (render->peaks, &w->chunk, tile, y) : NULL;
  guint64     *bits = room ? ce_bits_row (&render->peaks->bits, y) + tile->x0 / 64 : w->weak;
  float       *values = room ? room : w->line;
  int          n = render->rows->thin.list (w->dx[y & 1], w->dy[y & 1], m, render->plan->low, ce_is_finite (render),
                                            bits, values, (tile->x1 - tile->x0 + 63) / 64);

  if (room)
    w->chunk.next += (gsize) n;
  if (render->counted == CE_HISTOGRAM_THINNED)
    count (w, render, values, n);
}

/* Counts the magnitudes of row @y, those up to the high threshold together. */
static void
magnitudes_row (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  int n = tile->x1 - tile->x0;
  int n_above = render->rows->thin.collect (w->m[y % 3], render->plan->high, w->line, n);

  count (w, render, w->line, n_above);
  w->counts[0][0] += (guint32) (n - n_above);
}

static void
count_row (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  if (render->peaks || render->counted == CE_HISTOGRAM_THINNED)
    thinned_row (w, render, tile, y);

  if (render->counted == CE_HISTOGRAM_MAGNITUDE)
    magnitudes_row (w, render, tile, y);
}

static void
count_tile (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  CeCannyRows *w = data;

  memset (w->counts, 0, sizeof w->counts);
  ce_canny_down (w, render, tile, count_row);
  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    w->bins[i] += w->counts[0][i] + w->counts[1][i];
}

/* Adds one thread's counts to the guint64 bins at @data. */
void
ce_cpu_canny_collect (gpointer workspace, gpointer data)
{
  CeCannyRows *w = workspace;
  guint64     *bins = data;

  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    bins[i] += w->bins[i];
}

const CeTiled ce_cpu_canny_count = { sizeof (CeCannyRows), ce_canny_rows_init, count_tile };
