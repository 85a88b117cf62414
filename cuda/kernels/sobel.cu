/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient, as a picture of its magnitude, parts or direction.
 */
#include "read.cuh"
#include "rows.cuh"

/* What is shown of a gradient beside Sobel's magnitude; the order of @what is CeComponent's. A function of its own, because
 * the angle is long. */
static __device__ __noinline__ float
shown (const CeCudaLaunch &p, float dx, float dy)
{
  float m2 = dx * dx + dy * dy;
  float m;

  if (p.what == 1)
    return 128.0f + p.gain * dx * 0.125f;
  if (p.what == 2)
    return 128.0f + p.gain * dy * 0.125f;
  if (p.what == 3)
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
    if (p.what)
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
