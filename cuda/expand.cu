/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From bits to samples: Canny's edges, at the end of hysteresis, and its
 * classes, without it.
 */
#include "hysteresis.cuh"
#include "load.cuh"

/* Whether a label of this lane has been united with a strong pixel. */
static __device__ __forceinline__ bool
is_strong (const CeCudaBits &bits, long long tile, unsigned label)
{
  return label != NO_LABEL && find_root ((unsigned *) bits.parents, (unsigned) (tile * NODES + 1 + label)) == 0;
}

/* Four bits to the lowest bits of four bytes. */
static __device__ __forceinline__ unsigned
spread (unsigned bits)
{
  return ((bits & 15) * 0x00204081u) & 0x01010101u;
}

/* Eight pixels from column @x on. */
static __device__ __forceinline__ void
store_eight (const CeCudaTarget &t, int width, int x, int y, unsigned w, unsigned s)
{
  if (t.samples == CE_CUDA_U8)
    {
      unsigned flip = t.inverted ? ~0u : 0;
      uint2    out = make_uint2 ((spread (s) * 255 | spread (w) * 128) ^ flip,
                                 (spread (s >> 4) * 255 | spread (w >> 4) * 128) ^ flip);

      *(uint2 *) (row_of (t.data, t.stride, y) + x) = out;
      return;
    }

  for (int half = 0; half < 2 && x + 4 * half < width; half++)
    {
      float level[4];

#pragma unroll
      for (int j = 0; j < 4; j++)
        level[j] = (s >> (4 * half + j)) & 1 ? 255.0f : (w >> (4 * half + j)) & 1 ? 128.0f : 0.0f;
      store_levels (t, t.data, x + 4 * half, y, level);
    }
}

/* A tile, one row per lane, to samples: strong pixels get 255, others of the
 * weak ones 128 if WEAK. Four lanes write 32 pixels of a row, what memory takes
 * at once, and eight rows at a time. */
template <bool WEAK>
static __device__ __forceinline__ void
store_tile (const CeCudaTarget &t, int width, int height, int tile_x, int tile_y, unsigned weak, unsigned strong)
{
  int lane = threadIdx.x & 31;
  int shift = 8 * (lane & 3);
  int x = tile_x * 32 + shift;
  int y = tile_y * 32 + (lane >> 2);

#pragma unroll
  for (int i = 0; i < 4; i++)
    {
      unsigned s = __shfl_sync (ALL, strong, 8 * i + (lane >> 2)) >> shift;
      unsigned w = WEAK ? __shfl_sync (ALL, weak, 8 * i + (lane >> 2)) >> shift : 0;

      if (x < width && y + 8 * i < height)
        store_eight (t, width, x, y + 8 * i, w, s);
    }
}

/* Tile rows from @tile_y0 on, to the target. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_edges (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaTarget target,
               int width, int height, int tile_y0)
{
  int       lane = threadIdx.x & 31;
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  int       tile_y = tile_y0 + (int) blockIdx.y;
  long long tile = (long long) tile_y * bits.tiles_x + tile_x;
  unsigned  labels, s;

  if (tile_x >= bits.tiles_x)
    return;

  labels = ((const unsigned *) bits.labels)[tile * 32 + lane];
  s = ((const unsigned *) bits.strong)[tile * 32 + lane];

  if (__any_sync (ALL, labels != ALL))
    {
      unsigned top = __ballot_sync (ALL, is_strong (bits, tile, labels & 255));
      unsigned bottom = __ballot_sync (ALL, is_strong (bits, tile, (labels >> 8) & 255));
      unsigned seeds = (lane == 0 ? top : 0) | (lane == 31 ? bottom : 0);

      seeds |= is_strong (bits, tile, (labels >> 16) & 255) ? 1 : 0;
      seeds |= is_strong (bits, tile, labels >> 24) ? 0x80000000u : 0;
      if (__any_sync (ALL, seeds != 0))
        s |= flood (tile_y * 32 + lane < height ? ((const unsigned *) bits.weak)[tile * 32 + lane] : 0, seeds, lane);
    }

  store_tile<false> (target, width, height, tile_x, tile_y, 0, s);
}

/* The classes as thinning left them. */
extern "C" __global__ void __launch_bounds__ (32 * WARPS)
ce_cuda_classes (const __grid_constant__ CeCudaBits bits, const __grid_constant__ CeCudaTarget target,
                 int width, int height, int tile_y0)
{
  int       tile_x = blockIdx.x * WARPS + (threadIdx.x >> 5);
  int       tile_y = tile_y0 + (int) blockIdx.y;
  long long word = ((long long) tile_y * bits.tiles_x + tile_x) * 32 + (threadIdx.x & 31);

  if (tile_x < bits.tiles_x)
    store_tile<true> (target, width, height, tile_x, tile_y, ((const unsigned *) bits.weak)[word],
                      ((const unsigned *) bits.strong)[word]);
}
