/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Gradients, their magnitude and their direction.
 */
#include "formats.h"

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

/* Computes the derivatives in the order of ce_gradient_x() and ce_gradient_y(); each column's part is computed once and
 * shifted to its neighbors. */
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

/* What becomes of a gradient: it is written, or only its magnitude. */
typedef enum { WRITES, WRITES_MAGNITUDE } Use;

CE_FN CeVector
magnitude_of (CeVector gx, CeVector gy, gboolean l1)
{
  return l1 ? ce_vector_abs (gx) + ce_vector_abs (gy) : gx * gx + gy * gy;
}

/* Computes the gradient of the signal with the largest magnitude, by @by_l1, the first on a tie, of @n_of. */
CE_FN void
gradient (const CeSignalRows *g, const int n_of, float k1, float k2, float scale, gboolean by_l1, gboolean l1, Use use,
          float *dx, float *dy, float *m, int n)
{
  CeColumns left[CE_MAX_SIGNALS], here[CE_MAX_SIGNALS];

  for (int i = 0; i < n_of; i++)
    {
      const float *const *row = g->row[i];

      left[i] = ce_columns (row[0] - CE_LANES, row[1] - CE_LANES, row[2] - CE_LANES, k1, k2);
      here[i] = ce_columns (row[0], row[1], row[2], k1, k2);
    }

  /* Two vectors at once share the shifts between them. */
  for (int first = 0; first < n; first += 2 * CE_LANES)
    for (int x = first; x < first + 2 * CE_LANES; x += CE_LANES)
      {
        int      next = x + CE_LANES;
        CeVector gx = { 0 }, gy = { 0 }, most = { 0 };

        for (int i = 0; i < n_of; i++)
          {
            const float *const *row = g->row[i];
            CeColumns           right = ce_columns (row[0] + next, row[1] + next, row[2] + next, k1, k2);
            CeVector            x1, y1, magnitude;

            ce_columns_gradient (&left[i], &here[i], &right, k1, k2, scale, &x1, &y1);
            magnitude = magnitude_of (x1, y1, by_l1);
            if (i == 0)
              gx = x1, gy = y1, most = magnitude;
            else
              {
                CeMask larger = ce_above (magnitude, most);

                gx = ce_pick (larger, x1, gx);
                gy = ce_pick (larger, y1, gy);
                most = ce_pick (larger, magnitude, most);
              }
            left[i] = here[i];
            here[i] = right;
          }
        if (by_l1 != l1)
          most = magnitude_of (gx, gy, l1);
        if (use != WRITES_MAGNITUDE)
          {
            ce_store (dx + x, gx);
            ce_store (dy + x, gy);
          }
        ce_store (m + x, use == WRITES_MAGNITUDE && ! l1 ? ce_vector_root (most) : most);
      }
}

/* Compilers leave out multiplying by 1, which is exact, for Sobel. */
CE_FN void
by_operator (const CeSignalRows *g, const int n_of, const CeDerivative *operator_, gboolean by_l1, gboolean l1, Use use,
             float *dx, float *dy, float *m, int n)
{
  float k1 = operator_->k1, k2 = operator_->k2, scale = operator_->scale;

  if (k1 == 1.0f && k2 == 2.0f && ! l1)
    gradient (g, n_of, 1.0f, 2.0f, 1.0f, FALSE, FALSE, use, dx, dy, m, n);
  else if (! l1)
    gradient (g, n_of, k1, k2, scale, FALSE, FALSE, use, dx, dy, m, n);
  else if (by_l1)
    gradient (g, n_of, k1, k2, scale, TRUE, TRUE, use, dx, dy, m, n);
  else
    gradient (g, n_of, k1, k2, scale, FALSE, TRUE, use, dx, dy, m, n);
}

/* Calls that with a constant number of signals, so that their columns stay in registers. */
CE_FN void
by_number (const CeSignalRows *g, const CeDerivative *operator_, gboolean by_l1, gboolean l1, Use use,
           float *dx, float *dy, float *m, int n)
{
  switch (g->n)
    {
    case 1: by_operator (g, 1, operator_, l1, l1, use, dx, dy, m, n); break;
    case 2: by_operator (g, 2, operator_, by_l1, l1, use, dx, dy, m, n); break;
    case 3: by_operator (g, 3, operator_, by_l1, l1, use, dx, dy, m, n); break;
    default: by_operator (g, CE_MAX_SIGNALS, operator_, by_l1, l1, use, dx, dy, m, n); break;
    }
}

void
CE_ROW (gradient, derivatives) (const CeSignalRows *g, const CeDerivative *operator_, gboolean by_l1, gboolean l1,
                                float *dx, float *dy, float *m, int n)
{
  by_number (g, operator_, by_l1, l1, WRITES, dx, dy, m, n);
}

void
CE_ROW (gradient, magnitude) (const CeSignalRows *g, const CeDerivative *operator_, gboolean by_l1, gboolean l1,
                              float *out, int n)
{
  by_number (g, operator_, by_l1, l1, WRITES_MAGNITUDE, NULL, NULL, out, n);
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
CE_ROW (gradient, ridge) (const float *const g[3], const CeRidge *ridge, float *restrict nx, float *restrict ny,
                          float *restrict m, int n)
{
  const float *restrict a = g[0], *restrict b = g[1], *restrict c = g[2];
  float        k1 = ridge->k1, k2 = ridge->k2, k3 = ridge->k3, strength = ridge->strength;

  for (int x = 0; x < n; x++)
    m[x] = ce_ridge (a[x - 1], a[x], a[x + 1], b[x - 1], b[x], b[x + 1], c[x - 1], c[x], c[x + 1], k1, k2, k3, strength,
                     &nx[x], &ny[x]);
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
