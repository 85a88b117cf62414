/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 000: R. Sadhu, Sobel Edge Detection and Image Sharpening in CUDA using Libtorch: four ways to load nine floats of
 * a neighbourhood. A thread per pixel; 2 kernels of 9 taps, a product and a sum each, two squares, a sum and a root:
 * 40 operations (sharpening 18); 4 bytes have to be read and 4 written. All are held to plain_sobel and plain_sharpen.
 */
#include "kernels.cuh"

/* Taps are numbered row by row, from the upper left one on. */
struct SobelSum
{
  float gx, gy;

  __device__ __forceinline__ void
  add (int tap, float level)
  {
    const float kx[9] = { 1, 2, 1, 0, 0, 0, -1, -2, -1 }, ky[9] = { -1, 0, 1, -2, 0, 2, -1, 0, 1 };

    gx += level * kx[tap];
    gy += level * ky[tap];
  }

  __device__ __forceinline__ float
  result () const
  {
    return sqrtf (gx * gx + gy * gy);
  }
};

struct SharpenSum
{
  float sum;

  __device__ __forceinline__ void
  add (int tap, float level)
  {
    sum += level * (tap == 4 ? 9.0f : -1.0f);
  }

  __device__ __forceinline__ float
  result () const
  {
    return sum;
  }
};

/* The document's first scheme. Each thread reads its nine pixels from global memory: 36 bytes issued for each pixel, of
 * which the caches serve all but about four. No block shares anything, nothing waits: bound by how fast loads are
 * issued. The outermost ring is not written. */
template <int B, typename Sum>
static __device__ __forceinline__ void
neighbours_from_global (const float *in, float *out, int width, int height)
{
  int x = LADDER_X (B), y = LADDER_Y (B);
  Sum sum = {};

  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
#pragma unroll
  for (int i = 0; i < 9; i++)
    sum.add (i, in[ladder_at (width, x + i % 3 - 1, y + i / 3 - 1)]);
  out[ladder_at (width, x, y)] = sum.result ();
}

template <int B>
static __device__ __forceinline__ void
sobel_global (const float *in, float *out, int width, int height)
{
  neighbours_from_global<B, SobelSum> (in, out, width, height);
}

template <int B>
static __device__ __forceinline__ void
sharpen_global (const float *in, float *out, int width, int height)
{
  neighbours_from_global<B, SharpenSum> (in, out, width, height);
}

LADDER_BLOCKS (sobel_global, (const float *in, float *out, int width, int height), (in, out, width, height))
LADDER_BLOCKS (sharpen_global, (const float *in, float *out, int width, int height), (in, out, width, height))

/* The second scheme. A tile as large as the block, so that a neighbour beyond it comes from global memory: each tap
 * tests four limits of the image and four of the tile. 1 + (12 B - 4) / B^2 loads of global memory for a pixel; bound by
 * the tests and by warps that part at the tile's sides. Outside the image is 0. */
template <int B>
static __device__ __forceinline__ void
sobel_naive_shared (const float *in, float *out, int width, int height)
{
  __shared__ float tile[B][B];
  int              x = LADDER_X (B), y = LADDER_Y (B);
  SobelSum         sum = {};

  if (x < width && y < height)
    tile[threadIdx.y][threadIdx.x] = in[ladder_at (width, x, y)];
  __syncthreads ();
  if (x >= width || y >= height)
    return;

#pragma unroll
  for (int i = 0; i < 9; i++)
    {
      int u = x + i % 3 - 1, v = y + i / 3 - 1;
      int s = (int) threadIdx.x + i % 3 - 1, t = (int) threadIdx.y + i / 3 - 1;

      if (u >= 0 && u < width && v >= 0 && v < height)
        sum.add (i, s >= 0 && s < B && t >= 0 && t < B ? tile[t][s] : in[ladder_at (width, u, v)]);
    }
  out[ladder_at (width, x, y)] = sum.result ();
}

LADDER_BLOCKS (sobel_naive_shared, (const float *in, float *out, int width, int height), (in, out, width, height))

static __device__ __forceinline__ float
level_or_0 (const float *in, int width, int height, int x, int y)
{
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : in[ladder_at (width, x, y)];
}

/* The third scheme. The tile has an apron of one pixel, filled by four loads of each thread, at (±1, ±1) of its own pixel:
 * most pixels are loaded four times, three times from the first cache. No thread tests a limit. 16 bytes issued
 * for each pixel, 1.13 distinct ones at 32; bound by the barrier between filling and reading. */
template <int B>
static __device__ __forceinline__ void
sobel_apron (const float *in, float *out, int width, int height)
{
  __shared__ float tile[B + 2][B + 2];
  int              x = LADDER_X (B), y = LADDER_Y (B);
  SobelSum         sum = {};

#pragma unroll
  for (int i = 0; i < 4; i++)
    tile[threadIdx.y + i / 2 * 2][threadIdx.x + i % 2 * 2]
      = level_or_0 (in, width, height, x + i % 2 * 2 - 1, y + i / 2 * 2 - 1);
  __syncthreads ();
  if (x >= width || y >= height)
    return;

#pragma unroll
  for (int i = 0; i < 9; i++)
    sum.add (i, tile[threadIdx.y + i / 3][threadIdx.x + i % 3]);
  out[ladder_at (width, x, y)] = sum.result ();
}

LADDER_BLOCKS (sobel_apron, (const float *in, float *out, int width, int height), (in, out, width, height))

/* The fourth scheme: the same tile, with one index. Its addresses, loads, bytes and bound are those of the third
 * scheme. */
template <int B, typename Sum>
static __device__ __forceinline__ void
neighbours_from_apron_1d (const float *in, float *out, int width, int height)
{
  __shared__ float tile[(B + 2) * (B + 2)];
  int              x = LADDER_X (B), y = LADDER_Y (B);
  Sum              sum = {};

#pragma unroll
  for (int i = 0; i < 4; i++)
    tile[(threadIdx.y + i / 2 * 2) * (B + 2) + threadIdx.x + i % 2 * 2]
      = level_or_0 (in, width, height, x + i % 2 * 2 - 1, y + i / 2 * 2 - 1);
  __syncthreads ();
  if (x >= width || y >= height)
    return;

#pragma unroll
  for (int i = 0; i < 9; i++)
    sum.add (i, tile[(threadIdx.y + i / 3) * (B + 2) + threadIdx.x + i % 3]);
  out[ladder_at (width, x, y)] = sum.result ();
}

template <int B>
static __device__ __forceinline__ void
sobel_apron_1d (const float *in, float *out, int width, int height)
{
  neighbours_from_apron_1d<B, SobelSum> (in, out, width, height);
}

template <int B>
static __device__ __forceinline__ void
sharpen_apron_1d (const float *in, float *out, int width, int height)
{
  neighbours_from_apron_1d<B, SharpenSum> (in, out, width, height);
}

LADDER_BLOCKS (sobel_apron_1d, (const float *in, float *out, int width, int height), (in, out, width, height))
LADDER_BLOCKS (sharpen_apron_1d, (const float *in, float *out, int width, int height), (in, out, width, height))
