/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the samples of an image to levels of the signals that are filtered.
 */
#ifndef CE_CUDA_LOAD_CUH
#define CE_CUDA_LOAD_CUH

#include "engine/arithmetic.h"
#include "kernels.h"

static __device__ __forceinline__ int
clamp (int v, int low, int high)
{
  return min (max (v, low), high);
}

template <int C, bool F>
static __device__ __forceinline__ float
sample (const unsigned char *row, int x, int channel)
{
  if (F)
    return ce_level_from_float (((const float *) row)[(long long) x * C + channel]);

  return (float) row[(long long) x * C + channel];
}

/* Four pixels that begin at a multiple of four and lie inside the image. */
template <int C, bool F>
static __device__ __forceinline__ void
four_pixels (const unsigned char *row, int x, float c[4][4])
{
  if (F)
    {
      const float4 *from = (const float4 *) (row + (long long) x * C * 4);
      float         v[4 * C];

#pragma unroll
      for (int i = 0; i < C; i++)
        *(float4 *) &v[4 * i] = from[i];
#pragma unroll
      for (int i = 0; i < 4 * C; i++)
        c[i / C][i % C] = ce_level_from_float (v[i]);
    }
  else
    {
      const unsigned *from = (const unsigned *) (row + (long long) x * C);
      unsigned        v[C];

      if (C == 2)
        *(uint2 *) v = *(const uint2 *) from;
      else if (C == 4)
        *(uint4 *) v = *(const uint4 *) from;
      else
#pragma unroll
        for (int i = 0; i < C; i++)
          v[i] = from[i];
#pragma unroll
      for (int i = 0; i < 4 * C; i++)
        c[i / C][i % C] = (float) ((v[i / 4] >> (8 * (i % 4))) & 255);
    }
}

/* The signals of one pixel of @channels samples. */
static __device__ __forceinline__ void
signals_of (const CeCudaSource &s, int channels, const float c[4], float &first, float &second)
{
  float alpha = channels == 2 ? c[1] : channels == 4 ? c[3] : 255.0f;
  float value;

  if (s.channel < 0)
    value = channels >= 3 ? ce_luma (c[0], c[1], c[2], s.wr, s.wb) : c[0];
  else
    value = s.channel == 0 || channels == 1 ? c[0]
            : s.channel == 1 || channels == 2 ? c[1]
            : s.channel == 2 || channels == 3 ? c[2] : c[3];

  second = alpha;
  if (s.cover == CE_CUDA_COVER_NONE)
    first = value;
  else if (s.cover == CE_CUDA_COVER_SIGNALS)
    first = ce_luma_covered (value, alpha);
  else
    {
      float weight = alpha / 255.0f;

      first = s.cover == CE_CUDA_COVER_PRODUCT ? value * weight : weight;
    }
}

template <int C, bool F>
static __device__ __forceinline__ void
four_signals_as (const CeCudaSource &s, int x, int y, float first[4], float second[4])
{
  const unsigned char *row = s.data + y * s.stride;
  float                c[4][4];

  if (x >= 0 && x + 4 <= s.width)
    four_pixels<C, F> (row, x, c);
  else
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int channel = 0; channel < C; channel++)
        c[i][channel] = sample<C, F> (row, clamp (x + i, 0, s.width - 1), channel);

#pragma unroll
  for (int i = 0; i < 4; i++)
    signals_of (s, C, c[i], first[i], second[i]);
}

static __device__ __forceinline__ void
four_plane_levels (const unsigned char *data, const CeCudaSource &s, int x, int y, float v[4])
{
  const float *row = (const float *) (data + y * s.stride);

  if (x >= 0 && x + 4 <= s.width)
    *(float4 *) v = *(const float4 *) (row + x);
  else
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = row[clamp (x + i, 0, s.width - 1)];
}

/* The signals of four pixels from (x, y), x a multiple of four, y inside the
 * image; columns outside it repeat the nearest inside. */
template <int N>
static __device__ __forceinline__ void
four_signals (const CeCudaSource &s, int x, int y, float first[4], float second[4])
{
  if (s.samples == CE_CUDA_PLANE)
    {
      four_plane_levels (s.data, s, x, y, first);
      if (N == 2)
        four_plane_levels (s.second, s, x, y, second);
      return;
    }

  switch (s.channels * 2 + (s.samples == CE_CUDA_F32))
    {
    case 2: four_signals_as<1, false> (s, x, y, first, second); break;
    case 3: four_signals_as<1, true> (s, x, y, first, second); break;
    case 4: four_signals_as<2, false> (s, x, y, first, second); break;
    case 5: four_signals_as<2, true> (s, x, y, first, second); break;
    case 6: four_signals_as<3, false> (s, x, y, first, second); break;
    case 7: four_signals_as<3, true> (s, x, y, first, second); break;
    case 8: four_signals_as<4, false> (s, x, y, first, second); break;
    default: four_signals_as<4, true> (s, x, y, first, second); break;
    }
}

/* Writes one level; a plane takes it as it is. */
static __device__ __forceinline__ void
store_level (const CeCudaTarget &t, unsigned char *data, int x, int y, float level)
{
  unsigned char *row = data + y * t.stride;

  if (t.samples == CE_CUDA_PLANE)
    {
      ((float *) row)[x] = level;
      return;
    }

  if (t.inverted)
    level = 255.0f - level;
  if (t.samples == CE_CUDA_U8)
    row[x] = ce_level_to_u8 (level);
  else
    ((float *) row)[x] = ce_level_to_float (level);
}

#endif
