/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launching hysteresis: the kernels of hysteresis.cu and what follows it.
 */
#include "job.h"

#define TILE CE_CUDA_TILE
#define NODES CE_CUDA_TILE_NODES
#define WARPS CE_CUDA_TILE_WARPS

/* Bitmaps and what hysteresis needs share a buffer, because every reservation has a cost of its own. */
gboolean
ce_cuda_reserve_bits (CeCudaJob *job, CeCudaBits *bits, GError **error)
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

/* Queues a kernel with a warp for each tile. */
static gboolean
launch_tiles (CeCudaJob *job, CeCudaKernel kernel, const CeCudaBits *bits, void **args, GError **error)
{
  return ce_cuda_launch_next (job, kernel, (guint) (bits->tiles_x + WARPS - 1) / WARPS, (guint) bits->tiles_y, 32 * WARPS,
                              args, error);
}

/* Queues hysteresis within tiles. */
static gboolean
flood (CeCudaJob *job, CeCudaBits *bits, GError **error)
{
  int   width = job->source->view.width;
  int   height = job->source->view.height;
  void *args[] = { bits, &width, &height };

  return launch_tiles (job, CE_CUDA_KERNEL_flood, bits, args, error);
}

/* The same from magnitudes that were kept, with the thresholds of @plan; unless @floods, only the bits of weak and strong
 * pixels. */
gboolean
ce_cuda_flood_magnitudes (CeCudaJob *job, const CePlan *plan, CeCudaBits *bits, int floods, GError **error)
{
  int   width = job->source->view.width;
  int   height = job->source->view.height;
  float low = plan->low, high = plan->high;
  void *args[] = { bits, &job->thinned.levels, &width, &height, &low, &high, &floods };

  return ce_cuda_launch (job, CE_CUDA_KERNEL_flood_thinned, (guint) (bits->tiles_x + WARPS - 1) / WARPS,
                         (guint) bits->tiles_y, 1, 32 * WARPS, 1, 0, args, error);
}

/* Hysteresis: of what was kept if there is a plan, else of bits; to samples, or to bits if there is no target. */
gboolean
ce_cuda_find_edges (CeCudaJob *job, const CePlan *thinned, CeCudaBits *bits, CeCudaTarget target, GError **error)
{
  int   width = job->source->view.width;
  int   height = job->source->view.height;
  void *args[] = { bits, &target, &width, &height };

  return (thinned ? ce_cuda_flood_magnitudes (job, thinned, bits, TRUE, error) : flood (job, bits, error))
         && launch_tiles (job, CE_CUDA_KERNEL_merge, bits, args, error)
         && launch_tiles (job, CE_CUDA_KERNEL_edges, bits, args, error);
}
