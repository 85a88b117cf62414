/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A render: its passes, one after the other. The first begins while rows
 * arrive, if everything is on the device at once: what it can do with the rows
 * that are there is queued behind their upload, and its rows of the result, if
 * it makes them, start for the host. After the last row, the last band is left.
 */
#include "job.h"

/* Bands that an image is computed in while its rows arrive. A render waits for the last one alone, so more bands shorten
 * it, but each costs some launches. There is a slot for each of them (CE_CUDA_SLOTS). */
#define BANDS 14

/* Fills in the passes. */
static gboolean
set_passes (CeCudaJob *job, CeCudaWork *work, GError **error)
{
  const CePlan *plan = &work->plan;

  switch (plan->filter)
    {
    case CE_FILTER_SHARPEN:
      ce_cuda_sharpen_work (job, work);
      return TRUE;
    case CE_FILTER_CANNY:
      if (plan->params.stage >= CE_STAGE_THINNED)
        return ce_cuda_canny_work (job, work, error);
      ce_cuda_edge_work (job, work);
      return TRUE;
    case CE_FILTER_SOBEL:
    case CE_FILTER_LAPLACIAN:
      ce_cuda_edge_work (job, work);
      return TRUE;
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (FALSE);
}

/* Reserves memory for the first pass. */
static gboolean
begin_run (CeCudaJob *job, GError **error)
{
  CeCudaWork *work = job->work;

  work->has_begun = ce_cuda_run_begin (job, &work->run, &work->passes[0], error);

  return work->has_begun;
}

/**
 * ce_cuda_work_begin:
 * @job: a job
 * @plan: what to render
 * @result: where to
 * @error: return location
 *
 * Begins a render; one that had begun is dropped. Without the whole source on
 * the device, nothing is done before ce_cuda_work_finish().
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_work_begin (CeCudaJob *job, const CePlan *plan, const CeView *result, GError **error)
{
  CeCudaWork *work = g_new0 (CeCudaWork, 1);

  ce_cuda_work_end (job);
  job->work = work;
  work->plan = *plan;
  work->result = *result;
  if (! set_passes (job, work, error) || (job->resident && ! begin_run (job, error)))
    {
      ce_cuda_work_end (job);
      return FALSE;
    }

  /* The memory of the last pass's result takes longest to be ready. */
  if (work->n_passes > 1)
    ce_cuda_pin_result (job, result);

  return TRUE;
}

/**
 * ce_cuda_work_advance:
 * @job: a job, more of whose source is on its way to the device
 *
 * Queues what that makes possible. A failure ends the render, which
 * ce_cuda_work_finish() begins again.
 */
void
ce_cuda_work_advance (CeCudaJob *job)
{
  CeCudaWork *work = job->work;
  int         least = job->source->view.height / BANDS + 1;

  if (! work || ! work->has_begun || work->run.n_buffers > 1)
    return;

  if (! ce_cuda_run_rows (job, &work->run, ce_cuda_upload_count (job), least, NULL))
    {
      ce_cuda_run_stop (job);
      work->has_begun = FALSE;
    }
}

/**
 * ce_cuda_work_finish:
 * @job: a job with a render under way, whose source is complete
 * @progress: told the share done
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with the errors of ce_cuda_run_pass(); the render
 *   is over either way, and nothing of it is still running
 */
gboolean
ce_cuda_work_finish (CeCudaJob *job, const CeProgress *progress, GError **error)
{
  CeCudaWork *work = job->work;
  gboolean    done = (work->has_begun || begin_run (job, error))
                     && ce_cuda_run_finish (job, &work->run, progress, error);
  gboolean    mends = work->mends && ce_cuda_pin_is_whole (work->run.pin);

  if (done && work->n_passes > 1)
    done = ce_cuda_run_pass (job, &work->passes[mends ? 2 : 1], progress, error);
  if (done)
    work->has_begun = FALSE;
  ce_cuda_work_end (job);

  return done;
}

/* Drops the render that is under way, and waits until nothing of it is. */
void
ce_cuda_work_end (CeCudaJob *job)
{
  if (! job->work)
    return;

  if (job->work->has_begun)
    ce_cuda_run_stop (job);
  g_free (job->work->data);
  g_clear_pointer (&job->work, g_free);
}
