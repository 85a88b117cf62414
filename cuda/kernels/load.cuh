/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From the samples of an image to levels of the signals that are filtered,
 * and from levels back to samples.
 */
#ifndef CE_CUDA_LOAD_CUH
#define CE_CUDA_LOAD_CUH

#include "engine/arithmetic.h"
#include "instructions.cuh"
#include "kernels.h"

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

/* Bytes of a sample. */
static __device__ __forceinline__ constexpr int
size_of (int samples)
{
  return samples == CE_CUDA_U8 ? 1 : samples == CE_CUDA_U16 ? 2 : 4;
}

/* ce_level_from_word() of word @i of two: all words were tried. A word v that is read as a float is v * 2^-149; 1 / 65535
 * has two parts. */
static __device__ __forceinline__ float
level_of_word (unsigned words, int i)
{
  const float first = (float) (1.0 / 65535), rest = (float) (1.0 / 65535 - first);
  float       v = __uint_as_float (__byte_perm (words, 0, i ? 0x4432 : 0x4410));

  return __fmaf_rn (v, first * 0x1p127f, v * (rest * 0x1p127f)) * (255 * 0x1p22f);
}

/* ce_level_to_u16(), in the lower half of what is returned: all floats were tried. 1 / 255 has two parts, both positive, so
 * that infinity stays infinity; .sat clamps to 0 to 1, and makes 0 of a NaN. */
static __device__ __forceinline__ unsigned
word_of_level (float level)
{
  const float first = 0x1.0101p-8f, rest = (float) (1.0 / 255 - first);
  float       v = fma_clamped (level, first, level * rest);

  return __float_as_uint (__fadd_rz (v * 65535.0f + 0.5f, 8388608.0f));
}

/* v / 255: all floats were tried. The product with the reciprocal, rounded, is corrected by what it leaves of v, which is
 * exact, however small; infinity leaves a NaN. */
static __device__ __forceinline__ float
by_255 (float v)
{
  const float reciprocal = (float) (1.0 / 255);
  float       nearly = v * reciprocal;
  float       quotient = __fmaf_rn (__fmaf_rn (nearly, 255.0f, -v), -reciprocal, nearly);

  return quotient == quotient ? quotient : v;
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

/* Sample @i of a row of words or floats as it is in memory; a word in the lower half. */
static __device__ __forceinline__ unsigned
raw_at (const unsigned char *row, long long i, bool words)
{
  return words ? ((const unsigned short *) row)[i] : ((const unsigned *) row)[i];
}

static __device__ __forceinline__ void
put_raw (unsigned char *row, long long i, unsigned raw, bool words)
{
  if (words)
    ((unsigned short *) row)[i] = (unsigned short) raw;
  else
    ((unsigned *) row)[i] = raw;
}

/* A level of a sharpened image as a sample. */
static __device__ __forceinline__ unsigned
raw_of_level (float level, bool words)
{
  return words ? word_of_level (level) : __float_as_uint (level_to_float_signed (level));
}

/* Four from @i on, a multiple of four, as they are in memory: words in x and y. What waits for memory is this, since
 * whatever is computed waits for it. */
static __device__ __forceinline__ uint4
four_raw (const unsigned char *row, long long i, bool words)
{
  if (! words)
    return *(const uint4 *) (row + 4 * i);

  uint2 v = *(const uint2 *) (row + 2 * i);

  return make_uint4 (v.x, v.y, 0, 0);
}

/* Floats, and their bits. */
static __device__ __forceinline__ float4
floats_of (const uint4 &raw)
{
  return make_float4 (__uint_as_float (raw.x), __uint_as_float (raw.y), __uint_as_float (raw.z), __uint_as_float (raw.w));
}

static __device__ __forceinline__ uint4
bits_of (float4 v)
{
  return make_uint4 (__float_as_uint (v.x), __float_as_uint (v.y), __float_as_uint (v.z), __float_as_uint (v.w));
}

/* The levels of four samples. */
static __device__ __forceinline__ float4
levels_of (const uint4 &raw, bool words)
{
  if (words)
    return make_float4 (level_of_word (raw.x, 0), level_of_word (raw.x, 1),
                        level_of_word (raw.y, 0), level_of_word (raw.y, 1));

  float4 v = floats_of (raw);

  return make_float4 (ce_level_from_float (v.x), ce_level_from_float (v.y), ce_level_from_float (v.z),
                      ce_level_from_float (v.w));
}

/* Four floats, or words in the lower halves of @raw. */
static __device__ __forceinline__ void
put_four (unsigned char *row, long long i, uint4 raw, bool words)
{
  if (words)
    *(uint2 *) (row + 2 * i) = make_uint2 (__byte_perm (raw.x, raw.y, 0x5410), __byte_perm (raw.z, raw.w, 0x5410));
  else
    *(uint4 *) (row + 4 * i) = raw;
}

/* Sample @i of a row of words or floats as a level. */
static __device__ __forceinline__ float
level_at (const unsigned char *row, long long i, bool words)
{
  unsigned raw = raw_at (row, i, words);

  return words ? level_of_word (raw, 0) : ce_level_from_float (__uint_as_float (raw));
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

/* Four levels as bytes. */
static __device__ __forceinline__ unsigned
four_bytes (const float v[4])
{
  return pack_bytes (level_to_bits (v[0]), level_to_bits (v[1]), level_to_bits (v[2]), level_to_bits (v[3]));
}

/* Four pixels of floats or words. */
template <int C, bool WORDS>
static __device__ __forceinline__ void
four_of (const unsigned char *row, int x, float c[4][4])
{
#pragma unroll
  for (int i = 0; i < C; i++)
    {
      float4 v = levels_of (four_raw (row, (long long) x * C + 4 * i, WORDS), WORDS);

      c[(4 * i) / C][(4 * i) % C] = v.x;
      c[(4 * i + 1) / C][(4 * i + 1) % C] = v.y;
      c[(4 * i + 2) / C][(4 * i + 2) % C] = v.z;
      c[(4 * i + 3) / C][(4 * i + 3) % C] = v.w;
    }
}

/* Four pixels of a row that begin at a multiple of four inside the image. One branch for all of them: what they read is on
 * its way at once. */
template <int C, bool F>
static __device__ __forceinline__ void
four_pixels (const unsigned char *row, int x, bool words, float c[4][4])
{
  if (F && words)
    four_of<C, true> (row, x, c);
  else if (F)
    four_of<C, false> (row, x, c);
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
#define FOR_EACH_FORMAT(s, function, ...)                                       \
  switch ((s).channels * 2 + ((s).samples != CE_CUDA_U8))                       \
    {                                                                           \
    case 2: function<1, false> (__VA_ARGS__); break;                            \
    case 3: function<1, true> (__VA_ARGS__); break;                             \
    case 4: function<2, false> (__VA_ARGS__); break;                            \
    case 5: function<2, true> (__VA_ARGS__); break;                             \
    case 6: function<3, false> (__VA_ARGS__); break;                            \
    case 7: function<3, true> (__VA_ARGS__); break;                             \
    case 8: function<4, false> (__VA_ARGS__); break;                            \
    default: function<4, true> (__VA_ARGS__); break;                            \
    }

/* Returns the signal of the four pixels at @from, in any format: luma or a channel, with alpha as @cover says. It is no
 * inline function, because many kernels contain it and few call it. */
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
      *(unsigned *) (row + x) = four_bytes (v);
      return;
    }

  if (t.samples == CE_CUDA_U16)
    {
      put_four (row, x, make_uint4 (word_of_level (v[0]), word_of_level (v[1]), word_of_level (v[2]), word_of_level (v[3])),
                true);
      return;
    }

  if (t.samples == CE_CUDA_F32)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = level_to_float (v[i]);
  *(float4 *) (row + 4ll * x) = make_float4 (v[0], v[1], v[2], v[3]);
}

#endif
