/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges become lines by a dilation with a disc, on the bits of tiles. A warp has a tile, and a lane has one row of it.
 */
#include "hysteresis.cuh"
#include "tile.cuh"

/* Returns the strong pixels of row @y in the column of tiles @tile_x, none beyond the image. */
static __device__ __forceinline__ unsigned
edge_word (const CeCudaBits &bits, int width, int height, int tile_x, int y)
{
  long long tile = (long long) (y >> 5) * bits.tiles_x + tile_x;
  int       left = width - 32 * tile_x;

  if (y < 0 || y >= height || tile_x < 0 || tile_x >= bits.tiles_x)
    return 0;

  return ((const unsigned *) bits.strong)[tile * 32 + (y & 31)] & (left < 32 ? (1u << left) - 1 : ALL);
}

/* Widens each edge of 96 columns to the columns @first to @last beside it, by doubling. Returns the middle 32 columns. */
static __device__ __forceinline__ unsigned
smear (unsigned left, unsigned middle, unsigned right, int first, int last)
{
  unsigned long long v = (unsigned long long) middle << 32 | left;
  int                n = last - first + 1;

  if (first < 0)
    v = v >> -first | (unsigned long long) right << (64 + first);
  for (int there = 1, by; there < n; there += by)
    {
      by = min (there, n - there);
      v |= v << by;
    }

  return (unsigned) (v >> 32);
}

/* Writes a tile of lines to the target. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_widen (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaTarget target,
               int width, int height, const __grid_constant__ CeCudaDisc disc)
{
  int      tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  int      tile_y = (int) blockIdx.y;
  unsigned lines = 0;

  if (tile_x >= bits.tiles_x)
    return;

  for (int j = disc.lo; j <= disc.hi; j++)
    {
      int      y = 32 * tile_y + (int) (threadIdx.x & 31) - j;
      int      reach = disc.reach[j - disc.lo];
      unsigned left = edge_word (bits, width, height, tile_x - 1, y);
      unsigned middle = edge_word (bits, width, height, tile_x, y);
      unsigned right = edge_word (bits, width, height, tile_x + 1, y);

      if (left | middle | right)
        lines |= smear (left, middle, right, disc.lo + disc.hi - reach, reach);
    }
  store_tile<false> (target, width, height, tile_x, tile_y, 0, lines);
}
