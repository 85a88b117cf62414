/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fused pass for the default Gaussian of 8-bit grey: load, Gaussian along x,
 * Gaussian along y, then what a filter makes of it, so that nothing but source and
 * result passes through device memory.
 *
 * A warp marches down a strip of 256 columns, eight for each lane; the outer lanes
 * only feed their neighbours. Three rows at a time are blurred along x, into a
 * ring of fifteen in shared memory, then along y from there: as many as the
 * Gaussian needs for three rows, and every lane reads only what it wrote.
 */
#ifndef CE_CUDA_WIDE_CUH
#define CE_CUDA_WIDE_CUH

#include "reader.cuh"
#include "ring.cuh"

/* Eight columns of a row and their neighbours. */
struct WideRow
{
  float v[10];

  __device__ __forceinline__ void
  set (const float middle[8])
  {
#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i + 1] = middle[i];
    v[0] = __shfl_up_sync (ALL, middle[7], 1);
    v[9] = __shfl_down_sync (ALL, middle[0], 1);
  }
};

/* A lane's part of a strip. */
struct WideStrip
{
  int  lane;
  int  x;                       /* image column of this lane's first */
  bool at_edge;                 /* the strip sticks out of the image */
  bool inside;                  /* neither rows nor columns are repeated: the compiler leaves the rest out */
  int  width;
  int  height;
  int  y0;                      /* rows to compute */
  int  y1;

  __device__ __forceinline__ bool
  is_inner () const
  {
    return lane > 0 && lane < 31 && (inside || x < width);
  }

  /* Columns outside the image repeat the nearest inside. */
  __device__ __forceinline__ void
  repeat_columns (float v[8]) const
  {
    const int x0 = x - 8 * lane;
    float     first = __shfl_sync (ALL, v[0], 1);
    float     own = v[0];
    float     last;

#pragma unroll
    for (int i = 1; i < 8; i++)
      own = ((width - 1) & 7) == i ? v[i] : own;
    last = __shfl_sync (ALL, own, clamp ((width - 1 - x0) >> 3, 0, 31));
#pragma unroll
    for (int i = 0; i < 8; i++)
      v[i] = x < 0 ? first : x + i >= width ? last : v[i];
  }

  __device__ __forceinline__ void
  clamp_columns (float v[8]) const
  {
    if (! inside && at_edge)
      repeat_columns (v);
  }
};

/* The last three rows of the blurred signal, of which row @i comes in; @N
 * columns for each lane. */
template <class R, class S, int N>
struct TurningRows
{
  R row[3];

  __device__ __forceinline__ const R &above (int i) const { return row[(i + 1) % 3]; }
  __device__ __forceinline__ const R &here (int i) const { return row[(i + 2) % 3]; }
  __device__ __forceinline__ const R &below (int i) const { return row[i % 3]; }

  /* Row @y comes in at the bottom; rows outside the image repeat the nearest. */
  __device__ __forceinline__ void
  push (const S &strip, int y, float g[N], int i)
  {
    strip.clamp_columns (g);
    row[i % 3].set (g);
    if (! strip.inside && (y == 0 || y == strip.height))
      {
        /* Rare: a branch, not selections in every row. */
        asm volatile ("");
        if (y == 0)
          row[(i + 2) % 3] = row[i % 3];
        else
          row[i % 3] = row[(i + 2) % 3];
      }
  }
};

struct WideTurning : TurningRows<WideRow, WideStrip, 8>
{
  /* Sobel's derivatives of the row in the middle. Doubling is exact. */
  __device__ __forceinline__ void
  gradient (int turn, float dx[8], float dy[8]) const
  {
    const WideRow &a = above (turn), &b = here (turn), &c = below (turn);
    float          sum[10], down[10];

#pragma unroll
    for (int i = 0; i < 10; i++)
      {
        sum[i] = __fmaf_rn (2.0f, b.v[i], a.v[i] + c.v[i]);
        down[i] = c.v[i] - a.v[i];
      }
#pragma unroll
    for (int i = 0; i < 8; i++)
      {
        dx[i] = sum[i + 2] - sum[i];
        dy[i] = __fmaf_rn (2.0f, down[i + 1], down[i] + down[i + 2]);
      }
  }
};

/* Marches. @Stage has the number of rows above and below a row of the result that
 * it needs (DEPTH), where the weights along y are (ALONG_Y), how often the Gaussian along x
 * is unrolled (UNROLL: once if the loop would not fit the instruction cache), begin(), and push(),
 * which is called with row after row of the blurred signal and with the number of
 * the call modulo three. The first row pushed is one too many, and undefined. */
template <class Stage>
static __device__ __forceinline__ void
march_wide_strip (const CeCudaEdges &p, const WideStrip &strip, float4 *shared)
{
  const int           first = strip.y0 - Stage::DEPTH - RADIUS;
  const int           last = strip.y1 - 1 + Stage::DEPTH + RADIUS;
  Stage               stage (p, strip);
  Ring                ring (shared);
  RowReader<6, -2, 1> next;

  stage.begin ();
  next.begin (p.source, strip.x, first, last, strip.inside, strip.at_edge);
  next.load (p.source, first);
  for (int base = first; base <= last; base += STEP)
    {
      float g[STEP][8];

      ring.turn ();
#pragma unroll (Stage::UNROLL)
      for (int i = 0; i < STEP; i++)
        {
          float v[8];

          next.repeat_columns ();
          blur_bytes (p.weights + CE_CUDA_WEIGHTS_BYTES, next.w, v);
          next.load (p.source, base + i + 1);
          ring.put (i, v);
        }
      if (base < first + 2 * RADIUS - 1)
        continue;

      ring.blur_columns (p.weights + Stage::ALONG_Y, g);
#pragma unroll
      for (int i = 0; i < STEP; i++)
        stage.push (base + i - RADIUS, g[i], i);
    }
}

/* The same, on the strip of this warp; a block is one warp, so that branches on
 * where it is are uniform. */
template <class Stage>
static __device__ __forceinline__ void
march_wide (const CeCudaEdges &p)
{
  __shared__ float4 shared[5 * STEP * 64];
  const int         x0 = CE_CUDA_STRIP_BYTES * blockIdx.x - 8;
  const int2        share = share_of (p.shares, p.y0, p.y1);
  WideStrip         strip;

  let_the_next_kernel_start ();
  strip.lane = threadIdx.x;
  strip.x = x0 + 8 * strip.lane;
  strip.width = p.source.width;
  strip.height = p.source.height;
  strip.y0 = share.x;
  strip.y1 = share.y;
  if (x0 >= 8 && x0 + 256 + 8 <= strip.width && strip.y0 >= Stage::DEPTH + RADIUS
      && strip.y1 + Stage::DEPTH + RADIUS + STEP < strip.height)
    {
      strip.at_edge = false;
      strip.inside = true;
      march_wide_strip<Stage> (p, strip, shared);
    }
  else
    {
      strip.at_edge = x0 < 8 || x0 + 256 + 8 > strip.width;
      strip.inside = false;
      march_wide_strip<Stage> (p, strip, shared);
    }
}

#endif
