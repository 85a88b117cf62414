/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queues the passes of a render one after the other, each in ranges of rows, and polls Cancel between two ranges.
 */
#include "job.h"
#include "engine/threads.h"

/* Waits for the work that was queued before the last call, so that one piece of work runs while the next is queued; then
 * polls Cancel. */
gboolean
ce_cuda_ask (CeCudaJob *job, double share, GError **error)
{
  CUevent next = job->asked[job->n_asked % 2], last = job->asked[(job->n_asked + 1) % 2];

  return ce_cuda_check (ce_cuda.cuEventRecord (next, job->stream), "computing", error)
         && (job->n_asked++ == 0 || ce_cuda_check (ce_cuda.cuEventSynchronize (last), "computing", error))
         && ce_progress_report (job->progress, share, error);
}

static int
samples_of (CeType type)
{
  switch (type)
    {
    case CE_U8: return CE_CUDA_U8;
    case CE_U16: return CE_CUDA_U16;
    case CE_F32: return CE_CUDA_F32;
    }
  g_return_val_if_reached (CE_CUDA_F32);
}

static CeCudaSource
describe_source (CeCudaJob *job)
{
  const CeView *view = &job->source->view;

  return (CeCudaSource) {
    .data = job->buffers[CE_CUDA_BUFFER_IMAGE].data + job->offset, .stride = (long long) view->stride,
    .width = view->width, .height = view->height, .channels = view->channels, .samples = samples_of (view->type)
  };
}

static CeCudaTarget
describe_target (CeCudaJob *job, const CeCudaRender *render)
{
  gboolean inverted = render->plan->inverted;

  if (! render->result)
    return (CeCudaTarget) { 0 };

  return (CeCudaTarget) {
    .data = job->buffers[CE_CUDA_BUFFER_RESULT].data, .stride = (long long) render->result->stride,
    .samples = render->plan->is_strength ? CE_CUDA_PLANE : samples_of (render->result->type),
    .inverted = inverted, .sign = inverted ? -1 : 1, .offset = inverted ? 255 : 0
  };
}

/* Returns the rows of a range. Ranges begin where tiles do, and are short, because Cancel is polled between two of them. */
static int
rows_of_range (CeCudaJob *job, const CeCudaRender *render, const CeCudaPass *pass)
{
  const CeView *view = &job->source->view;
  double        most = CE_CUDA_MOST_TAPS / ((double) view->width * MAX (render->plan->taps, 1));

  return pass->at_once || most >= view->height ? view->height : ((int) most / CE_CUDA_TILE + 1) * CE_CUDA_TILE;
}

/* Queues pass number @index in ranges. */
static gboolean
queue_pass (CeCudaJob *job, const CeCudaRender *render, int index, GError **error)
{
  const CeCudaPass *pass = &render->passes[index];
  const int         height = job->source->view.height, n = rows_of_range (job, render, pass);
  const double      share = (render->result ? CE_CUDA_COMPUTED : 1) / render->n_passes;
  CeCudaRows        rows = { .source = describe_source (job), .target = describe_target (job, render) };

  for (int y = 0; y < height; y = rows.y1)
    {
      rows.y0 = y;
      rows.y1 = MIN (height - y, n) + y;
      rows.from = share * (index + (double) y / height);
      rows.to = share * (index + (double) rows.y1 / height);
      if ((y > 0 && ! ce_cuda_ask (job, rows.from, error)) || ! pass->func (job, &rows, render, error))
        return FALSE;
    }

  return TRUE;
}

/* Queues the passes between two events, the first right before the first kernel, so that the host's preparations do
 * not count. */
gboolean
ce_cuda_run (CeCudaJob *job, const CeCudaRender *render, GError **error)
{
  job->n_asked = 0;
  job->has_begun = FALSE;
  for (int i = 0; i < render->n_passes; i++)
    if (! queue_pass (job, render, i, error))
      return FALSE;

  return ce_cuda_check (ce_cuda.cuEventRecord (job->end, job->stream), "computing", error);
}
