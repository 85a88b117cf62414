/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the filters share: the walk over the tiles, and lines.
 */
#include "filter.h"

#include "threads.h"

/* What the rings of one thread may take: half of a common L2 cache. */
#define CACHE_BUDGET (256 * 1024)

typedef struct
{
  const CeTiled  *tiled;
  const CeRender *render;
  gpointer       *workspaces;
  int             tile_width;
  int             tile_height;
  int             n_columns;
} CeWalk;

static int
round_up (int value, int step)
{
  return (value + step - 1) / step * step;
}

/* Tiles as wide as the cache holds, in words of bits, and as high as leaves
 * each thread several of them; high against the rows that neighbours share. */
static int
lay_out (CeWalk *walk)
{
  const CeRender *render = walk->render;
  const CeView   *view = &render->source->view;
  int             step = render->filter == CE_FILTER_SHARPEN ? view->channels : 1;
  int             bytes = (int) sizeof (float) * step * (2 * render->radius + 13);
  int             widest = CLAMP (CACHE_BUDGET / bytes, 256, 4096);
  int             rows = view->height / (4 * ce_threads_count ());

  walk->n_columns = (view->width + widest - 1) / widest;
  walk->tile_width = round_up ((view->width + walk->n_columns - 1) / walk->n_columns, 64);
  walk->n_columns = (view->width + walk->tile_width - 1) / walk->tile_width;
  walk->tile_height = CLAMP (rows, 16 * (render->radius + 2), 1024);

  return walk->n_columns * ((view->height + walk->tile_height - 1) / walk->tile_height);
}

static void
run_tile (int task, int thread, gpointer data)
{
  CeWalk         *walk = data;
  const CeView   *view = &walk->render->source->view;
  int             column = task % walk->n_columns;
  int             row = task / walk->n_columns;
  CeTile          tile = { column * walk->tile_width, row * walk->tile_height, 0, 0 };

  tile.x1 = MIN (view->width, tile.x0 + walk->tile_width);
  tile.y1 = MIN (view->height, tile.y0 + walk->tile_height);

  if (! walk->workspaces[thread])
    walk->workspaces[thread] = walk->tiled->new_workspace (walk->render, walk->tile_width);

  walk->tiled->run (walk->workspaces[thread], walk->render, &tile);
}

/**
 * ce_tiled_run:
 * @tiled: a filter
 * @render: what to render
 * @collect: (nullable): gets each thread's workspace at the end
 * @data: for @collect
 * @progress: told the share from 0 to @to
 * @to: the part of the whole render that this is
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED
 */
gboolean
ce_tiled_run (const CeTiled *tiled, const CeRender *render, CeCollect collect, gpointer data,
              const CeProgress *progress, double to, GError **error)
{
  CeWalk   walk = { .tiled = tiled, .render = render };
  int      n_threads = ce_threads_count ();
  int      n_tiles = lay_out (&walk);
  gboolean success;

  walk.workspaces = g_new0 (gpointer, n_threads);
  success = ce_threads_run (n_tiles, run_tile, &walk, progress, 0, to, error);

  for (int i = 0; i < n_threads; i++)
    if (walk.workspaces[i])
      {
        if (collect)
          collect (walk.workspaces[i], data);
        tiled->free_workspace (walk.workspaces[i]);
      }
  g_free (walk.workspaces);

  return success;
}

/**
 * ce_line_new:
 * @width: columns
 *
 * Returns: a row of levels, readable #CE_LINE_MARGIN floats beyond both ends
 *   and with the rows' slack behind it; free with ce_line_free()
 */
float *
ce_line_new (int width)
{
  gsize length = (gsize) width + 2 * CE_LINE_MARGIN + CE_ROW_SLACK;

  return (float *) g_aligned_alloc0 (length, sizeof (float), 64) + CE_LINE_MARGIN;
}

void
ce_line_free (float *line)
{
  if (line)
    g_aligned_free (line - CE_LINE_MARGIN);
}

/* Levels of one row of the tile to the result of an edge filter. */
void
ce_store_row (const CeRender *render, const CeTile *tile, int y, const float *levels)
{
  const CeView *result = render->result;
  gboolean      invert = render->params->style == CE_STYLE_BLACK_ON_WHITE;
  int           n = tile->x1 - tile->x0;

  if (result->type == CE_U8)
    render->rows->store_u8 (levels, invert, (guint8 *) ce_view_row (result, y) + tile->x0, n);
  else
    render->rows->store_f32 (levels, invert, (float *) ce_view_row (result, y) + tile->x0, n);
}
