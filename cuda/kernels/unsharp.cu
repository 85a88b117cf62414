/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The unsharp mask with the default Gaussian on the samples of an opaque 8-bit
 * image, every channel for itself, in one pass: a row is blurred with the samples
 * C bytes to the left and right. A block is a warp, which marches down with four
 * bytes per lane; the rest is as in window.cuh.
 */
#include "bytes.cuh"
#include "window.cuh"

/* Words at each side of a lane's. */
#define SIDE(C) ((RADIUS * (C) + 3) / 4)

template <int C>
struct UnsharpBytes
{
  const CeCudaSharpen                       &p;
  RowReader<2 * SIDE (C) + 1, -SIDE (C), C> next;
  float                                      window[2 * RADIUS + STEP][4];
  unsigned                                   own[RADIUS + STEP];

  __device__ __forceinline__ UnsharpBytes (const CeCudaSharpen &p) : p (p) {}

  __device__ __forceinline__ void
  blur_row (float to[4]) const
  {
#pragma unroll
    for (int j = 0; j < 4; j++)
      {
        const int at = 4 * SIDE (C) + j;
        float     acc = p.along_x[0] * tiny_float (next.w, at);

#pragma unroll
        for (int t = 1; t <= RADIUS; t++)
          acc = acc + p.along_x[t] * (tiny_float (next.w, at - t * C) + tiny_float (next.w, at + t * C));
        to[j] = acc;
      }
  }

  /* Four samples; alpha stays. Rounding to an integer is the last step's, in
   * units of 2^-24: see bytes.cuh. */
  __device__ __forceinline__ unsigned
  sharpen (unsigned word, const float blurred[4]) const
  {
    const unsigned alpha = C == 4 ? 0xff000000u : C == 2 ? 0xff00ff00u : 0;
    float          v[4];
    unsigned       out;

#pragma unroll
    for (int j = 0; j < 4; j++)
      {
        float c = byte_level (word, j);
        float detail = c - blurred[j];

        detail = ce_abs (detail) <= p.threshold ? 0.0f : detail;
        v[j] = (c + p.amount * detail) * 5.9604645e-8f;
      }
    out = __byte_perm (clamp_pair (pair_of (v[0], v[1])), clamp_pair (pair_of (v[2], v[3])), 0x6420);

    return (out & ~alpha) | (word & alpha);
  }

  __device__ __forceinline__ void
  march (int x, int y0, int y1, bool inside, bool at_edge)
  {
    const int      first = y0 - RADIUS, last = y1 - 1 + RADIUS;
    unsigned char *to = row_of (p.target.data, p.target.stride, y0) + x;

    next.begin (p.source, x, first, last, inside, at_edge);
    next.load (p.source, first);
    for (int base = first; base <= last; base += STEP)
      {
#pragma unroll
        for (int i = 0; i < STEP; i++)
          {
            float blurred[4];
            int   row = base + i;

            next.repeat_columns ();
            blur_row (window[2 * RADIUS + i]);
            own[RADIUS + i] = next.w[SIDE (C)];
            next.load (p.source, row + 1);
            if (row < first + 2 * RADIUS || row > last)
              continue;

#pragma unroll
            for (int j = 0; j < 4; j++)
              blurred[j] = blur_along_window (p.along_y, window, RADIUS + i, j);
            *(unsigned *) to = sharpen (own[i], blurred);
            to += (int) p.target.stride;
          }
        turn_window (window);
#pragma unroll
        for (int i = 0; i < RADIUS; i++)
          own[i] = own[i + STEP];
      }
  }
};

template <int C>
static __device__ __forceinline__ void
unsharp_bytes (const CeCudaSharpen &p)
{
  const int       x0 = 128 * blockIdx.x;
  const int       x = x0 + 4 * threadIdx.x;
  const int2      share = share_of (p.shares, p.y0, p.y1);
  const int       y0 = share.x, y1 = share.y;
  const bool      at_edge = x0 < 4 * SIDE (C) || x0 + 128 + 4 * SIDE (C) > p.source.width * C;
  UnsharpBytes<C> unsharp (p);

  if (x >= p.source.width * C)
    return;

  if (! at_edge && y0 >= RADIUS && y1 + RADIUS + STEP < p.source.height)
    unsharp.march (x, y0, y1, true, false);
  else
    unsharp.march (x, y0, y1, false, at_edge);
}

#define DEFINE_UNSHARP(C)                                                       \
  extern "C" __global__ void __launch_bounds__ (32, 16)                         \
  ce_cuda_unsharp_bytes_ ## C (const __grid_constant__ CeCudaSharpen p)         \
  {                                                                             \
    unsharp_bytes<C> (p);                                                       \
  }

DEFINE_UNSHARP (1)
DEFINE_UNSHARP (2)
DEFINE_UNSHARP (3)
DEFINE_UNSHARP (4)
