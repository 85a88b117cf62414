/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny from thinning on, and the histograms for its automatic thresholds.
 */
#include "job.h"

#include <math.h>
#include <string.h>

/* Canny's lower threshold at least, squared or not, where magnitudes are compared by
 * the first byte of their difference: see thin.cuh. */
#define LEAST_LOW 9.5367432e-7f          /* 2^-20 */

#define TILE CE_CUDA_TILE
#define WARPS CE_CUDA_TILE_WARPS

typedef struct
{
  CeCudaSignal  signal;
  CeCudaBits    bits;
  CeCudaKernel  expand;         /* from bits to samples */
  CeCudaTarget  target;         /* if the first pass has one */
  const CeView *result;
} Canny;

/* Fills in all but where it goes to. */
static gboolean
prepare (CeCudaJob *job, const CeCudaBand *band, const Canny *canny, CeCudaLaunch *p, GError **error)
{
  const CePlan *plan = canny->signal.plan;

  if (! ce_cuda_prepare (job, band, &canny->signal, 2, p, error))
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

/* Whether what is blurred is thinned in the same march. */
static gboolean
keeps_at_once (CeCudaJob *job, const CePlan *plan)
{
  return plan->opaque && job->source->view.type == CE_U8 && plan->radius > 0 && plan->radius <= CE_CUDA_EDGE_RADIUS
         && plan->weights[plan->radius] >= LEAST_WEIGHT;
}

static Thinning
choose_keeping (CeCudaJob *job, const CePlan *plan, CeCudaLaunch *p)
{
  gboolean wide = p->op.sobel && ce_cuda_is_wide (p);

  if (keeps_at_once (job, plan))
    return enlarge (plan, p, wide, wide ? CE_CUDA_KERNEL_keep_wide : CE_CUDA_KERNEL_keep_3);
  if (p->source.samples == CE_CUDA_U8 && plan->opaque && plan->is_bytes && p->radius == 0 && p->op.sobel)
    return plain_bytes (plan, CE_CUDA_KERNEL_keep_bytes_l2, CE_CUDA_KERNEL_keep_bytes_l1);

  return (Thinning) { plan->n_signals == 2 ? CE_CUDA_KERNEL_keep_2 : CE_CUDA_KERNEL_keep_1, CE_CUDA_LANES_PIXELS, 0 };
}

/* To bits. */
static gboolean
thin (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny  *canny = data;
  const CePlan *plan = canny->signal.plan;
  Thinning      thinning;
  CeCudaLaunch   p;

  if (! prepare (job, band, canny, &p, error))
    return FALSE;

  thinning = choose_thinning (plan, &p);
  p.bits = canny->bits;
  p.low = ldexpf (plan->low, thinning.larger);
  p.high = ldexpf (plan->high, thinning.larger);

  return ce_cuda_march (job, thinning.kernel, &p, thinning.lanes, 2, NULL, error);
}

/* A pass over the source; @func makes of its signals what it wants. */
static CeCudaPass
source_pass (CeCudaJob *job, Canny *canny, CeCudaBandFunc func)
{
  const CePlan *plan = canny->signal.plan;

  return (CeCudaPass) {
    .func = func, .data = canny, .plan = plan, .uses_source = TRUE, .to = 1, .halo = plan->halo, .taps = plan->taps,
    .scratch = ce_cuda_signal_scratch (job, &canny->signal)
  };
}

/* Lines of a band, which has the edges of the whole image around it once the first
 * band has made them. */
static gboolean
widen (CeCudaJob *job, const CeCudaBand *band, Canny *canny, GError **error)
{
  const CePlan *plan = canny->signal.plan;
  CeCudaTarget  target = band->target, none = { 0 };
  CeCudaDisc    disc = { .lo = plan->disc.lo, .hi = plan->disc.hi };
  int           width = job->source->view.width;
  int           height = job->source->view.height;
  int           tile_y0 = band->y0 / TILE;
  int           tile_y1 = (band->y1 + TILE - 1) / TILE;
  guint         columns = (guint) (canny->bits.tiles_x + WARPS - 1) / WARPS;
  void         *settle_args[] = { &canny->bits };
  void         *args[] = { &canny->bits, &target, &width, &height, &tile_y0, &disc };

  memcpy (disc.reach, plan->disc.reach, sizeof disc.reach);
  if (band->y0 == 0
      && (! ce_cuda_flood (job, &canny->bits, none, 0, height, error)
          || ! ce_cuda_merge (job, &canny->bits, none, error)
          || ! ce_cuda_launch (job, CE_CUDA_KERNEL_settle, columns, (guint) canny->bits.tiles_y, 1, 32 * WARPS, 1, 0,
                               settle_args, error)))
    return FALSE;

  return ce_cuda_launch (job, CE_CUDA_KERNEL_widen, columns, (guint) (tile_y1 - tile_y0), 1, 32 * WARPS, 1, 0, args, error);
}

/* Samples of a band; bands begin at a multiple of the tiles' height. The first
 * makes all of them if there is room. */
static gboolean
expand (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  Canny        *canny = data;
  CeCudaTarget  target = band->target;
  int           width = job->source->view.width;
  int           height = job->source->view.height;
  int           tile_y0 = band->y0 / TILE;
  int           tile_y1 = (band->y1 + TILE - 1) / TILE;
  void         *args[] = { &canny->bits, &target, &width, &height, &tile_y0 };

  if (canny->signal.plan->is_widened)
    return widen (job, band, canny, error);

  if (canny->expand == CE_CUDA_KERNEL_edges)
    {
      CeCudaTarget all = band->whole ? target : (CeCudaTarget) { 0 };

      if (band->y0 == 0 && (! ce_cuda_flood (job, &canny->bits, all, 0, height, error)
                             || ! ce_cuda_merge (job, &canny->bits, all, error)))
        return FALSE;
      if (band->whole)
        return TRUE;
    }

  return ce_cuda_launch (job, canny->expand, (guint) (canny->bits.tiles_x + WARPS - 1) / WARPS,
                         (guint) (tile_y1 - tile_y0), 1, 32 * WARPS, 1, 0, args, error);
}

/* Magnitudes of a band, which stay until the next. */
static gboolean
keep (CeCudaJob *job, const CeCudaBand *band, const Canny *canny, CeCudaLaunch *p, int *larger, GError **error)
{
  gsize    stride = ce_cuda_plane_stride (job);
  Thinning thinning;

  job->thinned.source = NULL;
  if (! prepare (job, band, canny, p, error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_KEPT, stride * (gsize) (band->y1 - band->y0), error))
    return FALSE;

  thinning = choose_keeping (job, canny->signal.plan, p);
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
  const Canny  *canny = data;
  const CePlan *plan = canny->signal.plan;
  int           all = plan->counted == CE_HISTOGRAM_MAGNITUDE;
  CUdeviceptr   bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  int           larger;
  float         scale;
  CeCudaLaunch  p;
  void         *args[] = { &p.levels, &bins, &p.source.width, &p.y0, &p.y1, &scale, &p.l1, &all };

  if (! keep (job, band, canny, &p, &larger, error))
    return FALSE;

  scale = ldexpf (1, -larger);
  if (! launch_kept (job, CE_CUDA_KERNEL_count, args, error))
    return FALSE;

  if (band->y0 == 0 && band->y1 == p.source.height)
    job->thinned = (CeCudaThinned) { job->source, *plan, p.levels, larger };

  return TRUE;
}

/* Thinned magnitudes, to look at or as they are. */
static gboolean
show (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;
  float        most = canny->signal.plan->is_strength ? INFINITY : 255;
  int          larger;
  float        scale;
  CeCudaLaunch p;
  void        *args[] = { &p.levels, &p.target, &p.source.width, &p.y0, &p.y1, &scale, &p.l1, &most };

  if (! keep (job, band, canny, &p, &larger, error))
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
classify (CeCudaJob *job, const CeCudaBand *band G_GNUC_UNUSED, gpointer data, GError **error)
{
  Canny         *canny = data;
  CeCudaThinned *thinned = &job->thinned;
  int            width = job->source->view.width, height = job->source->view.height;
  float          low = ldexpf (canny->signal.plan->low, thinned->larger);
  float          high = ldexpf (canny->signal.plan->high, thinned->larger);
  void          *args[] = { &canny->bits, &thinned->levels, &width, &height, &low, &high };

  return ce_cuda_launch (job, CE_CUDA_KERNEL_classify, (guint) (canny->bits.tiles_x + WARPS - 1) / WARPS,
                         (guint) canny->bits.tiles_y, 1, 32 * WARPS, 1, 0, args, error);
}

/* All of Canny, of an image that is computed at once. */
static gboolean
thin_and_expand (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  return (is_thinned (job, ((Canny *) data)->signal.plan) ? classify : thin) (job, band, data, error)
         && expand (job, band, data, error);
}

/* Of a render that begins early: to bits, and edges as far as the tiles of the band know them, which go to the host while
 * more rows come. */
static gboolean
thin_and_flood (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  Canny *canny = data;

  canny->target = band->target;

  return thin (job, band, data, error) && ce_cuda_flood (job, &canny->bits, band->target, band->y0, band->y1, error);
}

/* Its end: what tiles make edges of each other, which is little, straight into the result on the host. */
static gboolean
mend (CeCudaJob *job, const CeCudaBand *band G_GNUC_UNUSED, gpointer data, GError **error)
{
  Canny *canny = data;

  canny->target.data = (CUdeviceptr) (gsize) canny->result->data;

  return ce_cuda_merge (job, &canny->bits, canny->target, error);
}

/* Whether the result begins to go to the host before all is known. */
static gboolean
begins_early (CeCudaJob *job, const Canny *canny, const CeCudaPass *whole)
{
  return job->device->writes_host && job->resident && ! ce_cuda_upload_is_complete (job)
         && canny->expand == CE_CUDA_KERNEL_edges && ! canny->signal.plan->is_widened && ce_cuda_is_whole (job, whole);
}

/**
 * ce_cuda_canny_work:
 * @job: a job
 * @work: of Canny from thinning on, with known thresholds
 * @error: return location
 *
 * Fills in the passes, and reserves the bitmaps between them.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_canny_work (CeCudaJob *job, CeCudaWork *work, GError **error)
{
  const CePlan *plan = &work->plan;
  Canny        *canny = g_new0 (Canny, 1);
  CeCudaPass    whole;

  canny->signal = ce_cuda_edge_signal (plan);
  canny->signal.marches = plan->params.stage != CE_STAGE_THINNED || keeps_at_once (job, plan);
  canny->expand = plan->params.stage == CE_STAGE_CLASSES ? CE_CUDA_KERNEL_classes : CE_CUDA_KERNEL_edges;
  work->data = canny;
  work->passes[0] = source_pass (job, canny, thin);
  work->passes[1] = (CeCudaPass) {
    .func = expand, .data = canny, .plan = plan, .step = TILE, .taps = 1, .result = &work->result, .from = 0.6, .to = 1
  };
  if (plan->params.stage == CE_STAGE_THINNED)
    {
      work->passes[0].func = show;
      work->passes[0].scratch += ce_cuda_plane_stride (job);
      work->passes[0].result = &work->result;
      work->n_passes = 1;
      return TRUE;
    }

  if (! ce_cuda_reserve_bits (job, &canny->bits, error))
    return FALSE;

  whole = work->passes[0];
  whole.func = thin_and_expand;
  whole.at_once = TRUE;
  whole.result = &work->result;
  if (ce_cuda_upload_is_complete (job) && ce_cuda_fits (job, &whole))
    {
      work->passes[0] = whole;
      work->n_passes = 1;
      return TRUE;
    }

  work->n_passes = 2;
  work->mends = begins_early (job, canny, &whole);
  if (work->mends)
    {
      canny->result = &work->result;
      work->passes[0].func = thin_and_flood;
      work->passes[0].result = &work->result;
      work->passes[2] = (CeCudaPass) { .func = mend, .data = canny, .plan = plan, .at_once = TRUE, .taps = 1,
                                       .from = work->passes[1].from, .to = 1 };
    }
  work->passes[0].to = work->passes[1].from;

  return TRUE;
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
  gsize       size = CE_HISTOGRAM_BINS * sizeof *bins;
  Canny       canny = { .signal = ce_cuda_edge_signal (plan) };
  CeCudaPass  pass;
  CUdeviceptr data;

  canny.signal.marches = keeps_at_once (job, plan);
  pass = source_pass (job, &canny, count);
  pass.scratch += ce_cuda_plane_stride (job);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, size, error))
    return FALSE;

  data = job->buffers[CE_CUDA_BUFFER_BINS].data;
  return ce_cuda_check (ce_cuda.cuMemsetD8Async (data, 0, size, job->compute), "computing", error)
         && ce_cuda_run_pass (job, &pass, progress, error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, data, size, job->compute), "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->compute), "sending the result", error);
}
