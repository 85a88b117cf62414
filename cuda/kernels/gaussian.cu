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

  const CeCudaEdges &p;
  const Strip       &strip;

  __device__ __forceinline__ LevelStage (const CeCudaEdges &p, const Strip &strip) : p (p), strip (strip) {}
  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  push (int y, float g[N][4])
  {
    if (y >= strip.y1 || ! strip.is_inner ())
      return;

    store_levels (p.target, p.target.data, strip.x, y, g[0]);
    if (N == 2)
      store_levels (p.target, p.target.second, strip.x, y, g[N - 1]);
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_levels_1 (const __grid_constant__ CeCudaEdges p)
{
  march<LevelStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 3)
ce_cuda_levels_2 (const __grid_constant__ CeCudaEdges p)
{
  march<LevelStage<2>, 2> (p);
}

/* Along x alone, four rows of 128 columns per warp. */
template <int N>
static __device__ __forceinline__ void
along_x (const CeCudaEdges &p)
{
  extern __shared__ float4 ce_shared[];
  Shared<N>                shared (ce_shared, p.radius);
  int                      x = (blockIdx.x * 32 + threadIdx.x) * 4;
  int                      y = p.y0 + 4 * (blockIdx.y * blockDim.y + threadIdx.y);

  shared.raw = ce_shared + threadIdx.y * N * 4 * shared.raw_width;
  shared.fill (p.source, x, y, p.y1 - 1);
  if (x >= p.source.width)
    return;

#pragma unroll
  for (int s = 0; s < N; s++)
  #pragma unroll 1
    for (int r = 0; r < 4 && y + r < p.y1; r++)
      {
        float acc[4];

        shared.blur_row (s, r, p.radius, p.weights, acc);
        store_levels (p.target, s ? p.target.second : p.target.data, x, y + r, acc);
      }
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_blur_x_1 (const __grid_constant__ CeCudaEdges p)
{
  along_x<1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_blur_x_2 (const __grid_constant__ CeCudaEdges p)
{
  along_x<2> (p);
}

#define ROWS 8

/* Along y alone, from plane to plane; eight rows of a column per thread, so
 * that each tap costs a quarter of a read per pixel. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_blur_y (const __grid_constant__ CeCudaEdges p)
{
  const int      x = blockIdx.x * CE_CUDA_THREADS + threadIdx.x;
  const int      row = p.y0 + ROWS * blockIdx.y;
  const int      last = min (p.y1 - 1 + p.radius, p.source.height - 1);
  unsigned char *from = blockIdx.z ? p.source.second : p.source.data;
  unsigned char *to = blockIdx.z ? p.target.second : p.target.data;
  float          low[ROWS], high[ROWS], acc[ROWS];

  if (x >= p.source.width)
    return;

#define AT(y) (((const float *) (from + clamp (y, 0, last) * p.source.stride))[x])
#pragma unroll
  for (int j = 0; j < ROWS; j++)
    {
      low[j] = high[j] = AT (row + j);
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
          high[ROWS - 1] = AT (row + ROWS - 1 + i + t);
#pragma unroll
          for (int j = 0; j < ROWS; j++)
            acc[j] = acc[j] + w * (low[j] + high[j]);
        }

#pragma unroll
  for (int j = 0; j < ROWS; j++)
    if (row + j < p.y1)
      ((float *) (to + (row + j) * p.target.stride))[x] = acc[j];
}

#undef AT
#undef ROWS
