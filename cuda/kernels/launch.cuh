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

/* The rows of this block: from x to y - 1. */
static __device__ __forceinline__ int2
rows_of_block (const CeCudaLaunch &p)
{
  int y = p.y0 + (int) blockIdx.y * p.rows;

  return make_int2 (y, min (y + p.rows, p.y1));
}

#endif
