/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows in the registers of a warp that marches down a strip of 128 columns, four
 * per lane, and what is made of three of them.
 */
#ifndef CE_CUDA_ROWS_CUH
#define CE_CUDA_ROWS_CUH

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

#endif
