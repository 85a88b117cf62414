/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows the gradient's magnitude, one of its parts or its direction.
 */
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

/* Shows the gradient of N signals, which have no Gaussian, in any way. */
template <int N>
struct Gradient : Stage
{
  static const int DEPTH = 1;

  Rows<N> rows;

  using Stage::Stage;

  /* Turns the gradient into levels. */
  __device__ __forceinline__ void
  show (const float dx[4], const float dy[4], float v[4]) const
  {
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
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4], int turn)
  {
    float dx[4], dy[4], v[4];

    rows.push (strip, y, g, turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    if (N > 2 && p.shown == CE_CUDA_SHOWN_LEVEL)
      rows.largest (turn, v);
    else
      {
        rows.gradient (p.op, p.compares_l1, turn, dx, dy);
        show (dx, dy, v);
      }
    if (strip.is_inner)
      store_levels (p.target, p.target.data, strip.x, y - 1, v);
  }
};

DEFINE_MARCH (sobel_1, 28, 0, Pixels<1>, Gradient<1>)
DEFINE_MARCH (sobel_2, 16, 0, Pixels<2>, Gradient<2>)
DEFINE_MARCH (sobel_3, 12, 0, Planes<3>, Gradient<3>)
DEFINE_MARCH (sobel_4, 12, 0, Planes<4>, Gradient<4>)

/* The magnitude or a part of the gradient of gray bytes, with the weights 1, 2, 1 and gain 1. Between two magnitudes that
 * are a byte and a half there is always an integer, and the root of one is at least 1 / (8 * 256) away from there, so the
 * fast root rounds like the exact one. The general march takes 0.28 to 0.37 ms for 100 megapixels on an H200. */
struct GradientOfBytes
{
  static __device__ __forceinline__ float
  column (float above, float, float below)
  {
    return below - above;
  }

  static __device__ __forceinline__ void
  levels (const CeCudaLaunch &p, const float *above, const float *here, const float *below, const float *down, float v[8])
  {
    float dx[8], dy[8];

    sobel<8> (above, here, below, down, dx, dy);
    if (p.shown)
#pragma unroll
      for (int i = 0; i < 8; i++)
        v[i] = 128.0f + (p.shown == 1 ? dx[i] : dy[i]) * 0.125f;
    else if (p.l1)
#pragma unroll
      for (int i = 0; i < 8; i++)
        v[i] = ce_abs (dx[i]) + ce_abs (dy[i]);
    else
#pragma unroll
      for (int i = 0; i < 8; i++)
        v[i] = near_root (__fmaf_rn (dx[i], dx[i], dy[i] * dy[i]));
#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i] = __fmaf_rn (p.target.sign, v[i], p.target.offset);
  }
};

using GrayBytes = Bytes<1, 8, 1>;
DEFINE_MARCH (sobel_bytes, 16, 0, GrayBytes, BytesAround<1, GradientOfBytes>)
