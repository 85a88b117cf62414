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

/* Returns whether signals are compared by the magnitude that the plan asks for. */
static gboolean
compares_its_magnitude (const CePlan *plan)
{
  return plan->signals.n == 1 || plan->compares_l1 == plan->l1;
}

/* Points to the rows above, at and below row @y of each signal, @from columns beside the tile's first. */
static void
find_rows (const CeGradientRows *gradient, const CeCpuRender *render, int y, int from, CeThreeRows *g)
{
  for (int i = 0; i < render->plan->signals.n; i++)
    {
      ce_ring_rows (gradient->signals[i], y - 1, 3, g[i].row);
      for (int k = 0; k < 3; k++)
        g[i].row[k] += from;
    }
}

/* Writes the middles of lines of @n columns and their strength, of the strongest signal. */
static void
ridge_row (CeGradientRows *gradient, const CeCpuRender *render, const CeThreeRows *g, int from,
           float *dx, float *dy, float *m, int n)
{
  const CeRows *rows = render->rows;
  const CePlan *plan = render->plan;

  rows->gradient.ridge (g[0].row, &plan->ridge, dx, dy, m, n);
  for (int i = 1; i < plan->signals.n; i++)
    {
      rows->gradient.ridge (g[i].row, &plan->ridge, gradient->dx + from, gradient->dy + from, gradient->m + from, n);
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
  const CeRows *rows = render->rows;
  const CePlan *plan = render->plan;
  gboolean      l1 = plan->l1 && compares_its_magnitude (plan);
  int           x1 = MIN (render->source->view.width, tile->x1 + beside);
  int           from = beside ? -CE_ROW_MARGIN : 0;
  int           n = x1 - tile->x0 - from;
  CeThreeRows   g[CE_MAX_SIGNALS];

  find_rows (gradient, render, y, from, g);
  if (plan->finds_middles)
    ridge_row (gradient, render, g, from, dx + from, dy + from, m + from, n);
  else
    rows->gradient.derivatives (g, plan->signals.n, &plan->derivative, l1,
                                dx + from, dy + from, m + from, n);
  if (plan->l1 && ! l1 && ! plan->finds_middles)
    rows->gradient.l1 (dx + from, dy + from, m + from, n);
}

/* Writes the magnitude of row @y of that signal to @m, for the columns of the tile. @dx and @dy are memory for derivatives,
 * which stay in registers unless signals are compared in another way. */
void
ce_magnitude_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y,
                  float *dx, float *dy, float *m)
{
  const CePlan *plan = render->plan;
  CeThreeRows   g[CE_MAX_SIGNALS];

  if (plan->l1 && ! compares_its_magnitude (plan))
    {
      ce_gradient_row (gradient, render, tile, y, 0, dx, dy, m);
      return;
    }

  find_rows (gradient, render, y, 0, g);
  render->rows->gradient.magnitude (g, plan->signals.n, &plan->derivative, plan->l1, m,
                                    tile->x1 - tile->x0);
}
