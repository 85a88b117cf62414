/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The Laplacian of Gaussian.
 */
#include "filter.h"

typedef struct
{
  CeRings  rings;
  int      n_signals;
  CeRing  *signals[2];
  float   *lap[2];              /* rows y and y + 1, by parity */
  float   *other;
  float   *levels;
} Workspace;

static void
init (gpointer data, const CeRender *render, int tile_width)
{
  Workspace *w = data;

  ce_rings_init (&w->rings, render->rows, render->source, render->plan);
  /* Zero crossings look one pixel to the right and below. */
  w->n_signals = ce_signals_init (w->signals, &w->rings, render, 2);
  ce_ring_need (w->signals[0], 0, 0, CE_RING_AT_ONCE + 2);
  ce_rings_alloc (&w->rings, tile_width);

  w->lap[0] = ce_line_new (tile_width);
  w->lap[1] = ce_line_new (tile_width);
  w->other = ce_line_new (tile_width);
  w->levels = ce_line_new (tile_width);
}

/* The response of row @y, and of one column right of the tile. */
static float *
response (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  const CeRows *rows = render->rows;
  float        *lap = w->lap[y & 1];
  int           n = tile->x1 - tile->x0;

  for (int i = 0; i < w->n_signals; i++)
    {
      const float *near[3];

      ce_ring_rows (w->signals[i], y - 1, 3, near);
      rows->laplacian.response (near, i == 0 ? lap : w->other, n + 1);
      if (i == 1)
        rows->laplacian.larger (w->other, lap, n + 1);
    }

  /* Beyond the image there is no neighbour: equal to the pixel, no crossing. */
  if (tile->x1 == render->source->view.width)
    lap[n] = lap[n - 1];

  return lap;
}

/* Black and white bytes as words. */
static void
widen (const guint8 *restrict bytes, guint16 *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = (guint16) (bytes[x] * 257);
}

/* The most common case, in one loop for as many rows as the Gaussian computes at once. */
static void
edges_at_once (Workspace *w, const CeRender *render, const CeTile *tile)
{
  for (int y = tile->y0; y < tile->y1; y += CE_RING_AT_ONCE)
    {
      int          n_rows = MIN (CE_RING_AT_ONCE, tile->y1 - y);
      const float *near[CE_RING_AT_ONCE + 2];
      guint8      *out[CE_RING_AT_ONCE] = { (guint8 *) w->lap[0], (guint8 *) w->lap[1], (guint8 *) w->other,
                                            (guint8 *) w->levels };

      ce_ring_rows (w->signals[0], y - 1, n_rows + 2, near);
      for (int i = 0; i < CE_RING_AT_ONCE; i++)
        {
          if (i >= n_rows)
            near[i + 2] = near[n_rows + 1];
          if (i < n_rows && render->result->type == CE_U8)
            out[i] = (guint8 *) ce_view_row (render->result, y + i) + tile->x0;
        }
      render->rows->laplacian.edges (near, (float) render->plan->params.threshold, render->plan->inverted, out,
                                     tile->x1 - tile->x0);
      for (int i = 0; i < n_rows && render->result->type == CE_U16; i++)
        widen (out[i], (guint16 *) ce_view_row (render->result, y + i) + tile->x0, tile->x1 - tile->x0);
    }
}

static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace      *w = data;
  const CeRows   *rows = render->rows;
  const CeParams *params = &render->plan->params;
  int             n = tile->x1 - tile->x0;
  gboolean        crossings = params->response == CE_RESPONSE_ZERO_CROSSINGS;
  float          *lap = NULL;

  ce_rings_begin (&w->rings, tile);
  if (params->response == CE_RESPONSE_EDGES && w->n_signals == 1 && ce_is_finite (render)
      && render->result->type != CE_F32)
    {
      edges_at_once (w, render, tile);
      return;
    }

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

const CeTiled ce_cpu_laplacian = { sizeof (Workspace), init, run };
