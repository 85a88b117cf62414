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

/* Two rows share nearly all of what they read: one's row above a distance is
 * the other's row at the distance before. */
void
CE_ROW (gaussian_y) (const float *const *rows, const float *weights, int radius, float *out, float *below, int n)
{
  for (int x = 0; x < n; x += 2 * CE_LANES)
    {
      const float *p = rows[radius] + x;
      const float *q = rows[radius + 1] + x;
      CeVector     up_a = ce_load (p);
      CeVector     up_b = ce_load (p + CE_LANES);
      CeVector     down_a = ce_load (q);
      CeVector     down_b = ce_load (q + CE_LANES);
      CeVector     out_a = weights[0] * up_a;
      CeVector     out_b = weights[0] * up_b;
      CeVector     below_a = weights[0] * down_a;
      CeVector     below_b = weights[0] * down_b;

      for (int i = 1; i <= radius; i++)
        {
          const float *u = rows[radius - i] + x;
          const float *v = rows[radius + 1 + i] + x;
          CeVector     further_up_a = ce_load (u);
          CeVector     further_up_b = ce_load (u + CE_LANES);
          CeVector     further_down_a = ce_load (v);
          CeVector     further_down_b = ce_load (v + CE_LANES);
          float        w = weights[i];

          out_a = out_a + w * (further_up_a + down_a);
          out_b = out_b + w * (further_up_b + down_b);
          below_a = below_a + w * (up_a + further_down_a);
          below_b = below_b + w * (up_b + further_down_b);
          up_a = further_up_a;
          up_b = further_up_b;
          down_a = further_down_a;
          down_b = further_down_b;
        }

      ce_store (out + x, out_a);
      ce_store (out + x + CE_LANES, out_b);
      ce_store (below + x, below_a);
      ce_store (below + x + CE_LANES, below_b);
    }
}
