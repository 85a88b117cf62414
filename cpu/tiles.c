/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way of a filter over the tiles of an image.
 */
#include "filter.h"

#include "engine/threads.h"

/* What the rings of one thread may take: half of a common L2 cache. */
#define CACHE_BUDGET (256 * 1024)

/* Rows of the source that a filter reads around a row, beside its Gaussian,
 * which may compute some before they are asked for. */
#define AROUND (3 + CE_RING_AT_ONCE - 1)

/* Columns of tiles where only rows of the image itself are to stay in the cache;
 * in one go from one to the next, that reads and writes fastest. */
#define WITHOUT_RINGS 16384

static int
round_up (int value, int step)
{
  return (value + step - 1) / step * step;
}

/**
 * ce_walk_tile_width:
 * @render: what to render
 *
 * Returns: columns of its tiles: as many as the cache holds, in words of bits
 */
int
ce_walk_tile_width (const CeRender *render)
{
  const CeView *view = &render->source->view;
  gboolean      samples = render->plan->filter == CE_FILTER_SHARPEN && render->plan->params.channels == CE_CHANNELS_RGB;
  int           step = samples ? view->channels : 1;
  int           bytes = (int) sizeof (float) * step * (2 * render->plan->radius + 13);
  gboolean      has_rings = render->plan->filter != CE_FILTER_SHARPEN || render->plan->radius > 0
                            || ! ce_works_on_bytes (render);
  int           widest = has_rings ? CLAMP (CACHE_BUDGET / bytes, 256, 4096) : WITHOUT_RINGS;
  int           n_columns = (view->width + widest - 1) / widest;

  return round_up ((view->width + n_columns - 1) / n_columns, 64);
}

/**
 * ce_walk_init:
 * @walk: (out): a walk
 * @tiled: the filter
 * @render: what to render; stays until the walk is cleared
 *
 * Lays out tiles, so high that each thread gets several of them; high against
 * the rows that neighbours both compute.
 */
void
ce_walk_init (CeWalk *walk, const CeTiled *tiled, const CeRender *render)
{
  const CeView *view = &render->source->view;
  int           rows = view->height / (4 * ce_threads_count ());

  *walk = (CeWalk) { .tiled = tiled, .render = render };
  walk->tile_width = ce_walk_tile_width (render);
  walk->tile_height = CLAMP (rows, 16 * (render->plan->radius + 2), 1024);
  walk->n_columns = (view->width + walk->tile_width - 1) / walk->tile_width;
  walk->n_tiles = walk->n_columns * ((view->height + walk->tile_height - 1) / walk->tile_height);
  g_mutex_init (&walk->lock);
}

/**
 * ce_walk_clear:
 * @walk: a walk nobody is on
 * @collect: (nullable): gets each workspace
 * @data: for @collect
 */
void
ce_walk_clear (CeWalk *walk, CeCollect collect, gpointer data)
{
  for (GSList *item = walk->idle; item; item = item->next)
    {
      if (collect)
        collect (item->data, data);
      walk->tiled->free_workspace (item->data);
    }

  g_slist_free (walk->idle);
  g_mutex_clear (&walk->lock);
}

static gpointer
take_workspace (CeWalk *walk)
{
  gpointer workspace = NULL;

  g_mutex_lock (&walk->lock);
  if (walk->idle)
    {
      workspace = walk->idle->data;
      walk->idle = g_slist_delete_link (walk->idle, walk->idle);
    }
  g_mutex_unlock (&walk->lock);

  return workspace ? workspace : walk->tiled->new_workspace (walk->render, walk->tile_width);
}

static void
return_workspace (CeWalk *walk, gpointer workspace)
{
  g_mutex_lock (&walk->lock);
  walk->idle = g_slist_prepend (walk->idle, workspace);
  g_mutex_unlock (&walk->lock);
}

/**
 * ce_walk_tile:
 * @walk: a walk
 * @index: a tile, from the top row of tiles to the bottom one
 *
 * Does one tile, on any thread.
 */
void
ce_walk_tile (CeWalk *walk, int index)
{
  const CeView *view = &walk->render->source->view;
  gpointer      workspace = take_workspace (walk);
  CeTile        tile = { index % walk->n_columns * walk->tile_width, index / walk->n_columns * walk->tile_height, 0, 0 };

  tile.x1 = MIN (view->width, tile.x0 + walk->tile_width);
  tile.y1 = MIN (view->height, tile.y0 + walk->tile_height);
  walk->tiled->run (workspace, walk->render, &tile);
  return_workspace (walk, workspace);
}

/**
 * ce_walk_rows_for:
 * @walk: a walk
 * @index: a tile
 *
 * Returns: how many of the source's first rows the tile reads
 */
int
ce_walk_rows_for (const CeWalk *walk, int index)
{
  int y1 = (index / walk->n_columns + 1) * walk->tile_height;

  return MIN (walk->render->source->view.height, y1 + walk->render->plan->radius + AROUND);
}
