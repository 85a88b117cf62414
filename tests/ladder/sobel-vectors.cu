/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 004: Mali OpenCL SDK 1.1.0, Sobel Filter: both derivatives in vectors of 16 pixels, and the sample's version without.
 * 1 byte in, 2 out for a pixel, 14 operations. Rows are a multiple of 16 bytes and 16 more apart. Held to
 * plain_sobel_shifted: the outermost ring is not written.
 */
#include "kernels.cuh"

/* A thread per pixel, eight loads of one byte, two stores of one; bound by how many of them can be issued. */
template <int B>
static __device__ __forceinline__ void
sobel_scalar (const u8 *in, signed char *dx, signed char *dy, int width, int height, int stride)
{
  int       x = LADDER_X (B), y = LADDER_Y (B);
  const u8 *b = in + (size_t) y * stride + x, *a = b - stride, *c = b + stride;

  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  dx[b - in] = (signed char) (((a[1] - a[-1]) + 2 * (b[1] - b[-1]) + (c[1] - c[-1])) >> 3);
  dy[b - in] = (signed char) (((a[-1] + 2 * a[0] + a[1]) - (c[-1] + 2 * c[0] + c[1])) >> 3);
}

#define DERIVATIVES (const u8 *in, signed char *dx, signed char *dy, int width, int height, int stride)
LADDER_BLOCKS (sobel_scalar, DERIVATIVES, (in, dx, dy, width, height, stride))

/* 18 pixels of a row as numbers: 16 from a load of 16 bytes, which has to be aligned, and the one before and after
 * from loads of 4. */
static __device__ __forceinline__ void
load_row (const u8 *at, bool first, int *pixels)
{
  uint4    middle = *(const uint4 *) at;
  unsigned words[4] = { middle.x, middle.y, middle.z, middle.w };

  pixels[0] = first ? 0 : (int) (*(const unsigned *) (at - 4) >> 24);
#pragma unroll
  for (int i = 0; i < 16; i++)
    pixels[i + 1] = (int) (words[i / 4] >> 8 * (i % 4) & 255);
  pixels[17] = (int) (*(const unsigned *) (at + 16) & 255);
}

/* Stores 16 numbers, or those of them that lie inside the ring. */
static __device__ __forceinline__ void
store_row (signed char *at, const int *numbers, int x, int width)
{
  unsigned words[4] = { 0, 0, 0, 0 };

  if (x < 1 || x + 16 > width - 1)
    {
#pragma unroll
      for (int i = 0; i < 16; i++)
        if (x + i >= 1 && x + i < width - 1)
          at[i] = (signed char) numbers[i];
      return;
    }
#pragma unroll
  for (int i = 0; i < 16; i++)
    words[i / 4] |= (unsigned) (numbers[i] & 255) << 8 * (i % 4);
  *(uint4 *) at = make_uint4 (words[0], words[1], words[2], words[3]);
}

/* 16 pixels of a row for each thread, of an 18x3 window: nine loads, two stores of 16 bytes. Each row is loaded three
 * times, by threads of three rows; bound by arithmetic on bytes that are taken apart. */
template <int B>
static __device__ __forceinline__ void
sobel_vector16 (const u8 *in, signed char *dx, signed char *dy, int width, int height, int stride)
{
  int       x = 16 * LADDER_X (B), y = LADDER_Y (B);
  const u8 *at = in + (size_t) y * stride + x;
  int       row[18], across[16], down[16];

  if (x >= width || y < 1 || y >= height - 1)
    return;
  load_row (at - stride, x == 0, row);
#pragma unroll
  for (int i = 0; i < 16; i++)
    {
      across[i] = row[i + 2] - row[i];
      down[i] = row[i] + 2 * row[i + 1] + row[i + 2];
    }
  load_row (at, x == 0, row);
#pragma unroll
  for (int i = 0; i < 16; i++)
    across[i] += 2 * (row[i + 2] - row[i]);
  load_row (at + stride, x == 0, row);
#pragma unroll
  for (int i = 0; i < 16; i++)
    {
      across[i] = (across[i] + row[i + 2] - row[i]) >> 3;
      down[i] = (down[i] - (row[i] + 2 * row[i + 1] + row[i + 2])) >> 3;
    }
  store_row (dx + (at - in), across, x, width);
  store_row (dy + (at - in), down, x, width);
}

LADDER_BLOCKS (sobel_vector16, DERIVATIVES, (in, dx, dy, width, height, stride))
