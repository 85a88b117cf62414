/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the samples of an image to levels of the signals that are filtered,
 * and from levels back to samples.
 */
#ifndef CE_CUDA_LOAD_CUH
#define CE_CUDA_LOAD_CUH

#include "engine/arithmetic.h"
#include "kernels.h"
#include "launch.cuh"

/* The lanes of a warp. */
#define ALL (~0u)

static __device__ __forceinline__ int
clamp (int v, int low, int high)
{
  return min (max (v, low), high);
}

/* Row @y; one row is less than 2 GiB, which saves most of a 64-bit product. */
static __device__ __forceinline__ unsigned char *
row_of (unsigned char *data, long long stride, int y)
{
  return data + (long long) y * (int) stride;
}

template <int C, bool F>
static __device__ __forceinline__ float
sample (const unsigned char *row, int x, int channel)
{
  if (F)
    return ce_level_from_float (((const float *) row)[(long long) x * C + channel]);

  return (float) row[(long long) x * C + channel];
}

/* Byte @i of a word: the magic number makes a float of it. */
static __device__ __forceinline__ float
byte_level (unsigned word, int i)
{
  return __uint_as_float (__byte_perm (word, 0x4b000000u, 0x7440 + i)) - 8388608.0f;
}

/* ce_level_to_u8(), in the low byte of what is returned. */
static __device__ __forceinline__ unsigned
level_to_bits (float level)
{
  return __float_as_uint (fminf (fmaxf (level, 0.0f), 255.0f) + 12582912.0f);
}

/* The low bytes of four words. */
static __device__ __forceinline__ unsigned
pack_bytes (unsigned a, unsigned b, unsigned c, unsigned d)
{
  return __byte_perm (__byte_perm (a, b, 0x0040), __byte_perm (c, d, 0x0040), 0x5410);
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
        c[i / C][i % C] = byte_level (v[i / 4], i % 4);
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
 * transparency and alpha; @x is inside the image, and what is loaded beyond it
 * is not used. Row r of signal s goes to
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

/* Everything else. */
template <int N>
static __device__ __noinline__ void
fill_any (const CeCudaSource &s, int x, int row, int last, float4 *to, int stride)
{
#pragma unroll 1
  for (int r = 0; r < 4; r++)
    {
      float2 v[4];

#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = any_signals<N> (s, min (x + i, s.width - 1), clamp (row + r, 0, last));
      to[r * stride] = make_float4 (v[0].x, v[1].x, v[2].x, v[3].x);
      if (N == 2)
        to[(4 + r) * stride] = make_float4 (v[0].y, v[1].y, v[2].y, v[3].y);
    }
}

/* Columns outside the image repeat the nearest inside; @v has what was loaded
 * for column @x or for the nearest that holds a column inside. */
static __device__ __forceinline__ float4
repeat_columns (float4 v, int x, int width)
{
  int   column = (width - 1) & 3;
  float last = column == 0 ? v.x : column == 1 ? v.y : column == 2 ? v.z : v.w;

  if (x < 0)
    return make_float4 (v.x, v.x, v.x, v.x);

  return make_float4 (x < width ? v.x : last, x + 1 < width ? v.y : last,
                      x + 2 < width ? v.z : last, x + 3 < width ? v.w : last);
}

/* Four rows of four pixels from column @x, a multiple of four. The rows are
 * @row to @row + 3, clamped to 0 to @last. */
template <int N>
static __device__ __forceinline__ void
fill_block (const CeCudaSource &s, int x, int row, int last, float4 *to, int stride)
{
  int format = s.samples == CE_CUDA_PLANE ? 10 : s.channels * 2 + (s.samples == CE_CUDA_F32);
  int inside = clamp (x, 0, (s.width - 1) & ~3);

  if (format < 10
      && (s.channel >= 0 || s.cover != (N == 2 ? CE_CUDA_COVER_SIGNALS : CE_CUDA_COVER_NONE)))
    format = 0;

  switch (format)
    {
    case 2: if (N == 1) fill_fast<1, false, N> (s, inside, row, last, to, stride); break;
    case 3: if (N == 1) fill_fast<1, true, N> (s, inside, row, last, to, stride); break;
    case 4: fill_fast<2, false, N> (s, inside, row, last, to, stride); break;
    case 5: fill_fast<2, true, N> (s, inside, row, last, to, stride); break;
    case 6: if (N == 1) fill_fast<3, false, N> (s, inside, row, last, to, stride); break;
    case 7: if (N == 1) fill_fast<3, true, N> (s, inside, row, last, to, stride); break;
    case 8: fill_fast<4, false, N> (s, inside, row, last, to, stride); break;
    case 9: fill_fast<4, true, N> (s, inside, row, last, to, stride); break;
    case 10: fill_planes<N> (s, inside, row, last, to, stride); break;
    default: fill_any<N> (s, inside, row, last, to, stride); break;
    }

  if (x < 0 || x + 4 > s.width)
#pragma unroll 1
    for (int r = 0; r < 4 * N; r++)
      to[r * stride] = repeat_columns (to[r * stride], x, s.width);
}

/* Four levels from column @x, a multiple of four, on; a plane takes them as
 * they are. Multiplying by 1 or -1 is exact, so 255 - level has one rounding. Rows are
 * padded, so that there is room for all four. */
static __device__ __forceinline__ void
store_levels (const CeCudaTarget &t, unsigned char *data, int x, int y, const float level[4])
{
  unsigned char *row = data + y * t.stride;
  float          v[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    v[i] = t.samples == CE_CUDA_PLANE ? level[i] : __fmaf_rn (t.sign, level[i], t.offset);

  if (t.samples == CE_CUDA_U8)
    {
      *(unsigned *) (row + x) = pack_bytes (level_to_bits (v[0]), level_to_bits (v[1]),
                                            level_to_bits (v[2]), level_to_bits (v[3]));
      return;
    }

  if (t.samples == CE_CUDA_F32)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = ce_level_to_float (v[i]);
  *(float4 *) (row + 4ll * x) = make_float4 (v[0], v[1], v[2], v[3]);
}

#endif
