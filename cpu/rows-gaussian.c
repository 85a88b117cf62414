/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two passes of the Gaussian. Four vectors of sums stay in registers while
 * the taps go by.
 */
#include "rows.h"

#include "vector.h"

void
CE_ROW (gaussian_x) (const float *in, const float *weights, int radius, int step, float *out, int n)
{
  for (int x = 0; x < n; x += 4 * CE_LANES)
    {
      const float *p = in + x;
      CeVector     a = weights[0] * ce_load (p);
      CeVector     b = weights[0] * ce_load (p + CE_LANES);
      CeVector     c = weights[0] * ce_load (p + 2 * CE_LANES);
      CeVector     d = weights[0] * ce_load (p + 3 * CE_LANES);

      for (int i = 1; i <= radius; i++)
        {
          const float *l = p - i * step;
          const float *r = p + i * step;
          float        w = weights[i];

          a = a + w * (ce_load (l) + ce_load (r));
          b = b + w * (ce_load (l + CE_LANES) + ce_load (r + CE_LANES));
          c = c + w * (ce_load (l + 2 * CE_LANES) + ce_load (r + 2 * CE_LANES));
          d = d + w * (ce_load (l + 3 * CE_LANES) + ce_load (r + 3 * CE_LANES));
        }

      ce_store (out + x, a);
      ce_store (out + x + CE_LANES, b);
      ce_store (out + x + 2 * CE_LANES, c);
      ce_store (out + x + 3 * CE_LANES, d);
    }
}

void
CE_ROW (gaussian_y) (const float *const *rows, const float *weights, int radius, float *out, int n)
{
  for (int x = 0; x < n; x += 4 * CE_LANES)
    {
      const float *p = rows[radius] + x;
      CeVector     a = weights[0] * ce_load (p);
      CeVector     b = weights[0] * ce_load (p + CE_LANES);
      CeVector     c = weights[0] * ce_load (p + 2 * CE_LANES);
      CeVector     d = weights[0] * ce_load (p + 3 * CE_LANES);

      for (int i = 1; i <= radius; i++)
        {
          const float *u = rows[radius - i] + x;
          const float *v = rows[radius + i] + x;
          float        w = weights[i];

          a = a + w * (ce_load (u) + ce_load (v));
          b = b + w * (ce_load (u + CE_LANES) + ce_load (v + CE_LANES));
          c = c + w * (ce_load (u + 2 * CE_LANES) + ce_load (v + 2 * CE_LANES));
          d = d + w * (ce_load (u + 3 * CE_LANES) + ce_load (v + 3 * CE_LANES));
        }

      ce_store (out + x, a);
      ce_store (out + x + CE_LANES, b);
      ce_store (out + x + 2 * CE_LANES, c);
      ce_store (out + x + 3 * CE_LANES, d);
    }
}
