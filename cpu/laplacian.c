/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian of Gaussian.
 */
#include "filter.h"

typedef struct
{
  CeRings  rings;
  CeRing  *signals[CE_MAX_SIGNALS];
  float   *lap[2];              /* rows y and y + 1, by parity */
  float   *other;
  float   *levels;
} Workspace;

static void
init (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace *w = data;

  w->rings.render = render;
  /* Zero crossings compare with one pixel to the right and below. */
  ce_signals_init (w->signals, &w->rings, render, 2);
  ce_rings_alloc (&w->rings, tile_width);

  w->lap[0] = ce_line_new (tile_width);
  w->lap[1] = ce_line_new (tile_width);
  w->other = ce_line_new (tile_width);
  w->levels = ce_line_new (tile_width);
}

/* Computes the response of row @y, and of one column to the right of the tile. */
static float *
response (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  const CeRows *rows = render->rows;
  float        *lap = w->lap[y & 1];
  int           n = tile->x1 - tile->x0;

  for (int i = 0; i < render->plan->signals.n; i++)
    {
      const float *near[3];

      ce_ring_rows (w->signals[i], y - 1, 3, near);
      rows->laplacian.response (near, i == 0 ? lap : w->other, n + 1);
      if (i > 0)
        rows->laplacian.stronger (w->other, lap, n + 1);
    }

  /* A pixel beyond the image equals the last one, so that there is no crossing. */
  if (tile->x1 == render->source->view.width)
    lap[n] = lap[n - 1];

  return lap;
}

static void
run (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace      *w = data;
  const CeRows   *rows = render->rows;
  const CeParams *params = &render->plan->params;
  int             n = tile->x1 - tile->x0;
  gboolean        crossings = params->response == CE_RESPONSE_ZERO_CROSSINGS;
  float          *lap = NULL;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      gboolean is_last = y + 1 == render->source->view.height;
      float   *below;

      if (! lap || ! crossings)
        lap = response (w, render, tile, y);

      switch (params->response)
        {
        case CE_RESPONSE_SIGNED:
          rows->levels.scaled (lap, 128.0f, (float) params->gain, 1.0f, w->levels, n);
          break;

        case CE_RESPONSE_ZERO_CROSSINGS:
          below = is_last ? lap : response (w, render, tile, y + 1);
          rows->laplacian.crossings (lap, below, (float) params->threshold, w->levels, n);
          lap = below;
          break;

        default:
          rows->laplacian.beyond (lap, (float) params->threshold, w->levels, n);
          break;
        }

      ce_store_row (render, tile, y, w->levels);
    }
}

gboolean
ce_cpu_laplacian (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  static const CeTiled tiles = { sizeof (Workspace), init, run, 0 };

  return ce_tiled_run (&tiles, render, NULL, NULL, progress, error);
}
