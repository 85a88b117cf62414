/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * These kernels write signals, blurred or not, as levels or planes. Gaussians of small radii march; larger ones go along x
 * and then along y.
 */
#include "read.cuh"

struct Levels : Stage
{
  static const int DEPTH = 0;

  using Stage::Stage;

  __device__ __forceinline__ void
  push (int y, float g[1][4], int)
  {
    if (y >= strip.y0 && y < strip.y1 && strip.is_inner)
      store_levels (p.target, p.target.data, strip.x, y, g[0]);
  }
};

DEFINE_MARCH (levels_0, 16, 0, Pixels<1>, Levels)
DEFINE_MARCH (levels_3, 16, 3, Pixels<1>, Levels)
DEFINE_MARCH (levels_5, 16, 5, Pixels<1>, Levels)
DEFINE_MARCH (levels_9, 16, 9, Pixels<1>, Levels)

/* Computes the Gaussian at four neighbours in a row; @centre has @radius samples at both sides, rounded up to a multiple of
 * four. */
static __device__ __forceinline__ void
blur_four (const float4 *centre, int radius, const float *weights, float acc[4])
{
  const float4 *left = centre - 1, *right = centre + 1;
  const float4  middle = *centre;
  float         l[8] = { 0, 0, 0, 0, middle.x, middle.y, middle.z, middle.w };
  float         r[8] = { middle.x, middle.y, middle.z, middle.w, 0, 0, 0, 0 };

#pragma unroll
  for (int j = 0; j < 4; j++)
    acc[j] = weights[0] * r[j];

#pragma unroll 1
  for (int i = 0; i < radius; i += 4)
    {
      float4 far_left = *left--;
      float4 far_right = *right++;

      l[0] = far_left.x, l[1] = far_left.y, l[2] = far_left.z, l[3] = far_left.w;
      r[4] = far_right.x, r[5] = far_right.y, r[6] = far_right.z, r[7] = far_right.w;
#pragma unroll
      for (int t = 1; t <= 4; t++)
        if (t == 1 || i + t <= radius)
#pragma unroll
          for (int j = 0; j < 4; j++)
            acc[j] = acc[j] + weights[i + t] * (l[4 + j - t] + r[j + t]);
#pragma unroll
      for (int j = 0; j < 4; j++)
        {
          l[4 + j] = l[j];
          r[j] = r[4 + j];
        }
    }
}

/* Returns four levels of row @y from column @x, a multiple of four, on; outside the image the nearest ones inside. */
static __device__ __forceinline__ float4
levels_at (const CeCudaSource &s, int x, int y)
{
  const unsigned char *from = pixels_at (s, s.data, x, y);

  float4 v = s.samples == CE_CUDA_PLANE ? *(const float4 *) from : levels_of_any (s, s.signal[0], from);
  int    column = (s.width - 1) & 3;
  float  last = column == 0 ? v.x : column == 1 ? v.y : column == 2 ? v.z : v.w;

  if (x < 0)
    return make_float4 (v.x, v.x, v.x, v.x);

  return make_float4 (x < s.width ? v.x : last, x + 1 < s.width ? v.y : last,
                      x + 2 < s.width ? v.z : last, x + 3 < s.width ? v.w : last);
}

#define ROWS 4

/* Blurs along x alone, four rows of 128 columns per warp. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 4)
ce_cuda_blur_x (const __grid_constant__ CeCudaLaunch p)
{
  CE_LAUNCHED_SHARED (float4, ce_shared);
  const int                apron = (p.radius + 3) & ~3;
  const int                groups = 32 + apron / 2;
  float4                  *raw = ce_shared + threadIdx.y * ROWS * groups;
  const int                x = (blockIdx.x * 32 + threadIdx.x) * 4;
  const int                y = p.y0 + ROWS * (blockIdx.y * blockDim.y + threadIdx.y);

#pragma unroll 1
  for (int r = 0; r < ROWS; r++)
    for (int i = threadIdx.x; i < groups; i += 32)
      raw[r * groups + i] = levels_at (p.source, x - apron + 4 * (i - (int) threadIdx.x), y + r);
  __syncwarp ();
  if (x >= p.source.width)
    return;

#pragma unroll 1
  for (int r = 0; r < ROWS && y + r < p.y1; r++)
    {
      float acc[4];

      blur_four (raw + r * groups + apron / 4 + threadIdx.x, p.radius, p.along_x, acc);
      store_levels (p.target, p.target.data, x, y + r, acc);
    }
}

/* Returns four levels of row @y of a plane, or of the nearest row up to @last. */
static __device__ __forceinline__ float4
plane_at (const CeCudaSource &s, int x, int y, int last)
{
  return *(const float4 *) (s.data + clamp (y, 0, last) * s.stride + 4ll * x);
}

/* Blurs along y alone, from plane to plane, four rows of four columns per thread. The windows of rows above and below slide
 * by one row per tap, and after every four taps they are back in the registers they began in. */
extern "C" __global__ void __launch_bounds__ (CE_CUDA_THREADS, 6)
ce_cuda_blur_y (const __grid_constant__ CeCudaLaunch p)
{
  const int x = 4 * (blockIdx.x * CE_CUDA_THREADS + threadIdx.x);
  const int row = p.y0 + ROWS * blockIdx.y;
  const int last = min (p.y1 - 1 + p.radius, p.source.height - 1);
  float4    low[ROWS], high[ROWS], acc[ROWS];
  float     w0 = p.along_y[0];

  if (x >= p.source.width)
    return;

#pragma unroll
  for (int j = 0; j < ROWS; j++)
    {
      low[j] = high[j] = plane_at (p.source, x, row + j, last);
      acc[j] = make_float4 (w0 * low[j].x, w0 * low[j].y, w0 * low[j].z, w0 * low[j].w);
    }

#pragma unroll 1
  for (int i = 0; i < p.radius; i += 4)
#pragma unroll
    for (int t = 1; t <= 4; t++)
      if (t == 1 || i + t <= p.radius)
        {
          const float w = p.along_y[i + t];

          low[4 - t] = plane_at (p.source, x, row - i - t, last);
          high[t - 1] = plane_at (p.source, x, row + 3 + i + t, last);
#pragma unroll
          for (int j = 0; j < ROWS; j++)
            {
              const float4 &a = low[(4 - t + j) & 3], &b = high[(t + j) & 3];

              acc[j].x = acc[j].x + w * (a.x + b.x);
              acc[j].y = acc[j].y + w * (a.y + b.y);
              acc[j].z = acc[j].z + w * (a.z + b.z);
              acc[j].w = acc[j].w + w * (a.w + b.w);
            }
        }

#pragma unroll
  for (int j = 0; j < ROWS; j++)
    if (row + j < p.y1)
      *(float4 *) (p.target.data + (row + j) * p.target.stride + 4ll * x) = acc[j];
}

#undef ROWS
