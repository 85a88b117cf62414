/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Functions that the rungs' kernels share. Block sizes are template arguments; a kernel's name ends in its block's side.
 */
#ifndef LADDER_KERNELS_CUH
#define LADDER_KERNELS_CUH

typedef unsigned char u8;

/* A pixel for each thread, in square blocks. */
#define LADDER_X(B) ((int) (blockIdx.x * (B) + threadIdx.x))
#define LADDER_Y(B) ((int) (blockIdx.y * (B) + threadIdx.y))

/* NAME, for blocks of 8, 16, 24 and 32 squared, of a template of the same name. */
#define LADDER_KERNEL(B, name, parameters, arguments) \
  extern "C" __global__ void __launch_bounds__ ((B) * (B)) ladder_ ## name ## _ ## B parameters { name<B> arguments; }
#define LADDER_BLOCKS(name, parameters, arguments) \
  LADDER_KERNEL (8, name, parameters, arguments)   \
  LADDER_KERNEL (16, name, parameters, arguments)  \
  LADDER_KERNEL (24, name, parameters, arguments)  \
  LADDER_KERNEL (32, name, parameters, arguments)

static __device__ __forceinline__ size_t
ladder_at (int width, int x, int y)
{
  return (size_t) y * width + x;
}

static __device__ __forceinline__ int
ladder_clamp (int i, int n)
{
  return min (max (i, 0), n - 1);
}

#endif
