/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Sobel filter.
 */
#include "filter.h"

typedef struct
{
  CeRings        rings;
  CeGradientRows gradient;
  float         *dx;
  float         *dy;
  float         *m;
} Workspace;

static void
init (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace *w = data;

  w->rings.render = render;
  ce_gradient_init (&w->gradient, &w->rings, render, 0, tile_width);
  ce_rings_alloc (&w->rings, tile_width);
  w->dx = ce_line_new (tile_width);
  w->dy = ce_line_new (tile_width);
  w->m = ce_line_new (tile_width);
}

/* Multiplies the magnitudes of a row by @gain; the derivatives in dx are not needed any more. */
static void
multiply (Workspace *w, const CeCpuRender *render, float gain, int n)
{
  float *multiplied = w->dx;

  render->rows->levels.scaled (w->m, 0.0f, gain, 1.0f, multiplied, n);
  w->dx = w->m;
  w->m = multiplied;
}

/* Turns the gradient of a row into levels, in m. */
static void
levels (Workspace *w, const CeCpuRender *render, int n)
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
      if (gain != 1.0f)
        multiply (w, render, gain, n);
      break;
    }
}

static void
run (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace *w = data;
  int        n = tile->x1 - tile->x0;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      if (render->plan->params.component == CE_COMPONENT_MAGNITUDE)
        ce_magnitude_row (&w->gradient, render, tile, y, w->m);
      else
        ce_gradient_row (&w->gradient, render, tile, y, 0, w->dx, w->dy, w->m);
      levels (w, render, n);
      ce_store_row (render, tile, y, w->m);
    }
}

gboolean
ce_cpu_sobel (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  static const CeTiled tiles = { sizeof (Workspace), init, run, 0 };

  return ce_tiled_run (&tiles, render, NULL, NULL, progress, error);
}
