/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Sobel filter.
 */
#include "filter.h"

typedef struct
{
  gboolean       on_bytes;      /* of the source itself; then there is nothing else */
  CeRings        rings;
  CeGradientRows gradient;
  float         *dx;
  float         *dy;
  float         *m;
} Workspace;

static void
init (gpointer data, const CeRender *render, int tile_width)
{
  Workspace *w = data;

  ce_rings_init (&w->rings, render->rows, render->source, render->plan);
  w->on_bytes = ce_works_on_bytes (render) && render->plan->radius == 0
                && render->plan->params.component == CE_COMPONENT_MAGNITUDE
                && render->plan->params.operator_ == CE_OPERATOR_SOBEL;
  if (w->on_bytes)
    return;

  ce_gradient_init (&w->gradient, &w->rings, render, 0, tile_width);
  ce_rings_alloc (&w->rings, tile_width);
  w->dx = ce_line_new (tile_width);
  w->dy = ce_line_new (tile_width);
  w->m = ce_line_new (tile_width);
}

/* Multiplies the magnitudes of a row, in m, by @gain; what dx held is not needed any more. */
static void
multiply (Workspace *w, const CeRender *render, float gain, int n)
{
  float *multiplied = w->dx;

  render->rows->levels.scaled (w->m, 0.0f, gain, 1.0f, multiplied, n);
  w->dx = w->m;
  w->m = multiplied;
}

/* Turns the gradient of a row into levels, in m. */
static void
levels (Workspace *w, const CeRender *render, int n)
{
  const CeRows   *rows = render->rows;
  const CeParams *params = &render->plan->params;
  float           gain = (float) params->gain;

  switch (params->component)
    {
    case CE_COMPONENT_HORIZONTAL:
      rows->levels.scaled (w->dx, 128.0f, gain, 0.125f, w->m, n);
      break;

    case CE_COMPONENT_VERTICAL:
      rows->levels.scaled (w->dy, 128.0f, gain, 0.125f, w->m, n);
      break;

    case CE_COMPONENT_DIRECTION:
      rows->gradient.direction (w->dx, w->dy, w->m, n);
      break;

    default:
      if (! render->plan->l1 && w->gradient.n_signals > 1)
        rows->levels.root (w->m, n);
      if (gain != 1.0f)
        multiply (w, render, gain, n);
      break;
    }
}

static void
magnitude_of_bytes (const CeRender *render, const guint8 *const c[3], const guint8 *next, guint8 *out, int n)
{
  const CeParams *params = &render->plan->params;

  render->rows->bytes->sobel (c, render->plan->l1, (float) params->gain, render->plan->inverted, next, out, n);
}

static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace *w = data;
  int        n = tile->x1 - tile->x0;

  if (w->on_bytes)
    {
      for (int y = tile->y0; y < tile->y1; y++)
        ce_byte_row (render, tile, y, magnitude_of_bytes, (guint8 *) ce_view_row (render->result, y) + tile->x0);
      return;
    }

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      if (render->plan->params.component == CE_COMPONENT_MAGNITUDE && w->gradient.n_signals == 1)
        ce_magnitude_row (&w->gradient, render, y, w->m, n);
      else
        ce_gradient_row (&w->gradient, render, tile, y, 0, w->dx, w->dy, w->m);
      levels (w, render, n);
      ce_store_row (render, tile, y, w->m);
    }
}

const CeTiled ce_cpu_sobel = { sizeof (Workspace), init, run };
