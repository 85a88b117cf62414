/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launching hysteresis: the kernels of hysteresis.cu and what follows it.
 */
#include "job.h"

#define TILE CE_CUDA_TILE
#define NODES CE_CUDA_TILE_NODES
#define WARPS CE_CUDA_TILE_WARPS

/* Bitmaps cover the whole image, also where it is computed in bands. */
gboolean
ce_cuda_reserve_bits (CeCudaJob *job, CeCudaBits *bits, GError **error)
{
  const CeView *view = &job->source->view;
  gsize         tiles;

  bits->tiles_x = (view->width + TILE - 1) / TILE;
  bits->tiles_y = (view->height + TILE - 1) / TILE;
  tiles = (gsize) bits->tiles_x * bits->tiles_y;
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_WEAK, tiles * TILE * sizeof (guint32), error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_STRONG, tiles * TILE * sizeof (guint32), error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_LABELS, tiles * TILE * sizeof (guint32), error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_PARENTS, (tiles * NODES + 1) * sizeof (guint32), error)
      || ! ce_cuda_reserve (job, CE_CUDA_BUFFER_OPEN, tiles, error))
    return FALSE;

  bits->weak = job->buffers[CE_CUDA_BUFFER_WEAK].data;
  bits->strong = job->buffers[CE_CUDA_BUFFER_STRONG].data;
  bits->labels = job->buffers[CE_CUDA_BUFFER_LABELS].data;
  bits->parents = job->buffers[CE_CUDA_BUFFER_PARENTS].data;
  bits->open = job->buffers[CE_CUDA_BUFFER_OPEN].data;

  return TRUE;
}

/* A kernel with a warp for each tile of some rows of tiles. */
static gboolean
launch_tiles (CeCudaJob *job, CeCudaKernel kernel, const CeCudaBits *bits, int rows, void **args, GError **error)
{
  return ce_cuda_launch_next (job, kernel, (guint) (bits->tiles_x + WARPS - 1) / WARPS, (guint) rows, 32 * WARPS,
                              args, error);
}

/* Hysteresis within the tiles of some rows; samples as they look so far are stored if
 * there is a target. */
gboolean
ce_cuda_flood (CeCudaJob *job, const CeCudaBits *all, CeCudaTarget target, int y0, int y1, GError **error)
{
  CeCudaBits bits = *all;
  int        width = job->source->view.width;
  int        height = job->source->view.height;
  int        tile_y0 = y0 / TILE;
  void      *args[] = { &bits, &target, &width, &height, &tile_y0 };

  return launch_tiles (job, target.data ? CE_CUDA_KERNEL_flood_store : CE_CUDA_KERNEL_flood, &bits,
                       (y1 + TILE - 1) / TILE - tile_y0, args, error);
}

/* Hysteresis across tiles; samples that change are stored if there is a target. */
gboolean
ce_cuda_merge (CeCudaJob *job, const CeCudaBits *all, CeCudaTarget target, GError **error)
{
  CeCudaBits bits = *all;
  int        width = job->source->view.width;
  int        height = job->source->view.height;
  guint      fours = ((guint) bits.tiles_x * (guint) bits.tiles_y + 4 * WARPS - 1) / (4 * WARPS);
  void      *args[] = { &bits, &target, &width, &height };

  return launch_tiles (job, CE_CUDA_KERNEL_merge, &bits, bits.tiles_y, args, error)
         && (! target.data
             || ce_cuda_launch_next (job, CE_CUDA_KERNEL_edges_again, fours, 1, 32 * WARPS, args, error));
}
