/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The gradient of one or two signals, as Sobel and Canny need it.
 */
#include "filter.h"

/**
 * ce_signals_init:
 * @signals: (out): the one or two signals edges are found in, after the Gaussian
 * @chain: gets the rings
 * @render: the render
 * @reach: columns and rows beyond the tile that are wanted; also three rows at a time
 *
 * Returns: how many signals there are
 */
int
ce_signals_init (CeRing *signals[2], CeChain *chain, const CeRender *render, int reach)
{
  int n_signals = render->plan->n_signals;

  for (int i = 0; i < n_signals; i++)
    {
      CeRing *signal = ce_chain_signal (chain, i);

      signals[i] = ce_chain_gaussian (chain, signal);
      ce_ring_need (signals[i], reach, reach, 3);
    }

  return n_signals;
}

/**
 * ce_gradient_init:
 * @gradient: (out): the gradient of the source's signals, after the Gaussian
 * @chain: gets the rings
 * @render: the render
 * @reach: columns and rows beyond the tile where the gradient is wanted
 * @tile_width: of the widest tile
 */
void
ce_gradient_init (CeGradientRows *gradient, CeChain *chain, const CeRender *render, int reach, int tile_width)
{
  *gradient = (CeGradientRows) { .operator_ = render->plan->derivative };
  gradient->on_bytes = render->plan->is_bytes && render->plan->radius == 0
                       && render->plan->params.operator_ == CE_OPERATOR_SOBEL;
  if (gradient->on_bytes)
    return;

  gradient->n_signals = ce_signals_init (gradient->signals, chain, render, reach + 1);
  if (gradient->n_signals == 2)
    {
      gradient->dx2 = ce_line_new (tile_width);
      gradient->dy2 = ce_line_new (tile_width);
      gradient->m22 = ce_line_new (tile_width);
    }
}

void
ce_gradient_clear (CeGradientRows *gradient)
{
  ce_line_free (gradient->dx2);
  ce_line_free (gradient->dy2);
  ce_line_free (gradient->m22);
}

typedef struct
{
  float *dx;
  float *dy;
  float *m2;
} Lines;

static void
on_bytes (const CeRender *render, const guint8 *const c[3], int at, int n, gpointer data)
{
  Lines *lines = data;

  render->rows->gradient_u8 (c, lines->dx + at, lines->dy + at, lines->m2 + at, n);
}

/**
 * ce_gradient_row:
 * @gradient: a gradient whose chain has begun @tile
 * @render: the render
 * @tile: the tile
 * @y: a row of the image
 * @beside: columns wanted beside the tile, as far as the image goes
 * @dx, @dy, @m2: (out): lines, at the tile's first column
 */
void
ce_gradient_row (CeGradientRows *gradient, const CeRender *render, const CeTile *tile, int y, int beside,
                 float *dx, float *dy, float *m2)
{
  const CeRows *rows = render->rows;
  int           x0 = MAX (0, tile->x0 - beside);
  int           x1 = MIN (render->source->view.width, tile->x1 + beside);
  int           from = beside ? -CE_ROW_MARGIN : 0;
  int           n = x1 - tile->x0 - from;

  if (gradient->on_bytes)
    {
      Lines lines = { dx + x0 - tile->x0, dy + x0 - tile->x0, m2 + x0 - tile->x0 };

      ce_byte_row (render, y, x0, x1, on_bytes, &lines);
      return;
    }

  for (int i = 0; i < gradient->n_signals; i++)
    {
      const float *near[3];

      ce_ring_rows (gradient->signals[i], y - 1, 3, near);
      if (i == 0)
        rows->gradient (near[0] + from, near[1] + from, near[2] + from, &gradient->operator_,
                        dx + from, dy + from, m2 + from, n);
      else
        rows->gradient (near[0] + from, near[1] + from, near[2] + from, &gradient->operator_,
                        gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from, n);
    }

  if (gradient->n_signals == 2)
    rows->stronger (gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from,
                    dx + from, dy + from, m2 + from, n);
}

/**
 * ce_gradient_sectors:
 * @gradient: a gradient whose chain has begun @tile
 * @render: a render of Canny's
 * @tile: the tile
 * @y: a row of the image
 * @low: threshold
 * @m: (out): the magnitude that thinning compares, one column beside the tile
 *   too, as far as the image goes
 * @sectors: (out): which pixels are above @low, and directions
 *
 * Returns: %FALSE, and does nothing, where ce_gradient_row() is faster
 */
gboolean
ce_gradient_sectors (CeGradientRows *gradient, const CeRender *render, const CeTile *tile, int y,
                     float low, float *m, guint64 *sectors)
{
  gboolean     l1 = render->plan->l1;
  const float *near[3];

  if (! render->rows->thin_sectors || gradient->n_signals == 2)
    return FALSE;

  if (gradient->on_bytes)
    {
      ce_byte_sectors (render, tile, y, l1, low, m, sectors);
      return TRUE;
    }

  ce_ring_rows (gradient->signals[0], y - 1, 3, near);
  render->rows->gradient_sectors (near, &gradient->operator_, l1, render->source->view.type == CE_U8, low, m, sectors,
                                  (tile->x1 - tile->x0 + 63) / 64);

  return TRUE;
}
