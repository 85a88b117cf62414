/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny from thinning on.
 */
#include "job.h"

#include <string.h>

#define WARPS CE_CUDA_TILE_WARPS

typedef struct
{
  CeCudaSignal signal;
  CeCudaBits   bits;
  gboolean     is_thinned;      /* magnitudes of an earlier render are on the device: see thin.c */
} Canny;

/* Thins to magnitudes and writes them, or all magnitudes, to the result. */
static gboolean
show (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  const Canny *canny = render->data;

  return ce_cuda_show_thinned (job, rows, &canny->signal, error);
}

/* Thins to bits, unless an earlier render left thinned magnitudes. */
static gboolean
thin (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  Canny *canny = render->data;

  canny->is_thinned = ce_cuda_is_thinned (job, canny->signal.plan);

  return canny->is_thinned || ce_cuda_thin (job, rows, &canny->signal, &canny->bits, error);
}

/* Runs hysteresis, to bits if there is no target. */
static gboolean
find_edges (CeCudaJob *job, Canny *canny, CeCudaTarget target, GError **error)
{
  return ce_cuda_find_edges (job, canny->is_thinned ? canny->signal.plan : NULL, &canny->bits, target, error);
}

/* Queues a kernel with a warp for each tile. */
static gboolean
launch_tiles (CeCudaJob *job, CeCudaKernel kernel, const Canny *canny, void **args, GError **error)
{
  return ce_cuda_launch (job, kernel, (guint) (canny->bits.tiles_x + WARPS - 1) / WARPS, (guint) canny->bits.tiles_y, 1,
                         32 * WARPS, 1, 0, args, error);
}

/* Draws lines of the plan's width in place of edges. */
static gboolean
widen (CeCudaJob *job, const CeCudaRows *rows, Canny *canny, GError **error)
{
  const CePlan *plan = canny->signal.plan;
  CeCudaTarget  target = rows->target, none = { 0 };
  CeCudaDisc    disc = { .lo = plan->disc.lo, .hi = plan->disc.hi };
  int           width = job->source->view.width;
  int           height = job->source->view.height;
  void         *args[] = { &canny->bits, &target, &width, &height, &disc };

  memcpy (disc.reach, plan->disc.reach, sizeof disc.reach);

  return find_edges (job, canny, none, error)
         && launch_tiles (job, CE_CUDA_KERNEL_widen, canny, args, error);
}

/* Writes weak and strong pixels before hysteresis. */
static gboolean
classify (CeCudaJob *job, const CeCudaRows *rows, Canny *canny, GError **error)
{
  CeCudaTarget target = rows->target;
  int          width = job->source->view.width;
  int          height = job->source->view.height;
  void        *args[] = { &canny->bits, &target, &width, &height };

  return (! canny->is_thinned || ce_cuda_flood_magnitudes (job, canny->signal.plan, &canny->bits, FALSE, error))
         && launch_tiles (job, CE_CUDA_KERNEL_classes, canny, args, error);
}

/* Makes samples from bits. */
static gboolean
expand (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  Canny *canny = render->data;

  if (canny->signal.plan->is_widened)
    return widen (job, rows, canny, error);
  if (canny->signal.plan->params.stage == CE_STAGE_CLASSES)
    return classify (job, rows, canny, error);

  return find_edges (job, canny, rows->target, error);
}

/* Fills in the passes of Canny from thinning on, with known thresholds, and reserves the bitmaps between them. */
gboolean
ce_cuda_set_canny (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  const CePlan  *plan = render->plan;
  const gboolean shows = plan->params.stage == CE_STAGE_THINNED || plan->params.stage == CE_STAGE_MAGNITUDE;
  Canny         *canny = g_new0 (Canny, 1);

  canny->signal = ce_cuda_edge_signal (plan);
  canny->signal.marches = ! plan->finds_middles;
  render->data = canny;
  render->n_passes = shows ? 1 : 2;
  render->passes[0].func = shows ? show : thin;
  render->passes[1] = (CeCudaPass) { expand, TRUE };

  return shows || ce_cuda_reserve_bits (job, &canny->bits, error);
}
