/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Automatic thresholds (N. Otsu, A Threshold Selection Method from Gray-Level Histograms, 1979, or a share of the pixels)
 * come from a histogram, which is complete when every magnitude has been looked at; then each has to be looked at again. So
 * thinning leaves them, to be counted and then compared, or shown: see kept.cuh.
 */
#include "hysteresis.cuh"
#include "kept.cuh"

#define BINS 2048

/* Rows of @levels, @width wide, which are halves, @unit being a level: all, or what is kept. A warp has so many columns, and
 * takes rows in turn. What is not to be counted is made no number; with it goes to the last bin, of which each lane has one,
 * whatever is too large, and it is taken away again in the end. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_COUNTING, BLOCKS / 2)
ce_cuda_count (const __grid_constant__ CeCudaLevels levels, CeCudaPtr bins, int width, int y0, int y1, float unit, int all)
{
  __shared__ unsigned counts[BINS + 31];
  const int           lane = threadIdx.x & 31;
  const int           x = CE_CUDA_COUNTED_COLUMNS * blockIdx.x + 8 * lane;
  const unsigned      beyond = 255u << clamp (width - x, 0, 8) & 255;
  const float         last = (BINS - 1 + lane) * unit, to_bins = 8388608.0f * unit;
  unsigned            not_counted = 0;

  for (int i = threadIdx.x; i < BINS + 31; i += CE_CUDA_COUNTING)
    counts[i] = 0;
  __syncthreads ();
  after_the_kernel_before ();

  for (int y = y0 + blockIdx.y * (CE_CUDA_COUNTING / 32) + (threadIdx.x >> 5); x < width && y < y1;
       y += gridDim.y * (CE_CUDA_COUNTING / 32))
    {
      const uint4 eight = *(const uint4 *) (row_of (levels.data, levels.stride, y) + 2 * x);
      unsigned    half[4] = { eight.x, eight.y, eight.z, eight.w };

#pragma unroll
      for (int i = 0; i < 4; i++)
        half[i] = all ? half[i] & 0x7fff7fffu : half[i] | masks_of_pair (half[i]);
      if (beyond)
#pragma unroll
        for (int i = 0; i < 4; i++)
          half[i] |= (beyond >> 2 * i & 1 ? 0xffffu : 0) | (beyond >> 2 * i & 2 ? 0xffff0000u : 0);
      not_counted += __popc ((__byte_perm (half[0], half[1], 0x7531) & SIGNS)
                             | (__byte_perm (half[2], half[3], 0x7531) & SIGNS) >> 1);
#pragma unroll
      for (int i = 0; i < 8; i++)
        {
          const float level = i % 2 ? pair_high (half[i / 2]) : pair_low (half[i / 2]);
          const float bin = __fadd_rz (fminf (level, last), to_bins);   /* in its last bits */

          atomicAdd (counts + (__float_as_uint (bin) - __float_as_uint (to_bins)), 1u);
        }
    }
  atomicAdd (counts + BINS - 1 + lane, 0u - not_counted);
  __syncthreads ();

  for (int i = threadIdx.x; i < BINS + 31; i += CE_CUDA_COUNTING)
    if (counts[i])
      atomicAdd ((unsigned long long *) bins + (i < BINS ? i : BINS - 1), (unsigned long long) counts[i]);
}

/* Rows of @levels, which are to be shown, times @scale, as levels up to @most; 0 where thinning does not keep a pixel. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_COUNTING)
ce_cuda_show (const __grid_constant__ CeCudaLevels levels, const __grid_constant__ CeCudaTarget target,
              int width, int y0, int y1, float scale, int l1, float most)
{
  after_the_kernel_before ();
  for (int y = y0 + blockIdx.x; y < y1; y += gridDim.x)
    for (int x = 4 * threadIdx.x; x < width; x += 4 * CE_CUDA_COUNTING)
      {
        const unsigned char *row = row_of (levels.data, levels.stride, y) + 2 * x;
        const uint2          upper = *(const uint2 *) row, lower = *(const uint2 *) (row + levels.stride / 2);
        float                level[4] = { __uint_as_float (__byte_perm (lower.x, upper.x, 0x5410)),
                                          __uint_as_float (__byte_perm (lower.x, upper.x, 0x7632)),
                                          __uint_as_float (__byte_perm (lower.y, upper.y, 0x5410)),
                                          __uint_as_float (__byte_perm (lower.y, upper.y, 0x7632)) };

#pragma unroll
        for (int i = 0; i < 4; i++)
          {
            float m = level[i] > 0 ? level[i] * scale : 0.0f;

            m = l1 ? m : ce_sqrt (m);
            level[i] = m < most ? m : most;
          }
        store_levels (target, target.data, x, y, level);
      }
}
