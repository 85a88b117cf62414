/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a pixel is in the bitmaps.
 */
#ifndef CE_CUDA_BITS_CUH
#define CE_CUDA_BITS_CUH

#include "kernels.h"

/* The byte of eight pixels from column @x, a multiple of eight, on. */
static __device__ __forceinline__ unsigned
byte_of_bits (const CeCudaBits &bits, int x, int y)
{
  return (((unsigned) (y >> 5) * bits.tiles_x + (x >> 5)) * 32 + (y & 31)) * 4 + ((x >> 3) & 3);
}

/* Bytes from there to the row below. */
static __device__ __forceinline__ unsigned
step_of_bits (const CeCudaBits &bits, int y)
{
  return (y & 31) == 31 ? 4 + 128 * (bits.tiles_x - 1) : 4;
}

#endif
