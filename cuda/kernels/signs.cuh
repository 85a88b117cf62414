/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A word holds the signs of four differences, one byte per pixel: the highest bit of a byte is the sign of a float, and its
 * other bits are undefined unless a function says more.
 */
#ifndef CE_CUDA_SIGNS_CUH
#define CE_CUDA_SIGNS_CUH

#include "instructions.cuh"

#define SIGNS 0x80808080u

/* Returns the highest bytes of four floats. */
static __device__ __forceinline__ unsigned
signs_of (float a, float b, float c, float d)
{
  return __byte_perm (__byte_perm (__float_as_uint (a), __float_as_uint (b), 0x0073),
                      __byte_perm (__float_as_uint (c), __float_as_uint (d), 0x0073), 0x5410);
}

/* Returns the signs of four pixels, the first in the lowest bit. The product moves them side by side; its terms do not
 * overlap. */
static __device__ __forceinline__ unsigned
signs_to_bits (unsigned v)
{
  return ((v & SIGNS) * 0x00204081u) >> 28;
}

/* Returns signs that are set where four of @a are more than @b. */
static __device__ __forceinline__ unsigned
signs_of_above (const float *a, float b)
{
  return signs_of (b - a[0], b - a[1], b - a[2], b - a[3]);
}

/* Return signs that are set where four of @a are more than those of @b, or not less. They compare, because infinite levels
 * have no difference. */
static __device__ __forceinline__ unsigned
signs_of_more (const float *a, const float *b)
{
  return signs_of (mask_of_more (a[0], b[0]), mask_of_more (a[1], b[1]), mask_of_more (a[2], b[2]),
                   mask_of_more (a[3], b[3]));
}

static __device__ __forceinline__ unsigned
signs_of_not_less (const float *a, const float *b)
{
  return signs_of (mask_of_not_less (a[0], b[0]), mask_of_not_less (a[1], b[1]), mask_of_not_less (a[2], b[2]),
                   mask_of_not_less (a[3], b[3]));
}

#endif
