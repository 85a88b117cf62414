/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 004: Mali OpenCL SDK 1.1.0, Sobel Filter: both derivatives in vectors of 16 pixels, and the sample's version without.
 * 1 byte in, 2 out for a pixel, 14 operations. Rows are a multiple of 16 bytes and 16 more apart. Held to
 * plain_sobel_shifted: the outermost ring is not written. Then what it says of RGB: the filter on each channel, and the
 * results combined, which is held to plain_channels.
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

/* Three planes and the luma of 002: 3 bytes in, 4 out, 5 operations; bound by loads that are not aligned. */
template <int B>
static __device__ __forceinline__ void
planes (const u8 *rgb, u8 *luma, u8 *red, u8 *green, u8 *blue, int width, int height, int stride)
{
  int       x = LADDER_X (B), y = LADDER_Y (B);
  size_t    at = (size_t) y * stride + x;
  const u8 *pixel = rgb + 3 * at;

  if (x >= width || y >= height)
    return;
  luma[at] = (u8) (0.2126f * pixel[0] + 0.7152f * pixel[1] + 0.0722f * pixel[2]);
  red[at] = pixel[0];
  green[at] = pixel[1];
  blue[at] = pixel[2];
}

LADDER_BLOCKS (planes, (const u8 *rgb, u8 *luma, u8 *red, u8 *green, u8 *blue, int width, int height, int stride),
               (rgb, luma, red, green, blue, width, height, stride))

static __device__ __forceinline__ int
length_of (int dx, int dy)
{
  return (int) sqrtf ((float) (dx * dx + dy * dy));
}

/* The longest of three gradients, from six images of derivatives: 6 bytes in, 1 out, 14 operations; bound by memory. */
template <int B>
static __device__ __forceinline__ void
combine (const signed char *rx, const signed char *ry, const signed char *gx, const signed char *gy, const signed char *bx,
         const signed char *by, u8 *out, int width, int height, int stride)
{
  int    x = LADDER_X (B), y = LADDER_Y (B);
  size_t at = (size_t) y * stride + x;

  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  out[at] = (u8) max (max (length_of (rx[at], ry[at]), length_of (gx[at], gy[at])), length_of (bx[at], by[at]));
}

LADDER_BLOCKS (combine, (const signed char *rx, const signed char *ry, const signed char *gx, const signed char *gy,
                         const signed char *bx, const signed char *by, u8 *out, int width, int height, int stride),
               (rx, ry, gx, gy, bx, by, out, width, height, stride))

static __device__ __forceinline__ int
length_at (const u8 *b, int stride)
{
  const u8 *a = b - stride, *c = b + stride;

  return length_of (((a[1] - a[-1]) + 2 * (b[1] - b[-1]) + (c[1] - c[-1])) >> 3,
                    ((a[-1] + 2 * a[0] + a[1]) - (c[-1] + 2 * c[0] + c[1])) >> 3);
}

/* The same in one kernel, whose derivatives stay in registers: 24 loads of one byte, one store of one, 56 operations. */
template <int B>
static __device__ __forceinline__ void
sobel_channels (const u8 *red, const u8 *green, const u8 *blue, u8 *out, int width, int height, int stride)
{
  int    x = LADDER_X (B), y = LADDER_Y (B);
  size_t at = (size_t) y * stride + x;

  if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1)
    return;
  out[at] = (u8) max (max (length_at (red + at, stride), length_at (green + at, stride)), length_at (blue + at, stride));
}

LADDER_BLOCKS (sobel_channels, (const u8 *red, const u8 *green, const u8 *blue, u8 *out, int width, int height, int stride),
               (red, green, blue, out, width, height, stride))
