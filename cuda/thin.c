/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning: with which kernel, to bits or to magnitudes that are kept, for the histograms of automatic thresholds,
 * for these thresholds and to be looked at.
 */
#include "job.h"

#include <math.h>

#define WARPS CE_CUDA_TILE_WARPS

/* Canny's lower threshold at least, squared or not, where magnitudes are compared by
 * the first byte of their difference: see thin.cuh. */
#define LEAST_LOW 9.5367432e-7f          /* 2^-20 */

/* Fills in all but where it goes to. */
static gboolean
prepare (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, CeCudaLaunch *p, GError **error)
{
  const CePlan *plan = signal->plan;

  if (! ce_cuda_prepare (job, band, signal, 2, p, error))
    return FALSE;

  p->l1 = plan->l1;
  ce_cuda_choose_operator (&p->op, plan);

  return TRUE;
}

/* How to thin: with which kernel, and by which power of two its magnitudes are larger. */
typedef struct
{
  CeCudaKernel kernel;
  CeCudaLanes  lanes;
  int          larger;
} Thinning;

/* Weights with which magnitudes are told apart by the first byte of their difference. */
static Thinning
enlarge (const CePlan *plan, CeCudaLaunch *p, gboolean wide, CeCudaKernel kernel)
{
  ce_cuda_set_gaussian (p, plan, wide ? CE_CUDA_SCALE_BYTES : 0, CE_CUDA_SCALE_THIN + (wide ? CE_CUDA_SCALE_BACK : 0));

  return (Thinning) { kernel, wide ? CE_CUDA_LANES_WIDE : CE_CUDA_LANES_PIXELS,
                      plan->l1 ? CE_CUDA_SCALE_THIN : 2 * CE_CUDA_SCALE_THIN };
}

/* Of gray bytes without a Gaussian. */
static Thinning
plain_bytes (const CePlan *plan, CeCudaKernel l2, CeCudaKernel l1)
{
  return (Thinning) { plan->l1 ? l1 : l2, CE_CUDA_LANES_WIDE, plan->l1 ? 1 : 2 };
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
                        : p->radius ? CE_CUDA_KERNEL_thin_any_3 : CE_CUDA_KERNEL_thin_any_0, CE_CUDA_LANES_PIXELS, 0 };

  return enlarge (plan, p, wide, wide ? CE_CUDA_KERNEL_thin_wide
                                 : p->radius ? CE_CUDA_KERNEL_thin_3 : CE_CUDA_KERNEL_thin_0);
}

/* Least weight of a Gaussian whose results may be enlarged before they are squared. Luma of bytes is 0 or at least 0.07,
 * so what is blurred with weights from w on is 0 or at least 0.07 w², and a derivative 0 or at least a quarter of that
 * number's last bit, w² 2^-30. Its square has to be a normal number, or the enlarged one would tell apart what the
 * contract's rounds to the same or to 0: w² 2^-30 > 2^-63. */
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
    return enlarge (plan, p, wide, wide ? CE_CUDA_KERNEL_keep_wide : CE_CUDA_KERNEL_keep_3);
  if (p->source.samples == CE_CUDA_U8 && plan->opaque && plan->is_bytes && p->radius == 0 && p->op.sobel)
    return plain_bytes (plan, CE_CUDA_KERNEL_keep_bytes_l2, CE_CUDA_KERNEL_keep_bytes_l1);

  return (Thinning) { plan->n_signals == 2 ? CE_CUDA_KERNEL_keep_2 : CE_CUDA_KERNEL_keep_1, CE_CUDA_LANES_PIXELS, 0 };
}

/* Magnitudes of a band, which stay until the next. */
static gboolean
keep (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, CeCudaLaunch *p, int *larger, GError **error)
{
  gsize    stride = ce_cuda_plane_stride (job);
  Thinning thinning;

  job->thinned.source = NULL;
  if (! prepare (job, band, signal, p, error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_KEPT, stride * (gsize) (band->y1 - band->y0), error))
    return FALSE;

  thinning = choose_keeping (job, signal->plan, p);
  *larger = thinning.larger;
  p->levels.data = job->buffers[CE_CUDA_BUFFER_KEPT].data - (gsize) band->y0 * stride;
  p->levels.stride = (long long) stride;

  return ce_cuda_march (job, thinning.kernel, p, thinning.lanes, 2, NULL, error);
}

/* Blocks that take rows of them in turn, as many as the device has room for. */
static gboolean
launch_kept (CeCudaJob *job, CeCudaKernel kernel, void **args, GError **error)
{
  return ce_cuda_launch (job, kernel, (guint) (job->device->processors * (2048 / CE_CUDA_COUNTING)), 1, 1,
                         CE_CUDA_COUNTING, 1, 0, args, error);
}

/* Keeps magnitudes, and counts them. If the band is the whole image, they serve for thresholds, too. */
static gboolean
count (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const CeCudaSignal *signal = data;
  const CePlan       *plan = signal->plan;
  int                 all = plan->counted == CE_HISTOGRAM_MAGNITUDE;
  CUdeviceptr         bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  int                 larger;
  float               scale;
  CeCudaLaunch        p;
  void               *args[] = { &p.levels, &bins, &p.source.width, &p.y0, &p.y1, &scale, &p.l1, &all };

  if (! keep (job, band, signal, &p, &larger, error))
    return FALSE;

  scale = ldexpf (1, -larger);
  if (! launch_kept (job, CE_CUDA_KERNEL_count, args, error))
    return FALSE;

  if (band->y0 == 0 && band->y1 == p.source.height)
    job->thinned = (CeCudaThinned) { job->source, *plan, p.levels, larger };

  return TRUE;
}

/* Thinned magnitudes, to look at or as they are. */
gboolean
ce_cuda_show_thinned (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, GError **error)
{
  float        most = signal->plan->is_strength ? INFINITY : 255;
  int          larger;
  float        scale;
  CeCudaLaunch p;
  void        *args[] = { &p.levels, &p.target, &p.source.width, &p.y0, &p.y1, &scale, &p.l1, &most };

  if (! keep (job, band, signal, &p, &larger, error))
    return FALSE;

  scale = ldexpf (1, -larger);

  return launch_kept (job, CE_CUDA_KERNEL_show, args, error);
}

/* Whether what @plan thins is there. */
static gboolean
is_thinned (CeCudaJob *job, const CePlan *plan)
{
  const CePlan *there = &job->thinned.plan;

  return job->thinned.source == job->source && there->n_signals == plan->n_signals && there->l1 == plan->l1
         && there->params.sigma == plan->params.sigma && there->params.luma == plan->params.luma
         && there->params.operator_ == plan->params.operator_;
}

/* Compares what is thinned already with thresholds. */
static gboolean
classify (CeCudaJob *job, const CePlan *plan, const CeCudaBits *bits, GError **error)
{
  CeCudaThinned *thinned = &job->thinned;
  CeCudaBits     all = *bits;
  int            width = job->source->view.width, height = job->source->view.height;
  float          low = ldexpf (plan->low, thinned->larger);
  float          high = ldexpf (plan->high, thinned->larger);
  void          *args[] = { &all, &thinned->levels, &width, &height, &low, &high };

  return ce_cuda_launch (job, CE_CUDA_KERNEL_classify, (guint) (all.tiles_x + WARPS - 1) / WARPS,
                         (guint) all.tiles_y, 1, 32 * WARPS, 1, 0, args, error);
}

/* Rows of @signal to @bits; of a @whole image from what is thinned already, if it is. */
gboolean
ce_cuda_thin (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, const CeCudaBits *bits, gboolean whole,
              GError **error)
{
  const CePlan *plan = signal->plan;
  Thinning      thinning;
  CeCudaLaunch  p;

  if (whole && is_thinned (job, plan))
    return classify (job, plan, bits, error);
  if (! prepare (job, band, signal, &p, error))
    return FALSE;

  thinning = choose_thinning (plan, &p);
  p.bits = *bits;
  p.low = ldexpf (plan->low, thinning.larger);
  p.high = ldexpf (plan->high, thinning.larger);

  return ce_cuda_march (job, thinning.kernel, &p, thinning.lanes, 2, NULL, error);
}

/**
 * ce_cuda_histogram:
 * @job: a job whose source is complete
 * @plan: of Canny, and what of it is counted
 * @bins: (out): #CE_HISTOGRAM_BINS counts
 * @progress: told the share done
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with the errors of ce_cuda_run_pass()
 */
gboolean
ce_cuda_histogram (CeCudaJob *job, const CePlan *plan, guint64 *bins, const CeProgress *progress, GError **error)
{
  gsize        size = CE_HISTOGRAM_BINS * sizeof *bins;
  CeCudaSignal signal = ce_cuda_edge_signal (plan);
  CeCudaPass   pass = { .func = count, .data = &signal, .plan = plan, .uses_source = TRUE, .to = 1, .halo = plan->halo,
                        .taps = plan->taps };
  CUdeviceptr  data;

  signal.marches = ce_cuda_keeps_at_once (job, plan);
  pass.scratch = ce_cuda_signal_scratch (job, &signal) + ce_cuda_plane_stride (job);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, size, error))
    return FALSE;

  data = job->buffers[CE_CUDA_BUFFER_BINS].data;
  return ce_cuda_check (ce_cuda.cuMemsetD8Async (data, 0, size, job->compute), "computing", error)
         && ce_cuda_run_pass (job, &pass, progress, error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, data, size, job->compute), "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->compute), "sending the result", error);
}
