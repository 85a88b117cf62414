/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The default Gaussian of bytes: along x from words, along y from a ring of rows in
 * shared memory.
 */
#ifndef CE_CUDA_RING_CUH
#define CE_CUDA_RING_CUH

#include "load.cuh"

#define RADIUS CE_CUDA_DEFAULT_RADIUS
#define STEP CE_CUDA_WINDOW_ROWS

/* Byte @at of words as a subnormal float, v * 2^-149. Sums of two are exact,
 * products with weights * 2^127 are normal and rounded as ever, so after weights *
 * 2^22 along y every bit is as if bytes had been converted. */
static __device__ __forceinline__ float
tiny_float (const unsigned *w, int at)
{
  return __uint_as_float (__byte_perm (w[at / 4], 0, 0x4440 + at % 4));
}

/* The Gaussian along x at the @N samples in the middle. */
template <int N>
static __device__ __forceinline__ void
blur_along_row (const float *weights, const float v[N + 2 * RADIUS], float to[N])
{
#pragma unroll
  for (int j = 0; j < N; j++)
    {
      float acc = weights[0] * v[RADIUS + j];

#pragma unroll
      for (int t = 1; t <= RADIUS; t++)
        acc = acc + weights[t] * (v[RADIUS + j - t] + v[RADIUS + j + t]);
      to[j] = acc;
    }
}

/* The Gaussian along x at the eight bytes in the middle of six words. */
static __device__ __forceinline__ void
blur_bytes (const float *weights, const unsigned w[6], float to[8])
{
  float v[8 + 2 * RADIUS];

#pragma unroll
  for (int i = 0; i < 8 + 2 * RADIUS; i++)
    v[i] = tiny_float (w, i + 8 - RADIUS);
  blur_along_row<8> (weights, v, to);
}

/* Five groups of three rows in shared memory, of which this lane has eight
 * columns: group 0 is the oldest. */
struct Ring
{
  float4 *group[5];

  __device__ __forceinline__
  Ring (float4 *all)
  {
#pragma unroll
    for (int i = 0; i < 5; i++)
      group[i] = all + i * STEP * 64 + threadIdx.x;
  }

  /* Row @i of the newest group. */
  __device__ __forceinline__ void
  put (int i, const float v[8])
  {
    group[4][i * 64] = make_float4 (v[0], v[1], v[2], v[3]);
    group[4][i * 64 + 32] = make_float4 (v[4], v[5], v[6], v[7]);
  }

  /* Four columns of row @i, the first of the oldest group being row 0. */
  __device__ __forceinline__ float4
  get (int i, int half) const
  {
    return group[i / STEP][i % STEP * 64 + half * 32];
  }

  /* The oldest makes room. */
  __device__ __forceinline__ void
  turn ()
  {
    float4 *oldest = group[0];

#pragma unroll
    for (int i = 0; i < 4; i++)
      group[i] = group[i + 1];
    group[4] = oldest;
  }

  /* The Gaussian along y at the three rows from 7 on, of which the last is as far
   * from the newest as the radius. */
  __device__ __forceinline__ void
  blur_columns (const float *weights, float g[STEP][8]) const
  {
#pragma unroll
    for (int half = 0; half < 2; half++)
      {
        float4 row[5 * STEP];

#pragma unroll
        for (int i = 2; i < 5 * STEP; i++)
          row[i] = get (i, half);
#pragma unroll
        for (int i = 0; i < STEP; i++)
          {
            const int c = 5 * STEP - 1 - RADIUS - (STEP - 1) + i;
            float    *to = g[i] + 4 * half;

            to[0] = weights[0] * row[c].x;
            to[1] = weights[0] * row[c].y;
            to[2] = weights[0] * row[c].z;
            to[3] = weights[0] * row[c].w;
#pragma unroll
            for (int t = 1; t <= RADIUS; t++)
              {
                to[0] = to[0] + weights[t] * (row[c - t].x + row[c + t].x);
                to[1] = to[1] + weights[t] * (row[c - t].y + row[c + t].y);
                to[2] = to[2] + weights[t] * (row[c - t].z + row[c + t].z);
                to[3] = to[3] + weights[t] * (row[c - t].w + row[c + t].w);
              }
          }
      }
  }
};

#endif
