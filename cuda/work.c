/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A render: its passes, one after the other.
 */
#include "job.h"

/**
 * ce_cuda_work_new:
 * @job: a job
 * @filter: what to render
 * @params: and how
 * @result: where to
 * @ahead: whether it is to begin while rows arrive
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the render, nothing of which is queued;
 *   %NULL with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
CeCudaWork *
ce_cuda_work_new (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
                  gboolean ahead, GError **error)
{
  CeCudaWork *work = g_new0 (CeCudaWork, 1);

  work->filter = filter;
  work->params = *params;
  work->result = *result;
  work->opaque = job->source->opaque;
  work->ahead = ahead;
  if (filter == CE_FILTER_SHARPEN)
    ce_cuda_sharpen_work (job, work);
  else if (filter != CE_FILTER_CANNY || params->stage < CE_STAGE_THINNED)
    ce_cuda_edge_work (job, work);
  else if (! ce_cuda_canny_work (job, work, error))
    g_clear_pointer (&work, ce_cuda_work_free);

  return work;
}

void
ce_cuda_work_free (CeCudaWork *work)
{
  g_free (work->data);
  g_free (work);
}

/**
 * ce_cuda_render:
 * @job: a job whose source is complete
 * @filter: what to render
 * @params: and how
 * @result: where to
 * @progress: told the share done
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with the errors of ce_cuda_run_pass()
 */
gboolean
ce_cuda_render (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
                const CeProgress *progress, GError **error)
{
  CeCudaWork *work = ce_cuda_work_new (job, filter, params, result, FALSE, error);
  gboolean    done = work != NULL;

  for (int i = 0; done && i < work->n_passes; i++)
    done = ce_cuda_run_pass (job, &work->passes[i], progress, error);
  if (work)
    ce_cuda_work_free (work);

  return done;
}
