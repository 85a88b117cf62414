/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread counts the strengths of pixels, and keeps counts as long as they are right.
 */
#include "render-private.h"

#include <math.h>

/* Forgets the counts, because the pixels have changed; call it without the lock. */
void
ce_render_forget_counts (CeRender *render)
{
  for (CeHistogram what = 0; what < CE_N_HISTOGRAMS; what++)
    render->histograms[what].has_counted = FALSE;
}

/* Returns the mask of the pixels of the session's image that count, without data if all count; the caller has the lock. */
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

/* Returns whether both parameters give the same counts. */
static gboolean
counts_same (const CeFilter *filter, const CeParams *a, const CeParams *b)
{
  if (filter->id == CE_FILTER_SHARPEN)
    return a->edge_mask == b->edge_mask && a->detail == b->detail
           && (a->method == CE_METHOD_DECONVOLVE) == (b->method == CE_METHOD_DECONVOLVE);

  return ce_params_first_step (a, b, filter->id) >= CE_STEP_THRESHOLDS;
}

/* Returns (transfer none) (nullable) CE_HISTOGRAM_BINS counts; NULL if it was cancelled or failed. Call it without the
 * lock. */
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

/* Finds automatic thresholds within the selection and sets them in @params. FALSE if it was cancelled or failed. Call it
 * without the lock. */
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
    ce_params_take_thresholds (params, bins);

  return bins != NULL;
}
