/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian and what is made of it.
 */
#include "rows.h"

#include "engine/arithmetic.h"
#include "vector.h"

void
CE_ROW (laplacian, response) (const float *const g[3], float *restrict out, int n)
{
  const float *restrict a = g[0];
  const float *restrict b = g[1];
  const float *restrict c = g[2];

  for (int x = 0; x < n; x++)
    out[x] = ce_laplacian (a[x], c[x], b[x - 1], b[x + 1], b[x]);
}

CE_FN CeVector
unit_response (const float *const g[3], int x)
{
  const float *b = g[1] + x;

  return ce_less_four ((ce_load (g[0] + x) + ce_load (g[2] + x)) + (ce_load (b - 1) + ce_load (b + 1)), ce_load (b));
}

/* As bytes of 0 and 255, @flip the other way round. */
CE_FN void
unit_edges (const float *const g[3], int x, float threshold, int flip, guint8 *out)
{
  CeMask masks[CE_PARTS];

  for (int i = 0; i < CE_PARTS; i++)
    masks[i] = ce_above (ce_vector_abs (unit_response (g, x + CE_LANES * i)), threshold - (CeVector) { 0 });
  ce_store_masks (masks, flip, out);
}

void
CE_ROW (laplacian, edges) (const float *const g[6], float threshold, gboolean invert, guint8 *const out[4], int n)
{
  int x = 0;

  for (; x + CE_UNIT <= n; x += CE_UNIT)
    for (int k = 0; k < 4; k++)
      unit_edges (g + k, x, threshold, - ! ! invert, out[k] + x);
  for (int k = 0; k < 4 && x < n; k++)
    {
      guint8 last[CE_UNIT];

      unit_edges (g + k, x, threshold, - ! ! invert, last);
      memcpy (out[k] + x, last, n - x);
    }
}

void
CE_ROW (laplacian, larger) (const float *restrict other, float *restrict v, int n)
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
