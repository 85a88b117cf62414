/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian and its levels.
 */
#include "rows.h"

#include "engine/arithmetic.h"

void
CE_ROW (laplacian, response) (const float *const g[3], float *restrict out, int n)
{
  const float *restrict a = g[0];
  const float *restrict b = g[1];
  const float *restrict c = g[2];

  for (int x = 0; x < n; x++)
    out[x] = ce_laplacian (a[x], c[x], b[x - 1], b[x + 1], b[x]);
}

void
CE_ROW (laplacian, stronger) (const float *restrict other, float *restrict v, int n)
{
  for (int x = 0; x < n; x++)
    v[x] = ce_abs (other[x]) > ce_abs (v[x]) ? other[x] : v[x];
}

void
CE_ROW (laplacian, beyond) (const float *restrict v, float threshold, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_abs (v[x]) > threshold ? 255.0f : 0.0f;
}

void
CE_ROW (laplacian, crossings) (const float *restrict v, const float *restrict below, float threshold,
                               float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    {
      int right = ((v[x] < 0.0f) != (v[x + 1] < 0.0f)) & (ce_abs (v[x] - v[x + 1]) > threshold);
      int under = ((v[x] < 0.0f) != (below[x] < 0.0f)) & (ce_abs (v[x] - below[x]) > threshold);

      out[x] = right | under ? 255.0f : 0.0f;
    }
}
