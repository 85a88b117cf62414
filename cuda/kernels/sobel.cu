/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient, as a picture of its magnitude, parts or direction.
 */
#include "bytes.cuh"
#include "read.cuh"
#include "rows.cuh"

/* Returns a component of the gradient, or Canny's magnitude. It is no inline function, because the angle is long. */
static __device__ __noinline__ float
shown (const CeCudaLaunch &p, float dx, float dy)
{
  float m2 = dx * dx + dy * dy;
  float m;

  if (p.shown == 1)
    return 128.0f + p.gain * dx * 0.125f;
  if (p.shown == 2)
    return 128.0f + p.gain * dy * 0.125f;
  if (p.shown == 3)
    return ce_direction (dx, dy, m2);

  m = p.l1 ? ce_abs (dx) + ce_abs (dy) : ce_sqrt (m2);
  return m < 255.0f ? m : 255.0f;
}

/* N signals without a Gaussian: whatever can be shown. */
template <int N>
struct Gradient : Stage
{
  static const int DEPTH = 1;

  Rows<N> rows;

  using Stage::Stage;

  __device__ __forceinline__ void
  push (int y, float g[N][4], int turn)
  {
    float dx[4], dy[4], v[4];

    rows.push (strip, y, g, turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    rows.gradient (p.op, turn, dx, dy);
    if (p.shown)
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = shown (p, dx[i], dy[i]);
    else if (p.l1)
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = p.gain * (ce_abs (dx[i]) + ce_abs (dy[i]));
    else
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = p.gain * ce_sqrt (dx[i] * dx[i] + dy[i] * dy[i]);
    if (strip.is_inner)
      store_levels (p.target, p.target.data, strip.x, y - 1, v);
  }
};

DEFINE_MARCH (sobel_1, 28, 0, Pixels<1>, Gradient<1>)
DEFINE_MARCH (sobel_2, 16, 0, Pixels<2>, Gradient<2>)

/* The root of the sum of squares of two multiples of 2^-24, nearly. Between two
 * roots that are a byte and a half there is always an integer: a root of m is at
 * least 1 / (8 * 256) away from there, so the fast root rounds like the exact
 * one. */
static __device__ __forceinline__ float
fast_root (float x, float y)
{
  return near_root (__fmaf_rn (x, x, y * y));
}

/* L2 magnitudes of the pairs from @k on, four pixels as bytes: those in the
 * lower or in the upper halves. */
template <bool UPPER>
static __device__ __forceinline__ unsigned
roots_to_bytes (const unsigned dx[8], const unsigned dy[8], int k)
{
  float root[4];

#pragma unroll
  for (int i = 0; i < 4; i++)
    root[i] = UPPER ? fast_root (pair_high (dx[k + i]), pair_high (dy[k + i]))
                    : fast_root (pair_low (dx[k + i]), pair_low (dy[k + i]));

  return __byte_perm (clamp_pair (pair_of (root[0], root[1])), clamp_pair (pair_of (root[2], root[3])), 0x6420);
}

/* The level that derivatives of bytes become. */
enum { SHOW_L2, SHOW_L1, SHOW_PART };

/* Sobel's magnitude or a part of the gradient, of an 8-bit gray image with gain 1. A block is a warp, which
 * marches down with sixteen pixels per lane. It takes 0.07 ms of 100 megapixels on an H200, and the general march 0.28
 * to 0.37. */
template <int SHOW>
static __device__ __forceinline__ void
sobel_bytes (const CeCudaLaunch &p)
{
  const int      x = 16 * (blockIdx.x * 32 + threadIdx.x);
  const int2     rows = rows_of_block (p);
  const int      y0 = rows.x, y1 = rows.y;
  unsigned char *to = row_of (p.target.data, p.target.stride, y0) + x;
  ByteReader<1>  next;
  SobelRow<4, 0> row[3];

  if (x >= p.source.width)
    return;

  next.begin_three (p.source, x, y0, y1, row);

  for (int y = y0; y < y1; y += 3)
#pragma unroll
    for (int i = 0; i < 3; i++)
      {
        unsigned dx[8], dy[8], out[4];

        next.repeat_columns ();
        row[(i + 2) % 3].set (next.w);
        next.load (p.source, y + i + 2);
        sobel_pairs (row[i % 3], row[(i + 1) % 3], row[(i + 2) % 3], dx, dy);
        if (SHOW != SHOW_L2)
          {
            /* 128 and an eighth, rounded once: halves below 2^-13 are multiples of 2^-24, and so are bytes. */
#pragma unroll
            for (int k = 0; k < 8; k++)
              dx[k] = clamp_pair (SHOW == SHOW_L1 ? pair_add (pair_abs (dx[k]), pair_abs (dy[k]))
                                                  : pair_fma (p.shown == 1 ? dx[k] : dy[k], 0x30003000u, 0x00800080u));
            pack_pairs (dx, out);
          }
        else
#pragma unroll
          for (int k = 0; k < 2; k++)
            {
              out[k] = roots_to_bytes<false> (dx, dy, 4 * k);
              out[k + 2] = roots_to_bytes<true> (dx, dy, 4 * k);
            }
        if (p.target.inverted)
#pragma unroll
          for (int k = 0; k < 4; k++)
            out[k] = ~out[k];
        if (y + i < y1)
          __stcs ((uint4 *) to, make_uint4 (out[0], out[1], out[2], out[3]));
        to += (int) p.target.stride;
      }
}

DEFINE_KERNEL (sobel_bytes_l2, 16, sobel_bytes<SHOW_L2>)
DEFINE_KERNEL (sobel_bytes_l1, 16, sobel_bytes<SHOW_L1>)
DEFINE_KERNEL (sobel_bytes_part, 16, sobel_bytes<SHOW_PART>)
