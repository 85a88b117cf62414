/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The fused pass: load, Gaussian along x, Gaussian along y, then what a
 * filter makes of the blurred signal, in one kernel. A block has a span of
 * columns and marches down, four rows at a time; every stage keeps the few
 * rows its successor needs in a ring in shared memory, so that nothing but
 * source and result passes through device memory.
 *
 * The barriers between the stages also keep a ring's new rows from
 * overwriting rows that are still read. A stage of depth 2 has one of its own.
 */
#ifndef CE_CUDA_MARCH_CUH
#define CE_CUDA_MARCH_CUH

#include "load.cuh"

/* Shared memory of a block with N signals. */
template <int N>
struct March
{
  int    radius;
  int    apron;                 /* radius, up to a multiple of four */
  int    raw_width;
  int    ring;                  /* rows of blurred-along-x */
  int    gx0;                   /* image column of the span's first */
  float *raw;                   /* N x 4 rows of raw_width */
  float *along_x;               /* N x ring rows of the span */
  float *g;                     /* N x 8 rows of the span, row y at y & 7 */
  float *m;                     /* 8 rows of the span */

  __device__ __forceinline__
  March (float *shared, const CeCudaEdges &p, int span_x)
  {
    radius = p.radius;
    apron = (radius + 3) & ~3;
    raw_width = CE_CUDA_SPAN + 2 * apron;
    ring = 2 * radius + 4;
    gx0 = span_x;
    raw = shared;
    along_x = raw + (radius ? N * 4 * raw_width : 0);
    g = along_x + (radius ? N * ring * CE_CUDA_SPAN : 0);
    m = g + N * 8 * CE_CUDA_SPAN;
  }
};

/* Loads rows @row to @row + 3, to raw or, without a Gaussian, to g. Rows above
 * the image repeat its first, those below @last repeat that. */
template <int N>
static __device__ __forceinline__ void
load_rows (const March<N> &b, const CeCudaEdges &p, int row, int last)
{
  int    y = row + (threadIdx.x >> 6);
  int    inside = clamp (y, 0, last);
  float *to = b.radius ? b.raw + (threadIdx.x >> 6) * b.raw_width : b.g + (y & 7) * CE_CUDA_SPAN;
  int    to_second = b.radius ? 4 * b.raw_width : 8 * CE_CUDA_SPAN;

  for (int i = (threadIdx.x & 63) * 4; i < b.raw_width; i += CE_CUDA_SPAN)
    {
      float first[4], second[4];

      four_signals<N> (p.source, b.gx0 - b.apron + i, inside, first, second);
      *(float4 *) (to + i) = *(float4 *) first;
      if (N == 2)
        *(float4 *) (to + to_second + i) = *(float4 *) second;
    }
}

/* The Gaussian at four neighbours in a row; @centre may be read radius
 * samples, up to a multiple of four, beyond both. */
static __device__ __forceinline__ void
blur_along_x (const float *centre, int radius, const float *weights, float acc[4])
{
  const float4 *at = (const float4 *) centre;
  float4        left_near = at[0];
  float4        right_near = left_near;
  float         w = weights[0];

  acc[0] = w * left_near.x;
  acc[1] = w * left_near.y;
  acc[2] = w * left_near.z;
  acc[3] = w * left_near.w;

  for (int i = 0; i < radius; i += 4)
    {
      float4 left_far = at[-(i / 4) - 1];
      float4 right_far = at[i / 4 + 1];
      float  l[8] = { left_far.x, left_far.y, left_far.z, left_far.w,
                      left_near.x, left_near.y, left_near.z, left_near.w };
      float  r[8] = { right_near.x, right_near.y, right_near.z, right_near.w,
                      right_far.x, right_far.y, right_far.z, right_far.w };

#pragma unroll
      for (int t = 1; t <= 4; t++)
        if (i + t <= radius)
          {
            w = weights[i + t];
#pragma unroll
            for (int j = 0; j < 4; j++)
              acc[j] = acc[j] + w * (l[4 + j - t] + r[j + t]);
          }
      left_near = left_far;
      right_near = right_far;
    }
}

/* Four rows of raw, to the ring's rows from @slot on. */
template <int N>
static __device__ __forceinline__ void
blur_rows (const March<N> &b, const CeCudaEdges &p, int slot)
{
  int r = threadIdx.x >> 6;
  int column = (threadIdx.x & 63) * 4;
  int to = slot + r;

  to -= to >= b.ring ? b.ring : 0;
#pragma unroll
  for (int s = 0; s < N; s++)
    {
      float acc[4];

      blur_along_x (b.raw + (s * 4 + r) * b.raw_width + b.apron + column, b.radius, p.weights, acc);
      *(float4 *) (b.along_x + (s * b.ring + to) * CE_CUDA_SPAN + column) = *(float4 *) acc;
    }
}

/* The Gaussian along y at four rows of this thread's column; the first of
 * them is the ring's row @slot. */
static __device__ __forceinline__ void
blur_along_y (const float *ring_rows, int ring, int slot, int radius, const float *weights, float acc[4])
{
  float low[4], high[4];
  int   below = slot, above = slot;

#pragma unroll
  for (int j = 0; j < 4; j++)
    {
      low[j] = high[j] = ring_rows[above * CE_CUDA_SPAN];
      acc[j] = weights[0] * low[j];
      above = above + 1 == ring ? 0 : above + 1;
    }

  for (int i = 0; i < radius; i += 4)
#pragma unroll
    for (int t = 1; t <= 4; t++)
      if (i + t <= radius)
        {
          float w = weights[i + t];

          below = below == 0 ? ring - 1 : below - 1;
          low[3] = low[2];
          low[2] = low[1];
          low[1] = low[0];
          low[0] = ring_rows[below * CE_CUDA_SPAN];
          high[0] = high[1];
          high[1] = high[2];
          high[2] = high[3];
          high[3] = ring_rows[above * CE_CUDA_SPAN];
          above = above + 1 == ring ? 0 : above + 1;
#pragma unroll
          for (int j = 0; j < 4; j++)
            acc[j] = acc[j] + w * (low[j] + high[j]);
        }
}

/* Blurred rows @row to @row + 3 into g. */
template <int N>
static __device__ __forceinline__ void
blur_columns (const March<N> &b, const CeCudaEdges &p, int row, int slot)
{
#pragma unroll
  for (int s = 0; s < N; s++)
    {
      float acc[4];

      blur_along_y (b.along_x + s * b.ring * CE_CUDA_SPAN + threadIdx.x, b.ring, slot, b.radius, p.weights, acc);
#pragma unroll
      for (int j = 0; j < 4; j++)
        b.g[(s * 8 + ((row + j) & 7)) * CE_CUDA_SPAN + threadIdx.x] = acc[j];
    }
}

/* Six rows and three columns of g around four rows of this thread's column,
 * clamped at the image's borders. */
template <int N>
static __device__ __forceinline__ void
neighbourhood (const March<N> &b, const CeCudaEdges &p, int signal, int row, float v[6][3])
{
  int x = b.gx0 + threadIdx.x;
  int columns[3];

#pragma unroll
  for (int i = 0; i < 3; i++)
    columns[i] = clamp (clamp (x + i - 1, 0, p.source.width - 1) - b.gx0, 0, CE_CUDA_SPAN - 1);

#pragma unroll
  for (int j = 0; j < 6; j++)
    {
      const float *from = b.g + (signal * 8 + (clamp (row + j - 1, 0, p.source.height - 1) & 7)) * CE_CUDA_SPAN;

#pragma unroll
      for (int i = 0; i < 3; i++)
        v[j][i] = from[columns[i]];
    }
}

static __device__ __forceinline__ void
derivatives (const CeCudaOperator &op, const float a[3], const float at[3], const float c[3], float &dx, float &dy)
{
  if (op.sobel)
    {
      dx = ce_gradient_x (a[0], at[0], c[0], a[2], at[2], c[2], 1.0f, 2.0f, 1.0f);
      dy = ce_gradient_y (a[0], a[1], a[2], c[0], c[1], c[2], 1.0f, 2.0f, 1.0f);
    }
  else
    {
      dx = ce_gradient_x (a[0], at[0], c[0], a[2], at[2], c[2], op.k1, op.k2, op.scale);
      dy = ce_gradient_y (a[0], a[1], a[2], c[0], c[1], c[2], op.k1, op.k2, op.scale);
    }
}

/* Derivatives and squared magnitude of the stronger signal at four rows of
 * this thread's column. */
template <int N>
static __device__ __forceinline__ void
gradients (const March<N> &b, const CeCudaEdges &p, int row, float dx[4], float dy[4], float m2[4])
{
#pragma unroll
  for (int s = 0; s < N; s++)
    {
      float v[6][3];

      neighbourhood<N> (b, p, s, row, v);
#pragma unroll
      for (int j = 0; j < 4; j++)
        {
          float x, y, squared;

          derivatives (p.op, v[j], v[j + 1], v[j + 2], x, y);
          squared = x * x + y * y;
          if (s == 0 || squared > m2[j])
            {
              dx[j] = x;
              dy[j] = y;
              m2[j] = squared;
            }
        }
    }
}

/* The response of the stronger signal at four rows of this thread's column. */
template <int N>
static __device__ __forceinline__ void
laplacians (const March<N> &b, const CeCudaEdges &p, int row, float lap[4])
{
#pragma unroll
  for (int s = 0; s < N; s++)
    {
      float v[6][3];

      neighbourhood<N> (b, p, s, row, v);
#pragma unroll
      for (int j = 0; j < 4; j++)
        {
          float response = ce_laplacian (v[j][1], v[j + 2][1], v[j + 1][0], v[j + 1][2], v[j + 1][1]);

          if (s == 0 || ce_abs (response) > ce_abs (lap[j]))
            lap[j] = response;
        }
    }
}

/* Marches. @Stage has the number of rows above and below that it needs of g
 * (DEPTH), the idle columns at each side of a span (APRON), step(), which is
 * called with the first of four rows of g that have just become ready, and
 * finish(). */
template <class Stage, int N>
static __device__ __forceinline__ void
march (const CeCudaEdges &p)
{
  extern __shared__ float4 ce_shared[];
  March<N>                b ((float *) ce_shared, p,
                             (int) blockIdx.x * (CE_CUDA_SPAN - 2 * Stage::APRON) - Stage::APRON);
  const int               y0 = p.y0 + (int) blockIdx.y * p.rows;
  const int               y1 = min (y0 + p.rows, p.y1);
  const int               radius = p.radius;
  const int               warm_up = (2 * radius + 3) / 4;
  const int               first = y0 - Stage::DEPTH + radius - 4 * warm_up;
  const int               steps = warm_up + (y1 - y0 + 2 * Stage::DEPTH + 3) / 4;
  int                     slot = 0;
  Stage                   stage (b, p, y0, y1);

  for (int i = 0; i < steps; i++)
    {
      int row = first + 4 * i;

      load_rows<N> (b, p, row, p.source.height - 1);
      __syncthreads ();
      if (radius)
        {
          blur_rows<N> (b, p, slot);
          __syncthreads ();
          if (i >= warm_up)
            blur_columns<N> (b, p, row - radius, slot >= radius ? slot - radius : slot - radius + b.ring);
          slot += 4;
          slot -= slot >= b.ring ? b.ring : 0;
          __syncthreads ();
        }
      if (i >= warm_up)
        stage.step (row - radius);
      if (! radius && Stage::DEPTH < 2)
        __syncthreads ();
    }

  stage.finish ();
}

#endif
