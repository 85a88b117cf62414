/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 002: M. Černáč, Cannyho detekce hran na platformě CUDA: Canny with its images in textures, which serve a square
 * neighbourhood from a cache and the nearest pixel outside without a test. A thread per pixel; hysteresis is left to the
 * processor. Held to plain_gauss_x and _y, plain_gauss_whole, plain_gradient and plain_thin_float.
 */
#include "kernels.cuh"

typedef unsigned long long Texture;

/* A Gaussian 1.4, integrated over pixels. */
#define GAUSS_0 0.113318f
#define GAUSS_1 0.236003f
#define GAUSS_2 0.30136f
#define PI 3.14159265358979323846f

__constant__ float ladder_gauss_whole[25];

static __device__ __forceinline__ float
byte_at (Texture image, int x, int y)
{
  return (float) tex2D<u8> (image, (float) x + 0.5f, (float) y + 0.5f);
}

static __device__ __forceinline__ float
float_at (Texture image, int x, int y)
{
  return tex2D<float> (image, (float) x + 0.5f, (float) y + 0.5f);
}

/* Products and sums rounded from the first tap to the last. */
static __device__ __forceinline__ float
gauss (float a, float b, float c, float d, float e)
{
  return ((((GAUSS_0 * a) + GAUSS_1 * b) + GAUSS_2 * c) + GAUSS_1 * d) + GAUSS_0 * e;
}

/* The whole filter, unrolled, its weights in the code: 25 reads of the texture, 51 operations, 1 byte in, 1 out. Bound
 * by the texture unit, which gives one sample of a warp's thread at a time. */
template <int B>
static __device__ __forceinline__ void
gauss_whole (Texture in, u8 *out, int width, int height)
{
  const float weights[25] = { 2, 4, 5, 4, 2, 4, 9, 12, 9, 4, 5, 12, 15, 12, 5, 4, 9, 12, 9, 4, 2, 4, 5, 4, 2 };
  int         x = LADDER_X (B), y = LADDER_Y (B);
  float       sum = 0;

  if (x >= width || y >= height)
    return;
#pragma unroll
  for (int i = 0; i < 25; i++)
    sum += weights[i] * byte_at (in, x + i % 5 - 2, y + i / 5 - 2);
  out[ladder_at (width, x, y)] = (u8) (sum / 159);
}

/* The same with its weights in constant memory, which the document found slower; unrolled, only their place differs. */
template <int B, int unrolled>
static __device__ __forceinline__ void
gauss_of_constants (Texture in, u8 *out, int width, int height)
{
  int   x = LADDER_X (B), y = LADDER_Y (B);
  float sum = 0;

  if (x >= width || y >= height)
    return;
#pragma unroll unrolled
  for (int i = 0; i < 5; i++)
#pragma unroll unrolled
    for (int j = 0; j < 5; j++)
      sum += ladder_gauss_whole[i * 5 + j] * byte_at (in, x + j - 2, y + i - 2);
  out[ladder_at (width, x, y)] = (u8) (sum / 159);
}

template <int B>
static __device__ __forceinline__ void
gauss_constant (Texture in, u8 *out, int width, int height)
{
  gauss_of_constants<B, 1> (in, out, width, height);
}

template <int B>
static __device__ __forceinline__ void
gauss_constant_unrolled (Texture in, u8 *out, int width, int height)
{
  gauss_of_constants<B, 5> (in, out, width, height);
}

LADDER_BLOCKS (gauss_whole, (Texture in, u8 *out, int width, int height), (in, out, width, height))
LADDER_BLOCKS (gauss_constant, (Texture in, u8 *out, int width, int height), (in, out, width, height))
LADDER_BLOCKS (gauss_constant_unrolled, (Texture in, u8 *out, int width, int height), (in, out, width, height))

/* Along x from the texture to floats: 5 reads of 1 byte, 4 written, 9 operations; bound by writing floats. */
template <int B>
static __device__ __forceinline__ void
gauss_x (Texture in, float *out, int width, int height)
{
  int x = LADDER_X (B), y = LADDER_Y (B);

  if (x < width && y < height)
    out[ladder_at (width, x, y)] = gauss (byte_at (in, x - 2, y), byte_at (in, x - 1, y), byte_at (in, x, y),
                                          byte_at (in, x + 1, y), byte_at (in, x + 2, y));
}

/* The same through a tile [B][B + 4] of global memory: no gain, says the document. */
template <int B>
static __device__ __forceinline__ void
gauss_x_shared (const u8 *in, float *out, int width, int height)
{
  __shared__ float tile[B][B + 4];
  int              x = LADDER_X (B), y = LADDER_Y (B), tx = (int) threadIdx.x;
  const u8        *row = in + ladder_at (width, 0, ladder_clamp (y, height));
  float           *line = tile[threadIdx.y];

  line[tx + 2] = (float) row[ladder_clamp (x, width)];
  if (tx == 0)
    {
      line[0] = (float) row[ladder_clamp (x - 2, width)];
      line[1] = (float) row[ladder_clamp (x - 1, width)];
    }
  if (tx == B - 1)
    {
      line[B + 2] = (float) row[ladder_clamp (x + 1, width)];
      line[B + 3] = (float) row[ladder_clamp (x + 2, width)];
    }
  __syncthreads ();
  if (x < width && y < height)
    out[ladder_at (width, x, y)] = gauss (line[tx], line[tx + 1], line[tx + 2], line[tx + 3], line[tx + 4]);
}

LADDER_BLOCKS (gauss_x, (Texture in, float *out, int width, int height), (in, out, width, height))
LADDER_BLOCKS (gauss_x_shared, (const u8 *in, float *out, int width, int height), (in, out, width, height))

template <int B>
static __device__ __forceinline__ void
gauss_column (float (*tile)[B], u8 *out, int width, int height)
{
  int x = LADDER_X (B), y = LADDER_Y (B), tx = (int) threadIdx.x, ty = (int) threadIdx.y;

  __syncthreads ();
  if (x < width && y < height)
    out[ladder_at (width, x, y)] = (u8) gauss (tile[ty][tx], tile[ty + 1][tx], tile[ty + 2][tx], tile[ty + 3][tx],
                                               tile[ty + 4][tx]);
}

/* Along y from floats to bytes, through a tile [B + 4][B] of which the threads at its upper and lower end load two pixels
 * more: 4 bytes in, 1 out, 9 operations; bound by reading floats. */
template <int B>
static __device__ __forceinline__ void
gauss_y (const float *in, u8 *out, int width, int height)
{
  __shared__ float tile[B + 4][B];
  int              x = ladder_clamp (LADDER_X (B), width), y = LADDER_Y (B), tx = (int) threadIdx.x;
  int              ty = (int) threadIdx.y;

  tile[ty + 2][tx] = in[ladder_at (width, x, ladder_clamp (y, height))];
  if (ty == 0)
    {
      tile[0][tx] = in[ladder_at (width, x, ladder_clamp (y - 2, height))];
      tile[1][tx] = in[ladder_at (width, x, ladder_clamp (y - 1, height))];
    }
  if (ty == B - 1)
    {
      tile[B + 2][tx] = in[ladder_at (width, x, ladder_clamp (y + 1, height))];
      tile[B + 3][tx] = in[ladder_at (width, x, ladder_clamp (y + 2, height))];
    }
  gauss_column<B> (tile, out, width, height);
}

/* The same with one more pixel for each of the first 4 B threads, which the document found slower. */
template <int B>
static __device__ __forceinline__ void
gauss_y_one_each (const float *in, u8 *out, int width, int height)
{
  __shared__ float tile[B + 4][B];
  int              x = ladder_clamp (LADDER_X (B), width), y = LADDER_Y (B), tx = (int) threadIdx.x;
  int              ty = (int) threadIdx.y;

  tile[ty + 2][tx] = in[ladder_at (width, x, ladder_clamp (y, height))];
  if (ty < 4)
    {
      int row = ty < 2 ? ty : B + ty;

      tile[row][tx] = in[ladder_at (width, x, ladder_clamp ((int) blockIdx.y * B + row - 2, height))];
    }
  gauss_column<B> (tile, out, width, height);
}

LADDER_BLOCKS (gauss_y, (const float *in, u8 *out, int width, int height), (in, out, width, height))
LADDER_BLOCKS (gauss_y_one_each, (const float *in, u8 *out, int width, int height), (in, out, width, height))

/* Returns the direction in eighths of half a turn, 0 to below 8. The document adds pi, so its arc tangent gives 4 to 12. */
enum Way { QUICK, FULL, LISTED, FAST };

static __device__ __forceinline__ float
direction_of (float gx, float gy, Way way)
{
  float turned;

  if (way == LISTED)            /* its listing 7: each step rounded down */
    turned = __fmul_rd (__fdiv_rd (__fadd_rd (atanf (__fdividef (gy, gx)), PI), PI), 8);
  else if (way == FULL)
    {
      float angle = atan2f (gy, gx);

      turned = 8.0f * (angle < 0 ? angle + PI : angle) / PI;
    }
  else if (way == FAST)
    turned = __fdividef (8.0f * (atanf (__fdividef (gy, gx)) + PI), PI);
  else
    turned = 8.0f * (atanf (__fdividef (gy, gx)) + PI) / PI;

  return gx == 0 && gy == 0 ? 0 : turned >= 8 ? turned - 8 : turned;
}

/* Returns sqrtf as with --use_fast_math, within a unit or two of the last place. */
static __device__ __forceinline__ float
quick_root (float v)
{
  float root;

  asm ("sqrt.approx.ftz.f32 %0, %1;" : "=f" (root) : "f" (v));

  return root;
}

/* Both derivatives of one reading of the texture: 8 reads of 1 byte, 8 written, 14 operations, a root and an arc tangent
 * of some twenty more. Bound by arithmetic then, by writing two floats now. */
template <int B, Way way>
static __device__ __forceinline__ void
derive (Texture in, float *magnitude, float *direction, int width, int height)
{
  int   x = LADDER_X (B), y = LADDER_Y (B);
  float a0, a1, a2, b0, b2, c0, c1, c2, gx, gy;

  if (x >= width || y >= height)
    return;
  a0 = byte_at (in, x - 1, y - 1), a1 = byte_at (in, x, y - 1), a2 = byte_at (in, x + 1, y - 1);
  b0 = byte_at (in, x - 1, y), b2 = byte_at (in, x + 1, y);
  c0 = byte_at (in, x - 1, y + 1), c1 = byte_at (in, x, y + 1), c2 = byte_at (in, x + 1, y + 1);
  gx = (a0 - a2) + 2 * (b0 - b2) + (c0 - c2);
  gy = (a0 - c0) + 2 * (a1 - c1) + (a2 - c2);
  magnitude[ladder_at (width, x, y)] = way == FAST ? quick_root (gx * gx + gy * gy) : sqrtf (gx * gx + gy * gy);
  direction[ladder_at (width, x, y)] = direction_of (gx, gy, way);
}

#define DERIVED(name, way)                                                                 \
  template <int B>                                                                         \
  static __device__ __forceinline__ void                                                   \
  name (Texture in, float *magnitude, float *direction, int width, int height)             \
  {                                                                                        \
    derive<B, way> (in, magnitude, direction, width, height);                              \
  }                                                                                        \
  LADDER_BLOCKS (name, (Texture in, float *magnitude, float *direction, int width, int height), \
                 (in, magnitude, direction, width, height))
DERIVED (gradient, QUICK)
DERIVED (gradient_atan2, FULL)
DERIVED (gradient_listed, LISTED)
DERIVED (gradient_fast, FAST)

/* Three reads of a texture of floats along the direction, which comes from global memory: 8 bytes in, 4 out, 6 comparisons.
 * Threads of a warp part four ways; bound by that then, by memory now. */
template <int B>
static __device__ __forceinline__ void
thin_texture (Texture magnitude, const float *direction, float *out, int width, int height)
{
  int   x = LADDER_X (B), y = LADDER_Y (B);
  float d, m, one, other;

  if (x >= width || y >= height)
    return;
  d = direction[ladder_at (width, x, y)];
  m = float_at (magnitude, x, y);
  if (d > 7 || d <= 1)
    one = float_at (magnitude, x - 1, y), other = float_at (magnitude, x + 1, y);
  else if (d <= 3)
    one = float_at (magnitude, x - 1, y - 1), other = float_at (magnitude, x + 1, y + 1);
  else if (d <= 5)
    one = float_at (magnitude, x, y - 1), other = float_at (magnitude, x, y + 1);
  else
    one = float_at (magnitude, x + 1, y - 1), other = float_at (magnitude, x - 1, y + 1);
  out[ladder_at (width, x, y)] = m > one && m > other ? m : 0;
}

LADDER_BLOCKS (thin_texture, (Texture magnitude, const float *direction, float *out, int width, int height),
               (magnitude, direction, out, width, height))

/* Counts the pairs of derivatives up to 1020 that fall into another sector than by exact arithmetic, with a thread for each
 * pair: [0] with the quick division and atanf, [1] with atan2f, [2] with 003's atan2f in float. */
extern "C" __global__ void
ladder_count_sectors (int *counts)
{
  int h = (int) (blockIdx.x * blockDim.x + threadIdx.x) - 1020, v = (int) blockIdx.y - 1020;
  int ax = abs (h), ay = abs (v), sector, is[3];

  if (h > 1020 || (h == 0 && v == 0))
    return;
  sector = (ax + ay) * (ax + ay) < 2 * ax * ax ? 0 : ay > ax && (ay - ax) * (ay - ax) > 2 * ax * ax ? 2
           : (v < 0) == (h < 0) ? 1 : 3;
  for (int i = 0; i < 2; i++)
    {
      float d = direction_of ((float) h, (float) v, i == 1 ? FULL : QUICK);

      is[i] = d > 7 || d <= 1 ? 0 : d <= 3 ? 1 : d <= 5 ? 2 : 3;
    }
  is[2] = (int) ((atan2f ((float) v, (float) h) + 9.0f / 8.0f * PI) * (4.0f / PI)) & 3;
  for (int i = 0; i < 3; i++)
    if (is[i] != sector)
      atomicAdd (&counts[i], 1);
}
