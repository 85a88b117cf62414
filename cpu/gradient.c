/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient of one or two signals, as Sobel and Canny need it.
 */
#include "filter.h"

/**
 * ce_signals_init:
 * @signals: (out): the one or two signals edges are found in, after the Gaussian
 * @rings: gets the rings
 * @render: the render
 * @reach: columns and rows beyond the tile that are wanted; also three rows at a time
 *
 * Returns: how many signals there are
 */
int
ce_signals_init (CeRing *signals[2], CeRings *rings, const CeRender *render, int reach)
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

/**
 * ce_gradient_init:
 * @gradient: (out): the gradient of the source's signals, after the Gaussian
 * @rings: gets the rings
 * @render: the render
 * @reach: columns and rows beyond the tile where the gradient is wanted
 * @tile_width: of the widest tile
 */
void
ce_gradient_init (CeGradientRows *gradient, CeRings *rings, const CeRender *render, int reach, int tile_width)
{
  *gradient = (CeGradientRows) { .operator_ = render->plan->derivative };
  gradient->n_signals = ce_signals_init (gradient->signals, rings, render, reach + 1);
  if (gradient->n_signals == 2)
    {
      gradient->dx2 = ce_line_new (tile_width);
      gradient->dy2 = ce_line_new (tile_width);
      gradient->m22 = ce_line_new (tile_width);
    }
}

/**
 * ce_magnitude_row:
 * @gradient: a gradient of one signal, whose rings have begun @tile
 * @render: the render
 * @y: a row of the image
 * @out: (out): a line: the plan's magnitude
 * @n: columns
 */
void
ce_magnitude_row (CeGradientRows *gradient, const CeRender *render, int y, float *out, int n)
{
  const float *at[3];

  ce_ring_rows (gradient->signals[0], y - 1, 3, at);
  render->rows->gradient.magnitude (at, &gradient->operator_, render->plan->l1, ce_is_finite (render), out, n);
}

/**
 * ce_gradient_row:
 * @gradient: a gradient whose rings have begun @tile
 * @render: the render
 * @tile: the tile
 * @y: a row of the image
 * @beside: columns wanted beside the tile, as far as the image goes
 * @dx, @dy: (out): lines, at the tile's first column
 * @m: (out): the plan's magnitude, squared unless it is L1
 */
void
ce_gradient_row (CeGradientRows *gradient, const CeRender *render, const CeTile *tile, int y, int beside,
                 float *dx, float *dy, float *m)
{
  const CeRows *rows = render->rows;
  gboolean      l1 = render->plan->l1;
  gboolean      finite = ce_is_finite (render);
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

  rows->gradient.derivatives (at[0], &gradient->operator_, l1 && gradient->n_signals == 1, finite, dx, dy, m, n);
  if (gradient->n_signals == 1)
    return;

  /* Which signal is the stronger is a question of the squared magnitude. */
  rows->gradient.derivatives (at[1], &gradient->operator_, FALSE, finite, gradient->dx2 + from, gradient->dy2 + from,
                              gradient->m22 + from, n);
  rows->gradient.stronger (gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from, dx, dy, m, n);
  if (l1)
    rows->gradient.l1 (dx, dy, m, n);
}
