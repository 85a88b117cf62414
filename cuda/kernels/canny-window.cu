/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's thinning of an opaque image after the default Gaussian, with Sobel, to
 * bits. As in canny-bytes.cu, comparisons are the signs of differences.
 */
#include "bits.cuh"
#include "signs.cuh"
#include "window.cuh"

struct ThinWindow
{
  static const int DEPTH = 2;

  const CeCudaEdges &p;
  const Strip       &strip;
  Turning            window;
  Row                m[3];      /* magnitudes; of the last two rows they are needed */

  /* Of the last row, what the one below has to decide: pixels that are weak and
   * kept so far, by direction. */
  unsigned kept;
  unsigned vertical;
  unsigned falling;
  unsigned rising;
  unsigned strong;

  unsigned char *to;            /* this lane's byte of the row to be written next */

  __device__ __forceinline__ ThinWindow (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}

  /* Two lanes have a byte of each bitmap: the one on the left writes the weak
   * bits of both, the one on the right the strong ones. */
  __device__ __forceinline__ void
  begin ()
  {
    to = (strip.x & 4 ? p.bits.strong : p.bits.weak) + byte_of_bits (p.bits, strip.x, strip.y0);
  }

  __device__ __forceinline__ void
  magnitudes (const float dx[4], const float dy[4], int y, Row &to) const
  {
    float v[4];

#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i] = p.l1 ? ce_abs (dx[i]) + ce_abs (dy[i]) : dx[i] * dx[i] + dy[i] * dy[i];
    if (! strip.inside && (strip.left_edge || strip.right_edge || y < 0 || y >= strip.height))
#pragma unroll
      for (int i = 0; i < 4; i++)
        if (strip.x + i < 0 || strip.x + i >= strip.width || y < 0 || y >= strip.height)
          v[i] = 0;
    to.set (v);
  }

  /* Decides the last row; then what can be said of this one. */
  __device__ __forceinline__ void
  consider (const float dx[4], const float dy[4], const float above[6], const float here[6],
            unsigned &decided, unsigned &decided_strong)
  {
    float    h[4], v[4], r[4];
    unsigned horizontal, steep, opposite, left, right, up, bent, slanted;
    unsigned weak = signs_of (p.low - here[1], p.low - here[2], p.low - here[3], p.low - here[4]);

    /* Smooth places have nothing to thin. */
    if (! __any_sync (ALL, ((weak | kept | vertical | falling | rising) & SIGNS) != 0))
      {
        decided = decided_strong = kept = vertical = falling = rising = 0;
        return;
      }

#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        float flat = ce_abs (dx[i]) * CE_TAN_22_5;

        h[i] = ce_abs (dy[i]) - flat;
        v[i] = __fmaf_rn (2.0f, ce_abs (dx[i]), flat) - ce_abs (dy[i]);
        r[i] = dx[i] * dy[i];   /* a gradient with a 0 is not slanted, unless both are */
      }
    horizontal = signs_of (h[0], h[1], h[2], h[3]);
    steep = signs_of (v[0], v[1], v[2], v[3]);
    opposite = signs_of (r[0], r[1], r[2], r[3]);

    /* Of the last row: more than the one down right, down left; not less than below. */
    up = signs_of_less (above + 1, here + 1);
    decided = kept | (vertical & ~up) | (falling & signs_of_less (here + 2, above + 1))
              | (rising & signs_of_less (here, above + 1));
    decided_strong = decided & strong;

    left = signs_of_less (here, here + 1);
    right = __byte_perm (left, __float_as_uint (here[4] - here[5]), 0x7321);
    strong = signs_of (p.high - here[1], p.high - here[2], p.high - here[3], p.high - here[4]);
    bent = weak & ~horizontal;
    slanted = bent & ~steep;
    kept = weak & horizontal & (left & ~right);
    vertical = bent & steep & up;
    falling = slanted & ~opposite & signs_of_less (above, here + 1);
    rising = slanted & opposite & signs_of_less (above + 2, here + 1);
  }

  __device__ __forceinline__ void
  write (unsigned weak, unsigned strong, int y)
  {
    bool     right = strip.x & 4;
    unsigned mine = four_signs_to_bits (weak) | four_signs_to_bits (strong) << 4;
    unsigned other = __shfl_sync (ALL, mine, right ? strip.lane - 1 : strip.lane + 1);

    if (strip.lane >= strip.margin && strip.lane < 32 - strip.margin && (strip.inside || (strip.x & ~7) < strip.width))
      *to = (unsigned char) (right ? other >> 4 | (mine & 240) : (mine & 15) | other << 4);
    to += step_of_bits (p.bits, y);
  }

  __device__ __forceinline__ void
  push (int y, float g[1][4], int turn)
  {
    float    dx[4], dy[4];
    unsigned weak, strong_;

    window.push (strip, y, g[0], turn);
    window.gradient<true> (turn, dx, dy);
    magnitudes (dx, dy, y - 1, m[turn % 3]);
    consider (dx, dy, m[(turn + 2) % 3].v, m[turn % 3].v, weak, strong_);
    if (y - 2 >= strip.y0 && y - 2 < strip.y1)
      write (weak, strong_, y - 2);
  }
};

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_thin_any_r5 (const __grid_constant__ CeCudaEdges p)
{
  march_window<ThinWindow, AnySamples, CE_CUDA_DEFAULT_RADIUS> (p);
}

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_thin_any_r0 (const __grid_constant__ CeCudaEdges p)
{
  march_window<ThinWindow, AnySamples, 0> (p);
}
