/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A render uploads the source once, queues the passes of its filter, and fetches the result, all on one stream.
 */
#include "job.h"
#include "engine/threads.h"

/* Uploads the complete source, unless it is on the device. */
gboolean
ce_cuda_upload (CeCudaJob *job, GError **error)
{
  if (! ce_progress_report (job->progress, 0, error))
    return FALSE;

  job->is_there = job->is_there || ce_cuda_transfer (job, &job->source->view, job->buffers[CE_CUDA_BUFFER_IMAGE].data, FALSE,
                                                     0, 0, error);

  return job->is_there;
}

static gboolean
set_passes (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  switch (render->plan->filter)
    {
    case CE_FILTER_SOBEL:
      return ce_cuda_set_sobel (job, render, error);
    case CE_FILTER_SHARPEN:
      return ce_cuda_set_sharpen (job, render, error);
    case CE_FILTER_LAPLACIAN:
      return ce_cuda_set_laplacian (job, render, error);
    case CE_FILTER_CANNY:
      return ce_cuda_set_canny (job, render, error);
    case CE_FILTER_LINE_ART:
      return ce_cuda_set_line_art (job, render, error);
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (FALSE);
}

/* Queues the plan of @render, whose passes it sets, of the source, which is on the device. */
gboolean
ce_cuda_queue (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  gboolean done;

  job->n_renders++;
  done = ce_cuda_reserve (job, CE_CUDA_BUFFER_RESULT, ce_view_size (render->result), error)
         && set_passes (job, render, error)
         && ce_cuda_run (job, render, error);
  g_clear_pointer (&render->data, g_free);

  return done;
}

/* Computes the plan of @render of the source, which is on the device, into its result. */
gboolean
ce_cuda_render (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  return ce_cuda_queue (job, render, error)
         && ce_cuda_ask (job, CE_CUDA_COMPUTED, error)
         && ce_cuda_transfer (job, render->result, job->buffers[CE_CUDA_BUFFER_RESULT].data, TRUE, CE_CUDA_COMPUTED, 1,
                              error);
}
