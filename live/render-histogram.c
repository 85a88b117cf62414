/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread counts how strongly pixels respond. Counts stay as long as they hold.
 */
#include "render-private.h"

#include <math.h>

/* Without the lock: the pixels are others now, and are counted anew. */
void
ce_render_forget_counts (CeRender *render)
{
  for (CeHistogram what = 0; what < CE_N_HISTOGRAMS; what++)
    render->histograms[what].has_counted = FALSE;
}

/* With the lock. (nullable): what counts of the session's image; data %NULL: everything. */
static CeView
get_mask (CeRender *render)
{
  CeView mask = render->request.newest.within ? render->request.newest.look.mask : (CeView) { 0 };
  CeArea area;

  if (! mask.data)
    return mask;

  area = ce_render_get_area (render);

  return ce_view_part (&mask, &area);
}

/* Whether what was counted for some parameters is what others would count. */
static gboolean
counts_same (const CeFilter *filter, const CeParams *a, const CeParams *b)
{
  if (filter->id == CE_FILTER_SHARPEN)
    return a->edge_mask == b->edge_mask && a->detail == b->detail
           && (a->method == CE_METHOD_DECONVOLVE) == (b->method == CE_METHOD_DECONVOLVE);

  return ce_params_first_step (a, b, filter->id) >= CE_STEP_THRESHOLDS;
}

/* Without the lock. (transfer none) (nullable): CE_HISTOGRAM_BINS counts; NULL if it was cancelled, or failed. */
const guint64 *
ce_render_count (CeRender *render, const CeParams *params, CeHistogram what)
{
  CeHistogramJob *job = &render->histograms[what];
  CeView          mask;

  g_mutex_lock (&render->lock);
  mask = get_mask (render);
  g_mutex_unlock (&render->lock);
  if (job->has_counted && job->mask == mask.data && counts_same (render->filter, params, &job->counted))
    return job->bins;

  job->has_counted = FALSE;
  if (! ce_session_histogram (render->session, params, what, mask.data ? &mask : NULL, job->bins, ce_render_go_on,
                              render, NULL))
    return NULL;

  job->counted = *params;
  job->mask = mask.data;
  job->has_counted = TRUE;

  return job->bins;
}

/* Automatic thresholds of Canny become those that @bins give, in tenths, by hand. @bins are of the magnitude or, for Otsu's,
 * of the pixels that thinning keeps. */
void
ce_render_take_thresholds (const guint64 *bins, CeParams *params)
{
  gboolean otsu = params->thresholds == CE_THRESHOLDS_OTSU;
  double   high = otsu ? ce_threshold_otsu (bins, CE_HISTOGRAM_BINS)
                       : ce_threshold_percentile (bins, CE_HISTOGRAM_BINS, params->share);

  params->high = MIN (high, ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), "high")->max);
  params->low = round (params->high * (otsu ? CE_LOW_OF_OTSU : CE_LOW_OF_PERCENTILE) * 10) / 10;
  params->thresholds = CE_THRESHOLDS_MANUAL;
}

/* Without the lock. Thresholds to be found within the selection become those in @params. FALSE if it was cancelled, or
 * failed. */
gboolean
ce_render_find_thresholds (CeRender *render, CeParams *params)
{
  gboolean       otsu = params->thresholds == CE_THRESHOLDS_OTSU, selected;
  const guint64 *bins;

  g_mutex_lock (&render->lock);
  selected = get_mask (render).data != NULL;
  g_mutex_unlock (&render->lock);
  if (! selected || render->filter->id != CE_FILTER_CANNY || params->thresholds == CE_THRESHOLDS_MANUAL
      || params->stage < CE_STAGE_CLASSES)
    return TRUE;

  bins = ce_render_count (render, params, otsu ? CE_HISTOGRAM_THINNED : CE_HISTOGRAM_MAGNITUDE);
  if (bins)
    ce_render_take_thresholds (bins, params);

  return bins != NULL;
}
