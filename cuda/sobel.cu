/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient, as a picture of its magnitude, parts or direction.
 */
#include "march.cuh"

template <int N>
struct SobelStage
{
  static const int DEPTH = 1;
  static const int APRON = CE_CUDA_APRON;

  const March<N>    &b;
  const CeCudaEdges &p;
  int                y0;
  int                y1;

  __device__ __forceinline__
  SobelStage (const March<N> &b, const CeCudaEdges &p, int y0, int y1) : b (b), p (p), y0 (y0), y1 (y1) {}

  /* The order of @what is CeComponent's. */
  __device__ __forceinline__ float
  level (float dx, float dy, float m2)
  {
    float magnitude = p.l1 ? ce_abs (dx) + ce_abs (dy) : ce_sqrt (m2);

    switch (p.what)
      {
      case 1: return 128.0f + p.gain * dx * 0.125f;
      case 2: return 128.0f + p.gain * dy * 0.125f;
      case 3: return ce_direction (dx, dy, m2);
      case CE_CUDA_SHOWN_MAGNITUDE: return magnitude < 255.0f ? magnitude : 255.0f;
      default: return p.gain * magnitude;
      }
  }

  __device__ __forceinline__ void finish () {}

  __device__ __forceinline__ void
  step (int row)
  {
    int   x = b.gx0 + threadIdx.x;
    float dx[4], dy[4], m2[4];

    gradients<N> (b, p, row - 1, dx, dy, m2);
    if (threadIdx.x < APRON || threadIdx.x >= CE_CUDA_SPAN - APRON || x >= p.source.width)
      return;

#pragma unroll
    for (int j = 0; j < 4; j++)
      if (row - 1 + j >= y0 && row - 1 + j < y1)
        store_level (p.target, p.target.data, x, row - 1 + j, level (dx[j], dy[j], m2[j]));
  }
};

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_sobel_1 (const __grid_constant__ CeCudaEdges p)
{
  march<SobelStage<1>, 1> (p);
}

extern "C" __global__ void __launch_bounds__ (CE_CUDA_SPAN)
ce_cuda_sobel_2 (const __grid_constant__ CeCudaEdges p)
{
  march<SobelStage<2>, 2> (p);
}
