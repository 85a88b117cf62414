/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny. A tile runs from levels to two bits per pixel inside the cache; hysteresis.c and the output follow after all
 * tiles.
 */
#include "canny.h"

#include "workspace.h"

#include <string.h>

/* Lines are computed in whole vectors beside the tile, too. */
#define BESIDE CE_ROW_MARGIN

void
ce_canny_rows_init (gpointer data, const CeCpuRender *render, int tile_width)
{
  CeCannyRows *w = data;
  int          stage = render->plan->params.stage;
  gsize        n_words = (gsize) tile_width / 64 + 1;

  w->rings.render = render;
  if (stage == CE_STAGE_LUMA || stage == CE_STAGE_BLURRED)
    {
      w->levels = ce_rings_gaussian (&w->rings, ce_rings_signal (&w->rings, 0));
      ce_ring_need (w->levels, 0, 0, 1);
    }
  else
    ce_gradient_init (&w->gradient, &w->rings, render, 1, tile_width);
  ce_rings_alloc (&w->rings, tile_width);

  for (int i = 0; i < 3; i++)
    w->m[i] = ce_line_new (tile_width);
  for (int i = 0; i < 2; i++)
    {
      w->dx[i] = ce_line_new (tile_width);
      w->dy[i] = ce_line_new (tile_width);
    }
  w->line = ce_line_new (tile_width);
  w->numbers = ce_workspace_alloc (((gsize) tile_width + CE_ROW_SLACK) * sizeof (guint16));
  w->weak = ce_workspace_alloc (n_words * sizeof (guint64));
  w->strong = ce_workspace_alloc (n_words * sizeof (guint64));
}

/* Computes the gradient and the compared magnitude of row @y, and of one column on either side of the tile; outside the
 * image the magnitude is 0, to the end of its last word. */
static void
magnitude_row (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  const CeView *view = &render->source->view;
  int           n = tile->x1 - tile->x0;
  float        *m = w->m[(y + 3) % 3];
  float        *dx = w->dx[y & 1];
  float        *dy = w->dy[y & 1];

  if (y < 0 || y >= view->height)
    {
      memset (m - BESIDE, 0, (gsize) (n + 2 * BESIDE) * sizeof (float));
      return;
    }

  ce_gradient_row (&w->gradient, render, tile, y, 1, dx, dy, m);

  if (tile->x0 == 0)
    m[-1] = 0;
  if (tile->x1 == view->width)
    memset (m + n, 0, CE_ROW_SLACK * sizeof (float));
}

/* Sets the bits of the pixels of row @y that thinning keeps and that are above the thresholds; @strong may be NULL. */
static void
thin (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y, guint64 *weak, guint64 *strong)
{
  const float *m[3] = { w->m[(y + 2) % 3], w->m[y % 3], w->m[(y + 1) % 3] };

  render->rows->thin.peaks (w->dx[y & 1], w->dy[y & 1], m, render->plan->low, render->plan->high, ce_is_finite (render),
                            weak, strong, (tile->x1 - tile->x0 + 63) / 64);
}

/* Runs down a tile. */
void
ce_canny_down (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, CeCannyRow row)
{
  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0 - 1; y <= tile->y1; y++)
    {
      magnitude_row (w, render, tile, y);
      if (y > tile->y0)
        row (w, render, tile, y - 1);
    }
}

static void
edges_row (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  thin (w, render, tile, y,
        ce_bits_row (render->weak, y) + tile->x0 / 64, ce_bits_row (render->strong, y) + tile->x0 / 64);
}

static void
edges_tile (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  ce_canny_down (data, render, tile, edges_row);
}

static inline gboolean
is_set (const guint64 *bits, int x)
{
  return (bits[x / 64] >> (x % 64)) & 1;
}

/* Writes the magnitudes of row @y to the line, clamped to levels unless they are strengths. */
static void
magnitude_levels (CeCannyRows *w, const CeCpuRender *render, int y, int n)
{
  memcpy (w->line, w->m[y % 3], (gsize) n * sizeof (float));
  if (! render->plan->l1)
    render->rows->levels.root (w->line, n);
  if (! render->plan->is_strength)
    render->rows->levels.clamped (w->line, n);
}

static void
levels_row (CeCannyRows *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  int n = tile->x1 - tile->x0;

  switch (render->plan->params.stage)
    {
    case CE_STAGE_MAGNITUDE:
      magnitude_levels (w, render, y, n);
      break;

    case CE_STAGE_DIRECTION:
      render->rows->gradient.direction (w->dx[y & 1], w->dy[y & 1], w->line, n);
      break;

    case CE_STAGE_THINNED:
      magnitude_levels (w, render, y, n);
      thin (w, render, tile, y, w->weak, NULL);
      for (int x = 0; x < n; x++)
        w->line[x] = is_set (w->weak, x) ? w->line[x] : 0.0f;
      break;

    default:
      thin (w, render, tile, y, w->weak, w->strong);
      for (int x = 0; x < n; x++)
        w->line[x] = is_set (w->strong, x) ? 255.0f : is_set (w->weak, x) ? 128.0f : 0.0f;
      break;
    }

  if (render->plan->is_strength)
    memcpy (ce_view_pixel (render->result, tile->x0, y), w->line, (gsize) n * sizeof (float));
  else
    ce_store_row (render, tile, y, w->line);
}

static void
levels_tile (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  CeCannyRows *w = data;

  if (! w->levels)
    {
      ce_canny_down (w, render, tile, levels_row);
      return;
    }

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    ce_store_row (render, tile, y, ce_ring_row (w->levels, y));
}

const CeTiled ce_cpu_canny_edges = { sizeof (CeCannyRows), ce_canny_rows_init, edges_tile };
const CeTiled ce_cpu_canny_levels = { sizeof (CeCannyRows), ce_canny_rows_init, levels_tile };
