/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny from thinning on: bits, hysteresis, and samples or lines from bits. Thinning itself is in thin.c.
 */
#include "job.h"

#include <string.h>

#define TILE CE_CUDA_TILE
#define NODES CE_CUDA_TILE_NODES
#define WARPS CE_CUDA_TILE_WARPS

typedef struct
{
  const CePlan *plan;
  CeCudaBits    bits;
  gboolean      is_thinned;     /* magnitudes of an earlier render are on the device: see thin.c */
} Canny;

/* Reserves bitmaps and the nodes of hysteresis in one buffer, because every reservation has a cost of its own. */
static gboolean
reserve_bits (CeCudaJob *job, CeCudaBits *bits, GError **error)
{
  const CeView *view = &job->source->view;
  gsize         tiles, words;

  bits->tiles_x = (view->width + TILE - 1) / TILE;
  bits->tiles_y = (view->height + TILE - 1) / TILE;
  tiles = (gsize) bits->tiles_x * bits->tiles_y;
  words = tiles * TILE * sizeof (guint32);
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_BITS, 3 * words + (tiles * NODES + 1) * sizeof (guint32) + tiles, error))
    return FALSE;

  bits->weak = job->buffers[CE_CUDA_BUFFER_BITS].data;
  bits->strong = bits->weak + words;
  bits->labels = bits->strong + words;
  bits->parents = bits->labels + words;
  bits->open = bits->parents + (tiles * NODES + 1) * sizeof (guint32);

  return TRUE;
}

/* Queues a kernel with a warp for each tile, by ce_cuda_launch_next() if the kernel itself @waits for the one before. */
static gboolean
launch_tiles (CeCudaJob *job, CeCudaKernel kernel, const CeCudaBits *bits, gboolean waits, void **args, GError **error)
{
  guint x = (guint) (bits->tiles_x + WARPS - 1) / WARPS, y = (guint) bits->tiles_y;

  return waits ? ce_cuda_launch_next (job, kernel, x, y, 32 * WARPS, args, error)
               : ce_cuda_launch (job, kernel, x, y, 32 * WARPS, 1, 0, args, error);
}

/* Compares kept magnitudes with the thresholds: to bits of weak and strong pixels which, if it @floods, are flooded within
 * tiles. */
static gboolean
compare (CeCudaJob *job, Canny *canny, int floods, GError **error)
{
  const CePlan *plan = canny->plan;
  int           width = job->source->view.width, height = job->source->view.height;
  float         low = plan->low, high = plan->high;
  void         *args[] = { &canny->bits, &job->thinned.levels, &width, &height, &low, &high, &floods };

  return launch_tiles (job, CE_CUDA_KERNEL_flood_thinned, &canny->bits, FALSE, args, error);
}

/* Runs hysteresis, to samples or, without a target, to bits. */
static gboolean
find_edges (CeCudaJob *job, Canny *canny, CeCudaTarget target, GError **error)
{
  CeCudaBits *bits = &canny->bits;
  int         width = job->source->view.width, height = job->source->view.height;
  void       *flood[] = { bits, &width, &height };
  void       *args[] = { bits, &target, &width, &height };

  return (canny->is_thinned ? compare (job, canny, TRUE, error)
                            : launch_tiles (job, CE_CUDA_KERNEL_flood, bits, TRUE, flood, error))
         && launch_tiles (job, CE_CUDA_KERNEL_merge, bits, TRUE, args, error)
         && launch_tiles (job, CE_CUDA_KERNEL_edges, bits, TRUE, args, error);
}

/* Draws lines of the plan's width in place of edges. */
static gboolean
widen (CeCudaJob *job, CeCudaTarget target, Canny *canny, GError **error)
{
  const CePlan *plan = canny->plan;
  CeCudaDisc    disc = { .lo = plan->disc.lo, .hi = plan->disc.hi };
  int           width = job->source->view.width, height = job->source->view.height;
  void         *args[] = { &canny->bits, &target, &width, &height, &disc };

  memcpy (disc.reach, plan->disc.reach, sizeof disc.reach);

  return find_edges (job, canny, (CeCudaTarget) { 0 }, error)
         && launch_tiles (job, CE_CUDA_KERNEL_widen, &canny->bits, FALSE, args, error);
}

/* Writes weak and strong pixels before hysteresis. */
static gboolean
classify (CeCudaJob *job, CeCudaTarget target, Canny *canny, GError **error)
{
  int   width = job->source->view.width, height = job->source->view.height;
  void *args[] = { &canny->bits, &target, &width, &height };

  return (! canny->is_thinned || compare (job, canny, FALSE, error))
         && launch_tiles (job, CE_CUDA_KERNEL_classes, &canny->bits, FALSE, args, error);
}

/* Thins to magnitudes and writes them, or all magnitudes, to the result. */
static gboolean
show (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  return ce_cuda_show_thinned (job, rows, render->plan, error);
}

/* Thins to bits, unless an earlier render left thinned magnitudes. */
static gboolean
thin (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  Canny *canny = render->data;

  canny->is_thinned = ce_cuda_is_thinned (job, render->plan);

  return canny->is_thinned || ce_cuda_thin (job, rows, render->plan, &canny->bits, error);
}

/* Makes samples from bits. */
static gboolean
expand (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  if (render->plan->is_widened)
    return widen (job, rows->target, render->data, error);
  if (render->plan->params.stage == CE_STAGE_CLASSES)
    return classify (job, rows->target, render->data, error);

  return find_edges (job, render->data, rows->target, error);
}

/* Fills in the passes of Canny, with known thresholds, and reserves the bitmaps between them. */
gboolean
ce_cuda_set_canny (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  const CePlan  *plan = render->plan;
  const gboolean shows = plan->params.stage == CE_STAGE_THINNED || plan->params.stage == CE_STAGE_MAGNITUDE;
  Canny         *canny;

  if (plan->params.stage < CE_STAGE_THINNED && ! plan->finds_middles)
    {
      ce_cuda_set_stage (render);
      return TRUE;
    }

  canny = g_new0 (Canny, 1);
  canny->plan = plan;
  render->data = canny;
  render->n_passes = shows ? 1 : 2;
  render->passes[0].func = shows ? show : thin;
  render->passes[1] = (CeCudaPass) { expand, TRUE };

  return shows || reserve_bits (job, &canny->bits, error);
}
