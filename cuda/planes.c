/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Signals and their Gaussian as planes of floats, where the kernel of a stage
 * does not make them itself.
 */
#include "job.h"

/* Warps of a block that blurs along x: with the widest Gaussian they have the shared memory that every block may have. */
#define WARPS 4

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

/* Along x into a plane of its own, then along y. */
static gboolean
blur_in_two (CeCudaJob *job, const CeCudaLaunch *p, GError **error)
{
  CeCudaLaunch pass = *p;
  gsize       stride = ce_cuda_plane_stride (job);
  int         apron = (p->radius + 3) & ~3;
  gsize       each = (gsize) (4 * (32 + apron / 2)) * 4 * sizeof (float);
  gsize       rows;
  CeCudaGrid  x = { (guint) (p->source.width + 127) / 128, 4 * WARPS, 32, WARPS, WARPS * each };
  CeCudaGrid  y = { (guint) (p->source.width + 4 * CE_CUDA_THREADS - 1) / (4 * CE_CUDA_THREADS), 4, CE_CUDA_THREADS, 1, 0 };

  pass.y0 = MAX (p->y0 - p->radius, 0);
  pass.y1 = MIN (p->y1 + p->radius, p->source.height);
  rows = (gsize) (pass.y1 - pass.y0);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_ALONG_X, rows * stride, error))
    return FALSE;

  pass.target.data = job->buffers[CE_CUDA_BUFFER_ALONG_X].data - (gsize) pass.y0 * stride;
  pass.target.stride = (long long) stride;
  pass.target.samples = CE_CUDA_PLANE;
  if (! ce_cuda_launch_down (job, CE_CUDA_KERNEL_blur_x, &x, &pass, &pass.y0, &pass.y1, error))
    return FALSE;

  pass.y0 = p->y0;
  pass.y1 = p->y1;
  pass.source.data = pass.target.data;
  pass.source.stride = pass.target.stride;
  pass.source.samples = CE_CUDA_PLANE;
  pass.source.second = 0;
  pass.target = p->target;

  return ce_cuda_launch_down (job, CE_CUDA_KERNEL_blur_y, &y, &pass, &pass.y0, &pass.y1, error);
}

/* The signal of @p, blurred, into its target, which is a plane. */
gboolean
ce_cuda_blur_to_plane (CeCudaJob *job, CeCudaLaunch *p, GError **error)
{
  if (p->radius > CE_CUDA_EDGE_RADIUS)
    return blur_in_two (job, p, error);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_levels, CE_CUDA_ANY, 0, p->radius), p, error);
}

/**
 * ce_cuda_level_plane:
 * @job: a job
 * @band: what has the source
 * @plan: what is rendered
 * @cover: what alpha makes of levels: CE_CUDA_COVER_NONE and so on
 * @channel: a channel; -1: luma
 * @blurs: whether the plan's Gaussian follows
 * @to: a plane, from row 0 on
 * @y0, @y1: its rows, of which those in the image are made
 * @error: return location
 *
 * Queues what makes rows of a plane from the source.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_level_plane (CeCudaJob *job, const CeCudaBand *band, const CePlan *plan, int cover, int channel, gboolean blurs,
                     CUdeviceptr to, int y0, int y1, GError **error)
{
  CeCudaSignal signal = { .n = 1, .cover = cover, .channel = channel, .plan = plan };
  CeCudaLaunch p = { .source = band->source, .y0 = MAX (y0, 0), .y1 = MIN (y1, job->source->view.height) };

  ce_cuda_choose_signal (&p.source, &signal);
  if (blurs)
    ce_cuda_set_gaussian (&p, plan, 0, 0);
  p.target = (CeCudaTarget) { .data = to, .stride = (long long) ce_cuda_plane_stride (job), .samples = CE_CUDA_PLANE };

  return ce_cuda_blur_to_plane (job, &p, error);
}

/* Whether the stage's kernel makes the Gaussian itself. */
static gboolean
is_fused (const CeCudaSignal *signal)
{
  return signal->plan->radius == 0 || (signal->marches && signal->n == 1 && signal->plan->radius <= CE_CUDA_EDGE_RADIUS);
}

/* Bytes of planes per row that ce_cuda_prepare() needs. */
gsize
ce_cuda_signal_scratch (CeCudaJob *job, const CeCudaSignal *signal)
{
  return is_fused (signal) ? 0 : ((gsize) signal->n + 1) * ce_cuda_plane_stride (job);
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

/* Both signals of @p, or its only one, into planes. */
static gboolean
blur_signals (CeCudaJob *job, const CeCudaLaunch *p, int n, GError **error)
{
  CeCudaLaunch one = *p;

  if (n == 1)
    return ce_cuda_blur_to_plane (job, &one, error);
  if (! ce_cuda_blur_to_plane (job, &one, error))
    return FALSE;

  one = *p;
  one.source.cover = CE_CUDA_COVER_ALPHA;
  one.target.data = p->target.second;

  return ce_cuda_blur_to_plane (job, &one, error);
}

/* If there is memory for the whole image, bands add their rows below those of
 * the bands before, and a later render finds them all. */
static gboolean
planes_instead (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, int depth,
                CeCudaLaunch *p, GError **error)
{
  int   height = p->source.height;
  gsize stride = ce_cuda_plane_stride (job);
  int   kept = kept_rows (job, band, signal);
  int   top = band->whole ? 0 : MAX (band->y0 - depth - CE_CUDA_SPARE_ROWS, 0);
  gsize rows;

  p->y0 = MAX (top, kept);
  p->y1 = MIN (band->y1 + depth + CE_CUDA_SPARE_ROWS, height);
  rows = (gsize) ((band->whole ? height : p->y1) - top);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, signal->n * rows * stride, error))
    return FALSE;

  p->target.data = job->buffers[CE_CUDA_BUFFER_PLANES].data - (gsize) top * stride;
  p->target.second = signal->n == 2 ? p->target.data + rows * stride : 0;
  p->target.stride = (long long) stride;
  p->target.samples = CE_CUDA_PLANE;
  p->target.inverted = 0;
  if (p->y0 < p->y1 && ! blur_signals (job, p, signal->n, error))
    return FALSE;

  job->kept = (CeCudaKept) { .n_rows = band->whole ? MAX (p->y1, kept) : 0, .sigma = signal->plan->params.sigma,
                              .luma = signal->plan->params.luma, .n_signals = signal->n };
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
 * Says where a kernel that marches finds its signals; computes them first if it
 * does not make their Gaussian itself.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_prepare (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, int depth,
                 CeCudaLaunch *p, GError **error)
{
  *p = (CeCudaLaunch) { .source = band->source };
  ce_cuda_choose_signal (&p->source, signal);
  ce_cuda_set_gaussian (p, signal->plan, 0, 0);

  if (! is_fused (signal) && ! planes_instead (job, band, signal, depth, p, error))
    return FALSE;

  p->target = band->target;
  p->y0 = band->y0;
  p->y1 = band->y1;

  return TRUE;
}
