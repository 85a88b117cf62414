/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient of the strongest signal, for Sobel and Canny.
 */
#include "filter.h"

/* Adds the rings of the plan's signals, after the Gaussian, for three rows at a time and @reach columns and rows beyond the
 * tile. */
void
ce_signals_init (CeRing **signals, CeRings *rings, const CeCpuRender *render, int reach)
{
  for (int i = 0; i < render->plan->signals.n; i++)
    {
      signals[i] = ce_rings_gaussian (rings, ce_rings_signal (rings, i));
      ce_ring_need (signals[i], reach, reach, 3);
    }
}

/* Adds the rings of the signals' gradient, after the Gaussian, for tiles of up to @tile_width columns and @reach columns
 * and rows beyond them. */
void
ce_gradient_init (CeGradientRows *gradient, CeRings *rings, const CeCpuRender *render, int reach, int tile_width)
{
  ce_signals_init (gradient->signals, rings, render, reach + 1);
  if (render->plan->finds_middles && render->plan->signals.n > 1)
    {
      gradient->dx = ce_line_new (tile_width);
      gradient->dy = ce_line_new (tile_width);
      gradient->m = ce_line_new (tile_width);
    }
}

/* Points to the rows above, at and below row @y of each signal, @from columns beside the tile's first. */
static void
find_rows (const CeGradientRows *gradient, const CeCpuRender *render, int y, int from, CeSignalRows *g)
{
  g->n = render->plan->signals.n;
  for (int i = 0; i < g->n; i++)
    {
      ce_ring_rows (gradient->signals[i], y - 1, 3, g->row[i]);
      for (int k = 0; k < 3; k++)
        g->row[i][k] += from;
    }
}

/* Writes the middles of lines of @n columns and their strength, of the strongest signal. */
static void
ridge_row (CeGradientRows *gradient, const CeCpuRender *render, const CeSignalRows *g, int from,
           float *dx, float *dy, float *m, int n)
{
  const CeRows *rows = render->rows;
  const CePlan *plan = render->plan;

  rows->gradient.ridge (g->row[0], &plan->ridge, dx, dy, m, n);
  for (int i = 1; i < g->n; i++)
    {
      rows->gradient.ridge (g->row[i], &plan->ridge, gradient->dx + from, gradient->dy + from, gradient->m + from, n);
      rows->gradient.stronger (gradient->dx + from, gradient->dy + from, gradient->m + from, dx, dy, m, n);
    }
}

/* Writes the derivatives of row @y of the signal that is strongest as the plan compares and its squared magnitude, or
 * |dx| + |dy| if it is L1, or the middles of lines and their strength, to lines that begin at the tile's first column, and
 * to @beside columns beside the tile as far as the image goes. */
void
ce_gradient_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y, int beside,
                 float *dx, float *dy, float *m)
{
  const CePlan *plan = render->plan;
  int           x1 = MIN (render->source->view.width, tile->x1 + beside);
  int           from = beside ? -CE_ROW_MARGIN : 0;
  int           n = x1 - tile->x0 - from;
  CeSignalRows  g;

  find_rows (gradient, render, y, from, &g);
  if (plan->finds_middles)
    ridge_row (gradient, render, &g, from, dx + from, dy + from, m + from, n);
  else
    render->rows->gradient.derivatives (&g, &plan->derivative, plan->compares_l1, plan->l1, dx + from, dy + from, m + from,
                                        n);
}

/* Writes the magnitude of row @y of that signal to @m, for the columns of the tile. */
void
ce_magnitude_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y, float *m)
{
  const CePlan *plan = render->plan;
  CeSignalRows  g;

  find_rows (gradient, render, y, 0, &g);
  render->rows->gradient.magnitude (&g, &plan->derivative, plan->compares_l1, plan->l1, m, tile->x1 - tile->x0);
}
