/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements of 002 and 003 up to thresholds.
 */
#include "plain.h"

#include <math.h>
#include <string.h>

static gsize
nearest (int width, int height, int x, int y)
{
  return (gsize) CLAMP (y, 0, height - 1) * width + CLAMP (x, 0, width - 1);
}

/* A Gaussian 1.4 integrated over pixels; its sum is 1.000002. */
const float plain_gauss_side[5] = { 0.113318f, 0.236003f, 0.30136f, 0.236003f, 0.113318f };
/* To be divided by 159; has rank 3, so that it is no product of two passes. */
const float plain_gauss_whole_filter[25] = {
  2, 4, 5, 4, 2, 4, 9, 12, 9, 4, 5, 12, 15, 12, 5, 4, 9, 12, 9, 4, 2, 4, 5, 4, 2
};

void
plain_grey_709 (const guint8 *rgb, guint8 *grey, gsize n)
{
  for (gsize i = 0; i < n; i++)
    grey[i] = (guint8) (0.2126f * rgb[3 * i] + 0.7152f * rgb[3 * i + 1] + 0.0722f * rgb[3 * i + 2]);
}

void
plain_gauss_x (const guint8 *in, float *out, int width, int height)
{
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        float sum = 0;

        for (int i = 0; i < 5; i++)
          sum += plain_gauss_side[i] * in[nearest (width, height, x + i - 2, y)];
        out[(gsize) y * width + x] = sum;
      }
}

void
plain_gauss_y (const float *in, guint8 *out, int width, int height)
{
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        float sum = 0;

        for (int i = 0; i < 5; i++)
          sum += plain_gauss_side[i] * in[nearest (width, height, x, y + i - 2)];
        out[(gsize) y * width + x] = (guint8) sum;
      }
}

void
plain_gauss_whole (const guint8 *in, guint8 *out, int width, int height, int y0, int y1)
{
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        float sum = 0;

        for (int i = 0; i < 25; i++)
          sum += plain_gauss_whole_filter[i] * in[nearest (width, height, x + i % 5 - 2, y + i / 5 - 2)];
        out[(gsize) y * width + x] = (guint8) (sum / 159);
      }
}

/* 0 left-right, 1 same signs, 2 up-down, 3 opposite signs; the numbers of 002 and 003. Decided in integers: the tangent of
 * 22.5 degrees is the root of 2 minus 1. */
int
plain_sector (int v, int h)
{
  int ax = ABS (h), ay = ABS (v);

  if (ax + ay == 0 || (ax + ay) * (ax + ay) < 2 * ax * ax)
    return 0;
  if (ay > ax && (ay - ax) * (ay - ax) > 2 * ax * ax)
    return 2;

  return (v < 0) == (h < 0) ? 1 : 3;
}

/* Returns the sector of a direction in eighths of half a turn. */
int
plain_octant_sector (float direction)
{
  return direction > 7 || direction <= 1 ? 0 : direction <= 3 ? 1 : direction <= 5 ? 2 : 3;
}

void
plain_gradient (const guint8 *in, float *magnitude, float *direction, int width, int height, int y0, int y1)
{
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        float level[9], gx, gy, d;
        gsize at = (gsize) y * width + x;

        for (int i = 0; i < 9; i++)
          level[i] = in[nearest (width, height, x + i % 3 - 1, y + i / 3 - 1)];
        gx = (level[0] - level[2]) + 2 * (level[3] - level[5]) + (level[6] - level[8]);
        gy = (level[0] - level[6]) + 2 * (level[1] - level[7]) + (level[2] - level[8]);
        magnitude[at] = sqrtf (gx * gx + gy * gy);
        d = gx == 0 && gy == 0 ? 0 : 8 * (atanf (gy / gx) + (float) G_PI) / (float) G_PI;
        direction[at] = d >= 8 ? d - 8 : d;
      }
}

/* Steps to one of the two neighbours across an edge of sector 0 to 3. */
static const int step_x[4] = { 1, 1, 0, 1 }, step_y[4] = { 0, 1, 1, -1 };

void
plain_thin_float (const float *magnitude, const float *direction, float *out, int width, int height,
                  int y0, int y1)
{
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        gsize at = (gsize) y * width + x;
        int   sector = plain_octant_sector (direction[at]);
        float one = magnitude[nearest (width, height, x - step_x[sector], y - step_y[sector])];
        float other = magnitude[nearest (width, height, x + step_x[sector], y + step_y[sector])];

        out[at] = magnitude[at] > one && magnitude[at] > other ? magnitude[at] : 0;
      }
}

void
plain_grey_601 (const guint8 *rgb, guint8 *grey, gsize n)
{
  for (gsize i = 0; i < n; i++)
    grey[i] = (guint8) ((2989 * rgb[3 * i] + 5870 * rgb[3 * i + 1] + 1140 * rgb[3 * i + 2]) / 10000);
}

void
plain_grey_601_float (const guint8 *rgb, guint8 *grey, gsize n)
{
  for (gsize i = 0; i < n; i++)
    grey[i] = (guint8) (0.2989f * rgb[3 * i] + 0.5870f * rgb[3 * i + 1] + 0.1140f * rgb[3 * i + 2]);
}

void
plain_ungrey (const guint8 *grey, guint8 *rgb, gsize n)
{
  for (gsize i = 0; i < 3 * n; i++)
    rgb[i] = grey[i / 3];
}

/* Returns the number of taps, that of ours for sigma 1 to 5. */
int
plain_blur_taps (double sigma)
{
  return (int) ceil (6 * sigma) + 1;
}

static double
sample (int x, int y, double sigma)
{
  return exp (-(x * x + y * y) / (2 * sigma * sigma));
}

void
plain_blur_side (double sigma, float *side)
{
  int    taps = plain_blur_taps (sigma), r = taps / 2;
  double sum = 0;

  for (int i = -r; i <= r; i++)
    sum += sample (i, 0, sigma);
  for (int i = -r; i <= r; i++)
    side[i + r] = (float) (sample (i, 0, sigma) / sum);
}

void
plain_blur_filter (double sigma, float *filter)
{
  int    taps = plain_blur_taps (sigma), r = taps / 2;
  double sum = 0;

  for (int i = 0; i < taps * taps; i++)
    sum += sample (i / taps - r, i % taps - r, sigma);
  for (int i = 0; i < taps * taps; i++)
    filter[i] = (float) (sample (i / taps - r, i % taps - r, sigma) / sum);
}

/* Blurs; pixels outside add nothing. */
void
plain_blur_whole (const guint8 *in, guint8 *out, int width, int height, const float *filter, int taps,
                  int y0, int y1)
{
  int r = taps / 2;

  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        float sum = 0;

        for (int i = MAX (0, r - y); i < MIN (taps, height + r - y); i++)
          for (int j = MAX (0, r - x); j < MIN (taps, width + r - x); j++)
            sum += in[(gsize) (y + i - r) * width + x + j - r] * filter[i * taps + j];
        out[(gsize) y * width + x] = (guint8) sum;
      }
}

static void
blur_along (const guint8 *in, guint8 *out, int width, int height, const float *side, int taps, gboolean along_y,
            int y0, int y1)
{
  int   r = taps / 2, n = along_y ? height : width;
  gsize step = along_y ? (gsize) width : 1;

  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        const guint8 *at = in + (gsize) y * width + x;
        int           here = along_y ? y : x;
        float         sum = 0;

        for (int i = MAX (0, r - here); i < MIN (taps, n + r - here); i++)
          sum += side[i] * at[(gssize) (i - r) * (gssize) step];
        out[(gsize) y * width + x] = (guint8) sum;
      }
}

void
plain_blur_along_y (const guint8 *in, guint8 *out, int width, int height, const float *side, int taps,
                    int y0, int y1)
{
  blur_along (in, out, width, height, side, taps, TRUE, y0, y1);
}

void
plain_blur_along_x (const guint8 *in, guint8 *out, int width, int height, const float *side, int taps,
                    int y0, int y1)
{
  blur_along (in, out, width, height, side, taps, FALSE, y0, y1);
}

/* Returns the sector by the document's arc tangent, computed in float as intended. */
int
plain_sector_float (int v, int h)
{
  return (int) ((atan2f ((float) v, (float) h) + 9.0f / 8.0f * (float) G_PI) * (4.0f / (float) G_PI)) & 3;
}

/* Returns the sector with the document's mistake: 9/8 of integers is 1, and its pi makes a double of the rest. */
int
plain_sector_printed (int v, int h)
{
  return (int) ((atan2f ((float) v, (float) h) + G_PI) * 4 / G_PI) & 3;
}

/* The outermost ring is not written. */
void
plain_sobel_bytes (const guint8 *in, guint8 *magnitude, guint8 *sector, int width, int height, const PlainSlips *slips,
                   int y0, int y1)
{
  for (int y = MAX (y0, 1); y < MIN (y1, height - 1); y++)
    for (int x = 1; x < width - 1; x++)
      {
        const guint8 *b = in + (gsize) y * width + x, *a = b - width, *c = b + width;
        int           v = (a[-1] + 2 * a[0] + a[1]) - (c[-1] + 2 * c[0] + c[1]);
        int           h = (a[-1] + 2 * b[-1] + c[-1]) - (a[1] + 2 * b[1] + c[1]);
        int           root = (int) sqrtf ((float) (h * h + v * v));

        magnitude[b - in] = (guint8) (slips && slips->wraps ? root : MIN (255, root));
        sector[b - in] = (guint8) (slips && slips->printed ? plain_sector_printed (v, h) : plain_sector (v, h));
      }
}

void
plain_thin_bytes (const guint8 *magnitude, const guint8 *sector, guint8 *out, int width, int height, const PlainSlips *slips,
                  int y0, int y1)
{
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < width; x++)
      {
        const guint8 *m = magnitude + (gsize) y * width + x;
        int           s = sector[m - magnitude];
        gssize        step = (gssize) step_y[s] * width + step_x[s];
        gboolean      ties = slips && slips->kept_ties && s % 2 == 0;

        if (y < 1 || x < 1 || y >= height - 1 || x >= width - 1)
          out[m - magnitude] = 0;
        else
          out[m - magnitude] = *m > m[-step] && (ties ? *m >= m[step] : *m > m[step]) ? *m : 0;
      }
}

void
plain_threshold (const guint8 *in, guint8 *out, gsize n, int low, int high)
{
  for (gsize i = 0; i < n; i++)
    out[i] = in[i] < low ? PLAIN_NONE : in[i] < high ? PLAIN_WEAK : PLAIN_NEW;
}
