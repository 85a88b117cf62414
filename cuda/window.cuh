/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fused pass for the default Gaussian of opaque images: as march.cuh, but
 * the rows that wait to be blurred along y stay in registers and move
 * once in a few rows, as the loop is unrolled: more than that would not fit the
 * instruction cache.
 */
#ifndef CE_CUDA_WINDOW_CUH
#define CE_CUDA_WINDOW_CUH

#include "march.cuh"
#include "reader.cuh"

#define RADIUS CE_CUDA_DEFAULT_RADIUS
#define STEP CE_CUDA_WINDOW_ROWS         /* a multiple of three, so that stages can turn */

/* Byte @at of words as a subnormal float, v * 2^-149. */
static __device__ __forceinline__ float
tiny_float (const unsigned *w, int at)
{
  return __uint_as_float (__byte_perm (w[at / 4], 0, 0x4440 + at % 4));
}

/* Four samples of a row and RADIUS on each side, of 8-bit grey: read anew by
 * every lane. */
struct GreyBytes
{
  /* Sums of two tiny floats are exact, products with weights * 2^127 are normal
   * and rounded as ever, so after weights * 2^22 along y every bit is as if
   * bytes had been converted. */
  static const int ALONG_X = CE_CUDA_WEIGHTS_BYTES;
  static const int ALONG_Y = CE_CUDA_WEIGHTS_BACK;

  RowReader<5, -2, 1> reader;

  __device__ __forceinline__ void
  begin (const CeCudaSource &s, const Strip &strip, int y, int last)
  {
    reader.begin (s, strip.x, y, last, strip.inside, strip.left_edge || strip.right_edge);
  }

  __device__ __forceinline__ void
  load (const CeCudaSource &s, const Strip &strip, int y)
  {
    reader.load (s, y);
  }

  __device__ __forceinline__ void
  get (const Strip &strip, float v[4 + 2 * RADIUS])
  {
    reader.repeat_columns ();
#pragma unroll
    for (int i = 0; i < 4 + 2 * RADIUS; i++)
      {
        int at = i + 8 - RADIUS;

        v[i] = tiny_float (reader.w, at);
      }
  }
};

/* The last three rows of the blurred signal, of which row @i comes in. */
struct Turning
{
  Row row[3];

  __device__ __forceinline__ const Row &above (int i) const { return row[(i + 1) % 3]; }
  __device__ __forceinline__ const Row &here (int i) const { return row[(i + 2) % 3]; }
  __device__ __forceinline__ const Row &below (int i) const { return row[i % 3]; }

  /* As Window's. */
  __device__ __forceinline__ void
  push (const Strip &strip, int y, float g[4], int i)
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

/* Marches. @Stage as for march(), but its push() also gets the number of the
 * call, which the compiler knows modulo three. */
template <class Stage, class Samples>
static __device__ __forceinline__ void
march_strip (const CeCudaEdges &p, const Strip &strip, int first, int last)
{
  const float *along_x = p.weights + Samples::ALONG_X;
  const float *along_y = p.weights + Samples::ALONG_Y;
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

          next.get (strip, v);
          next.load (p.source, strip, row + 1);
#pragma unroll
          for (int j = 0; j < 4; j++)
            {
              float acc = along_x[0] * v[RADIUS + j];

#pragma unroll
              for (int t = 1; t <= RADIUS; t++)
                acc = acc + along_x[t] * (v[RADIUS + j - t] + v[RADIUS + j + t]);
              window[2 * RADIUS + i][j] = acc;
            }
          if (row < first + 2 * RADIUS)
            continue;

#pragma unroll
          for (int j = 0; j < 4; j++)
            g[0][j] = blur_along_window (along_y, window, RADIUS + i, j);
          stage.push (row - RADIUS, g, i);
        }
      turn_window (window);
    }
}

/* The same, on the strip of this warp; a block is one warp, so that branches on
 * where it is are uniform. */
template <class Stage, class Samples>
static __device__ __forceinline__ void
march_window (const CeCudaEdges &p)
{
  const int x0 = CE_CUDA_STRIP * blockIdx.x - 4;
  Strip     strip;

  strip.lane = threadIdx.x;
  strip.x = x0 + 4 * strip.lane;
  strip.width = p.source.width;
  strip.height = p.source.height;
  strip.y0 = p.y0 + (int) blockIdx.y * p.rows;
  strip.y1 = min (strip.y0 + p.rows, p.y1);

  const int first = strip.y0 - Stage::DEPTH - RADIUS;
  const int last = strip.y1 - 1 + Stage::DEPTH + RADIUS;

  if (x0 >= 8 && x0 + 128 + 8 <= strip.width && first >= 0 && last + STEP < strip.height)
    {
      strip.left_edge = strip.right_edge = false;
      strip.inside = true;
      march_strip<Stage, Samples> (p, strip, first, last);
    }
  else
    {
      strip.left_edge = blockIdx.x == 0;
      strip.right_edge = x0 + 128 + 8 > strip.width;
      strip.inside = false;
      march_strip<Stage, Samples> (p, strip, first, last);
    }
}

#endif
