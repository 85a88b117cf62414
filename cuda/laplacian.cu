/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian of the blurred signal.
 */
#include "march.cuh"

template <int N>
struct LaplacianStage
{
  static const int DEPTH = 1;
  static const int APRON = CE_CUDA_APRON;

  const March<N>    &b;
  const CeCudaEdges &p;
  int                y0;
  int                y1;

  __device__ __forceinline__
  LaplacianStage (const March<N> &b, const CeCudaEdges &p, int y0, int y1) : b (b), p (p), y0 (y0), y1 (y1) {}

  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  step (int row)
  {
    int   x = b.gx0 + threadIdx.x;
    float lap[4];

    laplacians<N> (b, p, row - 1, lap);
    if (threadIdx.x < APRON || threadIdx.x >= CE_CUDA_SPAN - APRON || x >= p.source.width)
      return;

#pragma unroll
    for (int j = 0; j < 4; j++)
      if (row - 1 + j >= y0 && row - 1 + j < y1)
        store_level (p.target, p.target.data, x, row - 1 + j,
                     p.what == 2 ? 128.0f + p.gain * lap[j] : ce_abs (lap[j]) > p.high ? 255.0f : 0.0f);
  }
};

/* Where the response changes its sign to the right or below. */
template <int N>
struct CrossingStage
{
  static const int DEPTH = 2;
  static const int APRON = CE_CUDA_APRON;

  const March<N>    &b;
  const CeCudaEdges &p;
  int                y0;
  int                y1;
  float              last;      /* the response in the row above the four new ones */

  __device__ __forceinline__
  CrossingStage (const March<N> &b, const CeCudaEdges &p, int y0, int y1) : b (b), p (p), y0 (y0), y1 (y1), last (0) {}

  __device__ __forceinline__ bool
  crosses (float lap, float neighbour)
  {
    return (lap < 0) != (neighbour < 0) && ce_abs (lap - neighbour) > p.high;
  }

  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  step (int row)
  {
    int   x = b.gx0 + threadIdx.x;
    float lap[5];

    lap[0] = last;
    laplacians<N> (b, p, row - 1, lap + 1);
    last = lap[4];
#pragma unroll
    for (int j = 0; j < 4; j++)
      b.m[((row - 1 + j) & 7) * CE_CUDA_SPAN + threadIdx.x] = lap[j + 1];
    __syncthreads ();
    if (threadIdx.x < APRON || threadIdx.x >= CE_CUDA_SPAN - APRON || x >= p.source.width)
      return;

#pragma unroll
    for (int j = 0; j < 4; j++)
      {
        int y = row - 2 + j;

        if (y < y0 || y >= y1)
          continue;

        bool edge = (x + 1 < p.source.width && crosses (lap[j], b.m[(y & 7) * CE_CUDA_SPAN + threadIdx.x + 1]))
                    || (y + 1 < p.source.height && crosses (lap[j], lap[j + 1]));

        store_level (p.target, p.target.data, x, y, edge ? 255.0f : 0.0f);
      }
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_laplacian_1 (const __grid_constant__ CeCudaEdges p)
{
  march<LaplacianStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_laplacian_2 (const __grid_constant__ CeCudaEdges p)
{
  march<LaplacianStage<2>, 2> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_crossings_1 (const __grid_constant__ CeCudaEdges p)
{
  march<CrossingStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_crossings_2 (const __grid_constant__ CeCudaEdges p)
{
  march<CrossingStage<2>, 2> (p);
}
