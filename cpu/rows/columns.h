/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Derivatives of a vector of pixels, for the loops that need them.
 */
#ifndef CE_CPU_COLUMNS_H
#define CE_CPU_COLUMNS_H

#include "engine/arithmetic.h"

#include "vector.h"

/* One vector of columns: their sums along y, smoothed, and differences. */
typedef struct
{
  CeVector sum;
  CeVector difference;
} CeColumns;

/* sum + 2 * v. @finite: 2 * v is not beyond what a float can be, so it is exact
 * and only the sum is rounded: a fused operation gives the same. */
CE_FN CeVector
ce_add_twice (CeVector sum, CeVector v, gboolean finite)
{
#if CE_LANES == 16
  if (finite)
    return (CeVector) _mm512_fmadd_ps ((__m512) v, _mm512_set1_ps (2.0f), (__m512) sum);
#elif CE_LANES == 8 && defined __FMA__
  if (finite)
    return (CeVector) _mm256_fmadd_ps ((__m256) v, _mm256_set1_ps (2.0f), (__m256) sum);
#endif

  return sum + 2.0f * v;
}

/* k1 * sum + k2 * v; as above if @finite, and k1, k2 are 1, 2. */
CE_FN CeVector
ce_smooth (CeVector sum, CeVector v, float k1, float k2, gboolean finite)
{
  return finite && k1 == 1.0f && k2 == 2.0f ? ce_add_twice (sum, v, TRUE) : k1 * sum + k2 * v;
}

CE_FN CeColumns
ce_columns (const float *a, const float *b, const float *c, float k1, float k2, gboolean finite)
{
  CeVector above = ce_load (a);
  CeVector below = ce_load (c);

  return (CeColumns) { ce_smooth (above + below, ce_load (b), k1, k2, finite), below - above };
}

/* The order of ce_gradient_x and ce_gradient_y, with each column's part
 * computed once and shifted to its neighbours. */
CE_FN void
ce_columns_gradient (const CeColumns *left, const CeColumns *here, const CeColumns *right, float k1, float k2, float scale,
                     gboolean finite, CeVector *gx, CeVector *gy)
{
  CeVector dx = ce_later (here->sum, right->sum) - ce_earlier (left->sum, here->sum);
  CeVector dy = ce_smooth (ce_earlier (left->difference, here->difference) + ce_later (here->difference, right->difference),
                           here->difference, k1, k2, finite);

  *gx = dx * scale;
  *gy = dy * scale;
}

#endif
