/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fused pass: load, Gaussian along x, Gaussian along y, then what a
 * filter makes of the blurred signal, in one kernel, so that nothing but
 * source and result passes through device memory.
 *
 * Every warp works alone. It has a strip of 128 columns, four per lane, of
 * which the outer lanes only feed their neighbours, and marches down, four
 * rows at a time. Rows to be blurred along x pass through shared memory, those
 * to be blurred along y wait in a ring there; everything later stays in
 * registers, and lanes see their neighbours' columns by shuffles.
 */
#ifndef CE_CUDA_MARCH_CUH
#define CE_CUDA_MARCH_CUH

#include "blur.cuh"
#include "load.cuh"

/* A lane's part of a strip. */
struct Strip
{
  int  lane;
  int  x;                       /* image column of this lane's first */
  bool left_edge;               /* the strip sticks out of the image */
  bool right_edge;
  int  width;
  int  height;
  int  y0;                      /* rows to compute */
  int  y1;
  int  margin = 1;              /* lanes at each side that only feed others */
  bool inside = false;          /* neither rows nor columns are repeated: the compiler leaves the rest out */

  /* Whether this lane's columns belong to the result. */
  __device__ __forceinline__ bool
  is_inner () const
  {
    return lane >= margin && lane < 32 - margin && (inside || x < width);
  }

  /* Columns outside the image repeat the nearest inside. */
  __device__ __forceinline__ void
  clamp_columns (float v[4]) const
  {
    if (left_edge)
      {
        float first = __shfl_sync (ALL, v[0], margin);

        v[3] = lane == margin - 1 ? first : v[3];
      }
    if (right_edge)
      {
        int   column = (width - 1) & 3;
        float own = column == 0 ? v[0] : column == 1 ? v[1] : column == 2 ? v[2] : v[3];
        float last = __shfl_sync (ALL, own, (width - 1 - (x - 4 * lane)) >> 2);

#pragma unroll
        for (int i = 0; i < 4; i++)
          v[i] = x + i >= width ? last : v[i];
      }
  }

  /* The same for all columns beyond the left edge. */
  __device__ __forceinline__ void
  repeat_columns (float v[4]) const
  {
    clamp_columns (v);
    if (left_edge)
      {
        float first = __shfl_sync (ALL, v[0], margin);

#pragma unroll
        for (int i = 0; i < 4; i++)
          v[i] = x < 0 ? first : v[i];
      }
  }
};

/* Four columns of a row and their neighbours. */
struct Row
{
  float v[6];

  __device__ __forceinline__ void
  set (const float middle[4])
  {
    v[0] = __shfl_up_sync (ALL, middle[3], 1);
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i + 1] = middle[i];
    v[5] = __shfl_down_sync (ALL, middle[0], 1);
  }
};

static __device__ __forceinline__ void
derivatives (const CeCudaOperator &op, const Row &a, const Row &b, const Row &c, int i, float &dx, float &dy)
{
  if (op.sobel)
    {
      dx = ce_gradient_x (a.v[i], b.v[i], c.v[i], a.v[i + 2], b.v[i + 2], c.v[i + 2], 1.0f, 2.0f, 1.0f);
      dy = ce_gradient_y (a.v[i], a.v[i + 1], a.v[i + 2], c.v[i], c.v[i + 1], c.v[i + 2], 1.0f, 2.0f, 1.0f);
    }
  else
    {
      dx = ce_gradient_x (a.v[i], b.v[i], c.v[i], a.v[i + 2], b.v[i + 2], c.v[i + 2], op.k1, op.k2, op.scale);
      dy = ce_gradient_y (a.v[i], a.v[i + 1], a.v[i + 2], c.v[i], c.v[i + 1], c.v[i + 2], op.k1, op.k2, op.scale);
    }
}

/* The last three rows of the blurred signals. */
template <int N>
struct Window
{
  Row a[N], b[N], c[N];

  /* Row @y comes in at the bottom; rows outside the image repeat the nearest. */
  __device__ __forceinline__ void
  push (const Strip &strip, int y, float g[N][4])
  {
#pragma unroll
    for (int s = 0; s < N; s++)
      {
        a[s] = b[s];
        b[s] = c[s];
        strip.clamp_columns (g[s]);
        c[s].set (g[s]);
        if (y == 0)
          b[s] = c[s];
        if (y == strip.height)
          c[s] = b[s];
      }
  }

  /* Derivatives and squared magnitude of the stronger signal, middle row. */
  __device__ __forceinline__ void
  gradient (const CeCudaOperator &op, float dx[4], float dy[4], float m2[4]) const
  {
#pragma unroll
    for (int s = 0; s < N; s++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        {
          float x, y, squared;

          derivatives (op, a[s], b[s], c[s], i, x, y);
          squared = x * x + y * y;
          if (s == 0 || squared > m2[i])
            {
              dx[i] = x;
              dy[i] = y;
              m2[i] = squared;
            }
        }
  }

  /* The response of the stronger signal, middle row. */
  __device__ __forceinline__ void
  laplacian (float lap[4]) const
  {
#pragma unroll
    for (int s = 0; s < N; s++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        {
          float response = ce_laplacian (a[s].v[i + 1], c[s].v[i + 1], b[s].v[i], b[s].v[i + 2], b[s].v[i + 1]);

          if (s == 0 || ce_abs (response) > ce_abs (lap[i]))
            lap[i] = response;
        }
  }
};

/* Shared memory of a warp: N x 4 rows to blur along x, N x ring rows to blur
 * along y. */
template <int N, int R>
struct Shared
{
  int     apron;                /* radius, up to a multiple of four */
  int     raw_width;            /* groups of four columns */
  int     ring;
  float4 *raw;
  float4 *along_x;              /* this lane's column */

  __device__ __forceinline__
  Shared (float4 *all, int radius)
  {
    apron = ((R ? R : radius) + 3) & ~3;
    raw_width = 32 + apron / 2;
    ring = ring_rows_for<R> (radius);
    raw = all + threadIdx.y * N * (4 * raw_width + (radius ? ring * 32 : 0));
    along_x = raw + N * 4 * raw_width + threadIdx.x;
  }

  /* Four rows to raw. */
  __device__ __forceinline__ void
  fill (const CeCudaSource &source, int x, int row, int last)
  {
    for (int i = threadIdx.x; i < raw_width; i += 32)
      fill_block<N> (source, x - apron + 4 * (i - (int) threadIdx.x), row, last, raw + i, raw_width);
    __syncwarp ();
  }

  /* Row @r of what waits in raw, as it was filled or from blur_columns(). */
  __device__ __forceinline__ void
  get (int r, float v[N][4]) const
  {
#pragma unroll
    for (int s = 0; s < N; s++)
      {
        float4 all = raw[(s * 4 + r) * raw_width + threadIdx.x];

        v[s][0] = all.x;
        v[s][1] = all.y;
        v[s][2] = all.z;
        v[s][3] = all.w;
      }
  }

  /* Row @r of raw, blurred along x. */
  __device__ __forceinline__ void
  blur_row (int s, int r, int radius, const float *weights, float acc[4]) const
  {
    blur_along_x<R> (raw + (s * 4 + r) * raw_width + apron / 4 + threadIdx.x, radius, weights, acc);
  }

  /* All of raw into the ring's rows from @slot on. */
  __device__ __forceinline__ void
  blur_rows (int slot, int radius, const float *weights)
  {
#pragma unroll
    for (int s = 0; s < N; s++)
#pragma unroll (R ? 4 : 1)
      for (int r = 0; r < 4; r++)
        {
          int   to = wrap_up<R> (slot + r, ring);
          float acc[4];

          blur_row (s, r, radius, weights, acc);
          along_x[(s * ring + to) * 32] = make_float4 (acc[0], acc[1], acc[2], acc[3]);
        }
    __syncwarp ();
  }

  /* Four rows of this lane's columns, blurred along y, back to raw: there they
   * take no registers. */
  __device__ __forceinline__ void
  blur_columns (int slot, int radius, const float *weights)
  {
#pragma unroll
    for (int s = 0; s < N; s++)
      {
        float acc[4][4];

        blur_along_y<R> (along_x + s * ring * 32, ring, slot, radius, weights, acc);
#pragma unroll
        for (int r = 0; r < 4; r++)
          raw[(s * 4 + r) * raw_width + threadIdx.x] = make_float4 (acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
      }
  }
};

/* Marches. @R is the radius if it is known to the compiler, else 0. @Stage has the number of rows above and
 * below a row of the result that it needs (DEPTH), push(), which is called with row after row of the
 * blurred signals, and finish(), called by every thread of the block. */
template <class Stage, int N, int R>
static __device__ __forceinline__ void
march (const CeCudaEdges &p)
{
  extern __shared__ float4 ce_shared[];
  const int                number = blockIdx.x * blockDim.y + threadIdx.y;
  const int                radius = R ? R : p.radius;
  Shared<N, R>             shared (ce_shared, radius);
  Strip                    strip;
  Stage                    stage (p, strip);

  strip.lane = threadIdx.x;
  strip.x = CE_CUDA_STRIP * number - 4 + 4 * strip.lane;
  strip.left_edge = number == 0;
  strip.right_edge = CE_CUDA_STRIP * number - 4 + 127 >= p.source.width;
  strip.width = p.source.width;
  strip.height = p.source.height;
  strip.y0 = p.y0 + (int) blockIdx.y * p.rows;
  strip.y1 = min (strip.y0 + p.rows, p.y1);

  if (CE_CUDA_STRIP * number < strip.width)
    {
      const int warm_up = (2 * radius + 3) / 4;
      const int first = strip.y0 - Stage::DEPTH + radius - 4 * warm_up;
      const int steps = warm_up + (strip.y1 - strip.y0 + 2 * Stage::DEPTH + 3) / 4;
      int       slot = 0;

      for (int i = 0; i < steps; i++)
        {
          int row = first + 4 * i;

          shared.fill (p.source, strip.x, row, strip.height - 1);
          if (radius)
            {
              shared.blur_rows (slot, radius, p.weights);
              if (i >= warm_up)
                shared.blur_columns (wrap_down<R> (slot - radius, shared.ring), radius, p.weights);
              slot = wrap_up<R> (slot + 4, shared.ring);
            }

          if (i >= warm_up)
            /* Not unrolled: four times the code would not fit the instruction cache. */
#pragma unroll 1
            for (int r = 0; r < 4; r++)
              {
                float g[N][4];

                shared.get (r, g);
                stage.push (row - radius + r, g);
              }
        }
    }

  stage.finish ();
}

#endif
