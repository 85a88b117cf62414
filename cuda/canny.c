/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny from thinning on, and the histograms for its automatic thresholds.
 */
#include "job.h"

#include "engine/gaussian.h"

#include <string.h>

#define TILE CE_CUDA_TILE
#define WARPS CE_CUDA_TILE_WARPS

/* Pixels of an image that is not worth beginning before its last row is there. */
#define SMALL (4 << 20)

typedef struct
{
  CeCudaSignal signal;
  CeCudaBits   bits;
  int          what;
  int          l1;
  float        low;
  float        high;
  int          operator_;
  CeCudaKernel expand;          /* from bits to samples */
  CeCudaTarget host;            /* the result where it is in the end */
} Canny;

static void
set_thresholds (Canny *canny, const CeParams *params)
{
  canny->low = (float) MIN (params->low, params->high);
  canny->high = (float) MAX (params->low, params->high);
  if (! canny->l1)
    {
      canny->low = canny->low * canny->low;
      canny->high = canny->high * canny->high;
    }
}

static void
init (Canny *canny, CeCudaJob *job, const CeParams *params)
{
  *canny = (Canny) {
    .signal = ce_cuda_edge_signal (job, params, params->sigma),
    .l1 = params->norm == CE_NORM_L1,
    .operator_ = params->operator_
  };
  set_thresholds (canny, params);
}

static gboolean
thin (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;
  CeCudaEdges  p;

  if (! ce_cuda_prepare (job, band, &canny->signal, 2, &p, error))
    return FALSE;

  p.bits = canny->bits;
  p.bins = job->buffers[CE_CUDA_BUFFER_BINS].data;
  p.what = canny->what;
  p.l1 = canny->l1;
  p.low = canny->low;
  p.high = canny->high;
  ce_cuda_choose_operator (&p.op, canny->operator_);

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
  float weights[CE_GAUSSIAN_MAX_RADIUS + 1];
  int   radius = ce_gaussian_weights (canny->signal.sigma, weights);

  return (CeCudaPass) {
    .func = thin, .data = canny, .uses_source = TRUE, .to = 1,
    .halo = 2 + radius, .taps = canny->signal.n * (8 + 2 * radius),
    .scratch = ce_cuda_signal_scratch (job, &canny->signal)
  };
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

/* Thinning, and edges as far as the tiles of the band tell. */
static gboolean
thin_and_flood (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;

  return thin (job, band, data, error) && ce_cuda_flood (job, &canny->bits, band->target, band->y0, band->y1, error);
}

/* What then changes, straight into the host's memory: few tiles, so that it does not
 * pay to send all rows once more. */
static gboolean
mend (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;

  return band->y0 > 0 || ce_cuda_merge (job, &canny->bits, canny->host, error);
}

/* All of Canny, of an image that is computed at once. */
static gboolean
thin_and_expand (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  return thin (job, band, data, error) && expand (job, band, data, error);
}

/* The first pass also sends the result as it looks so far. */
static void
send_ahead (CeCudaWork *work, Canny *canny)
{
  CeCudaPass *first = &work->passes[0];

  first->func = thin_and_flood;
  first->step = TILE;
  first->result = &work->result;
  first->style = work->params.style;
  ce_cuda_describe_target (first, (CUdeviceptr) (guintptr) work->result.data, &canny->host);
  work->mending = (CeCudaPass) { .func = mend, .data = canny, .taps = 1, .from = first->to, .to = 1 };
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
  const CeView   *view = &job->source->view;
  const CeParams *params = &work->params;
  Canny          *canny = g_new (Canny, 1);
  CeCudaPass      whole;

  init (canny, job, params);
  canny->what = params->stage == CE_STAGE_THINNED ? CE_CUDA_THIN_LEVELS : CE_CUDA_THIN_BITS;
  canny->expand = params->stage == CE_STAGE_CLASSES ? CE_CUDA_KERNEL_classes : CE_CUDA_KERNEL_edges;
  work->data = canny;
  work->passes[0] = thin_pass (job, canny);
  work->passes[1] = (CeCudaPass) {
    .func = expand, .data = canny, .step = TILE, .taps = 1, .result = &work->result, .style = params->style,
    .from = 0.6, .to = 1
  };
  if (params->stage == CE_STAGE_THINNED)
    {
      work->passes[0].result = &work->result;
      work->passes[0].style = params->style;
      work->n_passes = 1;
      return TRUE;
    }

  if (! ce_cuda_reserve_bits (job, &canny->bits, error))
    return FALSE;

  whole = work->passes[0];
  whole.func = thin_and_expand;
  whole.at_once = TRUE;
  whole.result = &work->result;
  whole.style = params->style;
  if ((! work->ahead || (gint64) view->width * view->height <= SMALL) && ce_cuda_fits (job, &whole))
    {
      work->passes[0] = whole;
      work->n_passes = 1;
      return TRUE;
    }

  work->passes[0].to = work->passes[1].from;
  work->n_passes = 2;
  if (work->ahead && params->stage == CE_STAGE_EDGES)
    send_ahead (work, canny);

  return TRUE;
}

/**
 * ce_cuda_histogram:
 * @job: a job whose source is complete
 * @params: parameters of Canny
 * @what: which pixels to count
 * @bins: (out): #CE_HISTOGRAM_BINS counts
 * @progress: told the share done
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with the errors of ce_cuda_run_pass()
 */
gboolean
ce_cuda_histogram (CeCudaJob *job, const CeParams *params, CeHistogram what, guint64 *bins,
                   const CeProgress *progress, GError **error)
{
  gsize      size = CE_HISTOGRAM_BINS * sizeof *bins;
  Canny      canny;
  CeCudaPass pass;

  init (&canny, job, params);
  canny.what = what == CE_HISTOGRAM_THINNED ? CE_CUDA_THIN_COUNT : CE_CUDA_COUNT_ALL;
  pass = thin_pass (job, &canny);

  return ce_cuda_reserve (job, CE_CUDA_BUFFER_BINS, size, error)
         && ce_cuda_check (ce_cuda.cuMemsetD8Async (job->buffers[CE_CUDA_BUFFER_BINS].data, 0, size, job->compute),
                           "computing", error)
         && ce_cuda_run_pass (job, &pass, progress, error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (bins, job->buffers[CE_CUDA_BUFFER_BINS].data, size, job->compute),
                           "sending the result", error)
         && ce_cuda_check (ce_cuda.cuStreamSynchronize (job->compute), "sending the result", error);
}
