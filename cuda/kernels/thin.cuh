/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning of the pixels of a lane, row after row. What is compared is subtracted, four pixels' signs are
 * collected in a word, and decisions are made on such words. Comparing a pixel with its neighbours on one side also
 * says what those think of theirs on the other.
 *
 * THIN_FAST: weights along y are larger by 2^50, and so are derivatives, which changes no rounding. Two magnitudes one of
 * which is above a threshold of 2^-20 differ by more than 2^-46, if they do: floats have 24 bits. Here that is 16, or
 * even more of squared ones, and the first byte of a difference says whether it is 0. THIN_FINITE: of numbers that are
 * finite, the sign says whether one is less. THIN_ANY: infinite ones and NaN have no differences.
 */
#ifndef CE_CUDA_THIN_CUH
#define CE_CUDA_THIN_CUH

#include "bits.cuh"
#include "load.cuh"
#include "rows.cuh"
#include "signs.cuh"

enum { THIN_FAST, THIN_FINITE, THIN_ANY };

/* Below this, products of derivatives with 0.41 or with each other may be 0 though they are not. */
#define TINY 1e-30f

/* Where four of @a are more than those of @b, or not less. */
template <int HOW>
static __device__ __forceinline__ unsigned
signs_of_more (const float *a, const float *b)
{
  return HOW == THIN_FINITE ? signs_of_less (b, a) : signs_of_any_more (a, b);
}

template <int HOW>
static __device__ __forceinline__ unsigned
signs_of_not_less (const float *a, const float *b)
{
  return HOW == THIN_FINITE ? ~signs_of_less (a, b) : signs_of_any_not_less (a, b);
}

/* Of the directions of W times four gradients: closer to the x axis than 22.5 degrees; than
 * 67.5; the derivatives have different signs. */
template <int W>
struct Directions
{
  unsigned horizontal[W];
  unsigned flat[W];
  unsigned rising[W];
};

/* @FAST or not, @low being the lower threshold: what is not above it may be told wrong. */
template <int W, bool FAST>
static __device__ __forceinline__ void
directions_of (const float dx[4 * W], const float dy[4 * W], float low, Directions<W> &d)
{
  float h[4 * W], f[4 * W], r[4 * W];

#pragma unroll
  for (int i = 0; i < 4 * W; i++)
    {
      float ax = ce_abs (dx[i]), ay = ce_abs (dy[i]);
      float tan = ax * CE_TAN_22_5;
      float steep = __fmaf_rn (2.0f, ax, tan);  /* 2 ax is exact */

      h[i] = ay - tan;
      f[i] = steep - ay;
      r[i] = dx[i] * dy[i];     /* a gradient with a 0 is not slanted, unless both are */
    }
  if (! FAST && low < TINY)
#pragma unroll
    for (int i = 0; i < 4 * W; i++)
      if (fminf (ce_abs (dx[i]), ce_abs (dy[i])) == 0.0f)
        r[i] = 0.0f;            /* or if its tangent was 0 */
#pragma unroll
  for (int i = 0; i < W; i++)
    {
      unsigned steep = signs_of (f[4 * i], f[4 * i + 1], f[4 * i + 2], f[4 * i + 3]);

      d.horizontal[i] = signs_of (h[4 * i], h[4 * i + 1], h[4 * i + 2], h[4 * i + 3]);
      d.flat[i] = ~steep;
      d.rising[i] = signs_of (r[4 * i], r[4 * i + 1], r[4 * i + 2], r[4 * i + 3]);
    }
}

/* Of W times four pixels, what the row below has to decide still: those that are weak
 * and were kept by what is known so far, by direction. */
template <int W>
struct Undecided
{
  unsigned kept[W];
  unsigned vertical[W];
  unsigned falling[W];
  unsigned rising[W];
  unsigned strong[W];

  /* Whether the warp has nothing to thin, here or in the row above: so it is in smooth
   * places. */
  __device__ __forceinline__ bool
  is_nothing (const Signs<W> &weak) const
  {
    unsigned any = 0;

#pragma unroll
    for (int i = 0; i < W; i++)
      any |= weak.v[i] | kept[i] | vertical[i] | falling[i] | rising[i];

    return ! __any_sync (ALL, (any & SIGNS) != 0);
  }

  /* With the row @here, whose weak pixels are @is_weak, the one before is decided: which
   * are @weak, which @strong; then this is the row @here, as far as the one @above
   * says. */
  template <int HOW>
  __device__ __forceinline__ void
  consider (const Signs<W> &is_weak, const Directions<W> &d, const float above[4 * W + 2], const float here[4 * W + 2],
            float high, unsigned weak[W], unsigned strong_[W])
  {
    const int n = 4 * W;
    Signs<W>  is_strong, left, up, up_left, up_right, right, down_right, down_left;

    is_strong.more (here + 1, high);
    if (HOW == THIN_FAST)
      {
        left.less (here, here + 1);
        up.less (above + 1, here + 1);
        up_left.less (above, here + 1);
        up_right.less (above + 2, here + 1);
        right = left.after (here[n] - here[n + 1]);
        down_right = up_left.after (above[n] - here[n + 1]);
        down_left = up_right.before (above[1] - here[0]);
      }

#pragma unroll
    for (int i = 0; i < W; i++)
      {
        const float *from = here + 1 + 4 * i, *old = above + 1 + 4 * i;
        unsigned     bent = is_weak.v[i] & ~d.horizontal[i];
        unsigned     slanted = bent & d.flat[i];
        unsigned     along, from_above, from_above_left, from_above_right, to_below, to_below_right, to_below_left;

        if (HOW == THIN_FAST)
          {
            along = left.v[i] & ~right.v[i];
            from_above = up.v[i];
            from_above_left = up_left.v[i];
            from_above_right = up_right.v[i];
            to_below = ~up.v[i];
            to_below_right = down_right.more_than_0 (i);
            to_below_left = down_left.more_than_0 (i);
          }
        else
          {
            along = signs_of_more<HOW> (from, from - 1) & signs_of_not_less<HOW> (from, from + 1);
            from_above = signs_of_more<HOW> (from, old);
            from_above_left = signs_of_more<HOW> (from, old - 1);
            from_above_right = signs_of_more<HOW> (from, old + 1);
            to_below = HOW == THIN_FINITE ? ~from_above : signs_of_not_less<HOW> (old, from);
            to_below_right = signs_of_more<HOW> (old, from + 1);
            to_below_left = signs_of_more<HOW> (old, from - 1);
          }

        weak[i] = kept[i] | (vertical[i] & to_below) | (falling[i] & to_below_right) | (rising[i] & to_below_left);
        strong_[i] = weak[i] & strong[i];
        kept[i] = is_weak.v[i] & d.horizontal[i] & along;
        vertical[i] = bent & ~d.flat[i] & from_above;
        falling[i] = slanted & ~d.rising[i] & from_above_left;
        rising[i] = slanted & d.rising[i] & from_above_right;
        strong[i] = is_strong.v[i];
      }
  }
};

/* Where the bits of a lane's 4 W columns go, row after row. */
template <int W>
struct BitWriter;

template <>
struct BitWriter<2>
{
  unsigned byte;
  bool     mine;

  /* From row @y and column @x on, which are @is_mine to write. */
  __device__ __forceinline__ void
  begin (const CeCudaBits &bits, int x, int y, bool is_mine)
  {
    byte = byte_of_bits (bits, x, y);
    mine = is_mine;
  }

  /* Row @y. */
  __device__ __forceinline__ void
  write (const CeCudaBits &bits, unsigned weak, unsigned strong, int y)
  {
    if (mine)
      {
        bits.weak[byte] = (unsigned char) weak;
        bits.strong[byte] = (unsigned char) strong;
      }
    byte += step_of_bits (bits, y);
  }
};

/* Two lanes have a byte of each bitmap: the one on the left writes the weak
 * bits of both, the one on the right the strong ones. */
template <>
struct BitWriter<1>
{
  unsigned char *to;
  bool           right;
  bool           mine;

  __device__ __forceinline__ void
  begin (const CeCudaBits &bits, int x, int y, bool is_mine)
  {
    right = x & 4;
    to = (right ? bits.strong : bits.weak) + byte_of_bits (bits, x, y);
    mine = is_mine;
  }

  __device__ __forceinline__ void
  write (const CeCudaBits &bits, unsigned weak, unsigned strong, int y)
  {
    unsigned both = weak | strong << 4;
    unsigned other = __shfl_sync (ALL, both, right ? threadIdx.x - 1 : threadIdx.x + 1);

    if (mine)
      *to = (unsigned char) (right ? other >> 4 | (both & 240) : (both & 15) | other << 4);
    to += step_of_bits (bits, y);
  }
};

/* Where thinned rows go: to the bitmaps. */
template <int W>
struct ToBits
{
  static const bool KEEPS = false;

  BitWriter<W> to;

  /* Of rows from @y on, columns from @x on. */
  __device__ __forceinline__ void
  begin (const CeCudaLaunch &p, int x, int y, bool in_middle)
  {
    to.begin (p.bits, x, y, in_middle && (x & ~7) < p.source.width);
  }

  __device__ __forceinline__ void
  put (const CeCudaLaunch &p, int y, const unsigned (&weak)[W], const unsigned (&strong)[W], const float *)
  {
    to.write (p.bits, signs_to_bits (weak), signs_to_bits (strong), y);
  }
};

/* Or to magnitudes, negative where they are not kept. */
template <int W>
struct ToKept
{
  static const bool KEEPS = true;

  unsigned char *to;            /* this lane's part of the next row */
  bool           mine;

  __device__ __forceinline__ void
  begin (const CeCudaLaunch &p, int x, int y, bool in_middle)
  {
    to = row_of (p.levels.data, p.levels.stride, y) + 4ll * x;
    mine = in_middle && x < p.source.width;
  }

  __device__ __forceinline__ void
  put (const CeCudaLaunch &p, int, const unsigned (&kept)[W], const unsigned (&)[W], const float *m)
  {
    float v[4 * W];

#pragma unroll
    for (int i = 0; i < 4 * W; i++)
      v[i] = __uint_as_float (__float_as_uint (m[i]) | (~kept[i / 4] << (24 - 8 * (i % 4)) & 0x80000000u));
    if (mine)
#pragma unroll
      for (int i = 0; i < W; i++)
        ((float4 *) to)[i] = make_float4 (v[4 * i], v[4 * i + 1], v[4 * i + 2], v[4 * i + 3]);
    to += (int) p.levels.stride;
  }
};

#endif
