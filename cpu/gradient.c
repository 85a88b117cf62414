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

/* Writes the derivatives of row @y of the signal that is strongest as the plan compares and its squared magnitude, or
 * |dx| + |dy| if it is L1, or the middles of lines and their strength, to lines that begin at the tile's first column, and
 * to @beside columns beside the tile as far as the image goes. */
void
ce_gradient_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y, int beside,
                 float *dx, float *dy, float *m)
{
  const CeRows *rows = render->rows;
  const CePlan *plan = render->plan;
  gboolean      l1 = plan->l1 && ! plan->finds_middles, compares_m = plan->signals.n == 1 || plan->compares_l1;
  int           x1 = MIN (render->source->view.width, tile->x1 + beside);
  int           from = beside ? -CE_ROW_MARGIN : 0;
  int           n = x1 - tile->x0 - from;

  dx += from, dy += from, m += from;
  for (int i = 0; i < plan->signals.n; i++)
    {
      const float *at[3];

      ce_ring_rows (gradient->signals[i], y - 1, 3, at);
      for (int k = 0; k < 3; k++)
        at[k] += from;
      if (! plan->finds_middles)
        (i == 0 ? rows->gradient.derivatives : rows->gradient.larger) (at, &plan->derivative, l1 && compares_m, dx, dy, m,
                                                                       n);
      else if (i == 0)
        rows->gradient.ridge (at, &plan->ridge, dx, dy, m, n);
      else
        {
          rows->gradient.ridge (at, &plan->ridge, gradient->dx + from, gradient->dy + from, gradient->m + from, n);
          rows->gradient.stronger (gradient->dx + from, gradient->dy + from, gradient->m + from, dx, dy, m, n);
        }
    }
  if (l1 && ! compares_m)
    rows->gradient.l1 (dx, dy, m, n);
}

/* Writes the magnitude of row @y of that signal to @m, for the columns of the tile. @dx and @dy are memory for derivatives:
 * those of one signal alone stay in registers. */
void
ce_magnitude_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y,
                  float *dx, float *dy, float *m)
{
  const CeRows *rows = render->rows;
  const CePlan *plan = render->plan;
  const float  *at[3];
  int           n = tile->x1 - tile->x0;

  if (plan->signals.n == 1)
    {
      ce_ring_rows (gradient->signals[0], y - 1, 3, at);
      rows->gradient.magnitude (at, &plan->derivative, plan->l1, m, n);
      return;
    }

  ce_gradient_row (gradient, render, tile, y, 0, dx, dy, m);
  if (! plan->l1)
    rows->levels.root (m, n);
}
