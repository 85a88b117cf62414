/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning of 8-bit grey after the default Gaussian, with Sobel, to bits.
 *
 * Weights along y are larger by 2^50, and so are derivatives, which changes no
 * rounding. Two magnitudes one of which is above a threshold of 2^-20 differ by
 * more than 2^-46, if they do: floats have 24 bits. Here that is 16, or even more of
 * squared ones.
 */
#include "thin.cuh"
#include "wide.cuh"

template <bool L1>
struct ThinWide
{
  static const int DEPTH = 2;
  static const int UNROLL = 1;
  static const int ALONG_Y = CE_CUDA_WEIGHTS_LARGE;

  const CeCudaEdges &p;
  const WideStrip   &strip;
  WideTurning        window;
  WideRow            m[3];      /* magnitudes; of the last two rows they are needed */
  Undecided          row;
  BitWriter          to;

  __device__ __forceinline__ ThinWide (const CeCudaEdges &p, const WideStrip &strip)
    : p (p), strip (strip), row (Undecided ()) {}

  __device__ __forceinline__ void
  begin ()
  {
    to.begin (p.bits, strip.x, strip.y0);
  }

  __device__ __forceinline__ void
  magnitudes (const float dx[8], const float dy[8], int y, WideRow &to) const
  {
    float v[8];

#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i] = L1 ? ce_abs (dx[i]) + ce_abs (dy[i]) : dx[i] * dx[i] + dy[i] * dy[i];
    if (! strip.inside && (strip.at_edge || y < 0 || y >= strip.height))
#pragma unroll
      for (int i = 0; i < 8; i++)
        if (strip.x + i < 0 || strip.x + i >= strip.width || y < 0 || y >= strip.height)
          v[i] = 0;
    to.set (v);
  }

  static __device__ __forceinline__ void
  directions (const float dx[8], const float dy[8], Directions &d)
  {
    float h[8], f[8], r[8];

#pragma unroll
    for (int i = 0; i < 8; i++)
      {
        float tan = ce_abs (dx[i]) * CE_TAN_22_5;

        h[i] = ce_abs (dy[i]) - tan;
        f[i] = ce_abs (dy[i]) - __fmaf_rn (2.0f, ce_abs (dx[i]), tan);
        r[i] = dx[i] * dy[i];   /* a gradient with a 0 is not slanted, unless both are */
      }
#pragma unroll
    for (int i = 0; i < 2; i++)
      {
        d.horizontal[i] = signs_of (h[4 * i], h[4 * i + 1], h[4 * i + 2], h[4 * i + 3]);
        d.flat[i] = signs_of (f[4 * i], f[4 * i + 1], f[4 * i + 2], f[4 * i + 3]);
        d.rising[i] = signs_of (r[4 * i], r[4 * i + 1], r[4 * i + 2], r[4 * i + 3]);
      }
  }

  __device__ __forceinline__ void
  consider (const float dx[8], const float dy[8], const float above[10], const float here[10],
            unsigned weak[2], unsigned strong[2])
  {
    Signs      is_weak;
    Directions d;

    is_weak.more (here + 1, p.low);
    if (row.is_nothing (is_weak))
      {
        row = Undecided ();
        weak[0] = weak[1] = strong[0] = strong[1] = 0;
        return;
      }

    directions (dx, dy, d);
    row.consider (is_weak, d, above, here, p.high, weak, strong);
  }

  __device__ __forceinline__ void
  push (int y, float g[8], int turn)
  {
    float    dx[8], dy[8];
    unsigned weak[2], strong[2];

    window.push (strip, y, g, turn);
    window.gradient (turn, dx, dy);
    magnitudes (dx, dy, y - 1, m[turn % 3]);
    consider (dx, dy, m[(turn + 2) % 3].v, m[turn % 3].v, weak, strong);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      to.write (p.bits, weak, strong, y - 2, strip.is_inner ());
  }
};

extern "C" __global__ void __launch_bounds__ (32, 12)
ce_cuda_thin_wide_l2 (const __grid_constant__ CeCudaEdges p)
{
  march_wide<ThinWide<false>> (p);
}

extern "C" __global__ void __launch_bounds__ (32, 12)
ce_cuda_thin_wide_l1 (const __grid_constant__ CeCudaEdges p)
{
  march_wide<ThinWide<true>> (p);
}
