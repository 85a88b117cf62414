/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Counts the strengths of pixels, and keeps counts as long as they are right.
 */
#include "jobs.h"

/* Returns the mask of the pixels of the session's image that count, without data if all count. */
static CeView
get_mask (const CeJobContext *context)
{
  const CeRequest *request = &context->orders.request;

  if (! request->within || ! request->look.mask.data)
    return (CeView) { 0 };

  return ce_view_part (&request->look.mask, &context->image.area);
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

/* Returns (transfer none) (nullable) CE_HISTOGRAM_BINS counts; NULL with an error if it was cancelled or failed. */
const guint64 *
ce_counts_get (const CeJobContext *context, const CeParams *params, CeHistogram what, GError **error)
{
  CeCounts *counts = &context->counts[what];
  CeView    mask = get_mask (context);

  if (counts->valid && counts->image == context->image.number && counts->mask == mask.data
      && counts_same (context->filter, params, &counts->params))
    return counts->bins;

  counts->valid = ce_session_histogram (context->image.session, params, what, mask.data ? &mask : NULL, counts->bins,
                                        context->go_on, context->data, error);
  counts->params = *params;
  counts->mask = mask.data;
  counts->image = context->image.number;

  return counts->valid ? counts->bins : NULL;
}

/* Finds automatic thresholds within the selection and sets them in @params. FALSE with an error if it was cancelled or
 * failed. */
gboolean
ce_counts_find_thresholds (const CeJobContext *context, CeParams *params, GError **error)
{
  gboolean       otsu = params->thresholds == CE_THRESHOLDS_OTSU;
  const guint64 *bins;

  if (! get_mask (context).data || context->filter->id != CE_FILTER_CANNY || params->thresholds == CE_THRESHOLDS_MANUAL
      || params->stage < CE_STAGE_CLASSES)
    return TRUE;

  bins = ce_counts_get (context, params, otsu ? CE_HISTOGRAM_THINNED : CE_HISTOGRAM_MAGNITUDE, error);
  if (bins)
    ce_params_take_thresholds (params, bins);

  return bins != NULL;
}
