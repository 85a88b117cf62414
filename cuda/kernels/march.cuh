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
#include "rows.cuh"

/* Shared memory of a warp: N x 4 rows to blur along x, N x ring rows to blur
 * along y. */
template <int N>
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
    apron = (radius + 3) & ~3;
    raw_width = 32 + apron / 2;
    ring = 2 * radius + 4;
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
    blur_along_x (raw + (s * 4 + r) * raw_width + apron / 4 + threadIdx.x, radius, weights, acc);
  }

  /* All of raw into the ring's rows from @slot on. */
  __device__ __forceinline__ void
  blur_rows (int slot, int radius, const float *weights)
  {
#pragma unroll
    for (int s = 0; s < N; s++)
#pragma unroll 1
      for (int r = 0; r < 4; r++)
        {
          int   to = wrap_up (slot + r, ring);
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

        blur_along_y (along_x + s * ring * 32, ring, slot, radius, weights, acc);
#pragma unroll
        for (int r = 0; r < 4; r++)
          raw[(s * 4 + r) * raw_width + threadIdx.x] = make_float4 (acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
      }
  }
};

/* Marches. @Stage has the number of rows above and
 * below a row of the result that it needs (DEPTH), push(), which is called with row after row of the
 * blurred signals, and finish(), called by every thread of the block. */
template <class Stage, int N>
static __device__ __forceinline__ void
march (const CeCudaEdges &p)
{
  extern __shared__ float4 ce_shared[];
  const int2               share = share_of (p.shares, p.y0, p.y1);
  const int                number = blockIdx.x * blockDim.y + threadIdx.y;
  const int                radius = p.radius;
  Shared<N>                shared (ce_shared, radius);
  Strip                    strip;
  Stage                    stage (p, strip);

  let_the_next_kernel_start ();
  strip.lane = threadIdx.x;
  strip.x = CE_CUDA_STRIP * number - 4 + 4 * strip.lane;
  strip.left_edge = number == 0;
  strip.right_edge = CE_CUDA_STRIP * number - 4 + 127 >= p.source.width;
  strip.width = p.source.width;
  strip.height = p.source.height;
  strip.y0 = share.x;
  strip.y1 = share.y;

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
                shared.blur_columns (wrap_down (slot - radius, shared.ring), radius, p.weights);
              slot = wrap_up (slot + 4, shared.ring);
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
