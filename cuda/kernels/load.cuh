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

/* Rows ahead of which the L2 cache is told: more than memory takes to answer. */
#define ROWS_AHEAD 3

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

/* Word @i of two as a float, v / 65535 rounded once: all of them were tried. The magic number makes a float of it. */
static __device__ __forceinline__ float
float_of_word (unsigned words, int i)
{
  const float first = (float) (1.0 / 65535), rest = (float) (1.0 / 65535 - first);
  float       v = __uint_as_float (__byte_perm (words, 0x4b000000u, 0x7410 + 0x22 * i)) - 8388608.0f;

  return __fmaf_rn (v, first, v * rest);
}

/* The word of a float that may be beyond black and white, in the lower half of what is returned. */
static __device__ __forceinline__ unsigned
word_of_float (float v)
{
  return __float_as_uint (__fadd_rz (fminf (fmaxf (v, 0.0f), 1.0f) * 65535.0f + 0.5f, 8388608.0f));
}

/* v / 255 rounded once if nothing underflows: the reciprocal has two parts. */
static __device__ __forceinline__ float
nearly_by_255 (float v)
{
  const float first = (float) (1.0 / 255), rest = (float) (1.0 / 255 - first);

  return __fmaf_rn (v, first, v * rest);
}

/* v / 255 rounded once: all floats were tried. Small ones are made larger, and a subnormal quotient, rounded twice then,
 * may be one unit off. */
static __device__ __forceinline__ float
by_255 (float v)
{
  float quotient = nearly_by_255 (v);

  if (! (ce_abs (quotient) >= 0x1p-90f))
    {
      if (quotient != quotient || v == 0)       /* infinity, too */
        return v;

      quotient = nearly_by_255 (v * 0x1p64f) * 0x1p-64f;

      float left = __fmaf_rn (-255.0f, quotient, v);

      if (ce_abs (quotient) <= 0x1p-126f && ce_abs (left) > 127 * 0x1p-149f)
        quotient = quotient + (left > 0 ? 0x1p-149f : -0x1p-149f);
    }

  return quotient;
}

/* ce_level_to_float() and ce_level_to_float_signed(). */
static __device__ __forceinline__ float
level_to_float (float level)
{
  return by_255 (level > 0.0f ? level : 0.0f);
}

static __device__ __forceinline__ float
level_to_float_signed (float level)
{
  return by_255 (level == level ? level : 0.0f);
}

/* Float @i of a row, which may be one of words. */
static __device__ __forceinline__ float
float_at (const unsigned char *row, long long i, bool words)
{
  return words ? float_of_word (((const unsigned short *) row)[i], 0) : ((const float *) row)[i];
}

static __device__ __forceinline__ void
put_float (unsigned char *row, long long i, float v, bool words)
{
  if (words)
    ((unsigned short *) row)[i] = (unsigned short) word_of_float (v);
  else
    ((float *) row)[i] = v;
}

/* Four from @i on, a multiple of four, as they are in memory: words in x and y. What waits for memory is this, since
 * whatever is computed waits for it. */
static __device__ __forceinline__ uint4
four_raw (const unsigned char *row, long long i, bool words)
{
  uint4 raw;

  if (words)
    {
      uint2 v = *(const uint2 *) (row + 2 * i);

      raw.x = v.x;
      raw.y = v.y;
    }
  else
    raw = *(const uint4 *) (row + 4 * i);

  return raw;
}

static __device__ __forceinline__ uint4
bits_of (float4 v)
{
  return make_uint4 (__float_as_uint (v.x), __float_as_uint (v.y), __float_as_uint (v.z), __float_as_uint (v.w));
}

/* The floats that they are. */
static __device__ __forceinline__ float4
floats_of (const uint4 &raw, bool words)
{
  if (words)
    return make_float4 (float_of_word (raw.x, 0), float_of_word (raw.x, 1),
                        float_of_word (raw.y, 0), float_of_word (raw.y, 1));

  return make_float4 (__uint_as_float (raw.x), __uint_as_float (raw.y), __uint_as_float (raw.z), __uint_as_float (raw.w));
}

static __device__ __forceinline__ float4
four_floats (const unsigned char *row, long long i, bool words)
{
  return floats_of (four_raw (row, i, words), words);
}

static __device__ __forceinline__ void
put_four (unsigned char *row, long long i, float4 v, bool words)
{
  if (words)
    *(uint2 *) (row + 2 * i) = make_uint2 (__byte_perm (word_of_float (v.x), word_of_float (v.y), 0x5410),
                                           __byte_perm (word_of_float (v.z), word_of_float (v.w), 0x5410));
  else
    *(float4 *) (row + 4 * i) = v;
}

template <int C, bool F>
static __device__ __forceinline__ float
sample (const unsigned char *row, int x, int channel, bool words)
{
  if (F)
    return ce_level_from_float (float_at (row, (long long) x * C + channel, words));

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
four_pixels (const unsigned char *row, int x, bool words, float c[4][4])
{
  if (F)
    {
#pragma unroll
      for (int i = 0; i < C; i++)
        {
          float4 v = four_floats (row, (long long) x * C + 4 * i, words);

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

/* Calls a function made for channels and for floats or not. */
#define FOR_EACH_FORMAT(s, what, ...)                                           \
  switch ((s).channels * 2 + ((s).samples != CE_CUDA_U8))                       \
    {                                                                           \
    case 2: what<1, false> (__VA_ARGS__); break;                                \
    case 3: what<1, true> (__VA_ARGS__); break;                                 \
    case 4: what<2, false> (__VA_ARGS__); break;                                \
    case 5: what<2, true> (__VA_ARGS__); break;                                 \
    case 6: what<3, false> (__VA_ARGS__); break;                                \
    case 7: what<3, true> (__VA_ARGS__); break;                                 \
    case 8: what<4, false> (__VA_ARGS__); break;                                \
    default: what<4, true> (__VA_ARGS__); break;                                \
    }

/* What is asked for of the four pixels at @from, in any format: luma or a channel, or what alpha makes of it. A function
 * of its own, since many kernels can need it and few do. */
static __device__ __noinline__ float4
levels_of_any (const CeCudaSource &s, int cover, const unsigned char *from)
{
  float c[4][4], v[4], alpha[4];

  FOR_EACH_FORMAT (s, four_pixels, from, 0, s.samples == CE_CUDA_U16, c)
#pragma unroll
  for (int i = 0; i < 4; i++)
    {
      alpha[i] = s.channels == 2 ? c[i][1] : c[i][3];
      v[i] = s.channel == 1 ? c[i][1] : s.channel == 2 ? c[i][2] : c[i][0];
      if (s.channels >= 3 && s.channel < 0)
        v[i] = ce_luma (c[i][0], c[i][1], c[i][2], s.wr, s.wb);
    }

  if (cover == CE_CUDA_COVER_LEVEL)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = ce_luma_covered (v[i], alpha[i]);
  else if (cover == CE_CUDA_COVER_ALPHA)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = alpha[i];
  else if (cover != CE_CUDA_COVER_NONE)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = (cover == CE_CUDA_COVER_PRODUCT ? v[i] : 1.0f) * by_255 (alpha[i]);

  return make_float4 (v[0], v[1], v[2], v[3]);
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

  if (t.samples != CE_CUDA_PLANE)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = level_to_float (v[i]);
  put_four (row, x, make_float4 (v[0], v[1], v[2], v[3]), t.samples == CE_CUDA_U16);
}

#endif
