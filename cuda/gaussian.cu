/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Signals, blurred or not, as levels: for looking at them, and as planes for
 * what follows. Small radii go through the fused pass, large ones along x and
 * then along y.
 */
#include "march.cuh"

template <int N>
struct LevelStage
{
  static const int DEPTH = 0;
  static const int APRON = 0;

  const March<N>    &b;
  const CeCudaEdges &p;
  int                y1;

  __device__ __forceinline__
  LevelStage (const March<N> &b, const CeCudaEdges &p, int y0, int y1) : b (b), p (p), y1 (y1) {}

  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  step (int row)
  {
    int x = b.gx0 + threadIdx.x;

    /* Each thread reads what it has blurred itself; loaded rows are behind a barrier. */
    for (int y = row; y < min (row + 4, y1) && x < p.source.width; y++)
      {
        store_level (p.target, p.target.data, x, y, b.g[(y & 7) * CE_CUDA_SPAN + threadIdx.x]);
        if (N == 2)
          store_level (p.target, p.target.second, x, y, b.g[(8 + (y & 7)) * CE_CUDA_SPAN + threadIdx.x]);
      }
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_levels_1 (const __grid_constant__ CeCudaEdges p)
{
  march<LevelStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_levels_2 (const __grid_constant__ CeCudaEdges p)
{
  march<LevelStage<2>, 2> (p);
}

/* Along x alone, four rows of a span per block. */
template <int N>
static __device__ __forceinline__ void
along_x (const CeCudaEdges &p)
{
  extern __shared__ float4 ce_shared[];
  March<N>                 b ((float *) ce_shared, p, blockIdx.x * CE_CUDA_SPAN);
  int                      r = threadIdx.x >> 6;
  int                      column = (threadIdx.x & 63) * 4;
  int                      y = p.y0 + 4 * blockIdx.y + r;

  load_rows<N> (b, p, y - r, p.y1 - 1);
  __syncthreads ();
  if (y >= p.y1 || b.gx0 + column >= p.source.width)
    return;

#pragma unroll
  for (int s = 0; s < N; s++)
    {
      unsigned char *row = (s ? p.target.second : p.target.data) + y * p.target.stride;
      float          acc[4];

      blur_along_x (b.raw + (s * 4 + r) * b.raw_width + b.apron + column, b.radius, p.weights, acc);
      *(float4 *) (row + 4ll * (b.gx0 + column)) = *(float4 *) acc;
    }
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_blur_x_1 (const __grid_constant__ CeCudaEdges p)
{
  along_x<1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_blur_x_2 (const __grid_constant__ CeCudaEdges p)
{
  along_x<2> (p);
}

#define ROWS 8

/* Along y alone, from plane to plane; eight rows of a column per thread, so
 * that each tap costs a quarter of a read per pixel. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_blur_y (const __grid_constant__ CeCudaEdges p)
{
  const int      x = blockIdx.x * CE_CUDA_SPAN + threadIdx.x;
  const int      row = p.y0 + ROWS * blockIdx.y;
  const int      last = p.source.height - 1;
  unsigned char *from = blockIdx.z ? p.source.second : p.source.data;
  unsigned char *to = blockIdx.z ? p.target.second : p.target.data;
  float          low[ROWS], high[ROWS], acc[ROWS];

  if (x >= p.source.width)
    return;

#define AT(y) (((const float *) (from + clamp (y, 0, last) * p.source.stride))[x])
#pragma unroll
  for (int j = 0; j < ROWS; j++)
    {
      /* Rows past the last one of a band are not there to be read. */
      low[j] = high[j] = AT (min (row + j, p.y1 - 1 + p.radius));
      acc[j] = p.weights[0] * low[j];
    }

  for (int i = 0; i < p.radius; i += ROWS)
#pragma unroll
    for (int t = 1; t <= ROWS; t++)
      if (i + t <= p.radius)
        {
          float w = p.weights[i + t];

#pragma unroll
          for (int j = ROWS - 1; j > 0; j--)
            low[j] = low[j - 1];
          low[0] = AT (row - i - t);
#pragma unroll
          for (int j = 0; j < ROWS - 1; j++)
            high[j] = high[j + 1];
          high[ROWS - 1] = AT (min (row + ROWS - 1 + i + t, p.y1 - 1 + p.radius));
#pragma unroll
          for (int j = 0; j < ROWS; j++)
            acc[j] = acc[j] + w * (low[j] + high[j]);
        }

#pragma unroll
  for (int j = 0; j < ROWS; j++)
    if (row + j < p.y1)
      ((float *) (to + (row + j) * p.target.stride))[x] = acc[j];
}
