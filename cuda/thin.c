/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning: with which kernel, to bits or to magnitudes that are kept, for the histograms of automatic thresholds,
 * for these thresholds and to be looked at.
 */
#include "job.h"

#include <math.h>

#define BINS_SIZE (CE_HISTOGRAM_BINS * sizeof (guint64))

/* Canny's lower threshold at least, squared or not, where magnitudes are compared by
 * the first byte of their difference: see thin.cuh. */
#define LEAST_LOW 9.5367432e-7f          /* 2^-20 */

/* Fills in @p but for the target of what is thinned. */
static gboolean
prepare (CeCudaJob *job, const CeCudaRows *rows, const CeCudaSignal *signal, CeCudaLaunch *p, GError **error)
{
  const CePlan *plan = signal->plan;

  if (! ce_cuda_prepare (job, rows, signal, 2, p, error))
    return FALSE;

  p->l1 = plan->l1;
  ce_cuda_choose_operator (&p->op, plan);

  return TRUE;
}

/* How to thin: with which kernel, and by which power of two its magnitudes are larger. */
typedef struct
{
  CeCudaKernel kernel;
  int          larger;
} Thinning;

/* Derivatives that are larger by a power of two: with CE_CUDA_SCALE_THIN magnitudes are told apart by the first byte of
 * their difference. */
static Thinning
enlarge (const CePlan *plan, CeCudaLaunch *p, gboolean wide, int by, CeCudaKernel kernel)
{
  ce_cuda_set_gaussian (p, plan, wide ? CE_CUDA_SCALE_BYTES : 0, by + (wide ? CE_CUDA_SCALE_BACK : 0));

  return (Thinning) { kernel, plan->l1 ? by : 2 * by };
}

/* Of gray bytes without a Gaussian. */
static Thinning
plain_bytes (const CePlan *plan, CeCudaKernel l2, CeCudaKernel l1)
{
  return (Thinning) { plan->l1 ? l1 : l2, plan->l1 ? 1 : 2 };
}

/* Opaque bytes have a way of their own, if what is thinned is above a least magnitude. Without a Gaussian and in gray
 * there is a quicker one yet. */
static Thinning
choose_thinning (const CePlan *plan, CeCudaLaunch *p)
{
  gboolean bytes = p->source.samples == CE_CUDA_U8 && plan->opaque;
  gboolean wide = p->op.sobel && ce_cuda_is_wide (p);

  if (bytes && plan->is_bytes && p->radius == 0 && p->op.sobel)
    return plain_bytes (plan, CE_CUDA_KERNEL_thin_bytes_l2, CE_CUDA_KERNEL_thin_bytes_l1);
  if (! bytes || plan->low < LEAST_LOW)
    return (Thinning) { plan->n_signals == 2 ? CE_CUDA_KERNEL_thin_2
                        : ce_cuda_find_kernel (CE_CUDA_FAMILY_thin_any, CE_CUDA_ANY, 0, p->radius), 0 };

  return enlarge (plan, p, wide, CE_CUDA_SCALE_THIN,
                  wide ? CE_CUDA_KERNEL_thin_wide : ce_cuda_find_kernel (CE_CUDA_FAMILY_thin, CE_CUDA_ANY, 0, p->radius));
}

/* Least weight of a Gaussian after which the product of two derivatives has their signs. Luma of bytes is 0 or at least
 * 0.07, so what is blurred with weights from w on is 0 or at least 0.07 w², and a derivative 0 or at least a quarter of that
 * number's last bit, w² 2^-30, whose square has to be a normal number: w² 2^-30 > 2^-63. */
#define LEAST_WEIGHT 1.5258789e-5f       /* 2^-16 */

/* Whether what is blurred is thinned and kept in the same march. */
gboolean
ce_cuda_keeps_at_once (CeCudaJob *job, const CePlan *plan)
{
  return plan->opaque && job->source->view.type == CE_U8 && plan->radius > 0 && plan->radius <= CE_CUDA_EDGE_RADIUS
         && plan->weights[plan->radius] >= LEAST_WEIGHT;
}

static Thinning
choose_keeping (CeCudaJob *job, const CePlan *plan, CeCudaLaunch *p)
{
  gboolean wide = p->op.sobel && ce_cuda_is_wide (p);

  if (ce_cuda_keeps_at_once (job, plan))
    return enlarge (plan, p, wide, 0,
                    wide ? CE_CUDA_KERNEL_keep_wide : ce_cuda_find_kernel (CE_CUDA_FAMILY_keep, CE_CUDA_ANY, 0, p->radius));
  if (p->source.samples == CE_CUDA_U8 && plan->opaque && plan->is_bytes && p->radius == 0 && p->op.sobel)
    return plain_bytes (plan, CE_CUDA_KERNEL_keep_bytes_l2, CE_CUDA_KERNEL_keep_bytes_l1);

  return (Thinning) { ce_cuda_find_kernel (CE_CUDA_FAMILY_keep, CE_CUDA_ANY, plan->n_signals, 0), 0 };
}

/* Magnitudes of a range of rows, which stay until the next, larger by a power of two. */
static gboolean
keep (CeCudaJob *job, const CeCudaRows *rows, const CeCudaSignal *signal, CeCudaLaunch *p, int *larger, GError **error)
{
  gsize    stride = ce_cuda_plane_stride (job);
  Thinning thinning;

  job->thinned.source = NULL;
  if (! prepare (job, rows, signal, p, error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_KEPT, stride * (gsize) (rows->y1 - rows->y0), error))
    return FALSE;

  thinning = choose_keeping (job, signal->plan, p);
  *larger = thinning.larger;
  p->levels = (CeCudaLevels) {
    .data = job->buffers[CE_CUDA_BUFFER_KEPT].data - (gsize) rows->y0 * stride, .stride = (long long) stride
  };

  return ce_cuda_march (job, thinning.kernel, p, error);
}

/* Blocks that count: as many as the device's processors have room for. */
static guint
counting_blocks (CeCudaJob *job)
{
  return (guint) (job->device->processors * (2048 / CE_CUDA_COUNTING));
}

/* Keeps magnitudes, and counts them. If these rows are the whole image, magnitudes serve for thresholds, too. */
static gboolean
count (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  const CeCudaSignal *signal = render->data;
  const CePlan       *plan = signal->plan;
  int                 all = plan->counted == CE_HISTOGRAM_MAGNITUDE;
  CUdeviceptr         bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  int                 larger;
  float               scale;
  CeCudaLaunch        p;
  void               *args[] = { &p.levels, &bins, &p.source.width, &p.y0, &p.y1, &scale, &p.l1, &all };

  if (! keep (job, rows, signal, &p, &larger, error))
    return FALSE;

  scale = ldexpf (1, -larger);
  if (! ce_cuda_launch_next (job, CE_CUDA_KERNEL_count, counting_blocks (job), 1, CE_CUDA_COUNTING, args, error))
    return FALSE;

  if (rows->y0 == 0 && rows->y1 == p.source.height)
    job->thinned = (CeCudaThinned) { job->source, *plan, p.levels, larger };

  return TRUE;
}

/* Thinned magnitudes, to look at or as they are. */
gboolean
ce_cuda_show_thinned (CeCudaJob *job, const CeCudaRows *rows, const CeCudaSignal *signal, GError **error)
{
  float        most = signal->plan->is_strength ? INFINITY : 255;
  int          larger;
  float        scale;
  CeCudaLaunch p;
  void        *args[] = { &p.levels, &p.target, &p.source.width, &p.y0, &p.y1, &scale, &p.l1, &most };

  if (! keep (job, rows, signal, &p, &larger, error))
    return FALSE;

  scale = ldexpf (1, -larger);

  return ce_cuda_launch_next (job, CE_CUDA_KERNEL_show, counting_blocks (job), 1, CE_CUDA_COUNTING, args, error);
}

/* Whether what @plan thins is there. */
gboolean
ce_cuda_is_thinned (CeCudaJob *job, const CePlan *plan)
{
  const CePlan *there = &job->thinned.plan;

  return job->thinned.source == job->source && there->n_signals == plan->n_signals && there->l1 == plan->l1
         && there->params.sigma == plan->params.sigma && there->params.luma == plan->params.luma
         && there->params.operator_ == plan->params.operator_;
}

/* Rows of @signal to @bits. */
gboolean
ce_cuda_thin (CeCudaJob *job, const CeCudaRows *rows, const CeCudaSignal *signal, const CeCudaBits *bits, GError **error)
{
  const CePlan *plan = signal->plan;
  Thinning      thinning;
  CeCudaLaunch  p;

  if (! prepare (job, rows, signal, &p, error))
    return FALSE;

  thinning = choose_thinning (plan, &p);
  p.bits = *bits;
  p.low = ldexpf (plan->low, thinning.larger);
  p.high = ldexpf (plan->high, thinning.larger);

  return ce_cuda_march (job, thinning.kernel, &p, error);
}

/* Counts into @bins what @plan says, as backends do. */
gboolean
ce_cuda_histogram (CeCudaJob *job, const CePlan *plan, guint64 *bins, GError **error)
{
  CeCudaSignal        signal = ce_cuda_edge_signal (plan);
  const CeCudaRender  render = { .plan = plan, .passes = { { count, FALSE } }, .n_passes = 1, .data = &signal };
  const CeCudaBuffer *counts = &job->buffers[CE_CUDA_BUFFER_BINS];

  job->n_renders++;
  signal.marches = ce_cuda_keeps_at_once (job, plan);

  return ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, BINS_SIZE, error)
         && ce_cuda_check (ce_cuda.cuMemsetD8Async (counts->data, 0, BINS_SIZE, job->stream), "computing", error)
         && ce_cuda_run (job, &render, error)
         && ce_cuda_ask (job, 1, error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, counts->data, BINS_SIZE, job->stream), "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->stream), "sending the result", error);
}
