/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A kernel of warps, and the rows that a block computes.
 */
#ifndef CE_CUDA_LAUNCH_CUH
#define CE_CUDA_LAUNCH_CUH

#include "instructions.cuh"
#include "kernels.h"

/* A kernel whose blocks are warps, each for itself; @warps of a processor at least. The rest is its function. */
#define DEFINE_KERNEL(name, warps, ...)                                         \
  extern "C" __global__ void __launch_bounds__ (32, warps)                      \
  ce_cuda_ ## name (const __grid_constant__ CeCudaLaunch p)                      \
  {                                                                             \
    __VA_ARGS__ (p);                                                            \
  }

/* Of rows @y0 to @y1 - 1, those of the block that is @number in its column: from x to y - 1. */
static __device__ __forceinline__ int2
share_of (const CeCudaShares &shares, int number, int y0, int y1)
{
  int rows = shares.rows[0];

#pragma unroll
  for (int i = 1; i < CE_CUDA_SHARES; i++)
    if (number >= shares.parts)
      {
        number -= shares.parts;
        y0 += shares.parts * rows;
        rows = shares.rows[i];
      }
  y0 += number * rows;

  return make_int2 (y0, min (y0 + rows, y1));
}

#endif
