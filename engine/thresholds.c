/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's automatic thresholds. They are computed from integer counts, so that all backends find the same.
 */
#include "filters.h"
#include "plan.h"

#include <math.h>

/* The largest magnitude in a picture between black and white, in those of a straight step between them: at most 1.179
 * (Scharr, L2) and 1.625 (L1). The largest strength of a middle is 130 levels. */
#define MOST_L2 1.25
#define MOST_L1 1.75
#define MOST_STRENGTH 255

/* Returns the number of bins that the magnitudes, or the strengths of @middles, of a picture between black and white can
 * fill. The last one counts the larger magnitudes, those of samples above white, too. */
int
ce_threshold_n_bins (gboolean middles, double sigma, gboolean l1)
{
  float  weights[CE_GAUSSIAN_MAX_RADIUS + 1] = { 1 };
  double step;

  if (middles)
    return MOST_STRENGTH + 1;

  if (sigma > 0)
    ce_gaussian_weights (sigma, weights);
  step = 1020 * ((double) weights[0] + (double) weights[1]);

  return MIN ((int) floor (step * (l1 ? MOST_L1 : MOST_L2)) + 1, CE_HISTOGRAM_BINS);
}

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

/* Replaces Canny's automatic thresholds by manual ones from @bins, in tenths. @bins count magnitudes or, for Otsu's method,
 * the pixels that thinning keeps. */
void
ce_params_take_thresholds (CeParams *params, const guint64 *bins)
{
  gboolean otsu = params->thresholds == CE_THRESHOLDS_OTSU;
  int      n_bins = ce_threshold_n_bins (params->of != CE_OF_EDGES, params->sigma, params->norm == CE_NORM_L1);
  double   high = otsu ? ce_threshold_otsu (bins, n_bins)
                       : ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, params->share);

  params->high = MIN (high, ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), "high")->max);
  params->low = round (params->high * (otsu ? CE_LOW_OF_OTSU : CE_LOW_OF_PERCENTILE) * 10) / 10;
  params->thresholds = CE_THRESHOLDS_MANUAL;
}

/* Sets both thresholds, levels of gradient magnitude in either order, and the values that thinning compares. */
void
ce_plan_set_thresholds (CePlan *plan, double low, double high)
{
  plan->found.low = low;
  plan->found.high = high;
  plan->low = (float) MIN (low, high);
  plan->high = (float) MAX (low, high);
  if (! plan->l1)
    {
      plan->low = plan->low * plan->low;
      plan->high = plan->high * plan->high;
    }
}

/* Sets the thresholds of a plan that finds them from the high one; the low one is a share of it. */
void
ce_plan_set_high (CePlan *plan, double high)
{
  gboolean otsu = plan->counted == CE_HISTOGRAM_THINNED;

  ce_plan_set_thresholds (plan, (float) (otsu ? CE_LOW_OF_OTSU : CE_LOW_OF_PERCENTILE) * (float) high, high);
}

/* Sets the thresholds from @bins, CE_HISTOGRAM_BINS counts: the high one by Otsu's method or as a share of the pixels. Moves
 * counts beyond what a picture between black and white has into its last bin. */
void
ce_plan_find_thresholds (CePlan *plan, guint64 *bins)
{
  gboolean otsu = plan->counted == CE_HISTOGRAM_THINNED;
  int      n_bins = ce_threshold_n_bins (plan->finds_middles, plan->params.sigma, plan->l1);

  for (int i = n_bins; i < CE_HISTOGRAM_BINS; i++)
    bins[n_bins - 1] += bins[i];
  ce_plan_set_high (plan, otsu ? ce_threshold_otsu (bins, n_bins)
                               : ce_threshold_percentile (bins, n_bins, plan->params.share));
}
