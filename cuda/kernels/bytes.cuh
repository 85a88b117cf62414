/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shortcuts for 8-bit images without blur, two pixels per instruction. All
 * values are integers that half precision or floats hold exactly, so the bits
 * are those of the long way.
 *
 * A byte v in a 16-bit lane is, read as a half, the subnormal number v * 2^-24.
 * Halves below 2^-13 are the multiples of 2^-24, and their bits the integer in
 * front of it: adding such halves adds integers, exactly up to 2048, with a sign
 * of their own, at the rate of floats, and nothing has to be converted.
 */
#ifndef CE_CUDA_BYTES_CUH
#define CE_CUDA_BYTES_CUH

#include "halves.cuh"
#include "load.cuh"

/* Sixteen bytes of a row per lane, and a word at each side, of a warp that
 * marches down; C bytes beyond either end of the row repeat the nearest pixel,
 * and what is further out is not used. */
template <int C>
struct ByteReader
{
  unsigned             w[6];
  const unsigned char *from;    /* this lane's bytes of the next row */
  int                  left;    /* where the word before is: 0 at the left edge */
  int                  n;       /* bytes from there to the end of the row */
  int                  limit;   /* the last row that is needed and exists */

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, int x, int y, int last)
  {
    from = row_of (s.data, s.stride, clamp (y, 0, s.height - 1)) + x;
    left = x ? -4 : 0;
    n = s.width * C - x;
    limit = min (last, s.height - 1);
  }

  /* Row @y, one further each time; the first and last of the image are repeated. */
  __device__ __forceinline__ void
  load (const CeCudaSource &s, int y)
  {
    uint4 own = *(const uint4 *) from;

    w[0] = *(const unsigned *) (from + left);
    w[1] = own.x;
    w[2] = own.y;
    w[3] = own.z;
    w[4] = own.w;
    w[5] = *(const unsigned *) (from + 16);
    if (y >= 0 && y < limit)
      from += (int) s.stride;
    if (y + 1 + ROWS_AHEAD <= limit)
      prefetch (from + ROWS_AHEAD * (int) s.stride);
  }

  /* To be called when it has arrived. */
  __device__ __forceinline__ void
  repeat_columns ()
  {
    if (left == 0)
      w[0] = w[1] << (32 - 8 * C);
    if (n < 20)
#pragma unroll
      for (int i = 1; i < 6; i++)
        {
          unsigned mask = ~__funnelshift_lc (0, ~0u, 8 * clamp (n - 4 * (i - 1), 0, 4));
          unsigned moved = __funnelshift_lc (w[i - 1], w[i], 8 * C);

          w[i] = (w[i] & mask) | (moved & ~mask);
        }
  }

  /* The rows above and at @y0 are the first two of three; the one below is on its way. */
  template <class Three>
  __device__ __forceinline__ void
  begin_three (const CeCudaSource &s, int x, int y0, int y1, Three row[3])
  {
    begin (s, x, y0 - 1, y1);
#pragma unroll
    for (int i = 0; i < 2; i++)
      {
        load (s, y0 - 1 + i);
        repeat_columns ();
        row[i].set (w);
      }
    load (s, y0 + 1);
  }
};

/* Integers as halves, to 0 to 255. Negative halves are negative integers too,
 * others are in the order of their bits. */
static __device__ __forceinline__ unsigned
clamp_pair (unsigned v)
{
  return __vimin_s16x2_relu (v, 0x00ff00ffu);
}

/* Bytes of a row in pairs: v[4 + k] has byte k in its lower half and byte
 * k + 2 WORDS in the upper, so that neighbours of a pair are a pair. With @BIAS
 * 0 they are v * 2^-24, with 0x68 they are 2048 + 2 v. */
template <int WORDS, unsigned BIAS>
struct Pairs
{
  unsigned v[2 * WORDS + 8];

  /* @w: WORDS words, and one more at each side. */
  __device__ __forceinline__ void
  set (const unsigned w[WORDS + 2])
  {
    unsigned bias = BIAS ? in_register<BIAS * 0x01010101u> () : 0;

#pragma unroll
    for (int i = 0; i < WORDS / 2 + 2; i++)
      {
        unsigned first = __byte_perm (w[i], w[i + WORDS / 2], 0x5410);
        unsigned last = __byte_perm (w[i], w[i + WORDS / 2], 0x7632);

        v[4 * i] = __byte_perm (first, bias, 0x4240);
        v[4 * i + 1] = __byte_perm (first, bias, 0x4341);
        v[4 * i + 2] = __byte_perm (last, bias, 0x4240);
        v[4 * i + 3] = __byte_perm (last, bias, 0x4341);
      }
  }

  __device__ __forceinline__ unsigned
  at (int k) const
  {
    return v[4 + k];
  }
};

/* A row and its differences of the pixels to the left and right, which three rows of the result share. A BIAS cancels. */
template <int WORDS, unsigned BIAS>
struct SobelRow
{
  Pairs<WORDS, BIAS> level;
  unsigned           across[2 * WORDS];

  __device__ __forceinline__ void
  set (const unsigned w[WORDS + 2])
  {
    level.set (w);
#pragma unroll
    for (int k = 0; k < 2 * WORDS; k++)
      across[k] = pair_sub (level.at (k + 1), level.at (k - 1));
  }
};

/* Sobel's derivatives of the row between @a and @c, in pairs as the bytes. */
template <int WORDS, unsigned BIAS>
static __device__ __forceinline__ void
sobel_pairs (const SobelRow<WORDS, BIAS> &a, const SobelRow<WORDS, BIAS> &b, const SobelRow<WORDS, BIAS> &c,
             unsigned dx[2 * WORDS], unsigned dy[2 * WORDS])
{
  unsigned down[2 * WORDS + 2];

#pragma unroll
  for (int k = 0; k < 2 * WORDS + 2; k++)
    down[k] = pair_sub (c.level.at (k - 1), a.level.at (k - 1));
#pragma unroll
  for (int k = 0; k < 2 * WORDS; k++)
    {
      dx[k] = pair_twice_plus (b.across[k], pair_add (a.across[k], c.across[k]));
      dy[k] = pair_twice_plus (down[k + 1], pair_add (down[k], down[k + 2]));
    }
}

/* The low bytes of pairs, in the order of the row. */
static __device__ __forceinline__ void
pack_pairs (const unsigned pair[8], unsigned out[4])
{
#pragma unroll
  for (int i = 0; i < 2; i++)
    {
      unsigned first = __byte_perm (pair[4 * i], pair[4 * i + 1], 0x6240);
      unsigned last = __byte_perm (pair[4 * i + 2], pair[4 * i + 3], 0x6240);

      out[i] = __byte_perm (first, last, 0x5410);
      out[i + 2] = __byte_perm (first, last, 0x7632);
    }
}

#endif
