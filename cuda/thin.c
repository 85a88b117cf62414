/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning writes bits or magnitudes. Magnitudes serve the histograms of automatic thresholds, renders with other
 * thresholds, and the stage that shows them.
 */
#include "job.h"

#include <math.h>

#define BINS_SIZE (CE_HISTOGRAM_BINS * sizeof (guint64))

/* Fills in @p for a kernel of @family, except the bits or magnitudes that are written. */
static gboolean
prepare (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, CeCudaFamily family, CeCudaLaunch *p, GError **error)
{
  if (! ce_cuda_prepare (job, rows, plan, family, p, error))
    return FALSE;

  p->l1 = plan->l1;
  p->compares_l1 = plan->compares_l1;
  p->ridge = (CeCudaRidge) { plan->ridge.k1, plan->ridge.k2, plan->ridge.k3, plan->ridge.strength };
  ce_cuda_choose_operator (&p->op, &plan->derivative);

  return TRUE;
}

/* Thins a range of rows to magnitudes in the plane of the whole image, which stays for thresholds and a later render. */
static gboolean
thin_levels (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, CeCudaLaunch *p, GError **error)
{
  gsize        stride = ce_cuda_plane_stride (job);
  CeCudaFamily family = plan->finds_middles ? CE_CUDA_FAMILY_thinned_middles : CE_CUDA_FAMILY_thinned;

  job->thinned.source = NULL;
  if (! prepare (job, rows, plan, family, p, error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_MAGNITUDES, stride * (gsize) p->source.height, error))
    return FALSE;

  p->levels = (CeCudaLevels) { .data = job->buffers[CE_CUDA_BUFFER_MAGNITUDES].data, .stride = (long long) stride };
  if (! ce_cuda_march (job, ce_cuda_find_kernel (family, plan->signals.n, p->radius), p, error))
    return FALSE;

  if (rows->y1 == p->source.height)
    job->thinned = (CeCudaThinned) { job->source, *plan, p->levels };

  return TRUE;
}

/* Returns the number of blocks that count: as many as the device runs at once. */
static guint
counting_blocks (CeCudaJob *job)
{
  return (guint) (job->device->processors * (2048 / CE_CUDA_COUNTING));
}

/* Thins a range of rows to magnitudes, and counts them. */
static gboolean
count (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  const CePlan *plan = render->plan;
  int           all = plan->counted == CE_HISTOGRAM_MAGNITUDE;
  CUdeviceptr   bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  CeCudaLaunch  p;
  void         *args[] = { &p.levels, &bins, &p.source.width, &p.y0, &p.y1, &p.l1, &all };

  if (! thin_levels (job, rows, plan, &p, error))
    return FALSE;

  return ce_cuda_launch_next (job, CE_CUDA_KERNEL_count, counting_blocks (job), 1, CE_CUDA_COUNTING, args, error);
}

/* Writes magnitudes, thinned unless that is the stage, to the result, up to 255 or as they are. */
gboolean
ce_cuda_show_thinned (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, GError **error)
{
  float        most = plan->is_strength ? INFINITY : 255;
  int          all = plan->params.stage == CE_STAGE_MAGNITUDE;
  CeCudaLaunch p;
  void        *args[] = { &p.levels, &p.target, &p.source.width, &p.y0, &p.y1, &p.l1, &all, &most };

  if (! thin_levels (job, rows, plan, &p, error))
    return FALSE;

  return ce_cuda_launch_next (job, CE_CUDA_KERNEL_show, counting_blocks (job), 1, CE_CUDA_COUNTING, args, error);
}

/* Returns whether the thinned magnitudes that @plan needs are on the device. */
gboolean
ce_cuda_is_thinned (CeCudaJob *job, const CePlan *plan)
{
  const CePlan *there = &job->thinned.plan;

  return job->thinned.source == job->source && ce_signals_equal (&there->signals, &plan->signals) && there->l1 == plan->l1
         && there->params.sigma == plan->params.sigma && there->params.luma == plan->params.luma
         && there->params.operator_ == plan->params.operator_ && there->finds_middles == plan->finds_middles
         && there->ridge.k1 == plan->ridge.k1;
}

/* Thins rows to @bits. */
gboolean
ce_cuda_thin (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, const CeCudaBits *bits, GError **error)
{
  CeCudaFamily family = plan->finds_middles ? CE_CUDA_FAMILY_middles : CE_CUDA_FAMILY_thin;
  CeCudaLaunch p;

  if (! prepare (job, rows, plan, family, &p, error))
    return FALSE;

  p.bits = *bits;
  p.low = plan->low;
  p.high = plan->high;

  return ce_cuda_march (job, ce_cuda_find_kernel (family, plan->signals.n, p.radius), &p, error);
}

/* Counts magnitudes into @bins, as CeBackend's histogram() does. */
gboolean
ce_cuda_histogram (CeCudaJob *job, const CePlan *plan, guint64 *bins, GError **error)
{
  const CeCudaRender  render = { .plan = plan, .passes = { { count, FALSE } }, .n_passes = 1 };
  const CeCudaBuffer *counts = &job->buffers[CE_CUDA_BUFFER_BINS];

  job->n_renders++;

  return ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, BINS_SIZE, error)
         && ce_cuda_check (ce_cuda.cuMemsetD8Async (counts->data, 0, BINS_SIZE, job->stream), "computing", error)
         && ce_cuda_run (job, &render, error)
         && ce_cuda_ask (job, 1, error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, counts->data, BINS_SIZE, job->stream), "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->stream), "sending the result", error);
}
