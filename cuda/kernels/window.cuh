/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fused pass for the default Gaussian of opaque images: as march.cuh, but
 * the rows that wait to be blurred along y stay in registers and move
 * once in a few rows, as the loop is unrolled: more than that would not fit the
 * instruction cache.
 */
#ifndef CE_CUDA_WINDOW_CUH
#define CE_CUDA_WINDOW_CUH

#include "rows.cuh"
#include "wide.cuh"

/* Four samples of a row and some on each side, of any opaque source: a lane
 * reads its own, the others come from its neighbours. */
struct AnySamples
{
  static const int MARGIN = 2;  /* lanes at each side that have no result */

  uint4                raw;     /* what was read */
  const unsigned char *from;    /* this lane's pixels of the next row */
  int                  limit;   /* the last row that is needed and exists */

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, const Strip &strip, int y, int last)
  {
    int x = clamp (strip.x, 0, (strip.width - 1) & ~3);

    limit = min (last, strip.height - 1);
    from = row_of (s.data, s.stride, clamp (y, 0, strip.height - 1))
           + (long long) x * s.channels * (s.samples == CE_CUDA_F32 ? 4 : 1);
  }

  __device__ __forceinline__ void
  load (const CeCudaSource &s, const Strip &strip, int y)
  {
    const unsigned *words = (const unsigned *) from;

    if (s.samples == CE_CUDA_F32 || s.channels == 4)
      raw = *(const uint4 *) from;
    else if (s.channels == 3)
      raw = make_uint4 (words[0], words[1], words[2], 0);
    else
      raw = make_uint4 (words[0], words[s.channels - 1], 0, 0);
    if ((strip.inside || y >= 0) && y < limit)
      from += (int) s.stride;
    if (y + 1 + ROWS_AHEAD <= limit)
      asm volatile ("prefetch.global.L2 [%0];" :: "l" (from + ROWS_AHEAD * (int) s.stride));
  }

  /* Byte @i of what was read. */
  __device__ __forceinline__ float
  level (int i) const
  {
    return byte_level (i < 4 ? raw.x : i < 8 ? raw.y : i < 12 ? raw.z : raw.w, i % 4);
  }

  __device__ __forceinline__ void
  own (const CeCudaSource &s, float v[4]) const
  {
    if (s.samples == CE_CUDA_F32)
      {
        v[0] = ce_level_from_float (__uint_as_float (raw.x));
        v[1] = ce_level_from_float (__uint_as_float (raw.y));
        v[2] = ce_level_from_float (__uint_as_float (raw.z));
        v[3] = ce_level_from_float (__uint_as_float (raw.w));
      }
    else if (s.channels < 3)
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = s.channels == 1 ? level (i) : level (2 * i);
    else if (s.channels == 3)
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = ce_luma (level (3 * i), level (3 * i + 1), level (3 * i + 2), s.wr, s.wb);
    else
#pragma unroll
      for (int i = 0; i < 4; i++)
        v[i] = ce_luma (level (4 * i), level (4 * i + 1), level (4 * i + 2), s.wr, s.wb);
  }

  /* With R on each side. */
  template <int R>
  __device__ __forceinline__ void
  get (const CeCudaSource &s, const Strip &strip, float *v) const
  {
    float mine[4];

    own (s, mine);
    if (strip.left_edge || strip.right_edge)
      strip.repeat_columns (mine);
#pragma unroll
    for (int i = 0; i < R; i++)
      {
        v[R - 1 - i] = __shfl_up_sync (ALL, mine[3 - i % 4], 1 + i / 4);
        v[R + 4 + i] = __shfl_down_sync (ALL, mine[i % 4], 1 + i / 4);
      }
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[R + i] = mine[i];
  }
};

struct Turning : TurningRows<Row, Strip, 4>
{
  /* Sobel's derivatives of the row in the middle. Doubling is exact, unless it
   * overflows: levels of bytes cannot. */
  template <bool BYTES>
  __device__ __forceinline__ void
  gradient (int turn, float dx[4], float dy[4]) const
  {
    const Row &a = above (turn), &b = here (turn), &c = below (turn);
    float      sum[6], down[6];

#pragma unroll
    for (int i = 0; i < 6; i++)
      {
        sum[i] = BYTES ? __fmaf_rn (2.0f, b.v[i], a.v[i] + c.v[i]) : (a.v[i] + c.v[i]) + 2.0f * b.v[i];
        down[i] = c.v[i] - a.v[i];
      }
#pragma unroll
    for (int i = 0; i < 4; i++)
      {
        float sides = down[i] + down[i + 2];

        dx[i] = sum[i + 2] - sum[i];
        dy[i] = BYTES ? __fmaf_rn (2.0f, down[i + 1], sides) : sides + 2.0f * down[i + 1];
      }
  }
};

/* The Gaussian along y at column @j of the window's row @row. */
static __device__ __forceinline__ float
blur_along_window (const float *weights, const float window[2 * RADIUS + STEP][4], int row, int j)
{
  float acc = weights[0] * window[row][j];

#pragma unroll
  for (int t = 1; t <= RADIUS; t++)
    acc = acc + weights[t] * (window[row - t][j] + window[row + t][j]);

  return acc;
}

static __device__ __forceinline__ void
turn_window (float window[2 * RADIUS + STEP][4])
{
#pragma unroll
  for (int i = 0; i < 2 * RADIUS; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
      window[i][j] = window[i + STEP][j];
}

/* Marches. @R is the Gaussian's radius: RADIUS, or 0 without. @Stage as for
 * march(), but its push() also gets the number of the call, which the compiler
 * knows modulo three. */
template <class Stage, class Samples, int R>
static __device__ __forceinline__ void
march_strip (const CeCudaEdges &p, const Strip &strip, int first, int last)
{
  Stage        stage (p, strip);
  Samples      next;
  float        window[2 * RADIUS + STEP][4];

  stage.begin ();
  next.begin (p.source, strip, first, last);
  next.load (p.source, strip, first);
  for (int base = first; base <= last; base += STEP)
    {
#pragma unroll
      for (int i = 0; i < STEP; i++)
        {
          float v[4 + 2 * RADIUS], g[1][4];
          int   row = base + i;

          next.template get<R> (p.source, strip, v);
          next.load (p.source, strip, row + 1);
          if (R)
            {
              blur_along_row<4> (p.weights, v, window[2 * RADIUS + i]);
              if (row < first + 2 * R)
                continue;
            }

#pragma unroll
          for (int j = 0; j < 4; j++)
            g[0][j] = R ? blur_along_window (p.weights, window, RADIUS + i, j) : v[j];
          stage.push (row - R, g, i);
        }
      if (R)
        turn_window (window);
    }
}

/* The same, on the strip of this warp; a block is one warp, so that branches on
 * where it is are uniform. */
template <class Stage, class Samples, int R>
static __device__ __forceinline__ void
march_window (const CeCudaEdges &p)
{
  const int margin = R ? Samples::MARGIN : 1;
  const int x0 = (128 - 8 * margin) * blockIdx.x - 4 * margin;
  const int2 share = share_of (p.shares, p.y0, p.y1);
  Strip     strip;

  let_the_next_kernel_start ();
  strip.lane = threadIdx.x;
  strip.margin = margin;
  strip.x = x0 + 4 * strip.lane;
  strip.width = p.source.width;
  strip.height = p.source.height;
  strip.y0 = share.x;
  strip.y1 = share.y;

  const int first = strip.y0 - Stage::DEPTH - R;
  const int last = strip.y1 - 1 + Stage::DEPTH + R;

  if (x0 >= 8 && x0 + 128 + 8 <= strip.width && first >= 0 && last + STEP < strip.height)
    {
      strip.left_edge = strip.right_edge = false;
      strip.inside = true;
      march_strip<Stage, Samples, R> (p, strip, first, last);
    }
  else
    {
      strip.left_edge = blockIdx.x == 0;
      strip.right_edge = x0 + 128 + 8 > strip.width;
      strip.inside = false;
      march_strip<Stage, Samples, R> (p, strip, first, last);
    }
}

#endif
