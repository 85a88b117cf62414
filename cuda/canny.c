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

/* Blocks that count what is listed: enough for any GPU, few enough for their own counts. */
#define COUNTING 2048

typedef struct
{
  CeCudaSignal signal;
  CeCudaBits   bits;
  int          what;
  CeCudaKernel expand;          /* from bits to samples */
  CeCudaListed listed;          /* what there will be when the pass has ended */
} Canny;

/* Fills in all but where it goes to. */
static gboolean
prepare (CeCudaJob *job, const CeCudaBand *band, const Canny *canny, CeCudaEdges *p, GError **error)
{
  const CePlan *plan = canny->signal.plan;

  if (! ce_cuda_prepare (job, band, &canny->signal, 2, p, error))
    return FALSE;

  p->what = canny->what;
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
enlarge (const CePlan *plan, CeCudaEdges *p, gboolean wide, CeCudaKernel kernel)
{
  ce_cuda_set_gaussian (p, plan, wide ? CE_CUDA_SCALE_BYTES : 0, CE_CUDA_SCALE_THIN + (wide ? CE_CUDA_SCALE_BACK : 0));

  return (Thinning) { kernel, wide ? CE_CUDA_LANES_WIDE : CE_CUDA_LANES_PIXELS,
                      plan->l1 ? CE_CUDA_SCALE_THIN : 2 * CE_CUDA_SCALE_THIN };
}

/* Opaque bytes have a way of their own, if what is thinned is above a least magnitude. Without a Gaussian and in gray
 * there is a quicker one yet. */
static Thinning
choose_thinning (const CePlan *plan, CeCudaEdges *p)
{
  gboolean bytes = p->source.samples == CE_CUDA_U8 && plan->opaque;
  gboolean wide = p->op.sobel && ce_cuda_is_wide (p);

  if (bytes && plan->is_bytes && p->radius == 0 && p->op.sobel)
    return (Thinning) { p->l1 ? CE_CUDA_KERNEL_thin_bytes_l1 : CE_CUDA_KERNEL_thin_bytes_l2, CE_CUDA_LANES_WIDE, 0 };
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

/* Opaque bytes after a Gaussian are listed in one pass; the kernel looks whether magnitudes are large enough. */
static gboolean
lists_at_once (CeCudaJob *job, const CePlan *plan)
{
  return plan->opaque && job->source->view.type == CE_U8 && plan->radius > 0 && plan->radius <= CE_CUDA_EDGE_RADIUS
         && plan->weights[plan->radius] >= LEAST_WEIGHT;
}

static Thinning
choose_listing (CeCudaJob *job, const CePlan *plan, CeCudaEdges *p)
{
  gboolean wide = p->op.sobel && ce_cuda_is_wide (p);

  if (! lists_at_once (job, plan))
    return (Thinning) { plan->n_signals == 2 ? CE_CUDA_KERNEL_list_2 : CE_CUDA_KERNEL_list_1, CE_CUDA_LANES_PIXELS, 0 };

  return enlarge (plan, p, wide, wide ? CE_CUDA_KERNEL_list_wide : CE_CUDA_KERNEL_list_3);
}

/* To bits. */
static gboolean
thin (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny  *canny = data;
  const CePlan *plan = canny->signal.plan;
  Thinning      thinning;
  CeCudaEdges   p;

  if (! prepare (job, band, canny, &p, error))
    return FALSE;

  thinning = choose_thinning (plan, &p);
  p.bits = canny->bits;
  p.low = ldexpf (plan->low, thinning.larger);
  p.high = ldexpf (plan->high, thinning.larger);

  return ce_cuda_march (job, thinning.kernel, &p, thinning.lanes, 2, NULL, error);
}

/* To levels. */
static gboolean
measure (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;
  CeCudaEdges  p;

  return prepare (job, band, canny, &p, error)
         && ce_cuda_march (job, CE_CUDA_KERNEL_measure_1 + (CeCudaKernel) (canny->signal.n - 1), &p, CE_CUDA_LANES_PIXELS,
                           2, NULL, error);
}

/* Counts the magnitudes of all pixels. */
static gboolean
count (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;
  CeCudaEdges  p;

  if (! prepare (job, band, canny, &p, error))
    return FALSE;

  p.bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  return ce_cuda_march (job, CE_CUDA_KERNEL_count_1 + (CeCudaKernel) (canny->signal.n - 1), &p, CE_CUDA_LANES_PIXELS, 1,
                        NULL, error);
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

/* Lists the magnitudes that are kept, and counts them. If the band is the whole image, the lists are of use later. */
static gboolean
list (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  Canny       *canny = data;
  int          words;
  Thinning     thinning;
  CeCudaGrid   grid;
  CeCudaEdges  p;
  void        *args[] = { &p, &grid.strips, &grid.blocks, &words };

  if (! prepare (job, band, canny, &p, error))
    return FALSE;

  thinning = choose_listing (job, canny->signal.plan, &p);
  words = thinning.lanes == CE_CUDA_LANES_WIDE ? 2 : 1;
  if (! ce_cuda_reserve_lists (job, band, thinning.lanes, p.radius, &p.lists, error))
    return FALSE;

  p.bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  p.high = ldexpf (2 * LEAST_LOW, thinning.larger);
  p.lists.scale = ldexpf (1, -thinning.larger);
  if (! ce_cuda_march (job, thinning.kernel, &p, thinning.lanes, 2, &grid, error)
      || ! ce_cuda_launch (job, CE_CUDA_KERNEL_count_lists, (guint) MIN (grid.strips * grid.blocks, COUNTING), 1, 1,
                           32, 1, 0, args, error))
    return FALSE;

  if (band->y0 == 0 && band->y1 == job->source->view.height)
    canny->listed = (CeCudaListed) { job->source, *canny->signal.plan, p.lists, p.shares, grid,
                                     words == 2 ? CE_CUDA_KERNEL_classify_2 : CE_CUDA_KERNEL_classify_1, thinning.larger };

  return TRUE;
}

/* Whether the lists that there are have what @plan thins. */
static gboolean
has_lists (CeCudaJob *job, const CePlan *plan)
{
  const CePlan *listed = &job->listed.plan;

  return job->listed.source == job->source && listed->n_signals == plan->n_signals && listed->l1 == plan->l1
         && listed->params.sigma == plan->params.sigma && listed->params.luma == plan->params.luma
         && listed->params.operator_ == plan->params.operator_;
}

/* Thins what is listed already: compares it with thresholds. */
static gboolean
classify (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny  *canny = data;
  CeCudaListed *listed = &job->listed;
  CeCudaEdges   p = {
    .source = band->source, .bits = canny->bits, .lists = listed->lists, .y1 = band->source.height,
    .shares = listed->shares, .low = ldexpf (canny->signal.plan->low, listed->larger),
    .high = ldexpf (canny->signal.plan->high, listed->larger)
  };

  return ce_cuda_launch (job, listed->classify, (guint) listed->grid.strips, (guint) listed->grid.blocks, 1, 32, 1, 0,
                         (void *[]) { &p }, error);
}

/* All of Canny, of an image that is computed at once. */
static gboolean
thin_and_expand (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  return (has_lists (job, ((Canny *) data)->signal.plan) ? classify : thin) (job, band, data, error)
         && expand (job, band, data, error);
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
  canny->what = plan->is_strength ? CE_CUDA_THIN_STRENGTH : CE_CUDA_THIN_LEVELS;
  canny->signal.marches = plan->params.stage != CE_STAGE_THINNED;
  canny->expand = plan->params.stage == CE_STAGE_CLASSES ? CE_CUDA_KERNEL_classes : CE_CUDA_KERNEL_edges;
  work->data = canny;
  work->passes[0] = source_pass (job, canny, thin);
  work->passes[1] = (CeCudaPass) {
    .func = expand, .data = canny, .plan = plan, .step = TILE, .taps = 1, .result = &work->result, .from = 0.6, .to = 1
  };
  if (plan->params.stage == CE_STAGE_THINNED)
    {
      work->passes[0].func = measure;
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

  work->passes[0].to = work->passes[1].from;
  work->n_passes = 2;

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
  gsize      size = CE_HISTOGRAM_BINS * sizeof *bins;
  gboolean   thinned = plan->counted == CE_HISTOGRAM_THINNED;
  Canny      canny = { .signal = ce_cuda_edge_signal (plan) };
  CeCudaPass pass;

  canny.signal.marches = thinned && lists_at_once (job, plan);
  pass = source_pass (job, &canny, thinned ? list : count);
  if (thinned)
    pass.scratch += ce_cuda_lists_scratch (job, plan->radius);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, size, error)
      || ! ce_cuda_check (ce_cuda.cuMemsetD8Async (job->buffers[CE_CUDA_BUFFER_BINS].data, 0, size, job->compute),
                          "computing", error)
      || ! ce_cuda_run_pass (job, &pass, progress, error))
    return FALSE;

  if (thinned)
    job->listed = canny.listed;

  return ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, job->buffers[CE_CUDA_BUFFER_BINS].data, size, job->compute),
                        "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->compute), "sending the result", error);
}
