/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 001: D. Persson Proos and B. Rodríguez Gálvez, GPU Accelerated Edge Detection: one convolution, of 3x3 or 5x5 taps,
 * step by step up to adaptive tiling. Blocks of 32x32; a product and a sum for each tap: 2 M^2 operations for a filter of M
 * taps a side, 4 M where it is separated; 4 bytes have to be read and 4 written for a pixel. Outside is the nearest pixel.
 * All are held to plain_conv, whose numbers are integers below 2^24, so that no order matters.
 */
#include "kernels.cuh"

#define SIDE 32

/* The filters, and the side of the one that is a product. */
__constant__ float ladder_conv_filter_3[9], ladder_conv_filter_5[25], ladder_conv_side[5];

template <int K>
static __device__ __forceinline__ float
constant_weight (int tap)
{
  return K == 1 ? ladder_conv_filter_3[tap] : ladder_conv_filter_5[tap];
}

template <typename Sample>
static __device__ __forceinline__ Sample
nearest_level (const float *in, int width, int height, int x, int y)
{
  return (Sample) in[ladder_at (width, ladder_clamp (x, width), ladder_clamp (y, height))];
}

/* Image and filter in global memory: 8 M^2 bytes issued for each pixel, which the document counts as traffic, and
 * which caches serve. Bound by the issue of loads. */
template <int K>
static __device__ __forceinline__ void
conv_naive (const float *in, float *out, int width, int height, const float *filter)
{
  int   x = LADDER_X (SIDE), y = LADDER_Y (SIDE);
  float sum = 0;

  if (x >= width || y >= height)
    return;
  for (int i = 0; i < 2 * K + 1; i++)
    for (int j = 0; j < 2 * K + 1; j++)
      sum += filter[i * (2 * K + 1) + j] * nearest_level<float> (in, width, height, x + j - K, y + i - K);
  out[ladder_at (width, x, y)] = sum;
}

/* A tile with an apron of K pixels, of which threads near a side load one more, near a corner three more. */
template <int K>
static __device__ __forceinline__ void
fill_tile (float (*tile)[SIDE + 2 * K], const float *in, int width, int height)
{
  int x = LADDER_X (SIDE), y = LADDER_Y (SIDE), tx = (int) threadIdx.x, ty = (int) threadIdx.y;
  int dx = tx < K ? -K : tx >= SIDE - K ? K : 0, dy = ty < K ? -K : ty >= SIDE - K ? K : 0;

  tile[ty + K][tx + K] = nearest_level<float> (in, width, height, x, y);
  if (dx)
    tile[ty + K][tx + K + dx] = nearest_level<float> (in, width, height, x + dx, y);
  if (dy)
    tile[ty + K + dy][tx + K] = nearest_level<float> (in, width, height, x, y + dy);
  if (dx && dy)
    tile[ty + K + dy][tx + K + dx] = nearest_level<float> (in, width, height, x + dx, y + dy);
  __syncthreads ();
}

/* The image through a tile, 16 bytes at most for a pixel; the filter stays in global memory, 4 M^2 bytes more. Bound by
 * the loads of weights. */
template <int K>
static __device__ __forceinline__ void
conv_shared (const float *in, float *out, int width, int height, const float *filter)
{
  __shared__ float tile[SIDE + 2 * K][SIDE + 2 * K];
  int              x = LADDER_X (SIDE), y = LADDER_Y (SIDE);
  float            sum = 0;

  fill_tile<K> (tile, in, width, height);
  if (x >= width || y >= height)
    return;
  for (int i = 0; i < 2 * K + 1; i++)
    for (int j = 0; j < 2 * K + 1; j++)
      sum += filter[i * (2 * K + 1) + j] * tile[threadIdx.y + i][threadIdx.x + j];
  out[ladder_at (width, x, y)] = sum;
}

/* The filter in constant memory, from which a warp has one weight at once. Bound by loads of the tile. */
template <int K>
static __device__ __forceinline__ void
conv_shared_constant (const float *in, float *out, int width, int height)
{
  __shared__ float tile[SIDE + 2 * K][SIDE + 2 * K];
  int              x = LADDER_X (SIDE), y = LADDER_Y (SIDE);
  float            sum = 0;

  fill_tile<K> (tile, in, width, height);
  if (x >= width || y >= height)
    return;
#pragma unroll
  for (int i = 0; i < 2 * K + 1; i++)
#pragma unroll
    for (int j = 0; j < 2 * K + 1; j++)
      sum += constant_weight<K> (i * (2 * K + 1) + j) * tile[threadIdx.y + i][threadIdx.x + j];
  out[ladder_at (width, x, y)] = sum;
}

#define CONV(K, M)                                                                                                \
  extern "C" __global__ void __launch_bounds__ (1024)                                                             \
  ladder_conv_naive_ ## M (const float *in, float *out, int width, int height, const float *filter)               \
  { conv_naive<K> (in, out, width, height, filter); }                                                             \
  extern "C" __global__ void __launch_bounds__ (1024)                                                             \
  ladder_conv_shared_ ## M (const float *in, float *out, int width, int height, const float *filter)              \
  { conv_shared<K> (in, out, width, height, filter); }                                                            \
  extern "C" __global__ void __launch_bounds__ (1024)                                                             \
  ladder_conv_shared_constant_ ## M (const float *in, float *out, int width, int height)                          \
  { conv_shared_constant<K> (in, out, width, height); }
CONV (1, 3)
CONV (2, 5)

/* Two kernels of 5 taps, each with an apron on its axis alone: 8 bytes at most for a pixel, twice, and the image
 * between them, 8 bytes more. Bound by memory, once the image leaves the cache. */
extern "C" __global__ void __launch_bounds__ (1024)
ladder_conv_along_x (const float *in, float *out, int width, int height)
{
  __shared__ float tile[SIDE][SIDE + 4];
  int              x = LADDER_X (SIDE), y = LADDER_Y (SIDE), tx = (int) threadIdx.x;
  int              dx = tx < 2 ? -2 : tx >= SIDE - 2 ? 2 : 0;
  float            sum = 0;

  tile[threadIdx.y][tx + 2] = nearest_level<float> (in, width, height, x, y);
  if (dx)
    tile[threadIdx.y][tx + 2 + dx] = nearest_level<float> (in, width, height, x + dx, y);
  __syncthreads ();
  if (x >= width || y >= height)
    return;
#pragma unroll
  for (int i = 0; i < 5; i++)
    sum += ladder_conv_side[i] * tile[threadIdx.y][tx + i];
  out[ladder_at (width, x, y)] = sum;
}

extern "C" __global__ void __launch_bounds__ (1024)
ladder_conv_along_y (const float *in, float *out, int width, int height)
{
  __shared__ float tile[SIDE + 4][SIDE];
  int              x = LADDER_X (SIDE), y = LADDER_Y (SIDE), ty = (int) threadIdx.y;
  int              dy = ty < 2 ? -2 : ty >= SIDE - 2 ? 2 : 0;
  float            sum = 0;

  tile[ty + 2][threadIdx.x] = nearest_level<float> (in, width, height, x, y);
  if (dy)
    tile[ty + 2 + dy][threadIdx.x] = nearest_level<float> (in, width, height, x, y + dy);
  __syncthreads ();
  if (x >= width || y >= height)
    return;
#pragma unroll
  for (int i = 0; i < 5; i++)
    sum += ladder_conv_side[i] * tile[ty + i][threadIdx.x];
  out[ladder_at (width, x, y)] = sum;
}

/* 1xT tiles side by side in shared memory with one apron left and right of all of them: (B + 2K) (T B + 2K) samples, in
 * all B^2 T results. Threads load 2 pixels of a tile at most, 4 of the first and the last. For a large T few blocks fit a
 * processor, so it is bound by the wait while a block fills its tiles. */
template <int K, typename Sample>
static __device__ __forceinline__ void
conv_tiles (const float *in, float *out, int width, int height, int n_tiles)
{
  extern __shared__ __align__ (16) unsigned char memory[];
  Sample *tile = (Sample *) memory;
  int     stride = n_tiles * SIDE + 2 * K, tx = (int) threadIdx.x, ty = (int) threadIdx.y;
  int     x0 = (int) blockIdx.x * n_tiles * SIDE, y = LADDER_Y (SIDE);
  int     dx = tx < K ? -K : tx >= SIDE - K ? K : 0, dy = ty < K ? -K : ty >= SIDE - K ? K : 0;

  for (int t = 0; t < n_tiles; t++)
    {
      int      at = t * SIDE + tx;
      bool     side = (t == 0 && dx < 0) || (t == n_tiles - 1 && dx > 0);
      Sample  *here = tile + (ty + K) * stride + at + K;

      *here = nearest_level<Sample> (in, width, height, x0 + at, y);
      if (dy)
        here[dy * stride] = nearest_level<Sample> (in, width, height, x0 + at, y + dy);
      if (side)
        here[dx] = nearest_level<Sample> (in, width, height, x0 + at + dx, y);
      if (side && dy)
        here[dy * stride + dx] = nearest_level<Sample> (in, width, height, x0 + at + dx, y + dy);
    }
  __syncthreads ();
  if (y >= height)
    return;

  for (int t = 0; t < n_tiles && x0 + t * SIDE + tx < width; t++)
    {
      float sum = 0;

#pragma unroll
      for (int i = 0; i < 2 * K + 1; i++)
#pragma unroll
        for (int j = 0; j < 2 * K + 1; j++)
          sum += constant_weight<K> (i * (2 * K + 1) + j) * (float) tile[(ty + i) * stride + t * SIDE + tx + j];
      out[ladder_at (width, x0 + t * SIDE + tx, y)] = sum;
    }
}

#define CONV_TILES(K, M, Sample)                                                                                  \
  extern "C" __global__ void __launch_bounds__ (1024)                                                             \
  ladder_conv_tiles_ ## Sample ## _ ## M (const float *in, float *out, int width, int height, int n_tiles)        \
  { conv_tiles<K, Sample> (in, out, width, height, n_tiles); }
CONV_TILES (1, 3, float)
CONV_TILES (1, 3, short)
CONV_TILES (2, 5, float)
CONV_TILES (2, 5, short)

/* The same in one dimension: a row of T tiles with two pixels more at each end, T B + 4 samples for each of 32 lines, of
 * rows or, transposed while they are filled, of columns. So the threads of a warp read neighbours in shared memory either
 * way; along y their results go to 32 rows, 4 bytes each, which is what bounds it. */
template <bool along_y>
static __device__ __forceinline__ void
conv_line_tiles (const float *in, float *out, int width, int height, int n_tiles)
{
  extern __shared__ __align__ (16) unsigned char memory[];
  /* Odd, so that a column that is filled falls on 32 banks. */
  int    stride = n_tiles * SIDE + 5, tx = (int) threadIdx.x, ty = (int) threadIdx.y;
  int    first = (along_y ? (int) blockIdx.y : (int) blockIdx.x) * n_tiles * SIDE;
  int    line0 = (along_y ? (int) blockIdx.x : (int) blockIdx.y) * SIDE;
  /* Consecutive threads load consecutive pixels of a row. */
  int    fill_line = along_y ? tx : ty, fill_at = along_y ? ty : tx;
  int    d = fill_at < 2 ? -2 : fill_at >= SIDE - 2 ? 2 : 0;
  float *tile = (float *) memory;

  for (int t = 0; t < n_tiles; t++)
    {
      int    at = t * SIDE + fill_at, more = at + d;
      float *here = tile + fill_line * stride + at + 2;

      *here = along_y ? nearest_level<float> (in, width, height, line0 + fill_line, first + at)
              : nearest_level<float> (in, width, height, first + at, line0 + fill_line);
      if ((t == 0 && d < 0) || (t == n_tiles - 1 && d > 0))
        here[d] = along_y ? nearest_level<float> (in, width, height, line0 + fill_line, first + more)
                  : nearest_level<float> (in, width, height, first + more, line0 + fill_line);
    }
  __syncthreads ();
  if (line0 + ty >= (along_y ? width : height))
    return;

  for (int t = 0; t < n_tiles && first + t * SIDE + tx < (along_y ? height : width); t++)
    {
      int   at = first + t * SIDE + tx;
      float sum = 0;

#pragma unroll
      for (int i = 0; i < 5; i++)
        sum += ladder_conv_side[i] * tile[ty * stride + t * SIDE + tx + i];
      out[along_y ? ladder_at (width, line0 + ty, at) : ladder_at (width, at, line0 + ty)] = sum;
    }
}

extern "C" __global__ void __launch_bounds__ (1024)
ladder_conv_line_tiles_x (const float *in, float *out, int width, int height, int n_tiles)
{
  conv_line_tiles<false> (in, out, width, height, n_tiles);
}

extern "C" __global__ void __launch_bounds__ (1024)
ladder_conv_line_tiles_y (const float *in, float *out, int width, int height, int n_tiles)
{
  conv_line_tiles<true> (in, out, width, height, n_tiles);
}

/* The last step of the document's chain: 4 bytes read, 4 written, 2 operations; bound by memory. */
extern "C" __global__ void __launch_bounds__ (1024)
ladder_conv_threshold (const float *in, float *out, int width, int height)
{
  int x = LADDER_X (SIDE), y = LADDER_Y (SIDE);

  if (x < width && y < height)
    out[ladder_at (width, x, y)] = fabsf (in[ladder_at (width, x, y)]) > 5 * 289 ? 255 : 0;
}
