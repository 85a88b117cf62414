/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny from thinning on.
 */
#include "job.h"

#include <string.h>

#define TILE CE_CUDA_TILE
#define WARPS CE_CUDA_TILE_WARPS

typedef struct
{
  CeCudaSignal  signal;
  CeCudaBits    bits;
  CeCudaKernel  expand;         /* from bits to samples */
  CeCudaTarget  target;         /* if the first pass has one */
  gboolean      is_kept;        /* what thinning makes of the source is there: see thin.c */
  const CeView *result;
} Canny;

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

/* To bits. */
static gboolean
thin (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;

  return ce_cuda_thin (job, band, &canny->signal, &canny->bits, error);
}

/* To magnitudes to look at, or as they are. */
static gboolean
show (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Canny *canny = data;

  return ce_cuda_show_thinned (job, band, &canny->signal, error);
}

/* Hysteresis of the whole image, as far as samples do not follow; those of edges are stored if there is a target. */
static gboolean
find_edges (CeCudaJob *job, const Canny *canny, CeCudaTarget target, GError **error)
{
  return (canny->is_kept ? ce_cuda_flood_kept (job, canny->signal.plan, &canny->bits, target, TRUE, error)
                         : ce_cuda_flood (job, &canny->bits, target, 0, job->source->view.height, error))
         && ce_cuda_merge (job, &canny->bits, target, error);
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
      && (! find_edges (job, canny, none, error)
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

      if (band->y0 == 0 && ! find_edges (job, canny, all, error))
        return FALSE;
      if (band->whole)
        return TRUE;
    }
  else if (canny->is_kept && ! ce_cuda_flood_kept (job, canny->signal.plan, &canny->bits, target, FALSE, error))
    return FALSE;

  return ce_cuda_launch (job, canny->expand, (guint) (canny->bits.tiles_x + WARPS - 1) / WARPS,
                         (guint) (tile_y1 - tile_y0), 1, 32 * WARPS, 1, 0, args, error);
}

/* All of Canny, of an image that is computed at once; from what is thinned already, if it is. */
static gboolean
thin_and_expand (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  Canny *canny = data;

  canny->is_kept = ce_cuda_is_thinned (job, canny->signal.plan);

  return (canny->is_kept || ce_cuda_thin (job, band, &canny->signal, &canny->bits, error))
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
  canny->signal.marches = plan->params.stage != CE_STAGE_THINNED || ce_cuda_keeps_at_once (job, plan);
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
