/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's automatic thresholds. They are computed from integer counts, so that all backends find the same.
 */
#include "plan.h"

/* Returns the upper end of the first of @n_bins bins at which the cumulative count of floor (magnitude) reaches @share
 * percent of all. */
double
ce_threshold_percentile (const guint64 *bins, int n_bins, double share)
{
  guint64 total = 0;
  guint64 below = 0;
  int     bin;

  for (int i = 0; i < n_bins; i++)
    total += bins[i];

  for (bin = 0; bin < n_bins - 1; bin++)
    {
      below += bins[bin];
      if ((double) below * 100.0 >= share * (double) total)
        break;
    }

  return bin + 1;
}

/* Returns Otsu's threshold of @n_bins counts of floor (magnitude): the bin t for which the classes "up to t" and "above t"
 * have the largest variance between them, the first on a tie, and 0 if there are not two classes. N. Otsu, A Threshold
 * Selection Method from Gray-Level Histograms, 1979. */
double
ce_threshold_otsu (const guint64 *bins, int n_bins)
{
  double total = 0;
  double sum = 0;
  double count_below = 0;
  double sum_below = 0;
  double best = 0;
  int    threshold = 0;

  for (int i = 0; i < n_bins; i++)
    {
      total += (double) bins[i];
      sum += (double) i * (double) bins[i];
    }

  for (int i = 0; i < n_bins; i++)
    {
      double count_above;
      double distance;
      double variance;

      count_below += (double) bins[i];
      sum_below += (double) i * (double) bins[i];
      count_above = total - count_below;
      if (bins[i] == 0 || count_below == 0 || count_above == 0)
        continue;

      distance = sum_below / count_below - (sum - sum_below) / count_above;
      variance = count_below * count_above * distance * distance;
      if (variance > best)
        {
          best = variance;
          threshold = i;
        }
    }

  return threshold;
}
