/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From bits to samples: Canny's edges, at the end of hysteresis, and its
 * classes, without it.
 */
#include "hysteresis.cuh"
#include "tile.cuh"

/* Which of a tile's @n pieces have been united with a strong pixel. */
static __device__ __forceinline__ unsigned long long
strong_pieces (const CeCudaBits &bits, long long tile, unsigned n)
{
  unsigned  lane = threadIdx.x & 31;
  unsigned *parents = (unsigned *) bits.parents;
  unsigned  first = (unsigned) (tile * NODES + 1) + lane;
  unsigned  low = __ballot_sync (ALL, lane < n && find_root (parents, first) == 0);
  unsigned  high = n > 32 ? __ballot_sync (ALL, lane + 32 < n && find_root (parents, first + 32) == 0) : 0;

  return (unsigned long long) high << 32 | low;
}

/* Whether a border pixel belongs to one of @pieces. */
static __device__ __forceinline__ unsigned
is_of (unsigned long long pieces, unsigned label)
{
  return label != NO_LABEL ? (unsigned) (pieces >> label) & 1 : 0;
}

/* The strong pixels of a tile, @s being those that flooding it has found, when
 * @pieces that other tiles made strong are flooded as well. */
static __device__ __forceinline__ unsigned
flood_again (const CeCudaBits &bits, long long tile, unsigned long long pieces, unsigned s)
{
  int      lane = threadIdx.x & 31;
  unsigned labels = ((const unsigned *) bits.labels)[tile * 32 + lane];
  unsigned w = ((const unsigned *) bits.weak)[tile * 32 + lane];
  unsigned top = __ballot_sync (ALL, is_of (pieces, labels & 255));
  unsigned bottom = __ballot_sync (ALL, is_of (pieces, (labels >> 8) & 255));
  unsigned seeds = (lane == 0 ? top : 0) | (lane == 31 ? bottom : 0);

  seeds |= is_of (pieces, (labels >> 16) & 255) | is_of (pieces, labels >> 24) << 31;

  return s | flood (w, seeds);
}

/* The end of hysteresis for all tiles, in place: a warp changes its own tile and
 * reads no other. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_settle (const __grid_constant__ CeCudaBits bits)
{
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  long long tile = (long long) blockIdx.y * bits.tiles_x + tile_x;
  unsigned *strong = (unsigned *) bits.strong + tile * 32 + (threadIdx.x & 31);
  unsigned  n;

  unsigned long long pieces;

  if (tile_x >= bits.tiles_x)
    return;

  n = bits.open[tile];
  pieces = n ? strong_pieces (bits, tile, n) : 0;
  if (pieces)
    *strong = flood_again (bits, tile, pieces, *strong);
}

/* The pieces of four tiles, of which the byte at @shift of @counts says how many the
 * one of this lane has: eight lanes look at one tile, and then at the tile's next
 * pieces. */
static __device__ __forceinline__ void
strong_pieces_of_four (const CeCudaBits &bits, unsigned first, unsigned counts, unsigned long long pieces[4])
{
  unsigned  lane = threadIdx.x & 31;
  unsigned  n = (counts >> (lane & 24)) & 255;
  unsigned *parents = (unsigned *) bits.parents;
  unsigned  nodes = (first + (lane >> 3)) * NODES + 1;

#pragma unroll
  for (int k = 0; k < 4; k++)
    pieces[k] = 0;
  for (unsigned i = lane & 7; __any_sync (ALL, i < n); i += 8)
    {
      unsigned strong = __ballot_sync (ALL, i < n && find_root (parents, nodes + i) == 0);

#pragma unroll
      for (int k = 0; k < 4; k++)
        pieces[k] |= (unsigned long long) ((strong >> (8 * k)) & 255) << (i & ~7u);
    }
}

/* The end of hysteresis for the samples that ce_cuda_flood() stored: only what has changed since, which is little. Four
 * tiles per warp. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_edges_again (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaTarget target,
                     int width, int height)
{
  unsigned first = 4 * (blockIdx.x * WARPS + (threadIdx.x >> 5));
  unsigned n_tiles = (unsigned) bits.tiles_x * bits.tiles_y;
  unsigned counts;

  unsigned long long pieces[4];

  after_the_kernel_before ();
  if (first >= n_tiles)
    return;

  counts = *(const unsigned *) (bits.open + first) & (ALL >> 8 * max ((int) (first + 4 - n_tiles), 0));
  if (counts == 0)
    return;

  strong_pieces_of_four (bits, first, counts, pieces);
#pragma unroll
  for (int k = 0; k < 4; k++)
    if (pieces[k])
      {
        unsigned tile = first + k;
        unsigned before = ((const unsigned *) bits.strong)[tile * 32 + (threadIdx.x & 31)];
        unsigned s = flood_again (bits, tile, pieces[k], before);

        store_tile<false> (target, width, height, tile % bits.tiles_x, tile / bits.tiles_x, 0, s,
                           __ballot_sync (ALL, s != before));
      }
}

/* The classes as thinning left them. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_classes (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaTarget target,
                 int width, int height)
{
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  int       tile_y = (int) blockIdx.y;
  long long word = ((long long) tile_y * bits.tiles_x + tile_x) * 32 + (threadIdx.x & 31);

  if (tile_x < bits.tiles_x)
    store_tile<true> (target, width, height, tile_x, tile_y, ((const unsigned *) bits.weak)[word],
                      ((const unsigned *) bits.strong)[word]);
}
