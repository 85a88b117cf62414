/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A warp that marches keeps three rows in registers; derivatives, ridges, Laplacians and 3x3 kernels are computed from them.
 */
#ifndef CE_CUDA_ROWS_CUH
#define CE_CUDA_ROWS_CUH

#include "march.cuh"

/* Four columns of a row and their neighbours. */
struct Row
{
  float v[6];

  __device__ __forceinline__ void
  set (const float middle[4])
  {
#pragma unroll
    for (int i = 0; i < 4; i++)
      v[i + 1] = middle[i];
    v[0] = __shfl_up_sync (ALL, middle[3], 1);
    v[5] = __shfl_down_sync (ALL, middle[0], 1);
  }
};

/* Computes the derivatives of row @b with the weights 1, 2, 1, at N columns of rows that have one more at each side; @down
 * is @c minus @a. Doubling is exact, multiplying by one falls away. */
template <int N>
static __device__ __forceinline__ void
sobel (const float a[N + 2], const float b[N + 2], const float c[N + 2], const float down[N + 2], float dx[N], float dy[N])
{
  float sum[N + 2];

#pragma unroll
  for (int i = 0; i < N + 2; i++)
    sum[i] = (a[i] + c[i]) + 2.0f * b[i];
#pragma unroll
  for (int i = 0; i < N; i++)
    {
      dx[i] = sum[i + 2] - sum[i];
      dy[i] = (down[i] + down[i + 2]) + 2.0f * down[i + 1];
    }
}

/* Computes the derivatives of one signal in row @b. */
static __device__ __forceinline__ void
derivatives (const CeCudaOperator &op, const Row &a, const Row &b, const Row &c, float dx[4], float dy[4])
{
  float sum[6], down[6];

#pragma unroll
  for (int i = 0; i < 6; i++)
    down[i] = c.v[i] - a.v[i];
  if (op.sobel)
    {
      sobel<4> (a.v, b.v, c.v, down, dx, dy);
      return;
    }

#pragma unroll
  for (int i = 0; i < 6; i++)
    sum[i] = op.k1 * (a.v[i] + c.v[i]) + op.k2 * b.v[i];
#pragma unroll
  for (int i = 0; i < 4; i++)
    {
      dx[i] = (sum[i + 2] - sum[i]) * op.scale;
      dy[i] = (op.k1 * (down[i] + down[i + 2]) + op.k2 * down[i + 1]) * op.scale;
    }
}

/* Finds the middles of lines in one signal in row @b. */
static __device__ __forceinline__ void
ridges (const CeCudaRidge &to, const Row &a, const Row &b, const Row &c, float x[4], float y[4], float m[4])
{
#pragma unroll
  for (int i = 0; i < 4; i++)
    m[i] = ce_ridge (a.v[i], a.v[i + 1], a.v[i + 2], b.v[i], b.v[i + 1], b.v[i + 2], c.v[i], c.v[i + 1], c.v[i + 2],
                     to.k1, to.k2, to.k3, to.strength, &x[i], &y[i]);
}

/* The last three rows of N signals; @i is the number of the one that came in last, modulo three. */
template <int N>
struct Rows
{
  Row row[3][N];

  __device__ __forceinline__ const Row &above (int i, int s = 0) const { return row[(i + 1) % 3][s]; }
  __device__ __forceinline__ const Row &here (int i, int s = 0) const { return row[(i + 2) % 3][s]; }
  __device__ __forceinline__ const Row &below (int i, int s = 0) const { return row[i % 3][s]; }

  /* Adds row @y at the bottom; rows outside the image repeat the nearest. */
  __device__ __forceinline__ void
  push (const Strip &strip, int y, float g[N][4], int i)
  {
#pragma unroll
    for (int s = 0; s < N; s++)
      {
        if (strip.at_edge)
          strip.repeat_columns<4> (g[s]);
        row[i % 3][s].set (g[s]);
      }
    if (y == 0 || y == strip.height)
      {
        /* Rare: a branch, not selections in every row. */
        asm volatile ("");
#pragma unroll
        for (int s = 0; s < N; s++)
          if (y == 0)
            row[(i + 2) % 3][s] = row[i % 3][s];
          else
            row[i % 3][s] = row[(i + 2) % 3][s];
      }
  }

  /* Computes derivatives of the row in the middle, of the signal with the largest squared magnitude or, if @l1, |dx| + |dy|,
   * the first on a tie. Two signals, luma and alpha, are always compared by squares. */
  __device__ __forceinline__ void
  gradient (const CeCudaOperator &op, int l1, int turn, float dx[4], float dy[4]) const
  {
    derivatives (op, above (turn), here (turn), below (turn), dx, dy);
#pragma unroll
    for (int s = 1; s < N; s++)
      {
        float x[4], y[4];

        derivatives (op, above (turn, s), here (turn, s), below (turn, s), x, y);
#pragma unroll
        for (int i = 0; i < 4; i++)
          if (N > 2 && l1 ? ce_abs (x[i]) + ce_abs (y[i]) > ce_abs (dx[i]) + ce_abs (dy[i])
                          : x[i] * x[i] + y[i] * y[i] > dx[i] * dx[i] + dy[i] * dy[i])
            {
              dx[i] = x[i];
              dy[i] = y[i];
            }
      }
  }

  /* Finds directions across the middles of lines in the middle row, and their strengths, of the strongest signal. */
  __device__ __forceinline__ void
  ridge (const CeCudaRidge &to, int turn, float x[4], float y[4], float m[4]) const
  {
    ridges (to, above (turn), here (turn), below (turn), x, y, m);
#pragma unroll
    for (int s = 1; s < N; s++)
      {
        float x2[4], y2[4], m2[4];

        ridges (to, above (turn, s), here (turn, s), below (turn, s), x2, y2, m2);
#pragma unroll
        for (int i = 0; i < 4; i++)
          if (m2[i] > m[i])
            {
              x[i] = x2[i];
              y[i] = y2[i];
              m[i] = m2[i];
            }
      }
  }

  /* Finds the largest levels of the row in the middle. */
  __device__ __forceinline__ void
  largest (int turn, float level[4]) const
  {
#pragma unroll
    for (int s = 0; s < N; s++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        if (s == 0 || here (turn, s).v[i + 1] > level[i])
          level[i] = here (turn, s).v[i + 1];
  }

  /* Computes the largest response of the row in the middle. */
  __device__ __forceinline__ void
  laplacian (int turn, float lap[4]) const
  {
#pragma unroll
    for (int s = 0; s < N; s++)
#pragma unroll
      for (int i = 0; i < 4; i++)
        {
          const Row &a = above (turn, s), &b = here (turn, s), &c = below (turn, s);
          float         response = ce_laplacian (a.v[i + 1], c.v[i + 1], b.v[i], b.v[i + 2], b.v[i + 1]);

          if (s == 0 || ce_abs (response) > ce_abs (lap[i]))
            lap[i] = response;
        }
  }
};

/* Makes eight bytes per lane of three rows of levels that Bytes<C, 8, 1> reads, C more of them at each side. F::column()
 * combines the three levels of a column, and F::levels() computes the result from the rows and these combinations. */
template <int C, class F>
struct BytesAround : Stage
{
  static const int  DEPTH = 1;
  static const bool SPLIT = true;

  float          row[3][8 + 2 * C];
  unsigned char *to;            /* this lane's bytes of the next row */

  using Stage::Stage;

  __device__ __forceinline__ void
  begin ()
  {
    to = row_of (p.target.data, p.target.stride, strip.y0) + strip.x;
  }

  __device__ __forceinline__ void
  push (int y, float g[1][8 + 2 * C], int turn)
  {
    const float *above = row[(turn + 1) % 3], *here = row[(turn + 2) % 3];
    float       *below = row[turn % 3];
    float        column[8 + 2 * C], v[8];

#pragma unroll
    for (int i = 0; i < 8 + 2 * C; i++)
      {
        below[i] = g[0][i];
        column[i] = F::column (above[i], here[i], below[i]);
      }
    if (y - 1 < strip.y0 || y - 1 >= strip.y1)
      return;

    F::levels (p, above, here, below, column, v);
    if (strip.is_inner)
      *(uint2 *) to = make_uint2 (four_bytes (v), four_bytes (v + 4));
    to += (int) p.target.stride;
  }
};

/* Sets magnitudes of row @y to 0 outside the image. */
static __device__ __forceinline__ void
nothing_outside (const Strip &strip, int y, float m[4])
{
  if (strip.at_edge || y < 0 || y >= strip.height)
#pragma unroll
    for (int i = 0; i < 4; i++)
      if (strip.x + i < 0 || strip.x + i >= strip.width || y < 0 || y >= strip.height)
        m[i] = 0;
}

/* Computes the magnitudes of row @y that thinning compares; they are 0 outside the image. */
static __device__ __forceinline__ void
magnitudes (const CeCudaLaunch &p, const Strip &strip, const float dx[4], const float dy[4], int y, float m[4])
{
  if (p.l1)
#pragma unroll
    for (int i = 0; i < 4; i++)
      m[i] = ce_abs (dx[i]) + ce_abs (dy[i]);
  else
#pragma unroll
    for (int i = 0; i < 4; i++)
      m[i] = dx[i] * dx[i] + dy[i] * dy[i];
  nothing_outside (strip, y, m);
}

#endif
