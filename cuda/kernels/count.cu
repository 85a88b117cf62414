/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Automatic thresholds (N. Otsu, A Threshold Selection Method from Gray-Level Histograms, 1979, or a share of the pixels)
 * need a histogram of all magnitudes before the first comparison. Thinning therefore writes magnitudes as floats, negative
 * where it suppresses a pixel; these kernels count them and show them.
 */
#include "hysteresis.cuh"

#define BINS 2048

/* Counts magnitudes, @all or those that thinning keeps; blocks take rows of @levels, @width wide, in turn. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_COUNTING, BLOCKS / 2)
ce_cuda_count (const __grid_constant__ CeCudaLevels levels, CeCudaPtr bins, int width, int y0, int y1, int l1, int all)
{
  __shared__ unsigned counts[BINS];

  for (int i = threadIdx.x; i < BINS; i += CE_CUDA_COUNTING)
    counts[i] = 0;
  __syncthreads ();
  after_the_kernel_before ();

  for (int y = y0 + blockIdx.x; y < y1; y += gridDim.x)
    for (int x = 4 * threadIdx.x; x < width; x += 4 * CE_CUDA_COUNTING)
      {
        const float4 four = *(const float4 *) (row_of (levels.data, levels.stride, y) + 4ll * x);
        const float  m[4] = { four.x, four.y, four.z, four.w };

#pragma unroll
        for (int i = 0; i < 4; i++)
          if (x + i < width && (all || m[i] > 0))
            {
              float level = ce_abs (m[i]);

              level = l1 ? level : ce_sqrt (level);
              atomicAdd (counts + (int) (level < BINS - 1 ? level : BINS - 1), 1u);
            }
      }
  __syncthreads ();

  for (int i = threadIdx.x; i < BINS; i += CE_CUDA_COUNTING)
    if (counts[i])
      atomicAdd ((unsigned long long *) bins + i, (unsigned long long) counts[i]);
}

/* Shows magnitudes up to @most, @all or 0 where thinning does not keep a pixel. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_COUNTING)
ce_cuda_show (const __grid_constant__ CeCudaLevels levels, const __grid_constant__ CeCudaTarget target,
              int width, int y0, int y1, int l1, int all, float most)
{
  after_the_kernel_before ();
  for (int y = y0 + blockIdx.x; y < y1; y += gridDim.x)
    for (int x = 4 * threadIdx.x; x < width; x += 4 * CE_CUDA_COUNTING)
      {
        const float4 four = *(const float4 *) (row_of (levels.data, levels.stride, y) + 4ll * x);
        float        level[4] = { four.x, four.y, four.z, four.w };

#pragma unroll
        for (int i = 0; i < 4; i++)
          {
            float m = all ? ce_abs (level[i]) : level[i] > 0 ? level[i] : 0.0f;

            m = l1 ? m : ce_sqrt (m);
            level[i] = m < most ? m : most;
          }
        store_levels (target, target.data, x, y, level);
      }
}
