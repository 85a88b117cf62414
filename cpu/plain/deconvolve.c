/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of deconvolution, after W. H. Richardson, 1972, and
 * L. B. Lucy, 1974.
 */
#include "plain.h"

#include "engine/arithmetic.h"

/* Estimates the light that fell on the lens, where @light came through it. The first estimate is @light. */
CePlane
ce_plain_deconvolved (const CePlane *light, const CePlane *alpha, const CePlan *plan)
{
  gsize   n = (gsize) light->width * light->height;
  CePlane estimate = ce_plain_plane_new (light->width, light->height);

  for (gsize i = 0; i < n; i++)
    estimate.v[i] = light->v[i];

  for (int step = 0; step < plan->params.iterations; step++)
    {
      g_auto (CePlane) correction = ce_plain_blurred (&estimate, alpha, plan);
      g_auto (CePlane) blurred = { 0 };

      for (gsize i = 0; i < n; i++)
        correction.v[i] = ce_correction (light->v[i], correction.v[i], plan->damping);
      blurred = ce_plain_blurred (&correction, alpha, plan);
      for (gsize i = 0; i < n; i++)
        estimate.v[i] = estimate.v[i] * blurred.v[i];
    }

  return estimate;
}
