/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements of 000, 001 and 004. Every intermediate is an integer below 2^24, so that neither the order of
 * operations nor fused ones can change a bit, but for one correctly rounded root.
 */
#include "plain.h"

#include <math.h>
#include <string.h>

static float
at_or_0 (const float *in, int width, int height, int x, int y)
{
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : in[(gsize) y * width + x];
}

static gsize
nearest (int width, int height, int x, int y)
{
  return (gsize) CLAMP (y, 0, height - 1) * width + CLAMP (x, 0, width - 1);
}

/* The magnitude, neither clamped nor rounded to a level. */
void
plain_sobel (const float *in, float *out, int width, int height)
{
  static const float kx[9] = { 1, 2, 1, 0, 0, 0, -1, -2, -1 }, ky[9] = { -1, 0, 1, -2, 0, 2, -1, 0, 1 };

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        float gx = 0, gy = 0;

        for (int i = 0; i < 9; i++)
          {
            float level = at_or_0 (in, width, height, x + i % 3 - 1, y + i / 3 - 1);

            gx += level * kx[i];
            gy += level * ky[i];
          }
        out[(gsize) y * width + x] = sqrtf (gx * gx + gy * gy);
      }
}

/* Nine times the pixel minus its eight neighbours. */
void
plain_sharpen (const float *in, float *out, int width, int height)
{
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        float sum = 0;

        for (int i = 0; i < 9; i++)
          sum += at_or_0 (in, width, height, x + i % 3 - 1, y + i / 3 - 1) * (i == 4 ? 9.0f : -1.0f);
        out[(gsize) y * width + x] = sum;
      }
}

const float plain_conv5_side[5] = { 2, 4, 5, 4, 2 };
const float plain_conv3_filter[9] = { 0, 1, 0, 1, -4, 1, 0, 1, 0 };
const float plain_conv5_filter[25] = {
  4, 8, 10, 8, 4, 8, 16, 20, 16, 8, 10, 20, 25, 20, 10, 8, 16, 20, 16, 8, 4, 8, 10, 8, 4
};

/* The sum of weights times levels, not divided by the 289 of the Gaussian. */
void
plain_conv (const float *in, float *out, int width, int height, int radius, int y0, int y1)
{
  const float *filter = radius == 1 ? plain_conv3_filter : plain_conv5_filter;

  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        float        sum = 0;
        const float *weight = filter;

        for (int i = -radius; i <= radius; i++)
          for (int j = -radius; j <= radius; j++)
            sum += *weight++ * in[nearest (width, height, x + j, y + i)];
        out[(gsize) y * width + x] = sum;
      }
}

/* A Laplacian above 5 of the Gaussian, which stays multiplied by its 289; 255 or 0. */
void
plain_conv_edge (const float *in, float *out, int width, int height)
{
  g_autofree float *smooth = g_new (float, (gsize) width * height);

  plain_conv (in, smooth, width, height, 2, 0, height);
  plain_conv (smooth, out, width, height, 1, 0, height);
  for (gsize i = 0; i < (gsize) width * height; i++)
    out[i] = fabsf (out[i]) > 5 * 289 ? 255 : 0;
}

/* Both derivatives without their last three bits, rounded downwards; @stride is that of all three images. */
void
plain_sobel_shifted (const guint8 *in, gint8 *dx, gint8 *dy, int width, int height, int stride, int y0, int y1)
{
  for (int y = MAX (y0, 1); y < MIN (y1, height - 1); y++)
    for (int x = 1; x < width - 1; x++)
      {
        const guint8 *a = in + (gsize) (y - 1) * stride + x, *b = a + stride, *c = b + stride;
        int           right = a[1] + 2 * b[1] + c[1], left = a[-1] + 2 * b[-1] + c[-1];
        int           top = a[-1] + 2 * a[0] + a[1], bottom = c[-1] + 2 * c[0] + c[1];

        dx[(gsize) y * stride + x] = (gint8) ((right - left) >> 3);
        dy[(gsize) y * stride + x] = (gint8) ((top - bottom) >> 3);
      }
}

/* Combines derivatives: the length of (dx, dy), rounded down. The document leaves this to the processor, undefined. */
void
plain_combine (const gint8 *dx, const gint8 *dy, guint8 *out, gsize n)
{
  for (gsize i = 0; i < n; i++)
    out[i] = (guint8) sqrtf ((float) (dx[i] * dx[i] + dy[i] * dy[i]));
}

/* The longest gradient of three channels, whose derivatives along x and y follow each other. How channels are combined the
 * document does not state. */
void
plain_channels (const gint8 *const *derivatives, guint8 *out, gsize n)
{
  g_autofree guint8 *one = g_malloc (n);

  memset (out, 0, n);
  for (int c = 0; c < 3; c++)
    {
      plain_combine (derivatives[2 * c], derivatives[2 * c + 1], one, n);
      for (gsize i = 0; i < n; i++)
        out[i] = MAX (out[i], one[i]);
    }
}
