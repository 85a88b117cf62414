/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Estimates the noise of an image.
 */
#include "samples.h"

/* The number of pixels that are read, about. */
#define ENOUGH (1 << 18)

/* Bins per level, and levels up to the last bin. */
#define PER_LEVEL 16
#define MOST 1024

/* The median of the absolute values of a Gaussian of standard deviation 1, and the norm of the Laplacian. */
#define MEDIAN 0.6744898
#define NORM 6

static float
luma_at (const CeView *view, int x, int y)
{
  return ce_luma_of (ce_view_row (view, y), view->type, view->channels, (gsize) x * view->channels, CE_LUMA_709_R,
                     CE_LUMA_709_B);
}

/* Counts the Laplacians of a row, weights 1 -2 1, -2 4 -2, 1 -2 1, except where all is black or white, because clipping
 * has removed the noise there. */
static guint
count_row (const CeView *view, int y, guint *bins)
{
  float column[3] = { 0 };      /* the last three: above + below - 2 * here */
  guint n = 0;

  for (int x = 0; x < view->width; x++)
    {
      float here = luma_at (view, x, y);
      float v;

      column[0] = column[1];
      column[1] = column[2];
      column[2] = (luma_at (view, x, y - 1) + luma_at (view, x, y + 1)) - 2 * here;
      v = ce_abs ((column[0] + column[2]) - 2 * column[1]);
      if (x < 2 || ((here <= 0 || here >= 255) && v == 0))
        continue;
      bins[v < MOST ? (int) (v * PER_LEVEL) : MOST * PER_LEVEL]++;
      n++;
    }

  return n;
}

/* Estimates the standard deviation of luma's noise, levels, from the median absolute value of the finest Laplacian, after
 * J. Immerkær, 1996: edges are few, so the median is the noise's. It reads a quarter of a megapixel in rows spread over
 * the image, and returns 0 without noise or if the image is too small. */
double
ce_noise_estimate (const CeView *view)
{
  guint bins[MOST * PER_LEVEL + 1] = { 0 };
  int   step = 1 + (int) ((gint64) view->width * view->height / ENOUGH);
  guint n = 0, below = 0;

  for (int y = 1; y + 1 < view->height; y += step)
    n += count_row (view, y, bins);

  for (int i = 0; i <= MOST * PER_LEVEL; i++)
    {
      below += bins[i];
      if (n > 0 && below * 2.0 >= n)
        return i / (PER_LEVEL * MEDIAN * NORM);
    }

  return 0;
}
