/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the samples of an image to levels of the signals that are filtered,
 * and from levels back to samples.
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

/* Four pixels of a row that begin at a multiple of four inside the image. */
template <int C, bool F>
static __device__ __forceinline__ void
four_pixels (const unsigned char *row, int x, float c[4][4])
{
  if (F)
    {
      const float4 *from = (const float4 *) (row + (long long) x * C * 4);

#pragma unroll
      for (int i = 0; i < C; i++)
        {
          float4 v = from[i];

          c[(4 * i) / C][(4 * i) % C] = ce_level_from_float (v.x);
          c[(4 * i + 1) / C][(4 * i + 1) % C] = ce_level_from_float (v.y);
          c[(4 * i + 2) / C][(4 * i + 2) % C] = ce_level_from_float (v.z);
          c[(4 * i + 3) / C][(4 * i + 3) % C] = ce_level_from_float (v.w);
        }
    }
  else
    {
      const unsigned *from = (const unsigned *) (row + (long long) x * C);
      unsigned        v[C];

      if (C == 2)
        {
          uint2 both = *(const uint2 *) from;

          v[0] = both.x;
          v[1 % C] = both.y;
        }
      else if (C == 4)
        {
          uint4 all = *(const uint4 *) from;

          v[0] = all.x;
          v[1 % C] = all.y;
          v[2 % C] = all.z;
          v[3 % C] = all.w;
        }
      else
#pragma unroll
        for (int i = 0; i < C; i++)
          v[i] = from[i];
#pragma unroll
      for (int i = 0; i < 4 * C; i++)
        c[i / C][i % C] = (float) ((v[i / 4] >> (8 * (i % 4))) & 255);
    }
}

/* One sample of any format. */
static __device__ __forceinline__ float
any_sample (const CeCudaSource &s, const unsigned char *row, int x, int channel)
{
  long long i = (long long) x * s.channels + channel;

  return s.samples == CE_CUDA_U8 ? (float) row[i] : ce_level_from_float (((const float *) row)[i]);
}

/* The signals of one pixel of any format. */
template <int N>
static __device__ __forceinline__ float2
any_signals (const CeCudaSource &s, int x, int y)
{
  const unsigned char *row = s.data + y * s.stride;
  float                value, alpha, weight;

  if (s.samples == CE_CUDA_PLANE)
    return make_float2 (((const float *) row)[x], N == 2 ? ((const float *) (s.second + y * s.stride))[x] : 0.0f);

  value = any_sample (s, row, x, max (s.channel, 0));
  if (s.channel < 0 && s.channels >= 3)
    value = ce_luma (value, any_sample (s, row, x, 1), any_sample (s, row, x, 2), s.wr, s.wb);
  if (s.cover == CE_CUDA_COVER_NONE)
    return make_float2 (value, 255.0f);

  alpha = any_sample (s, row, x, s.channels - 1);
  if (s.cover == CE_CUDA_COVER_SIGNALS)
    return make_float2 (ce_luma_covered (value, alpha), alpha);

  weight = alpha / 255.0f;
  return make_float2 (s.cover == CE_CUDA_COVER_PRODUCT ? value * weight : weight, alpha);
}

/* Four rows of four pixels, the common cases: luma, or luma under its
 * transparency and alpha, inside the image. Row r of signal s goes to
 * @to[(4 s + r) * stride]. */
template <int C, bool F, int N>
static __device__ __forceinline__ void
fill_fast (const CeCudaSource &s, int x, int row, int last, float4 *to, int stride)
{
#pragma unroll
  for (int r = 0; r < 4; r++)
    {
      float c[4][4], v[4];

      four_pixels<C, F> (s.data + clamp (row + r, 0, last) * s.stride, x, c);
#pragma unroll
      for (int i = 0; i < 4; i++)
        {
          v[i] = C >= 3 ? ce_luma (c[i][0], c[i][1], c[i][2], s.wr, s.wb) : c[i][0];
          if (N == 2)
            v[i] = ce_luma_covered (v[i], c[i][C - 1]);
        }
      to[r * stride] = make_float4 (v[0], v[1], v[2], v[3]);
      if (N == 2)
        to[(4 + r) * stride] = make_float4 (c[0][C - 1], c[1][C - 1], c[2][C - 1], c[3][C - 1]);
    }
}

template <int N>
static __device__ __forceinline__ void
fill_planes (const CeCudaSource &s, int x, int row, int last, float4 *to, int stride)
{
#pragma unroll
  for (int r = 0; r < 4; r++)
    {
      long long at = clamp (row + r, 0, last) * s.stride + 4ll * x;

      to[r * stride] = *(const float4 *) (s.data + at);
      if (N == 2)
        to[(4 + r) * stride] = *(const float4 *) (s.second + at);
    }
}

/* Everything else; columns outside the image repeat the nearest inside. */
template <int N>
static __device__ __noinline__ void
fill_any (const CeCudaSource &s, int x, int row, int last, float4 *to, int stride)
{
#pragma unroll 1
  for (int r = 0; r < 4; r++)
#pragma unroll 1
    for (int i = 0; i < 4; i++)
      {
        float2 v = any_signals<N> (s, clamp (x + i, 0, s.width - 1), clamp (row + r, 0, last));

        ((float *) (to + r * stride))[i] = v.x;
        if (N == 2)
          ((float *) (to + (4 + r) * stride))[i] = v.y;
      }
}

/* Four rows of four pixels from column @x, a multiple of four. The rows are
 * @row to @row + 3, clamped to 0 to @last. */
template <int N>
static __device__ __forceinline__ void
fill_block (const CeCudaSource &s, int x, int row, int last, float4 *to, int stride)
{
  int format = s.samples == CE_CUDA_PLANE ? 10 : s.channels * 2 + (s.samples == CE_CUDA_F32);

  if (x < 0 || x + 4 > s.width || s.channel >= 0 || s.cover != (N == 2 ? CE_CUDA_COVER_SIGNALS : CE_CUDA_COVER_NONE))
    format = s.samples == CE_CUDA_PLANE && x >= 0 && x + 4 <= s.width ? 10 : 0;

  switch (format)
    {
    case 2: if (N == 1) fill_fast<1, false, N> (s, x, row, last, to, stride); break;
    case 3: if (N == 1) fill_fast<1, true, N> (s, x, row, last, to, stride); break;
    case 4: fill_fast<2, false, N> (s, x, row, last, to, stride); break;
    case 5: fill_fast<2, true, N> (s, x, row, last, to, stride); break;
    case 6: if (N == 1) fill_fast<3, false, N> (s, x, row, last, to, stride); break;
    case 7: if (N == 1) fill_fast<3, true, N> (s, x, row, last, to, stride); break;
    case 8: fill_fast<4, false, N> (s, x, row, last, to, stride); break;
    case 9: fill_fast<4, true, N> (s, x, row, last, to, stride); break;
    case 10: fill_planes<N> (s, x, row, last, to, stride); break;
    default: fill_any<N> (s, x, row, last, to, stride); break;
    }
}

/* Four levels from column @x, a multiple of four, on; a plane takes them as
 * they are. Rows are padded, so that there is room for all four. */
static __device__ __forceinline__ void
store_levels (const CeCudaTarget &t, unsigned char *data, int x, int y, const float level[4])
{
  unsigned char *row = data + y * t.stride;
  float          v[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    v[i] = t.inverted ? 255.0f - level[i] : level[i];

  if (t.samples == CE_CUDA_U8)
    {
      unsigned packed = 0;

#pragma unroll
      for (int i = 0; i < 4; i++)
        packed |= (unsigned) ce_level_to_u8 (v[i]) << (8 * i);
      *(unsigned *) (row + x) = packed;
      return;
    }

  if (t.samples == CE_CUDA_F32)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = ce_level_to_float (v[i]);
  *(float4 *) (row + 4ll * x) = make_float4 (v[0], v[1], v[2], v[3]);
}

#endif
