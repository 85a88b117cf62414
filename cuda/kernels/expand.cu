/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * These kernels make samples from bits: Canny's edges at the end of hysteresis, and its classes without hysteresis.
 */
#include "hysteresis.cuh"
#include "tile.cuh"

/* Returns which of a tile's @n pieces have been united with a strong pixel. */
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

/* Returns whether a border pixel belongs to one of @pieces. */
static __device__ __forceinline__ unsigned
is_of (unsigned long long pieces, unsigned label)
{
  return label != NO_LABEL ? (unsigned) (pieces >> label) & 1 : 0;
}

/* Returns the strong pixels of a tile: @s, which flooding it has found, and the @pieces that other tiles made strong. */
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

/* Ends hysteresis for this warp's tile: stores edges as samples or, without a target, as bits. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_edges (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaTarget target, int width, int height)
{
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  long long tile = (long long) blockIdx.y * bits.tiles_x + tile_x;
  unsigned *strong = (unsigned *) bits.strong + tile * 32 + (threadIdx.x & 31);
  unsigned  n, s;

  unsigned long long pieces;

  after_the_kernel_before ();
  if (tile_x >= bits.tiles_x)
    return;

  s = *strong;
  n = bits.open[tile];
  pieces = n ? strong_pieces (bits, tile, n) : 0;
  if (pieces)
    s = flood_again (bits, tile, pieces, s);
  if (target.data)
    store_tile<false> (target, width, height, tile_x, (int) blockIdx.y, 0, s);
  else if (pieces)
    *strong = s;
}

/* Stores the classes as thinning left them. */
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
