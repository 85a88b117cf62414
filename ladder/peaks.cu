/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures the device's peak rates, for the roofline (Williams, Waterman, Patterson 2009).
 */
#include "kernels.cuh"

/* Two peaks of the roofline: 8 independent chains of a product and a sum for each thread, fused and not. */
template <bool fused>
static __device__ __forceinline__ void
peak (float *out, int n)
{
  float sums[8], factor = 0.999f;

  for (int i = 0; i < 8; i++)
    sums[i] = (float) (threadIdx.x + i);
  for (int j = 0; j < n; j++)
#pragma unroll
    for (int i = 0; i < 8; i++)
      sums[i] = fused ? __fmaf_rn (sums[i], factor, 0.5f) : __fadd_rn (__fmul_rn (sums[i], factor), 0.5f);
  for (int i = 1; i < 8; i++)
    sums[0] += sums[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sums[0];
}

extern "C" __global__ void
ladder_peak_fused (float *out, int n)
{
  peak<true> (out, n);
}

extern "C" __global__ void
ladder_peak_separate (float *out, int n)
{
  peak<false> (out, n);
}
