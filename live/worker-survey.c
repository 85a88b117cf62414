/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker counts how strongly pixels respond: by the engine where that counts
 * just these, else piece by piece. Counts stay as long as they hold.
 */
#include "worker-private.h"

#include "survey.h"

/**
 * ce_worker_set_within:
 * @worker: a worker
 * @within: whether histograms count what the looks of requests select, and automatic
 *   thresholds are found there
 *
 * Counts for what is asked for from now on.
 */
void
ce_worker_set_within (CeWorker *worker, gboolean within)
{
  g_mutex_lock (&worker->lock);
  worker->render.within = within;
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_forget_counts:
 * @worker: a worker, without the lock, whose pixels are others now
 *
 * Has them counted anew.
 */
void
ce_worker_forget_counts (CeWorker *worker)
{
  for (CeHistogram what = 0; what < CE_N_HISTOGRAMS; what++)
    worker->survey[what].has_counted = FALSE;
}

/* With the lock. (nullable): what counts of the session's image; data %NULL: everything. */
static CeView
get_mask (CeWorker *worker)
{
  CeView mask = worker->render.within ? worker->render.look.mask : (CeView) { 0 };
  CeArea area;

  if (! mask.data)
    return mask;

  area = ce_worker_get_area (worker);

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

/**
 * ce_worker_count:
 * @worker: a worker, without the lock
 * @params: what to count for
 * @what: which pixels
 * @progress: may cancel
 *
 * Returns: (transfer none) (nullable): #CE_HISTOGRAM_BINS counts; %NULL: cancelled, or failed
 */
const guint64 *
ce_worker_count (CeWorker *worker, const CeParams *params, CeHistogram what, CeProgressFunc progress)
{
  CeSurveyJob *job = &worker->survey[what];
  CeView       mask;
  gboolean     whole, done;

  g_mutex_lock (&worker->lock);
  mask = get_mask (worker);
  g_mutex_unlock (&worker->lock);
  if (job->has_counted && job->mask == mask.data && counts_same (worker->filter, params, &job->counted))
    return job->bins;

  whole = worker->filter->id == CE_FILTER_CANNY && ! mask.data;
  job->has_counted = FALSE;
  done = whole ? ce_session_histogram (worker->session, params, what, job->bins, progress, worker, NULL)
               : ce_survey_count (worker->filter, ce_session_get_source (worker->session), params, mask.data ? &mask : NULL,
                                  what, job->bins, progress, worker);
  if (! done)
    return NULL;

  job->counted = *params;
  job->mask = mask.data;
  job->has_counted = TRUE;
  job->serial++;

  return job->bins;
}

/**
 * ce_worker_find_thresholds:
 * @worker: a worker, without the lock
 * @params: (inout): what was asked for; thresholds to be found within the selection become those
 * @progress: may cancel
 *
 * Returns: %FALSE if it was cancelled, or failed
 */
gboolean
ce_worker_find_thresholds (CeWorker *worker, CeParams *params, CeProgressFunc progress)
{
  gboolean       otsu = params->thresholds == CE_THRESHOLDS_OTSU, selected;
  const guint64 *bins;

  g_mutex_lock (&worker->lock);
  selected = get_mask (worker).data != NULL;
  g_mutex_unlock (&worker->lock);
  if (! selected || worker->filter->id != CE_FILTER_CANNY || params->thresholds == CE_THRESHOLDS_MANUAL
      || params->stage < CE_STAGE_CLASSES)
    return TRUE;

  bins = ce_worker_count (worker, params, otsu ? CE_HISTOGRAM_THINNED : CE_HISTOGRAM_MAGNITUDE, progress);
  if (bins)
    ce_survey_find_thresholds (bins, params);

  return bins != NULL;
}
