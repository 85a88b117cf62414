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
 * @on_bytes: whether the reader can do without the derivatives
 */
void
ce_gradient_init (CeGradientRows *gradient, CeRings *rings, const CeRender *render, int reach, int tile_width,
                  gboolean on_bytes)
{
  *gradient = (CeGradientRows) { .operator_ = render->plan->derivative };
  gradient->on_bytes = on_bytes && render->plan->radius == 0 && ce_works_on_bytes (render)
                       && render->plan->params.operator_ == CE_OPERATOR_SOBEL;
  if (gradient->on_bytes)
    return;

  gradient->n_signals = ce_signals_init (gradient->signals, rings, render, reach + 1);
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
  gboolean l1;
  float    low;
  float   *m;
  guint64 *sectors;
} ByteSectors;

static void
byte_sectors (const CeRender *render, const guint8 *const c[3], const guint8 *next, int at, int n, guint8 *out,
              gpointer data)
{
  ByteSectors *to = data;

  render->rows->bytes->sectors (c, to->l1, to->low, next, to->m + at, to->sectors + at / 64 * CE_N_SECTORS, n / 64);
}

/* Sobel's magnitude of one pixel inside the image's first and last columns. */
static float
magnitude_at (const CeView *view, int x, int y, gboolean l1)
{
  const guint8 *a = (const guint8 *) ce_view_row (view, MAX (y - 1, 0)) + x;
  const guint8 *b = (const guint8 *) ce_view_row (view, y) + x;
  const guint8 *c = (const guint8 *) ce_view_row (view, MIN (y + 1, view->height - 1)) + x;
  int           dx = (a[1] + 2 * b[1] + c[1]) - (a[-1] + 2 * b[-1] + c[-1]);
  int           dy = (c[-1] + 2 * c[0] + c[1]) - (a[-1] + 2 * a[0] + a[1]);

  return (float) (l1 ? ABS (dx) + ABS (dy) : dx * dx + dy * dy);
}

/**
 * ce_gradient_row:
 * @gradient: a gradient whose rings have begun @tile
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
  int           x1 = MIN (render->source->view.width, tile->x1 + beside);
  int           from = beside ? -CE_ROW_MARGIN : 0;
  int           n = x1 - tile->x0 - from;

  for (int i = 0; i < gradient->n_signals; i++)
    {
      const float *at[3];

      ce_ring_rows (gradient->signals[i], y - 1, 3, at);
      for (int k = 0; k < 3; k++)
        at[k] += from;
      if (i == 0)
        rows->gradient.derivatives (at, &gradient->operator_, dx + from, dy + from, m2 + from, n);
      else
        rows->gradient.derivatives (at, &gradient->operator_, gradient->dx2 + from, gradient->dy2 + from,
                                    gradient->m22 + from, n);
    }

  if (gradient->n_signals == 2)
    rows->gradient.stronger (gradient->dx2 + from, gradient->dy2 + from, gradient->m22 + from,
                    dx + from, dy + from, m2 + from, n);
}

/**
 * ce_gradient_sectors:
 * @gradient: a gradient whose rings have begun @tile
 * @render: a render of Canny's
 * @tile: the tile
 * @y: a row of the image
 * @low: threshold
 * @dx, @dy: lines to work in
 * @m: (out): the magnitude that thinning compares, one column beside the tile
 *   too, as far as the image goes
 * @sectors: (out): which pixels are above @low, and directions
 */
void
ce_gradient_sectors (CeGradientRows *gradient, const CeRender *render, const CeTile *tile, int y,
                     float low, float *dx, float *dy, float *m, guint64 *sectors)
{
  const CeRows *rows = render->rows;
  gboolean      l1 = render->plan->l1;
  int           n = tile->x1 - tile->x0;
  const float  *near[3];

  if (gradient->n_signals == 2)
    {
      ce_gradient_row (gradient, render, tile, y, 1, dx, dy, m);
      if (l1)
        rows->gradient.l1 (dx - CE_ROW_MARGIN, dy - CE_ROW_MARGIN, m - CE_ROW_MARGIN, n + CE_ROW_MARGIN + 1);
      rows->thin.sectors_of (dx, dy, m, low, sectors, (n + 63) / 64);
    }
  else if (gradient->on_bytes)
    {
      const CeView *view = &render->source->view;
      ByteSectors   to = { l1, low, m, sectors };

      ce_byte_row (render, tile, y, byte_sectors, NULL, &to);
      if (tile->x0 > 0)
        m[-1] = magnitude_at (view, tile->x0 - 1, y, l1);
      if (tile->x1 < view->width)
        m[n] = magnitude_at (view, tile->x1, y, l1);
    }
  else
    {
      ce_ring_rows (gradient->signals[0], y - 1, 3, near);
      rows->thin.sectors (near, &gradient->operator_, l1, render->source->view.type == CE_U8, low, m, sectors,
                              (n + 63) / 64);
    }
}
