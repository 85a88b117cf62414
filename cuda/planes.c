/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computes planes of floats, signals and their Gaussians, if the kernel of a stage does not compute them itself.
 */
#include "job.h"

/* Warps of a block that blurs along x. With the widest Gaussian they use all shared memory that any block may have. */
#define WARPS 4

gsize
ce_cuda_plane_stride (CeCudaJob *job)
{
  return ((gsize) job->source->view.width * sizeof (float) + 63) & ~(gsize) 63;
}

G_STATIC_ASSERT (CE_CUDA_MAX_SIGNALS == CE_MAX_SIGNALS);

/* Makes the plan's signals those of a source. */
void
ce_cuda_choose_signals (CeCudaSource *source, const CePlan *plan)
{
  source->wr = plan->wr;
  source->wb = plan->wb;
  for (int i = 0; i < plan->signals.n; i++)
    {
      const CeSignal *signal = &plan->signals.signal[i];
      gboolean        is_alpha = signal->channel >= ce_n_colors (source->channels);

      source->signal[i] = (CeCudaSignal) {
        .channel = is_alpha ? CE_CHANNEL_LUMA : signal->channel,
        .cover = is_alpha ? CE_CUDA_COVER_ALPHA : signal->covered ? CE_CUDA_COVER_LEVEL : CE_CUDA_COVER_NONE
      };
    }
}

/* Blurs along x into a plane of its own, then along y. */
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
  pass.target = p->target;

  return ce_cuda_launch_down (job, CE_CUDA_KERNEL_blur_y, &y, &pass, &pass.y0, &pass.y1, error);
}

/* Queues the signal of @p, blurred, into its target, which is a plane. */
gboolean
ce_cuda_blur_to_plane (CeCudaJob *job, CeCudaLaunch *p, GError **error)
{
  if (p->radius > CE_CUDA_EDGE_RADIUS)
    return blur_in_two (job, p, error);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_levels, 1, p->radius), p, error);
}

/* Queues the kernels for rows @y0 to @y1 - 1, as far as the image has them, of the plane @to: levels of @channel (-1: luma)
 * that alpha makes into @cover, blurred by the plan's Gaussian if @blurs. */
gboolean
ce_cuda_level_plane (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, int cover, int channel, gboolean blurs,
                     CUdeviceptr to, int y0, int y1, GError **error)
{
  CeCudaLaunch p = { .source = rows->source, .y0 = MAX (y0, 0), .y1 = MIN (y1, job->source->view.height) };

  p.source.signal[0] = (CeCudaSignal) { .channel = channel, .cover = cover };
  p.source.wr = plan->wr;
  p.source.wb = plan->wb;
  if (blurs)
    ce_cuda_set_gaussian (&p, plan->radius, plan->weights, 0, 0);
  p.target = (CeCudaTarget) { .data = to, .stride = (long long) ce_cuda_plane_stride (job), .samples = CE_CUDA_PLANE };

  return ce_cuda_blur_to_plane (job, &p, error);
}

/* Returns the standard deviation of the plan's Gaussian, pixels; 0 of a stage before it. */
static double
blur_of (const CePlan *plan)
{
  return plan->radius > 0 ? plan->params.sigma : 0;
}

/* Returns how many rows of the planes an earlier range or render has computed. */
static int
kept_rows (const CeCudaKept *kept, const CePlan *plan)
{
  const CeParams *params = &plan->params;

  return kept->sigma == blur_of (plan) && kept->luma == params->luma && ce_signals_equal (&kept->signals, &plan->signals)
         ? kept->n_rows : 0;
}

/* Blurs the rows up to @end - 1 that the signals' planes of @size bytes, one behind the other in @planes, lack, and
 * remembers that they are there. */
static gboolean
complete_planes (CeCudaJob *job, const CePlan *plan, const CeCudaLaunch *p, const CeCudaTarget *planes, gsize size, int end,
                 GError **error)
{
  const CeParams *params = &plan->params;
  const int       begin = kept_rows (&job->kept, plan);

  if (begin >= end)
    return TRUE;

  for (int i = 0; i < plan->signals.n; i++)
    {
      CeCudaLaunch one = *p;

      one.source.signal[0] = p->source.signal[i];
      one.target = *planes;
      one.target.data = planes->data + i * size;
      one.y0 = begin;
      one.y1 = end;
      if (! ce_cuda_blur_to_plane (job, &one, error))
        return FALSE;
    }
  job->kept = (CeCudaKept) { .n_rows = end, .sigma = blur_of (plan), .luma = params->luma, .signals = plan->signals };

  return TRUE;
}

/* Makes the kernel read planes of the whole image: each range adds its rows below those of the ranges before, and a later
 * render finds them all. */
static gboolean
planes_instead (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, int depth, CeCudaLaunch *p, GError **error)
{
  const gsize  stride = ce_cuda_plane_stride (job), size = stride * (gsize) p->source.height;
  CeCudaTarget planes = { .stride = (long long) stride, .samples = CE_CUDA_PLANE };

  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, plan->signals.n * size, error))
    return FALSE;

  planes.data = job->buffers[CE_CUDA_BUFFER_PLANES].data;
  if (! complete_planes (job, plan, p, &planes, size, MIN (rows->y1 + depth + CE_CUDA_SPARE_ROWS, p->source.height), error))
    return FALSE;

  p->source.data = planes.data;
  p->source.stride = planes.stride;
  p->source.samples = CE_CUDA_PLANE;
  p->radius = 0;

  return TRUE;
}

/* Fills in @p for a kernel of @family: its signals, target, radius and weights; the rest is zero. If the kernel does not
 * compute the signals' Gaussian itself, their planes are computed first. */
gboolean
ce_cuda_prepare (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, CeCudaFamily family, CeCudaLaunch *p,
                 GError **error)
{
  const int n = plan->signals.n;

  *p = (CeCudaLaunch) { .source = rows->source };
  ce_cuda_choose_signals (&p->source, plan);
  ce_cuda_set_gaussian (p, plan->radius, plan->weights, 0, 0);

  if (! ce_cuda_has_kernel (family, n, plan->radius)
      && ! planes_instead (job, rows, plan, ce_cuda_table[ce_cuda_find_kernel (family, n, 0)].depth, p, error))
    return FALSE;

  p->target = rows->target;
  p->y0 = rows->y0;
  p->y1 = rows->y1;

  return TRUE;
}
