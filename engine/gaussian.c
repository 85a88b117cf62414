/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Weights of the Gaussian and its radius.
 */
#include "plan.h"

#include <math.h>

/* Computes a Gaussian up to the distance @radius in double precision, normalized and rounded to float; weights[i] belongs
 * to the two samples at distance i. */
void
ce_gaussian_weights_within (double sigma, int radius, float *weights)
{
  double exact[CE_GAUSSIAN_MAX_RADIUS + 1];
  double sum = 0;

  g_return_if_fail (radius >= 0 && radius <= CE_GAUSSIAN_MAX_RADIUS);

  exact[0] = 1;
  for (int i = 1; i <= radius; i++)
    {
      exact[i] = exp (-(double) (i * i) / (2 * sigma * sigma));
      sum += exact[i];
    }

  for (int i = 0; i <= radius; i++)
    weights[i] = (float) (exact[i] / (exact[0] + 2 * sum));
}

/* Computes the Gaussian of the arithmetic contract. Returns its radius ceil (3 sigma), at most CE_GAUSSIAN_MAX_RADIUS; 0
 * means no blur. */
int
ce_gaussian_weights (double sigma, float *weights)
{
  int radius = (int) ceil (3 * sigma);

  ce_gaussian_weights_within (sigma, radius, weights);

  return radius;
}
