/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny from thinning on, and the histograms for its automatic thresholds.
 */
#include "job.h"

#include <string.h>

#define TILE CE_CUDA_TILE
#define WARPS CE_CUDA_TILE_WARPS

typedef struct
{
  CeCudaSignal signal;
  CeCudaBits   bits;
  int          what;
  CeCudaKernel expand;          /* from bits to samples */
} Canny;

static gboolean
thin (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny  *canny = data;
  const CePlan *plan = canny->signal.plan;
  CeCudaEdges   p;

  if (! ce_cuda_prepare (job, band, &canny->signal, 2, &p, error))
    return FALSE;

  p.bits = canny->bits;
  p.bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  p.what = canny->what;
  p.l1 = plan->l1;
  p.low = plan->low;
  p.high = plan->high;
  ce_cuda_choose_operator (&p.op, plan);

  if (p.what == CE_CUDA_THIN_BITS && ce_cuda_is_bytes (&p))
    return ce_cuda_launch_bytes (job, p.l1 ? CE_CUDA_KERNEL_thin_bytes_l1 : CE_CUDA_KERNEL_thin_bytes_l2, &p, 2, error);

  return ce_cuda_launch_fused (job, (p.what == CE_CUDA_THIN_BITS ? CE_CUDA_KERNEL_thin_1 : CE_CUDA_KERNEL_measure_1)
                                    + (CeCudaKernel) (canny->signal.n - 1), &p, canny->signal.n, 2,
                               p.what >= CE_CUDA_THIN_COUNT ? CE_HISTOGRAM_BINS * sizeof (guint32) : 0,
                               error);
}

static CeCudaPass
thin_pass (CeCudaJob *job, Canny *canny)
{
  const CePlan *plan = canny->signal.plan;

  return (CeCudaPass) {
    .func = thin, .data = canny, .plan = plan, .uses_source = TRUE, .to = 1, .halo = plan->halo, .taps = plan->taps,
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

/* All of Canny, of an image that is computed at once. */
static gboolean
thin_and_expand (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  return thin (job, band, data, error) && expand (job, band, data, error);
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
  canny->what = plan->params.stage == CE_STAGE_THINNED ? CE_CUDA_THIN_LEVELS : CE_CUDA_THIN_BITS;
  canny->expand = plan->params.stage == CE_STAGE_CLASSES ? CE_CUDA_KERNEL_classes : CE_CUDA_KERNEL_edges;
  work->data = canny;
  work->passes[0] = thin_pass (job, canny);
  work->passes[1] = (CeCudaPass) {
    .func = expand, .data = canny, .plan = plan, .step = TILE, .taps = 1, .result = &work->result, .from = 0.6, .to = 1
  };
  if (plan->params.stage == CE_STAGE_THINNED)
    {
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
  Canny      canny = { .signal = ce_cuda_edge_signal (plan),
                       .what = plan->counted == CE_HISTOGRAM_THINNED ? CE_CUDA_THIN_COUNT : CE_CUDA_COUNT_ALL };
  CeCudaPass pass = thin_pass (job, &canny);

  return ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, size, error)
         && ce_cuda_check (ce_cuda.cuMemsetD8Async (job->buffers[CE_CUDA_BUFFER_BINS].data, 0, size, job->compute),
                           "computing", error)
         && ce_cuda_run_pass (job, &pass, progress, error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, job->buffers[CE_CUDA_BUFFER_BINS].data, size, job->compute),
                           "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->compute), "sending the result", error);
}
