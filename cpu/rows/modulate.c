/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Modulates the change of sharpening: the mask of edges and noise, and the limits of halos.
 */
#include "formats.h"

void
CE_ROW (modulate, slope) (const float *const g[3], float *restrict out, int n)
{
  const float *a = g[0], *b = g[1], *c = g[2];

  for (int x = 0; x < n; x++)
    {
      float dx = ce_gradient_x (a[x - 1], b[x - 1], c[x - 1], a[x + 1], b[x + 1], c[x + 1], 1, 2, 1);
      float dy = ce_gradient_y (a[x - 1], a[x], a[x + 1], c[x - 1], c[x], c[x + 1], 1, 2, 1);

      out[x] = ce_sqrt (dx * dx + dy * dy) * 0.125f;
    }
}

void
CE_ROW (modulate, along) (const float *restrict in, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_soften (in[x - 2], in[x - 1], in[x], in[x + 1], in[x + 2]);
}

void
CE_ROW (modulate, across) (const float *const rows[5], float *restrict out, int n)
{
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];

  for (int x = 0; x < n; x++)
    out[x] = ce_soften (a[x], b[x], c[x], d[x], e[x]);
}

void
CE_ROW (modulate, ramps) (const float *restrict e, const CeRamp *ramps, int n_ramps, float *restrict out, int n)
{
  CeRamp first = ramps[0], second = ramps[1];

  if (n_ramps == 2)
    for (int x = 0; x < n; x++)
      out[x] = ce_ramp (e[x], first.low, first.scale) * ce_ramp (e[x], second.low, second.scale);
  else if (n_ramps == 1)
    for (int x = 0; x < n; x++)
      out[x] = ce_ramp (e[x], first.low, first.scale);
  else
    for (int x = 0; x < n; x++)
      out[x] = 1.0f;
}

void
CE_ROW (modulate, masked) (float *restrict change, const float *restrict mask, int step, int n)
{
  if (step == 1)
    for (int x = 0; x < n; x++)
      change[x] = mask[x] * change[x];
  else
    for (int x = 0; x < n; x++)
      for (int i = 0; i < step; i++)
        change[x * step + i] = mask[x] * change[x * step + i];
}

/* The smallest and largest of a column. */
CE_FN float
lowest (const float *a, const float *b, const float *c, int x)
{
  return ce_min (ce_min (a[x], b[x]), c[x]);
}

CE_FN float
highest (const float *a, const float *b, const float *c, int x)
{
  return ce_max (ce_max (a[x], b[x]), c[x]);
}

void
CE_ROW (modulate, limited) (float *restrict change, const float *const c[3], float light, float dark, int step, int n)
{
  const float *a = c[0], *b = c[1], *d = c[2];

  for (int x = 0; x < n; x++)
    {
      float lo = ce_min (ce_min (lowest (a, b, d, x - step), lowest (a, b, d, x)), lowest (a, b, d, x + step));
      float hi = ce_max (ce_max (highest (a, b, d, x - step), highest (a, b, d, x)), highest (a, b, d, x + step));

      change[x] = ce_limited (change[x], b[x], lo, hi, light, dark);
    }
}

void
CE_ROW (modulate, gray) (const float *restrict mask, CeType type, int channels, void *out, int n)
{
  int colors = ce_n_colors (channels);

  for (int x = 0; x < n; x++)
    for (int i = 0; i < colors; i++)
      ce_put_sample (out, type, x * channels + i, 255.0f * mask[x]);
}
