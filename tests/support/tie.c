/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tie.h"

#include "engine/arithmetic.h"
#include "engine/plan.h"

/* Returns the side of a picture, so large that blur, gradient and thinning of its middle read no pixel outside. */
int
tie_side (double sigma)
{
  float weights[CE_GAUSSIAN_MAX_RADIUS + 1];

  return 2 * (ce_gaussian_weights (sigma, weights) + 2) + 1;
}

/* Draws an edge through the middle, with a slope of 5 to 12 or 12 to 5, under noise; @number determines it. Pictures of
 * numbers that differ by less than TIE_ALIKE differ only in pixels that change the middle's slope little: those that only
 * the last weight of a Gaussian reaches, and the lowest bits of words. */
void
tie_picture (TiePicture *picture, CeType type, int channels, double sigma, guint64 number)
{
  TestRandom base = { number / TIE_ALIKE }, fine = { ~number };
  guint64    bits = test_random (&base);
  int        x_step = bits & 1 ? 5 : 12, y_step = 17 - x_step;
  int        offset = (int) (bits >> 3 & 31) - 16, half = tie_side (sigma) / 2;
  int        unit = type == CE_U8 ? 1 : 257, n = 0;

  picture->type = type;
  picture->side = 2 * half + 1;
  picture->channels = channels;
  x_step = bits & 2 ? x_step : -x_step;
  y_step = bits & 4 ? y_step : -y_step;
  for (int y = -half; y <= half; y++)
    for (int x = -half; x <= half; x++)
      for (int i = 0; i < channels; i++, n++)
        {
          gboolean is_far = sigma > 0 && MAX (ABS (x), ABS (y)) > half - 2;
          int      noise = test_random_int (is_far ? &fine : &base, 0, 60 * unit);
          int      level = (x * x_step + y * y_step > offset ? 160 : 20) * unit + noise;

          picture->v[n] = (guint16) (type == CE_U16 ? level - level % 64 + test_random_int (&fine, 0, 63) : level);
        }
}

static float
level_at (const TiePicture *picture, int x, int y)
{
  const guint16 *v = &picture->v[(y * picture->side + x) * picture->channels];
  float          level[3];

  for (int i = 0; i < picture->channels; i++)
    level[i] = picture->type == CE_U8 ? (float) v[i] : ce_level_from_word (v[i]);

  return picture->channels == 1 ? level[0] : ce_luma (level[0], level[1], level[2], CE_LUMA_709_R, CE_LUMA_709_B);
}

/* Computes the blurred levels up to @reach, 1 or 2, from the middle. */
void
tie_blur (const TiePicture *picture, double sigma, int reach, TieLevels *levels)
{
  float weights[CE_GAUSSIAN_MAX_RADIUS + 1];
  float rows[TIE_MOST][5];
  int   radius = ce_gaussian_weights (sigma, weights), middle = picture->side / 2;

  if (radius == 0)
    weights[0] = 1;
  for (int y = middle - reach - radius; y <= middle + reach + radius; y++)
    {
      float row[TIE_MOST];

      for (int x = middle - reach - radius; x <= middle + reach + radius; x++)
        row[x] = level_at (picture, x, y);
      for (int i = -reach; i <= reach; i++)
        {
          float acc = weights[0] * row[middle + i];

          for (int k = 1; k <= radius; k++)
            acc = acc + weights[k] * (row[middle + i - k] + row[middle + i + k]);
          rows[y][i + 2] = acc;
        }
    }

  for (int j = -reach; j <= reach; j++)
    for (int i = 2 - reach; i <= 2 + reach; i++)
      {
        float acc = weights[0] * rows[middle + j][i];

        for (int k = 1; k <= radius; k++)
          acc = acc + weights[k] * (rows[middle + j - k][i] + rows[middle + j + k][i]);
        levels->v[j + 2][i] = acc;
      }
}

/* Computes Sobel's gradient at @x and @y from the middle. */
void
tie_gradient (const TieLevels *levels, int x, int y, float *dx, float *dy)
{
  const float *a = &levels->v[y + 1][x + 1], *b = a + 5, *c = b + 5;

  *dx = ce_gradient_x (a[0], b[0], c[0], a[2], b[2], c[2], 1, 2, 1);
  *dy = ce_gradient_y (a[0], a[1], a[2], c[0], c[1], c[2], 1, 2, 1);
}

float
tie_laplacian (const TieLevels *levels, int x, int y)
{
  const float *c = &levels->v[y + 2][x + 2];

  return ce_laplacian (c[-5], c[5], c[-1], c[1], c[0]);
}

/* Return whether a gradient of floats is exactly at 22.5 degrees from the x axis, or at 67.5 degrees. */
gboolean
tie_is_flat (float dx, float dy)
{
  return ce_abs (dy) == ce_abs (dx) * CE_TAN_22_5;
}

gboolean
tie_is_steep (float dx, float dy)
{
  return ce_abs (dy) == ce_abs (dx) * CE_TAN_22_5 + 2 * ce_abs (dx);
}

void
tie_draw (TiePicture *picture, int side, TieLayout layout, const guint8 *profile)
{
  picture->type = CE_U8;
  picture->side = side;
  picture->channels = 1;
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      picture->v[y * side + x] = profile[layout == TIE_COLUMNS ? x : layout == TIE_ROWS ? y : layout == TIE_FALLING ? x + y
                                         : layout == TIE_RISING ? side - 1 - x + y : x == side / 2 && y == side / 2];
}
