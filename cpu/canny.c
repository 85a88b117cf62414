/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny. A tile runs from levels to two bits per pixel without leaving the
 * cache; hysteresis (hysteresis.c) and the output come after all tiles.
 */
#include "filter.h"

#include <string.h>

/* Lines are computed in whole vectors beside the tile too. */
#define BESIDE CE_ROW_MARGIN

typedef struct
{
  CeChain        chain;
  CeGradientRows gradient;
  CeRing        *levels;        /* of the stages luma and blurred, else NULL */
  float          low;
  float          high;
  float         *m[3];          /* by row, modulo 3 */
  float         *dx[2];         /* by row, modulo 2 */
  float         *dy[2];
  float         *line;
  guint64       *weak;          /* of one row, for all but edges */
  guint64       *strong;
  guint64        bins[CE_HISTOGRAM_BINS];
} Workspace;

/* What thinning compares: squared for the L2 norm. */
static void
set_thresholds (Workspace *w, const CeParams *params)
{
  w->low = (float) MIN (params->low, params->high);
  w->high = (float) MAX (params->low, params->high);

  if (params->norm == CE_NORM_L2)
    {
      w->low = w->low * w->low;
      w->high = w->high * w->high;
    }
}

static gpointer
new_workspace (const CeRender *render, int tile_width)
{
  Workspace      *w = g_new0 (Workspace, 1);
  const CeParams *params = render->params;

  ce_chain_init (&w->chain, render->rows, render->source);
  set_thresholds (w, params);

  if (params->stage == CE_STAGE_LUMA || params->stage == CE_STAGE_BLURRED)
    {
      w->levels = ce_chain_signal (&w->chain, params->luma, 0);
      if (params->stage == CE_STAGE_BLURRED)
        w->levels = ce_chain_gaussian (&w->chain, w->levels, render->weights, render->radius);
      ce_ring_need (w->levels, 0, 0, 1);
    }
  else
    ce_gradient_init (&w->gradient, &w->chain, render, 1, tile_width);
  ce_chain_alloc (&w->chain, tile_width);

  for (int i = 0; i < 3; i++)
    w->m[i] = ce_line_new (tile_width);
  for (int i = 0; i < 2; i++)
    {
      w->dx[i] = ce_line_new (tile_width);
      w->dy[i] = ce_line_new (tile_width);
    }
  w->line = ce_line_new (tile_width);
  w->weak = g_new0 (guint64, tile_width / 64 + 1);
  w->strong = g_new0 (guint64, tile_width / 64 + 1);

  return w;
}

static void
free_workspace (gpointer data)
{
  Workspace *w = data;

  ce_chain_clear (&w->chain);
  ce_gradient_clear (&w->gradient);
  for (int i = 0; i < 3; i++)
    ce_line_free (w->m[i]);
  for (int i = 0; i < 2; i++)
    {
      ce_line_free (w->dx[i]);
      ce_line_free (w->dy[i]);
    }
  ce_line_free (w->line);
  g_free (w->weak);
  g_free (w->strong);
  g_free (w);
}

/* Gradient and compared magnitude of row @y, one column beyond the tile on
 * either side; outside the image the magnitude is 0. */
static void
magnitude_row (Workspace *w, const CeRender *render, const CeTile *tile, int y)
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
  if (render->params->norm == CE_NORM_L1)
    render->rows->l1 (dx - BESIDE, dy - BESIDE, m - BESIDE, n + BESIDE + 1);

  if (tile->x0 == 0)
    m[-1] = 0;
  if (tile->x1 == view->width)
    m[n] = 0;
}

/* Kept pixels of row @y above @low and above @high. */
static void
thin_row (Workspace *w, const CeRender *render, const CeTile *tile, int y, float low, float high,
          guint64 *weak, guint64 *strong)
{
  const float *m[3] = { w->m[(y + 2) % 3], w->m[y % 3], w->m[(y + 1) % 3] };
  int          n = tile->x1 - tile->x0;
  int          n_words = (n + 63) / 64;

  render->rows->thin (m, w->dx[y & 1], w->dy[y & 1], low, high, weak, strong, n_words);

  /* Behind the image's last column there was rubbish. */
  if (n % 64)
    {
      weak[n_words - 1] &= ((guint64) 1 << n % 64) - 1;
      strong[n_words - 1] &= ((guint64) 1 << n % 64) - 1;
    }
}

/* Runs down a tile; @row sees each row once it is complete: magnitudes of the
 * row, the one above and the one below. */
static void
walk (Workspace *w, const CeRender *render, const CeTile *tile,
      void (*row) (Workspace *w, const CeRender *render, const CeTile *tile, int y))
{
  ce_chain_begin (&w->chain, tile);
  for (int y = tile->y0 - 1; y <= tile->y1; y++)
    {
      magnitude_row (w, render, tile, y);
      if (y > tile->y0)
        row (w, render, tile, y - 1);
    }
}

static void
edges_row (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  thin_row (w, render, tile, y, w->low, w->high,
            ce_bits_row (render->weak, y) + tile->x0 / 64, ce_bits_row (render->strong, y) + tile->x0 / 64);
}

static void
edges_tile (gpointer data, const CeRender *render, const CeTile *tile)
{
  walk (data, render, tile, edges_row);
}

static inline gboolean
is_set (const guint64 *bits, int x)
{
  return (bits[x / 64] >> (x % 64)) & 1;
}

/* The magnitude that people see. */
static void
shown_magnitude (Workspace *w, const CeRender *render, int y, int n)
{
  memcpy (w->line, w->m[y % 3], (gsize) n * sizeof (float));
  if (render->params->norm == CE_NORM_L2)
    render->rows->root (w->line, n);
  render->rows->clamped (w->line, n);
}

static void
levels_row (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  int n = tile->x1 - tile->x0;

  switch (render->params->stage)
    {
    case CE_STAGE_MAGNITUDE:
      shown_magnitude (w, render, y, n);
      break;

    case CE_STAGE_DIRECTION:
      render->rows->direction (w->dx[y & 1], w->dy[y & 1], w->line, n);
      break;

    case CE_STAGE_THINNED:
      shown_magnitude (w, render, y, n);
      thin_row (w, render, tile, y, 0, 0, w->weak, w->strong);
      for (int x = 0; x < n; x++)
        w->line[x] = is_set (w->weak, x) ? w->line[x] : 0.0f;
      break;

    default:
      thin_row (w, render, tile, y, w->low, w->high, w->weak, w->strong);
      for (int x = 0; x < n; x++)
        w->line[x] = is_set (w->strong, x) ? 255.0f : is_set (w->weak, x) ? 128.0f : 0.0f;
      break;
    }

  ce_store_row (render, tile, y, w->line);
}

static void
levels_tile (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace *w = data;

  if (! w->levels)
    {
      walk (w, render, tile, levels_row);
      return;
    }

  ce_chain_begin (&w->chain, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    ce_store_row (render, tile, y, ce_ring_row (w->levels, y));
}

static void
histogram_row (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  int n = tile->x1 - tile->x0;

  memcpy (w->line, w->m[y % 3], (gsize) n * sizeof (float));
  if (render->params->norm == CE_NORM_L2)
    render->rows->root (w->line, n);
  if (render->counted == CE_HISTOGRAM_THINNED)
    thin_row (w, render, tile, y, 0, 0, w->weak, w->strong);

  for (int x = 0; x < n; x++)
    {
      float magnitude = w->line[x] < CE_HISTOGRAM_BINS - 1 ? w->line[x] : CE_HISTOGRAM_BINS - 1;

      if (render->counted == CE_HISTOGRAM_MAGNITUDE || (is_set (w->weak, x) && magnitude > 0))
        w->bins[(int) magnitude]++;
    }
}

static void
histogram_tile (gpointer data, const CeRender *render, const CeTile *tile)
{
  walk (data, render, tile, histogram_row);
}

/* Adds one thread's counts to the guint64 bins at @data. */
void
ce_cpu_canny_collect (gpointer workspace, gpointer data)
{
  Workspace *w = workspace;
  guint64   *bins = data;

  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    bins[i] += w->bins[i];
}

const CeTiled ce_cpu_canny_edges = { new_workspace, edges_tile, free_workspace };
const CeTiled ce_cpu_canny_levels = { new_workspace, levels_tile, free_workspace };
const CeTiled ce_cpu_canny_histogram = { new_workspace, histogram_tile, free_workspace };
