/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Gradient and what is made of it.
 */
#include "rows.h"

#include "engine/arithmetic.h"

CE_FN void
gradient (const float *restrict a, const float *restrict b, const float *restrict c, float k1, float k2, float scale,
          float *restrict dx, float *restrict dy, float *restrict m2, int n)
{
  for (int x = 0; x < n; x++)
    {
      float gx = ce_gradient_x (a[x - 1], b[x - 1], c[x - 1], a[x + 1], b[x + 1], c[x + 1], k1, k2, scale);
      float gy = ce_gradient_y (a[x - 1], a[x], a[x + 1], c[x - 1], c[x], c[x + 1], k1, k2, scale);

      dx[x] = gx;
      dy[x] = gy;
      m2[x] = gx * gx + gy * gy;
    }
}

void
CE_ROW (gradient) (const float *a, const float *b, const float *c, const CeDerivative *operator_,
                   float *dx, float *dy, float *m2, int n)
{
  /* Multiplying by 1 is exact, so Sobel's loop may leave it out. */
  if (operator_->k1 == 1.0f && operator_->k2 == 2.0f)
    gradient (a, b, c, 1.0f, 2.0f, 1.0f, dx, dy, m2, n);
  else
    gradient (a, b, c, operator_->k1, operator_->k2, operator_->scale, dx, dy, m2, n);
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
