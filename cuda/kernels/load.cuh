/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts samples of an image to levels of the filtered signals, and levels to samples.
 */
#ifndef CE_CUDA_LOAD_CUH
#define CE_CUDA_LOAD_CUH

#include "engine/arithmetic.h"
#include "instructions.cuh"
#include "kernels.h"

/* The lanes of a warp. */
#define ALL (~0u)

/* The number of rows by which rows are prefetched to the L2 cache; memory answers sooner. */
#define ROWS_AHEAD 3

static __device__ __forceinline__ int
clamp (int v, int low, int high)
{
  return min (max (v, low), high);
}

/* Returns row @y; one row is less than 2 GiB, which saves most of a 64-bit product. */
static __device__ __forceinline__ unsigned char *
row_of (unsigned char *data, long long stride, int y)
{
  return data + (long long) y * (int) stride;
}

/* Returns the bytes of a sample. */
static __device__ __forceinline__ constexpr int
size_of (int samples)
{
  return samples == CE_CUDA_U8 ? 1 : samples == CE_CUDA_U16 ? 2 : 4;
}

/* Returns ce_level_from_word() of word @i of two; all words were tried. A word v that is read as a float is v * 2^-149; 1 /
 * 65535 has two parts. */
static __device__ __forceinline__ float
level_of_word (unsigned words, int i)
{
  const float first = (float) (1.0 / 65535), rest = (float) (1.0 / 65535 - first);
  float       v = __uint_as_float (__byte_perm (words, 0, i ? 0x4432 : 0x4410));

  return __fmaf_rn (v, first * 0x1p127f, v * (rest * 0x1p127f)) * (255 * 0x1p22f);
}

/* Returns ce_level_to_u16() in the lower half of a word; all floats were tried. 1 / 255 has two parts, both positive, so
 * that infinity stays infinity; .sat clamps to 0 to 1, and makes 0 of a NaN. */
static __device__ __forceinline__ unsigned
word_of_level (float level)
{
  const float first = 0x1.0101p-8f, rest = (float) (1.0 / 255 - first);
  float       v = fma_clamped (level, first, level * rest);

  return __float_as_uint (__fadd_rz (v * 65535.0f + 0.5f, 8388608.0f));
}

/* Returns v / 255; all floats were tried. The product with the reciprocal is corrected by its remainder, which is exact;
 * infinity leaves a NaN. */
static __device__ __forceinline__ float
by_255 (float v)
{
  const float reciprocal = (float) (1.0 / 255);
  float       nearly = v * reciprocal;
  float       quotient = __fmaf_rn (__fmaf_rn (nearly, 255.0f, -v), -reciprocal, nearly);

  return quotient == quotient ? quotient : v;
}

/* Return ce_level_to_float() and ce_level_to_float_signed(). */
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

/* Returns a level of a sharpened image as a sample. */
static __device__ __forceinline__ unsigned
raw_of_level (float level, bool words)
{
  return words ? word_of_level (level) : __float_as_uint (level_to_float_signed (level));
}

/* Return floats of their bits, and bits of floats. */
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

/* Stores four floats, or words in the lower halves of @raw. */
static __device__ __forceinline__ void
put_four (unsigned char *row, long long i, uint4 raw, bool words)
{
  if (words)
    *(uint2 *) (row + 2 * i) = make_uint2 (__byte_perm (raw.x, raw.y, 0x5410), __byte_perm (raw.z, raw.w, 0x5410));
  else
    *(uint4 *) (row + 4 * i) = raw;
}

/* Returns byte @i of a word as a level: the constant makes a float of it. */
static __device__ __forceinline__ float
byte_level (unsigned word, int i)
{
  return __uint_as_float (__byte_perm (word, 0x4b000000u, 0x7440 + i)) - 8388608.0f;
}

/* Returns ce_level_to_u8() in the low byte of a word. */
static __device__ __forceinline__ unsigned
level_to_bits (float level)
{
  return __float_as_uint (fminf (fmaxf (level, 0.0f), 255.0f) + 12582912.0f);
}

/* Returns the low bytes of four words. */
static __device__ __forceinline__ unsigned
pack_bytes (unsigned a, unsigned b, unsigned c, unsigned d)
{
  return __byte_perm (__byte_perm (a, b, 0x0040), __byte_perm (c, d, 0x0040), 0x5410);
}

/* Returns four levels as bytes. */
static __device__ __forceinline__ unsigned
four_bytes (const float v[4])
{
  return pack_bytes (level_to_bits (v[0]), level_to_bits (v[1]), level_to_bits (v[2]), level_to_bits (v[3]));
}

/* Reads N words that begin at a multiple of their size together, as far as memory takes that at once. */
template <int N>
static __device__ __forceinline__ void
load_words (const unsigned char *from, unsigned v[N])
{
#pragma unroll
  for (int i = 0; i < N; i += N % 4 == 0 ? 4 : N % 2 == 0 ? 2 : 1)
    if (N % 4 == 0)
      {
        uint4 four = *(const uint4 *) (from + 4 * i);

        v[i] = four.x, v[(i + 1) % N] = four.y, v[(i + 2) % N] = four.z, v[(i + 3) % N] = four.w;
      }
    else if (N % 2 == 0)
      {
        uint2 two = *(const uint2 *) (from + 4 * i);

        v[i] = two.x, v[(i + 1) % N] = two.y;
      }
    else
      v[i] = *(const unsigned *) (from + 4 * i);
}

template <int N>
static __device__ __forceinline__ void
store_words (unsigned char *to, const unsigned v[N])
{
#pragma unroll
  for (int i = 0; i < N; i += N % 4 == 0 ? 4 : N % 2 == 0 ? 2 : 1)
    if (N % 4 == 0)
      *(uint4 *) (to + 4 * i) = make_uint4 (v[i], v[(i + 1) % N], v[(i + 2) % N], v[(i + 3) % N]);
    else if (N % 2 == 0)
      *(uint2 *) (to + 4 * i) = make_uint2 (v[i], v[(i + 1) % N]);
    else
      *(unsigned *) (to + 4 * i) = v[i];
}

/* Reads four pixels that have C channels, and begin at a multiple of four inside the image. Each type has one branch, so
 * that all of its loads are under way at once. */
template <int C>
static __device__ __forceinline__ void
four_pixels (int samples, const unsigned char *from, float c[4][4])
{
  unsigned v[4 * C];

  if (samples == CE_CUDA_U8)
    {
      load_words<C> (from, v);
#pragma unroll
      for (int i = 0; i < 4 * C; i++)
        c[i / C][i % C] = byte_level (v[i / 4], i % 4);
    }
  else if (samples == CE_CUDA_U16)
    {
      load_words<2 * C> (from, v);
#pragma unroll
      for (int i = 0; i < 4 * C; i++)
        c[i / C][i % C] = level_of_word (v[i / 2], i % 2);
    }
  else
    {
      load_words<4 * C> (from, v);
#pragma unroll
      for (int i = 0; i < 4 * C; i++)
        c[i / C][i % C] = ce_level_from_float (__uint_as_float (v[i]));
    }
}

/* Returns a signal of the four pixels at @from, in any format: luma or a channel, with alpha as its cover says. It is no
 * inline function, because many kernels contain it and few call it. */
static __device__ __noinline__ float4
levels_of_any (const CeCudaSource &s, CeCudaSignal signal, const unsigned char *from)
{
  float c[4][4], v[4], alpha[4];

  switch (s.channels)
    {
    case 1: four_pixels<1> (s.samples, from, c); break;
    case 2: four_pixels<2> (s.samples, from, c); break;
    case 3: four_pixels<3> (s.samples, from, c); break;
    default: four_pixels<4> (s.samples, from, c); break;
    }
#pragma unroll
  for (int i = 0; i < 4; i++)
    {
      alpha[i] = s.channels == 2 ? c[i][1] : c[i][3];
      v[i] = signal.channel == 1 ? c[i][1] : signal.channel == 2 ? c[i][2] : c[i][0];
      if (s.channels >= 3 && signal.channel < 0)
        v[i] = ce_luma (c[i][0], c[i][1], c[i][2], s.wr, s.wb);
    }

  if (signal.cover == CE_CUDA_COVER_LEVEL)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = ce_luma_covered (v[i], alpha[i]);
  else if (signal.cover == CE_CUDA_COVER_ALPHA)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = alpha[i];
  else if (signal.cover != CE_CUDA_COVER_NONE)
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = (signal.cover == CE_CUDA_COVER_PRODUCT ? v[i] : 1.0f) * by_255 (alpha[i]);

  return make_float4 (v[0], v[1], v[2], v[3]);
}

/* Stores four levels from column @x, a multiple of four, on; a plane takes them as they are. Multiplying by 1 or -1 is
 * exact, so 255 - level has one rounding. Rows are padded to hold all four. */
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
