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
CE_ROW (gradient, derivatives) (const float *const g[3], const CeDerivative *operator_,
                                float *dx, float *dy, float *m2, int n)
{
  /* Multiplying by 1 is exact, so the compiler may leave it out for Sobel. */
  if (operator_->k1 == 1.0f && operator_->k2 == 2.0f)
    gradient (g[0], g[1], g[2], 1.0f, 2.0f, 1.0f, dx, dy, m2, n);
  else
    gradient (g[0], g[1], g[2], operator_->k1, operator_->k2, operator_->scale, dx, dy, m2, n);
}

void
CE_ROW (gradient, stronger) (const float *restrict dx2, const float *restrict dy2, const float *restrict m22,
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
CE_ROW (gradient, l1) (const float *restrict dx, const float *restrict dy, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_abs (dx[x]) + ce_abs (dy[x]);
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
CE_ROW (gradient, bin_numbers) (const float *m, gboolean l2, int n_bins, guint16 *out, int n)
{
  if (l2)
    bin_numbers (m, TRUE, (float) (n_bins - 1), out, n);
  else
    bin_numbers (m, FALSE, (float) (n_bins - 1), out, n);
}

void
CE_ROW (gradient, direction) (const float *restrict dx, const float *restrict dy, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_direction (dx[x], dy[x], dx[x] * dx[x] + dy[x] * dy[x]);
}
