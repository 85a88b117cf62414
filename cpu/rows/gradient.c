/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Gradient and what is made of it.
 */
#include "rows.h"

#include "columns.h"

CE_FN void
gradient (const float *a, const float *b, const float *c, float k1, float k2, float scale,
          float *dx, float *dy, float *m2, int n)
{
  CeColumns left = ce_columns (a - CE_LANES, b - CE_LANES, c - CE_LANES, k1, k2, FALSE);
  CeColumns here = ce_columns (a, b, c, k1, k2, FALSE);

  for (int x = 0; x < n; x += CE_LANES)
    {
      int       next = x + CE_LANES;
      CeColumns right = ce_columns (a + next, b + next, c + next, k1, k2, FALSE);
      CeVector  gx, gy;

      ce_columns_gradient (&left, &here, &right, k1, k2, scale, FALSE, &gx, &gy);
      ce_store (dx + x, gx);
      ce_store (dy + x, gy);
      ce_store (m2 + x, gx * gx + gy * gy);
      left = here;
      here = right;
    }
}

void
CE_ROW (gradient) (const float *a, const float *b, const float *c, const CeDerivative *operator_,
                   float *dx, float *dy, float *m2, int n)
{
  /* Multiplying by 1 is exact, so the compiler may leave it out for Sobel. */
  if (operator_->k1 == 1.0f && operator_->k2 == 2.0f)
    gradient (a, b, c, 1.0f, 2.0f, 1.0f, dx, dy, m2, n);
  else
    gradient (a, b, c, operator_->k1, operator_->k2, operator_->scale, dx, dy, m2, n);
}

/* Sobel's derivatives of bytes are integers up to 1020, exact in any order. */
#define BYTE_GRADIENT(a, b, c, x, gx, gy) \
  gint16 gx = (gint16) ((a[x + 1] + 2 * b[x + 1] + c[x + 1]) - (a[x - 1] + 2 * b[x - 1] + c[x - 1])); \
  gint16 gy = (gint16) ((c[x - 1] + 2 * c[x] + c[x + 1]) - (a[x - 1] + 2 * a[x] + a[x + 1]))

void
CE_ROW (gradient_u8) (const guint8 *const c[3], float *restrict dx, float *restrict dy, float *restrict m2, int n)
{
  const guint8 *restrict above = c[0];
  const guint8 *restrict at = c[1];
  const guint8 *restrict below = c[2];

  for (int x = 0; x < n; x++)
    {
      BYTE_GRADIENT (above, at, below, x, gx, gy);

      dx[x] = (float) gx;
      dy[x] = (float) gy;
      m2[x] = (float) gx * (float) gx + (float) gy * (float) gy;
    }
}

void
CE_ROW (sobel_u8) (const guint8 *const c[3], gboolean l1, float gain, gboolean invert, guint8 *restrict out, int n)
{
  const guint8 *restrict above = c[0];
  const guint8 *restrict at = c[1];
  const guint8 *restrict below = c[2];
  float                  sign = invert ? -1.0f : 1.0f;
  float                  black = invert ? 255.0f : 0.0f;

  if (l1)
    for (int x = 0; x < n; x++)
      {
        BYTE_GRADIENT (above, at, below, x, gx, gy);
        float level = gain * (ce_abs ((float) gx) + ce_abs ((float) gy));

        out[x] = ce_level_to_u8 (black + sign * level);
      }
  else
    for (int x = 0; x < n; x++)
      {
        BYTE_GRADIENT (above, at, below, x, gx, gy);
        float level = gain * ce_sqrt ((float) gx * (float) gx + (float) gy * (float) gy);

        out[x] = ce_level_to_u8 (black + sign * level);
      }
}

void
CE_ROW (stronger) (const float *restrict dx2, const float *restrict dy2, const float *restrict m22,
                   float *restrict dx, float *restrict dy, float *restrict m2, int n)
{
  for (int x = 0; x < n; x++)
    {
      int other = m22[x] > m2[x];

      dx[x] = other ? dx2[x] : dx[x];
      dy[x] = other ? dy2[x] : dy[x];
      m2[x] = other ? m22[x] : m2[x];
    }
}

void
CE_ROW (l1) (const float *restrict dx, const float *restrict dy, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_abs (dx[x]) + ce_abs (dy[x]);
}

void
CE_ROW (root) (float *restrict v, int n)
{
  for (int x = 0; x < n; x++)
    v[x] = ce_sqrt (v[x]);
}

CE_FN void
bin_numbers (const float *restrict m, gboolean l2, float last, guint16 *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    {
      float magnitude = l2 ? ce_sqrt (m[x]) : m[x];

      out[x] = (guint16) (int) (magnitude < last ? magnitude : last);
    }
}

void
CE_ROW (bin_numbers) (const float *m, gboolean l2, int n_bins, guint16 *out, int n)
{
  if (l2)
    bin_numbers (m, TRUE, (float) (n_bins - 1), out, n);
  else
    bin_numbers (m, FALSE, (float) (n_bins - 1), out, n);
}

void
CE_ROW (direction) (const float *restrict dx, const float *restrict dy, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_direction (dx[x], dy[x], dx[x] * dx[x] + dy[x] * dy[x]);
}

void
CE_ROW (scaled) (const float *restrict v, float offset, float gain, float factor, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = offset + gain * v[x] * factor;
}

void
CE_ROW (clamped) (float *restrict v, int n)
{
  for (int x = 0; x < n; x++)
    v[x] = v[x] < 255.0f ? v[x] : 255.0f;
}
