/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of modulation: the mask of edges and noise, and the limits of halos.
 */
#include "plain.h"

#include "engine/arithmetic.h"

/* Computes the magnitude of the gradient, levels per pixel. */
static CePlane
gradient_magnitude (const CePlane *luma)
{
  CePlane out = ce_plain_plane_new (luma->width, luma->height);

  for (int y = 0; y < luma->height; y++)
    for (int x = 0; x < luma->width; x++)
      {
        float n[9], dx, dy;

        for (int i = 0; i < 9; i++)
          n[i] = ce_plain_at (luma, x + i % 3 - 1, y + i / 3 - 1);
        dx = ce_gradient_x (n[0], n[3], n[6], n[2], n[5], n[8], 1, 2, 1);
        dy = ce_gradient_y (n[0], n[1], n[2], n[6], n[7], n[8], 1, 2, 1);
        out.v[(gsize) y * luma->width + x] = ce_sqrt (dx * dx + dy * dy) * 0.125f;
      }

  return out;
}

static CePlane
softened (const CePlane *plane, int step_x, int step_y)
{
  CePlane out = ce_plain_plane_new (plane->width, plane->height);

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      out.v[(gsize) y * plane->width + x] =
        ce_soften (ce_plain_at (plane, x - 2 * step_x, y - 2 * step_y), ce_plain_at (plane, x - step_x, y - step_y),
                   ce_plain_at (plane, x, y),
                   ce_plain_at (plane, x + step_x, y + step_y), ce_plain_at (plane, x + 2 * step_x, y + 2 * step_y));

  return out;
}

/* Computes the share of a change that stays at each pixel, 0 to 1, from the softened gradient of luma under its
 * transparency. */
CePlane
ce_plain_mask (const CeSource *source, const CePlan *plan)
{
  CePlane          mask;
  g_auto (CePlane) signal = ce_plain_signal (source, plan, 0);
  g_auto (CePlane) gradient = gradient_magnitude (&signal);
  g_auto (CePlane) rows = softened (&gradient, 1, 0);

  mask = softened (&rows, 0, 1);
  for (gsize i = 0; i < (gsize) mask.width * mask.height; i++)
    {
      float e = mask.v[i];

      mask.v[i] = 1.0f;
      for (int k = 0; k < plan->n_ramps; k++)
        mask.v[i] = mask.v[i] * ce_ramp (e, plan->ramps[k].low, plan->ramps[k].scale);
    }

  return mask;
}

/* Finds the range of a pixel and its eight neighbours: columns first, then along the row. */
static void
range_around (const CePlane *c, int x, int y, float *lo, float *hi)
{
  float low[3], high[3];

  for (int i = 0; i < 3; i++)
    {
      float a = ce_plain_at (c, x + i - 1, y - 1), b = ce_plain_at (c, x + i - 1, y), d = ce_plain_at (c, x + i - 1, y + 1);

      low[i] = ce_min (ce_min (a, b), d);
      high[i] = ce_max (ce_max (a, b), d);
    }
  *lo = ce_min (ce_min (low[0], low[1]), low[2]);
  *hi = ce_max (ce_max (high[0], high[1]), high[2]);
}

/* Modulates the @change of the signal @c by mask and limits. */
void
ce_plain_limit (CePlane *change, const CePlane *c, const CePlane *mask, const CePlan *plan)
{
  for (int y = 0; y < c->height; y++)
    for (int x = 0; x < c->width; x++)
      {
        float *v = &change->v[(gsize) y * c->width + x];
        float  lo, hi;

        if (plan->n_ramps > 0)
          *v = ce_plain_at (mask, x, y) * *v;
        if (! plan->is_limited)
          continue;
        range_around (c, x, y, &lo, &hi);
        *v = ce_limited (*v, ce_plain_at (c, x, y), lo, hi, plan->cut_light, plan->cut_dark);
      }
}
