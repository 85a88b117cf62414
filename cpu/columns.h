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

CE_FN CeColumns
ce_columns (const float *a, const float *b, const float *c, float k1, float k2)
{
  CeVector above = ce_load (a);
  CeVector below = ce_load (c);

  return (CeColumns) { k1 * (above + below) + k2 * ce_load (b), below - above };
}

/* The order of ce_gradient_x and ce_gradient_y, with each column's part
 * computed once and shifted to its neighbours. */
CE_FN void
ce_columns_gradient (const CeColumns *left, const CeColumns *here, const CeColumns *right, float k1, float k2, float scale,
                     CeVector *gx, CeVector *gy)
{
  CeVector dx = ce_later (here->sum, right->sum) - ce_earlier (left->sum, here->sum);
  CeVector dy = k1 * (ce_earlier (left->difference, here->difference) + ce_later (here->difference, right->difference))
                + k2 * here->difference;

  *gx = dx * scale;
  *gy = dy * scale;
}

#endif
