/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny up to thinning: counts magnitudes, and keeps what thinning leaves.
 */
#include "canny.h"

#include <string.h>

/* Counts @n compared magnitudes as the ones that people see. Neighbors are
 * often equal: two tables, so that a count need not wait for the one before. */
static void
count (CeCannyRows *w, const CeRender *render, const float *magnitudes, int n, CeHistogram what)
{
  const guint16 *numbers = w->numbers;
  guint64       *even = w->bins[what][0];
  guint64       *odd = w->bins[what][1];
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

/* Thinning keeps no pixel whose magnitude is 0. */
static void
thinned_row (CeCannyRows *w, const CeRender *render, const CeTile *tile, int y)
{
  int      n_words = (tile->x1 - tile->x0 + 63) / 64;
  float   *room = render->kept ? ce_kept_room (render->kept, &w->chunk, tile, y) : NULL;
  guint64 *bits = room ? ce_bits_row (&render->kept->bits, y) + tile->x0 / 64 : w->weak;
  int      n;

  ce_canny_thin (w, render, tile, y, bits, w->strong);
  n = render->rows->thin.collect (w->m[y % 3], bits, w->line, n_words);
  if (room)
    {
      memcpy (room, w->line, (gsize) n * sizeof (float));
      w->chunk.next += (gsize) n;
    }
  count (w, render, w->line, n, CE_HISTOGRAM_THINNED);
}

static void
count_row (CeCannyRows *w, const CeRender *render, const CeTile *tile, int y)
{
  int n = tile->x1 - tile->x0;

  if (render->kept || render->counted == CE_HISTOGRAM_THINNED)
    thinned_row (w, render, tile, y);

  if (render->counted == CE_HISTOGRAM_MAGNITUDE)
    count (w, render, w->m[y % 3], n, CE_HISTOGRAM_MAGNITUDE);
}

static void
count_tile (gpointer data, const CeRender *render, const CeTile *tile)
{
  ce_canny_walk (data, render, tile, count_row);
}

/* Adds one thread's counts to the guint64 bins at @data, by #CeHistogram. */
void
ce_cpu_canny_collect (gpointer workspace, gpointer data)
{
  CeCannyRows *w = workspace;
  guint64    (*bins)[CE_HISTOGRAM_BINS] = data;

  for (int what = 0; what < CE_N_HISTOGRAMS; what++)
    for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
      bins[what][i] += w->bins[what][0][i] + w->bins[what][1][i];
}

const CeTiled ce_cpu_canny_count = { ce_canny_rows_new, count_tile, ce_canny_rows_free };
