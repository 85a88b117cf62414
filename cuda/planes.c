/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Signals and their Gaussian: inside the fused kernel while the radius is
 * small, else as planes of floats.
 */
#include "job.h"

#include <string.h>

/* As many rows around a band of planes as fused kernels read beyond theirs. */
#define SPARE_ROWS 4

gsize
ce_cuda_plane_stride (CeCudaJob *job)
{
  return ((gsize) job->source->view.width * sizeof (float) + 63) & ~(gsize) 63;
}

void
ce_cuda_choose_signal (CeCudaSource *source, const CeCudaSignal *signal)
{
  source->cover = signal->cover;
  source->channel = signal->channel;
  source->wr = signal->plan->wr;
  source->wb = signal->plan->wb;
}

void
ce_cuda_set_gaussian (CeCudaEdges *p, const CePlan *plan)
{
  p->radius = plan->radius;
  memcpy (p->weights, plan->weights, ((gsize) plan->radius + 1) * sizeof *p->weights);
}

/* Along x into a plane of its own, then along y. */
static gboolean
blur_in_two (CeCudaJob *job, const CeCudaEdges *p, int n_signals, GError **error)
{
  int          height = p->source.height;
  CeCudaEdges  pass = *p;
  gsize        stride = ce_cuda_plane_stride (job);
  gsize        each = ce_cuda_warp_shared (n_signals, p->radius, FALSE);
  guint        warps = (guint) MIN (CE_CUDA_SHARED_LIMIT / each, CE_CUDA_MAX_WARPS);
  gsize        rows;
  void        *args[] = { &pass };

  pass.y0 = MAX (p->y0 - p->radius, 0);
  pass.y1 = MIN (p->y1 + p->radius, height);
  rows = (gsize) (pass.y1 - pass.y0);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_ALONG_X, n_signals * rows * stride, error))
    return FALSE;

  pass.target.data = job->buffers[CE_CUDA_BUFFER_ALONG_X].data - (gsize) pass.y0 * stride;
  pass.target.second = n_signals == 2 ? pass.target.data + rows * stride : 0;
  pass.target.stride = (long long) stride;
  pass.target.samples = CE_CUDA_PLANE;
  if (! ce_cuda_launch (job, n_signals == 2 ? CE_CUDA_KERNEL_blur_x_2 : CE_CUDA_KERNEL_blur_x_1,
                        (guint) (p->source.width + 127) / 128, ((guint) (rows + 3) / 4 + warps - 1) / warps, 1,
                        32, warps, warps * each, args, error))
    return FALSE;

  pass.y0 = p->y0;
  pass.y1 = p->y1;
  pass.source.data = pass.target.data;
  pass.source.second = pass.target.second;
  pass.source.stride = pass.target.stride;
  pass.target = p->target;

  return ce_cuda_launch (job, CE_CUDA_KERNEL_blur_y, (guint) (p->source.width + CE_CUDA_THREADS - 1) / CE_CUDA_THREADS,
                         (guint) (p->y1 - p->y0 + 7) / 8, (guint) n_signals, CE_CUDA_THREADS, 1, 0, args, error);
}

/* The signals of @p, blurred, into its target, which is planes. */
gboolean
ce_cuda_blur_to_planes (CeCudaJob *job, CeCudaEdges *p, int n_signals, GError **error)
{
  if (! ce_cuda_is_fused (n_signals, p->radius))
    return blur_in_two (job, p, n_signals, error);

  return ce_cuda_launch_fused (job, n_signals == 2 ? CE_CUDA_KERNEL_levels_2 : CE_CUDA_KERNEL_levels_1,
                               p, n_signals, 0, 0, error);
}

/* Bytes of planes per row that ce_cuda_prepare() needs. */
gsize
ce_cuda_signal_scratch (CeCudaJob *job, const CeCudaSignal *signal)
{
  return ce_cuda_is_fused (signal->n, signal->plan->radius) ? 0 : 2 * (gsize) signal->n * ce_cuda_plane_stride (job);
}

/* Rows of the planes that are there already. */
static int
kept_rows (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal)
{
  const CeCudaKept *kept = &job->kept;
  const CeParams   *params = &signal->plan->params;
  gboolean          same = kept->sigma == params->sigma && kept->luma == params->luma && kept->n_signals == signal->n;

  return band->whole && same ? kept->n_rows : 0;
}

/* If there is memory for the whole image, bands add their rows below those of
 * the bands before, and a later render finds them all. */
static gboolean
planes_instead (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, int depth,
                CeCudaEdges *p, GError **error)
{
  int   height = p->source.height;
  gsize stride = ce_cuda_plane_stride (job);
  int   kept = kept_rows (job, band, signal);
  int   top = band->whole ? 0 : MAX (band->y0 - depth - SPARE_ROWS, 0);
  gsize rows;

  p->y0 = MAX (top, kept);
  p->y1 = MIN (band->y1 + depth + SPARE_ROWS, height);
  rows = (gsize) ((band->whole ? height : p->y1) - top);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, signal->n * rows * stride, error))
    return FALSE;

  p->target.data = job->buffers[CE_CUDA_BUFFER_PLANES].data - (gsize) top * stride;
  p->target.second = signal->n == 2 ? p->target.data + rows * stride : 0;
  p->target.stride = (long long) stride;
  p->target.samples = CE_CUDA_PLANE;
  p->target.inverted = 0;
  if (p->y0 < p->y1 && ! ce_cuda_blur_to_planes (job, p, signal->n, error))
    return FALSE;

  job->kept = (CeCudaKept) { band->whole ? MAX (p->y1, kept) : 0, signal->plan->params.sigma,
                              signal->plan->params.luma, signal->n };
  p->source.data = p->target.data;
  p->source.second = p->target.second;
  p->source.stride = (long long) stride;
  p->source.samples = CE_CUDA_PLANE;
  p->radius = 0;

  return TRUE;
}

/**
 * ce_cuda_prepare:
 * @job: a job
 * @band: what will be computed
 * @signal: from which signals
 * @depth: rows above and below that the stage after the Gaussian needs
 * @p: (out): source, target, radius and weights are filled, the rest is zero
 * @error: return location
 *
 * Says where a fused kernel finds its signals; computes them first if their
 * Gaussian is too wide for it.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_prepare (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, int depth,
                 CeCudaEdges *p, GError **error)
{
  *p = (CeCudaEdges) { .source = band->source };
  ce_cuda_choose_signal (&p->source, signal);
  ce_cuda_set_gaussian (p, signal->plan);

  if (! ce_cuda_is_fused (signal->n, p->radius)
      && ! planes_instead (job, band, signal, depth, p, error))
    return FALSE;

  p->target = band->target;
  p->y0 = band->y0;
  p->y1 = band->y1;

  return TRUE;
}
