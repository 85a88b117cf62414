/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient of one or two signals, for Sobel and Canny.
 */
#include "filter.h"

/* Adds the rings of the one or two signals of edges, after the Gaussian, for three rows at a time and @reach columns and
 * rows beyond the tile. Returns the number of signals. */
int
ce_signals_init (CeRing *signals[2], CeRings *rings, const CeCpuRender *render, int reach)
{
  int n_signals = render->plan->n_signals;

  for (int i = 0; i < n_signals; i++)
    {
      CeRing *signal = ce_rings_signal (rings, i);

      signals[i] = ce_rings_gaussian (rings, signal);
      ce_ring_need (signals[i], reach, reach, 3);
    }

  return n_signals;
}

/* Adds the rings of the signals' gradient, after the Gaussian, for tiles of up to @tile_width columns and @reach columns
 * and rows beyond them. */
void
ce_gradient_init (CeGradientRows *gradient, CeRings *rings, const CeCpuRender *render, int reach, int tile_width)
{
  gradient->n_signals = ce_signals_init (gradient->signals, rings, render, reach + 1);
  if (gradient->n_signals == 2)
    {
      gradient->dx2 = ce_line_new (tile_width);
      gradient->dy2 = ce_line_new (tile_width);
      gradient->m22 = ce_line_new (tile_width);
    }
}

/* Writes the magnitude of @n columns of row @y to @out, of a gradient of one signal. */
void
ce_magnitude_row (CeGradientRows *gradient, const CeCpuRender *render, int y, float *out, int n)
{
  const float *at[3];

  ce_ring_rows (gradient->signals[0], y - 1, 3, at);
  render->rows->gradient.magnitude (at, &render->plan->derivative, render->plan->l1, out, n);
}

/* Finds the middles of lines in one signal or, where it is stronger, in the other one. */
static void
ridge_row (CeGradientRows *gradient, const CeCpuRender *render, const float *at[2][3], int from, float *dx, float *dy,
           float *m, int n)
{
  const CeRows  *rows = render->rows;
  const CeRidge *ridge = &render->plan->ridge;

  rows->gradient.ridge (at[0], ridge, dx, dy, m, n);
  if (gradient->n_signals == 1)
    return;

  rows->gradient.ridge (at[1], ridge, gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from, n);
  rows->gradient.stronger (gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from, dx, dy, m, n);
}

/* Writes the derivatives of row @y and the magnitude, squared unless it is L1, to lines that begin at the tile's first
 * column, and to @beside columns beside the tile as far as the image goes. */
void
ce_gradient_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y, int beside,
                 float *dx, float *dy, float *m)
{
  const CeRows *rows = render->rows;
  gboolean      l1 = render->plan->l1;
  int           x1 = MIN (render->source->view.width, tile->x1 + beside);
  int           from = beside ? -CE_ROW_MARGIN : 0;
  int           n = x1 - tile->x0 - from;
  const float  *at[2][3];

  for (int i = 0; i < gradient->n_signals; i++)
    {
      ce_ring_rows (gradient->signals[i], y - 1, 3, at[i]);
      for (int k = 0; k < 3; k++)
        at[i][k] += from;
    }
  dx += from, dy += from, m += from;

  if (render->plan->finds_middles)
    {
      ridge_row (gradient, render, at, from, dx, dy, m, n);
      return;
    }

  rows->gradient.derivatives (at[0], &render->plan->derivative, l1 && gradient->n_signals == 1, dx, dy, m, n);
  if (gradient->n_signals == 1)
    return;

  /* The stronger signal is the one with the larger squared magnitude. */
  rows->gradient.derivatives (at[1], &render->plan->derivative, FALSE, gradient->dx2 + from, gradient->dy2 + from,
                              gradient->m22 + from, n);
  rows->gradient.stronger (gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from, dx, dy, m, n);
  if (l1)
    rows->gradient.l1 (dx, dy, m, n);
}
