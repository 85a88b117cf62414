/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The signs of differences as words: a byte per pixel, whose highest bit is the
 * sign of a float or a half. Its other bits mean nothing, unless said.
 */
#ifndef CE_CUDA_SIGNS_CUH
#define CE_CUDA_SIGNS_CUH

#include "instructions.cuh"

#define SIGNS 0x80808080u

/* The highest bytes of four floats. */
static __device__ __forceinline__ unsigned
signs_of (float a, float b, float c, float d)
{
  return __byte_perm (__byte_perm (__float_as_uint (a), __float_as_uint (b), 0x0073),
                      __byte_perm (__float_as_uint (c), __float_as_uint (d), 0x0073), 0x5410);
}

/* Bytes of 255 where floats are negative, else 0. */
static __device__ __forceinline__ unsigned
masks_of (float a, float b, float c, float d)
{
  return __byte_perm (permute_signs<0x00fb> (__float_as_uint (a), __float_as_uint (b)),
                      permute_signs<0x00fb> (__float_as_uint (c), __float_as_uint (d)), 0x5410);
}

/* Of four pairs, those in the lower halves, then those in the upper. */
static __device__ __forceinline__ void
signs_of_pairs (const unsigned pair[4], unsigned v[2])
{
  unsigned first = __byte_perm (pair[0], pair[1], 0x7351);
  unsigned last = __byte_perm (pair[2], pair[3], 0x7351);

  v[0] = __byte_perm (first, last, 0x5410);
  v[1] = __byte_perm (first, last, 0x7632);
}

/* The signs of four pixels, the first in the lowest bit. Multiplying moves them side by side; no two products meet. */
static __device__ __forceinline__ unsigned
signs_to_bits (const unsigned (&v)[1])
{
  return ((v[0] & SIGNS) * 0x00204081u) >> 28;
}

/* The same of eight. */
static __device__ __forceinline__ unsigned
signs_to_bits (const unsigned (&v)[2])
{
  unsigned first = (v[0] & SIGNS) * 0x00204081u;
  unsigned last = (v[1] & SIGNS) * 0x00204081u;

  return __funnelshift_l (first, last >> 28, 4);
}

/* Where four of @a are less than those of @b. A difference is only 0 if both are equal; it says nothing of numbers that
 * are not finite. */
static __device__ __forceinline__ unsigned
signs_of_less (const float *a, const float *b)
{
  return signs_of (a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]);
}

/* Where four of @a are more than those of @b, or as much: of any floats. */
static __device__ __forceinline__ unsigned
signs_of_any_more (const float *a, const float *b)
{
  return signs_of (mask_of_more (a[0], b[0]), mask_of_more (a[1], b[1]), mask_of_more (a[2], b[2]),
                   mask_of_more (a[3], b[3]));
}

static __device__ __forceinline__ unsigned
signs_of_any_not_less (const float *a, const float *b)
{
  return signs_of (mask_of_not_less (a[0], b[0]), mask_of_not_less (a[1], b[1]), mask_of_not_less (a[2], b[2]),
                   mask_of_not_less (a[3], b[3]));
}

/* Differences of W times four pixels from others. */
template <int W>
struct Signs
{
  unsigned v[W];

  /* a < b */
  __device__ __forceinline__ void
  less (const float *a, const float *b)
  {
#pragma unroll
    for (int i = 0; i < W; i++)
      v[i] = signs_of_less (a + 4 * i, b + 4 * i);
  }

  /* a > b */
  __device__ __forceinline__ void
  more (const float *a, float b)
  {
#pragma unroll
    for (int i = 0; i < W; i++)
      v[i] = signs_of (b - a[4 * i], b - a[4 * i + 1], b - a[4 * i + 2], b - a[4 * i + 3]);
  }

  /* The pixels to the right or left; @difference is the one that is missing. */
  __device__ __forceinline__ Signs
  after (float difference) const
  {
    Signs out;

#pragma unroll
    for (int i = 0; i < W; i++)
      out.v[i] = i < W - 1 ? __byte_perm (v[i], v[(i + 1) % W], 0x4321)
                           : __byte_perm (v[i], __float_as_uint (difference), 0x7321);

    return out;
  }

  __device__ __forceinline__ Signs
  before (float difference) const
  {
    Signs out;

#pragma unroll
    for (int i = 0; i < W; i++)
      out.v[i] = __byte_perm (i ? v[(i + W - 1) % W] : __float_as_uint (difference), v[i], 0x6543);

    return out;
  }

  /* a > b, after less(), if differences are never between 0 and 2: their
   * second bit, the highest of the exponent, then says that they are not 0. */
  __device__ __forceinline__ unsigned
  more_than_0 (int i) const
  {
    return (v[i] + v[i]) & ~v[i];
  }
};

#endif
