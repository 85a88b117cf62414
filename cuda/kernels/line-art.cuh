/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The planes of line art, and its result.
 */
#ifndef CE_CUDA_LINE_ART_CUH
#define CE_CUDA_LINE_ART_CUH

#include "load.cuh"

#include "engine/line-art.h"

static __device__ __forceinline__ float *
floats_at (CeCudaPtr plane, long long stride, int y)
{
  return (float *) row_of (plane, stride, y);
}

static __device__ __forceinline__ float2 *
tangents_at (const CeCudaArt &p, int y)
{
  return (float2 *) row_of (p.tangents, 2 * p.stride, y);
}

/* Stores the level of one pixel as store_levels() does. */
static __device__ __forceinline__ void
store_level (const CeCudaTarget &t, int x, int y, float level)
{
  unsigned char *row = t.data + y * t.stride;
  const float    v = t.samples == CE_CUDA_PLANE ? level : __fmaf_rn (t.sign, level, t.offset);

  if (t.samples == CE_CUDA_U8)
    row[x] = (unsigned char) level_to_bits (v);
  else if (t.samples == CE_CUDA_U16)
    ((unsigned short *) row)[x] = (unsigned short) word_of_level (v);
  else
    ((float *) row)[x] = t.samples == CE_CUDA_F32 ? level_to_float (v) : v;
}

#endif
