/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny up to hysteresis: gradient, thinning, thresholds; to bits, to levels
 * for looking at the thinned magnitude, or to a histogram.
 */
#include "march.cuh"

#define BINS 2048

/* Where thinning looks: the first of the two neighbours is at (@x, @y) from
 * the pixel, the second opposite; @strict: the pixel must exceed that, too. */
struct Direction
{
  int  x;
  int  y;
  bool strict;
};

static __device__ __forceinline__ Direction
direction_of (float dx, float dy)
{
  float     ax = ce_abs (dx);
  float     ay = ce_abs (dy);
  Direction d;

  if (ay < ax * CE_TAN_22_5)
    d.x = -1, d.y = 0, d.strict = false;
  else if (ay > ax * CE_TAN_22_5 + 2 * ax)
    d.x = 0, d.y = -1, d.strict = false;
  else
    d.x = (dx < 0 && dy > 0) || (dx > 0 && dy < 0) ? 1 : -1, d.y = -1, d.strict = true;

  return d;
}

template <int N>
struct ThinStage
{
  static const int DEPTH = 2;
  static const int APRON = CE_CUDA_APRON_BITS;

  const March<N>    &b;
  const CeCudaEdges &p;
  int                y0;
  int                y1;
  float              last_m;    /* of the row above the four new ones */
  Direction          last_direction;
  unsigned          *counts;    /* this block's histogram */

  __device__ __forceinline__
  ThinStage (const March<N> &b, const CeCudaEdges &p, int y0, int y1) : b (b), p (p), y0 (y0), y1 (y1)
  {
    last_m = 0;
    last_direction.x = last_direction.y = 0;
    last_direction.strict = false;
    counts = (unsigned *) (b.m + 8 * CE_CUDA_SPAN);
    if (p.what >= CE_CUDA_THIN_COUNT)
      {
        for (int i = threadIdx.x; i < BINS; i += CE_CUDA_SPAN)
          counts[i] = 0;
        __syncthreads ();
      }
  }

  /* Everybody's counts to the image's. */
  __device__ __forceinline__ void
  finish ()
  {
    if (p.what < CE_CUDA_THIN_COUNT)
      return;

    __syncthreads ();
    for (int i = threadIdx.x; i < BINS; i += CE_CUDA_SPAN)
      if (counts[i])
        atomicAdd ((unsigned long long *) p.bins + i, (unsigned long long) counts[i]);
  }

  __device__ __forceinline__ bool
  is_kept (float centre, Direction d, int y)
  {
    float before = b.m[((y + d.y) & 7) * CE_CUDA_SPAN + threadIdx.x + d.x];
    float after = b.m[((y - d.y) & 7) * CE_CUDA_SPAN + threadIdx.x - d.x];

    return centre > before && (d.strict ? centre > after : centre >= after);
  }

  /* The apron is half a tile wide, so a warp has the halves of two words. */
  __device__ __forceinline__ void
  write_bits (bool weak, bool strong, int y)
  {
    unsigned  w = __ballot_sync (~0u, weak);
    unsigned  s = __ballot_sync (~0u, strong);
    int       half = threadIdx.x & 16;
    int       x = b.gx0 + (int) threadIdx.x;
    long long word = ((long long) (y >> 5) * p.bits.tiles_x + (x >> 5)) * 32 + (y & 31);

    if ((threadIdx.x & 15) == 0 && threadIdx.x >= APRON && threadIdx.x < CE_CUDA_SPAN - APRON
        && (x >> 5) < p.bits.tiles_x)
      {
        ((unsigned short *) p.bits.weak)[2 * word + ((x >> 4) & 1)] = (unsigned short) (w >> half);
        ((unsigned short *) p.bits.strong)[2 * word + ((x >> 4) & 1)] = (unsigned short) (s >> half);
      }
  }

  __device__ __forceinline__ void
  use (float m, bool kept, int x, int y)
  {
    float magnitude = p.l1 ? m : ce_sqrt (m);

    if (p.what == CE_CUDA_THIN_LEVELS)
      store_level (p.target, p.target.data, x, y,
                   kept ? (magnitude < 255.0f ? magnitude : 255.0f) : 0.0f);
    else if (p.what == CE_CUDA_COUNT_ALL || (kept && magnitude > 0))
      atomicAdd (counts + (int) (magnitude < BINS - 1 ? magnitude : BINS - 1), 1u);
  }

  __device__ __forceinline__ void
  step (int row)
  {
    int       x = b.gx0 + threadIdx.x;
    bool      inside = x >= 0 && x < p.source.width;
    bool      active = threadIdx.x >= APRON && threadIdx.x < CE_CUDA_SPAN - APRON;
    float     dx[4], dy[4], m2[4], m[5];
    Direction d[5];

    gradients<N> (b, p, row - 1, dx, dy, m2);
    m[0] = last_m;
    d[0] = last_direction;
#pragma unroll
    for (int j = 0; j < 4; j++)
      {
        int y = row - 1 + j;

        m[j + 1] = p.l1 ? ce_abs (dx[j]) + ce_abs (dy[j]) : m2[j];
        m[j + 1] = inside && y >= 0 && y < p.source.height ? m[j + 1] : 0.0f;
        d[j + 1] = direction_of (dx[j], dy[j]);
        b.m[(y & 7) * CE_CUDA_SPAN + threadIdx.x] = m[j + 1];
      }
    last_m = m[4];
    last_direction = d[4];
    __syncthreads ();

#pragma unroll
    for (int j = 0; j < 4; j++)
      {
        int  y = row - 2 + j;
        bool kept;

        if (y < y0 || y >= y1)
          continue;

        kept = active && is_kept (m[j], d[j], y);
        if (p.what == CE_CUDA_THIN_BITS)
          write_bits (kept && m[j] > p.low, kept && m[j] > p.high, y);
        else if (active && inside)
          use (m[j], kept, x, y);
      }
  }
};

template <int N>
static __device__ __forceinline__ void
thin (const CeCudaEdges &p)
{
  march<ThinStage<N>, N> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_thin_1 (const __grid_constant__ CeCudaEdges p)
{
  thin<1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_thin_2 (const __grid_constant__ CeCudaEdges p)
{
  thin<2> (p);
}
