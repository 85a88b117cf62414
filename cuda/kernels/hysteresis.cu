/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exact hysteresis in three launches for any image: a weak pixel is an edge if
 * a chain of weak pixels of any length leads to a strong one. The tiles are those
 * of Y. Luo and R. Duraiswami, Canny Edge Detection on NVIDIA CUDA, 2008, and of
 * J. Lam, Edge Detection - Canny Filter Implementation, 2021, who pass over them a
 * number of times. Union-find on the tiles' borders replaces these passes, as V.
 * Oliveira and R. Lotufo label components on GPUs, 2010.
 *
 * 1. ce_cuda_flood: inside each tile of 32 x 32 pixels the strong bits flood
 *    the weak ones. Each connected piece that stays weak and touches the tile's
 *    border gets a node; a piece that does not touch it can never become an edge.
 * 2. ce_cuda_merge: pieces that touch across tile borders are united, and
 *    those that touch a strong pixel are united with node 0 (union-find by
 *    atomic minimum: nodes only ever point to smaller ones, so the result
 *    does not depend on the order of threads).
 * 3. ce_cuda_edges: pieces whose root is 0 are flooded as strong, and samples
 *    are stored or, where edges become lines, bits.
 *
 * A warp has a tile, one row per lane. A tile has 64 nodes, because at most 62
 * pieces touch its border: two of them cannot be next to each other.
 * Labels of the border pixels: four bytes per lane, for the lane's column of
 * the top and of the bottom row, and for the lane's row of the left and of
 * the right column; 255 where there is none.
 */
#include "hysteresis.cuh"

static __device__ __forceinline__ unsigned
pack_labels (unsigned top, unsigned bottom, unsigned left, unsigned right)
{
  return top | bottom << 8 | left << 16 | right << 24;
}

/* Numbers the pieces of @rest that touch the tile's border. */
static __device__ __forceinline__ unsigned
label_border (unsigned rest, int lane, unsigned *n_labels)
{
  unsigned border = lane == 0 || lane == 31 ? ALL : 0x80000001u;
  unsigned all = rest;
  unsigned top = NO_LABEL, bottom = NO_LABEL, left = NO_LABEL, right = NO_LABEL;
  unsigned n = 0;
  unsigned rows;

  while ((rows = __ballot_sync (ALL, (rest & border) != 0)) != 0)
    {
      unsigned seed = rest & border;
      unsigned piece = flood (all, lane == __ffs (rows) - 1 ? seed & -seed : 0);
      unsigned top_row = __shfl_sync (ALL, piece, 0);
      unsigned bottom_row = __shfl_sync (ALL, piece, 31);

      top = (top_row >> lane) & 1 ? n : top;
      bottom = (bottom_row >> lane) & 1 ? n : bottom;
      left = piece & 1 ? n : left;
      right = piece >> 31 ? n : right;
      rest &= ~piece;
      n++;
    }

  *n_labels = n;
  return pack_labels (top, bottom, left, right);
}

/* Returns the columns of a row of a tile that are inside the image. */
static __device__ __forceinline__ unsigned
columns_inside (int tile_x, int width)
{
  return ALL >> max (32 * (tile_x + 1) - width, 0);
}

/* Floods a tile whose bits are @w and @s, which are in the bitmaps already if @THERE. */
template <bool THERE>
static __device__ __forceinline__ void
flood_tile (const CeCudaBits &bits, int width, int height, unsigned tile, int tile_x, int tile_y, unsigned w, unsigned s)
{
  int      lane = threadIdx.x & 31;
  unsigned row = tile * 32 + lane;
  unsigned before = s, n = 0;

  if (! THERE || tile_x == bits.tiles_x - 1 || tile_y == bits.tiles_y - 1)
    {
      /* The bits beyond the image are undefined. */
      w = tile_y * 32 + lane < height ? w & columns_inside (tile_x, width) : 0;
      s &= w;
      ((unsigned *) bits.weak)[row] = w;
    }

  if (__any_sync (ALL, w != s))
    {
      unsigned labels;

      if (__any_sync (ALL, s != 0))
        s = flood (w, s);
      labels = label_border (w & ~s, lane, &n);
      if (n)
        ((unsigned *) bits.labels)[row] = labels;
    }

  if (! THERE || s != before)
    ((unsigned *) bits.strong)[row] = s;
  for (unsigned i = lane; i < n; i += 32)
    ((unsigned *) bits.parents)[tile * NODES + 1 + i] = tile * NODES + 1 + i;
  if (lane == 0)
    bits.open[tile] = (unsigned char) n;
  if (row == 0)
    *(unsigned *) bits.parents = 0;
}

/* Floods bitmaps; a warp has a tile. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS, BLOCKS)
ce_cuda_flood (const __grid_constant__ CeCudaBits bits, int width, int height)
{
  int      tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  int      tile_y = (int) blockIdx.y;
  unsigned tile = (unsigned) tile_y * bits.tiles_x + tile_x;
  unsigned row = tile * 32 + (threadIdx.x & 31);

  let_the_next_kernel_start ();
  after_the_kernel_before ();
  if (tile_x < bits.tiles_x)
    flood_tile<true> (bits, width, height, tile, tile_x, tile_y, ((const unsigned *) bits.weak)[row],
                      ((const unsigned *) bits.strong)[row]);
}

/* Compares the thinned magnitudes of a tile: a lane reads a column and ends with the bits of a row. */
static __device__ __forceinline__ void
compare_tile (const CeCudaLevels &levels, int width, int height, int tile_x, int tile_y, float low, float high,
              unsigned *w, unsigned *s)
{
  const int lane = threadIdx.x & 31;
  const int x = 32 * tile_x + lane;

#pragma unroll 8
  for (int i = 0; i < 32; i++)
    {
      const int    y = 32 * tile_y + i;
      const float *row = (const float *) row_of (levels.data, levels.stride, y);
      const float  m = x < width && y < height ? row[x] : 0.0f;
      unsigned     weak = __ballot_sync (ALL, m > low), strong = __ballot_sync (ALL, m > high);

      *w = lane == i ? weak : *w;
      *s = lane == i ? strong : *s;
    }
}

/* Compares thinned magnitudes with thresholds that are known now, and floods their bits if @floods. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS, BLOCKS * 3 / 4)
ce_cuda_flood_thinned (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaLevels levels,
                    int width, int height, float low, float high, int floods)
{
  int      tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  int      tile_y = (int) blockIdx.y;
  unsigned tile = (unsigned) tile_y * bits.tiles_x + tile_x;
  unsigned row = tile * 32 + (threadIdx.x & 31);
  unsigned w = 0, s = 0;

  let_the_next_kernel_start ();
  if (tile_x >= bits.tiles_x)
    return;

  compare_tile (levels, width, height, tile_x, tile_y, low, high, &w, &s);
  if (floods)
    flood_tile<false> (bits, width, height, tile, tile_x, tile_y, w, s);
  else
    {
      ((unsigned *) bits.weak)[row] = w;
      ((unsigned *) bits.strong)[row] = s;
    }
}
