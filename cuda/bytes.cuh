/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shortcuts for 8-bit images without blur, two pixels per instruction. All
 * values are integers that half precision (up to 2048), 16-bit lanes or
 * floats (up to 2^24) hold exactly, so the bits are those of the long way.
 *
 * Of a word with the bytes 0 to 3, "even" has bytes 0 and 2 in its halves, "odd"
 * 1 and 3.
 */
#ifndef CE_CUDA_BYTES_CUH
#define CE_CUDA_BYTES_CUH

#include "load.cuh"

#define DEFINE_PAIR(name, instruction)                                          \
  static __device__ __forceinline__ unsigned                                    \
  name (unsigned a, unsigned b)                                                 \
  {                                                                             \
    unsigned out;                                                               \
                                                                                \
    asm (instruction " %0, %1, %2;" : "=r" (out) : "r" (a), "r" (b));           \
    return out;                                                                 \
  }

/* Two halves at once. */
DEFINE_PAIR (pair_add, "add.rn.f16x2")
DEFINE_PAIR (pair_sub, "sub.rn.f16x2")

/* 2 a + b */
static __device__ __forceinline__ unsigned
pair_twice_plus (unsigned a, unsigned b)
{
  unsigned out;

  asm ("fma.rn.f16x2 %0, %1, %2, %3;" : "=r" (out) : "r" (a), "r" (0x40004000u), "r" (b));
  return out;
}

static __device__ __forceinline__ float
pair_low (unsigned v)
{
  float out;

  asm ("{ .reg .b16 l, h; mov.b32 {l, h}, %1; cvt.f32.f16 %0, l; }" : "=f" (out) : "r" (v));
  return out;
}

static __device__ __forceinline__ float
pair_high (unsigned v)
{
  float out;

  asm ("{ .reg .b16 l, h; mov.b32 {l, h}, %1; cvt.f32.f16 %0, h; }" : "=f" (out) : "r" (v));
  return out;
}

/* The upper half of @a, then the lower half of @b: neighbours one further. */
static __device__ __forceinline__ unsigned
pair_between (unsigned a, unsigned b)
{
  return __byte_perm (a, b, 0x5432);
}

/* Bytes as halves: 0x6400 + v is 1024 + v. */
static __device__ __forceinline__ unsigned
even_halves (unsigned word)
{
  return pair_sub (__byte_perm (word, 0x64646464u, 0x4240), 0x64006400u);
}

static __device__ __forceinline__ unsigned
odd_halves (unsigned word)
{
  return pair_sub (__byte_perm (word, 0x64646464u, 0x4341), 0x64006400u);
}

/* WORDS words from byte @x, a multiple of their size, and one more at each
 * side. C bytes beyond either end of the row's @n are those of the same
 * channel in the nearest pixel; what is further out is not used. */
template <int WORDS, int C>
static __device__ __forceinline__ void
load_words (const unsigned char *row, int x, int n, unsigned w[WORDS + 2])
{
  w[0] = *(const unsigned *) (row + max (x - 4, 0));
  if (WORDS == 4)
    {
      uint4 v = *(const uint4 *) (row + x);

      w[1] = v.x;
      w[2] = v.y;
      w[WORDS - 1] = v.z;
      w[WORDS] = v.w;
    }
  else
    {
      uint2 v = *(const uint2 *) (row + x);

      w[1] = v.x;
      w[2] = v.y;
    }
  w[WORDS + 1] = *(const unsigned *) (row + x + 4 * WORDS);

  if (x == 0)
    w[0] = w[1] << (32 - 8 * C);
  if (x + 4 * WORDS + 4 > n)
#pragma unroll
    for (int i = 1; i < WORDS + 2; i++)
      {
        unsigned mask = ~__funnelshift_lc (0, ~0u, 8 * clamp (n - x - 4 * (i - 1), 0, 4));
        unsigned moved = __funnelshift_lc (w[i - 1], w[i], 8 * C);

        w[i] = (w[i] & mask) | (moved & ~mask);
      }
}

/* WORDS words of a row of one channel as halves, with the pixel before as the
 * upper half of odd[0] and the pixel after as the lower half of even[WORDS]. */
template <int WORDS>
struct Halves
{
  unsigned even[WORDS + 1];
  unsigned odd[WORDS + 1];

  __device__ __forceinline__ void
  set (const unsigned w[WORDS + 2])
  {
#pragma unroll
    for (int i = 0; i <= WORDS; i++)
      {
        odd[i] = odd_halves (w[i]);
        even[i] = even_halves (w[i + 1]);
      }
  }
};

/* Sobel's derivatives of the row between @a and @c; word @i has the pixels of
 * x_even, y_even and x_odd, y_odd. */
template <int WORDS>
struct Derivatives
{
  unsigned x_even[WORDS], y_even[WORDS], x_odd[WORDS], y_odd[WORDS];

  __device__ __forceinline__ void
  set (const Halves<WORDS> &a, const Halves<WORDS> &b, const Halves<WORDS> &c)
  {
    unsigned s_even[WORDS + 1], s_odd[WORDS + 1], d_even[WORDS + 1], d_odd[WORDS + 1];

#pragma unroll
    for (int i = 0; i <= WORDS; i++)
      {
        s_even[i] = pair_twice_plus (b.even[i], pair_add (a.even[i], c.even[i]));
        s_odd[i] = pair_twice_plus (b.odd[i], pair_add (a.odd[i], c.odd[i]));
        d_even[i] = pair_sub (c.even[i], a.even[i]);
        d_odd[i] = pair_sub (c.odd[i], a.odd[i]);
      }
#pragma unroll
    for (int i = 0; i < WORDS; i++)
      {
        x_even[i] = pair_sub (s_odd[i + 1], pair_between (s_odd[i], s_odd[i + 1]));
        x_odd[i] = pair_sub (pair_between (s_even[i], s_even[i + 1]), s_even[i]);
        y_even[i] = pair_twice_plus (d_even[i], pair_add (pair_between (d_odd[i], d_odd[i + 1]), d_odd[i + 1]));
        y_odd[i] = pair_twice_plus (d_odd[i + 1], pair_add (d_even[i], pair_between (d_even[i], d_even[i + 1])));
      }
  }
};

/* Integers below 2^22 in @v, rounded to nearest, in the low bits. */
static __device__ __forceinline__ unsigned
round_to_bits (float v)
{
  return __float_as_uint (v + 12582912.0f);
}

#endif
