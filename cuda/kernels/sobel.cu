/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient, as a picture of its magnitude, parts or direction.
 */
#include "bytes.cuh"
#include "march.cuh"
#include "window.cuh"

template <int N>
struct SobelStage
{
  static const int DEPTH = 1;

  const CeCudaEdges &p;
  const Strip       &strip;
  Window<N>          window;

  __device__ __forceinline__ SobelStage (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  magnitude (const float dx[4], const float dy[4], const float m2[4], float level[4]) const
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      level[i] = p.l1 ? ce_abs (dx[i]) + ce_abs (dy[i]) : ce_sqrt (m2[i]);
  }

  /* The order of @what is CeComponent's. */
  __device__ __forceinline__ void
  levels (const float dx[4], const float dy[4], const float m2[4], float level[4]) const
  {
    switch (p.what)
      {
      case 1:
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = 128.0f + p.gain * dx[i] * 0.125f;
        break;

      case 2:
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = 128.0f + p.gain * dy[i] * 0.125f;
        break;

      case 3:
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = ce_direction (dx[i], dy[i], m2[i]);
        break;

      case CE_CUDA_SHOWN_MAGNITUDE:
        magnitude (dx, dy, m2, level);
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = level[i] < 255.0f ? level[i] : 255.0f;
        break;

      default:
        magnitude (dx, dy, m2, level);
#pragma unroll
        for (int i = 0; i < 4; i++)
          level[i] = p.gain * level[i];
        break;
      }
  }

  __device__ __forceinline__ void
  push (int y, float g[N][4])
  {
    float dx[4], dy[4], m2[4], level[4];

    window.push (strip, y, g);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    window.gradient (p.op, dx, dy, m2);
    levels (dx, dy, m2, level);
    if (strip.is_inner ())
      store_levels (p.target, p.target.data, strip.x, y - 1, level);
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_sobel_1 (const __grid_constant__ CeCudaEdges p)
{
  march<SobelStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_sobel_2 (const __grid_constant__ CeCudaEdges p)
{
  march<SobelStage<2>, 2> (p);
}

/* Sobel's magnitude, in levels. */
struct MagnitudeWindow
{
  static const int DEPTH = 1;

  const CeCudaEdges &p;
  const Strip       &strip;
  Turning            window;

  __device__ __forceinline__ MagnitudeWindow (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void begin () {}

  __device__ __forceinline__ void
  push (int y, float g[1][4], int turn)
  {
    float dx[4], dy[4], level[4];

    window.push (strip, y, g[0], turn);
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    window.gradient<false> (turn, dx, dy);
#pragma unroll
    for (int i = 0; i < 4; i++)
      level[i] = p.gain * (p.l1 ? ce_abs (dx[i]) + ce_abs (dy[i]) : ce_sqrt (dx[i] * dx[i] + dy[i] * dy[i]));
    if (strip.is_inner ())
      store_levels (p.target, p.target.data, strip.x, y - 1, level);
  }
};

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_magnitude_any (const __grid_constant__ CeCudaEdges p)
{
  march_window<MagnitudeWindow, AnySamples, 0> (p);
}

/* The root of the sum of squares of two multiples of 2^-24, nearly. Between two
 * roots that are a byte and a half there is always an integer: a root of m is at
 * least 1 / (8 * 256) away from there, so the fast root rounds like the exact
 * one. */
static __device__ __forceinline__ float
fast_root (float x, float y)
{
  float root;

  asm ("sqrt.approx.ftz.f32 %0, %1;" : "=f" (root) : "f" (__fmaf_rn (x, x, y * y)));
  return root;
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

/* Sobel's magnitude of an 8-bit grey image with gain 1. A block is a warp, which
 * marches down with sixteen pixels per lane. */
template <bool L1>
static __device__ __forceinline__ void
sobel_bytes (const CeCudaEdges &p)
{
  const int      x = 16 * (blockIdx.x * 32 + threadIdx.x);
  const int2     share = share_of (p.shares, p.y0, p.y1);
  const int      y0 = share.x, y1 = share.y;
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
        if (L1)
          {
#pragma unroll
            for (int k = 0; k < 8; k++)
              dx[k] = clamp_pair (pair_add (pair_abs (dx[k]), pair_abs (dy[k])));
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

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_sobel_bytes_l2 (const __grid_constant__ CeCudaEdges p)
{
  sobel_bytes<false> (p);
}

extern "C" __global__ void __launch_bounds__ (32, 16)
ce_cuda_sobel_bytes_l1 (const __grid_constant__ CeCudaEdges p)
{
  sobel_bytes<true> (p);
}
