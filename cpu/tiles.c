/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The way of a filter over the tiles of an image.
 */
#include "filter.h"

#include "room.h"

#include "engine/threads.h"

/* What the rings of one thread may take: half of a common L2 cache. */
#define CACHE_BUDGET (256 * 1024)

/* Rows of the source that a filter reads around a row, beside its Gaussian,
 * which may compute some before they are asked for. */
#define AROUND (3 + CE_RING_AT_ONCE - 1)

/* A sample is one tile of so many, a prime, so that the tiles lie in all columns. */
#define SAMPLED 47
#define SAMPLE_WIDTH 256
#define SAMPLE_HEIGHT 64

static int
round_up (int value, int step)
{
  return (value + step - 1) / step * step;
}

/* Columns of a tile: as many as the cache holds, in words of bits. */
int
ce_tiling_tile_width (const CeRender *render)
{
  const CeView *view = &render->source->view;
  gboolean      samples = render->plan->filter == CE_FILTER_SHARPEN && render->plan->params.channels == CE_CHANNELS_RGB
                          && ! render->restore;
  int           step = samples ? view->channels : 1;
  int           bytes = (int) sizeof (float) * step * (2 * render->plan->radius + 13);
  int           widest = CLAMP (CACHE_BUDGET / bytes, 256, 4096);
  int           n_columns = (view->width + widest - 1) / widest;

  return round_up ((view->width + n_columns - 1) / n_columns, 64);
}

/* Lays out tiles, so high that each thread gets several of them; high against the
 * rows that neighbors both compute. @render stays until they are cleared. */
void
ce_tiling_init (CeTiling *tiling, const CeTiled *tiled, const CeRender *render)
{
  const CeView *view = &render->source->view;
  int           rows = view->height / (4 * ce_threads_count ());

  *tiling = (CeTiling) { .tiled = tiled, .render = render, .every = render->sampled ? SAMPLED : 1 };
  tiling->tile_width = render->sampled ? SAMPLE_WIDTH : ce_tiling_tile_width (render);
  tiling->tile_height = render->sampled ? SAMPLE_HEIGHT : CLAMP (rows, 16 * (render->plan->radius + 2), 1024);
  tiling->n_columns = (view->width + tiling->tile_width - 1) / tiling->tile_width;
  tiling->n_tiles = tiling->n_columns * ((view->height + tiling->tile_height - 1) / tiling->tile_height) / tiling->every;
  g_mutex_init (&tiling->lock);
}

/* Frees the workspaces of tiles that nobody is at; each is shown to @collect, if
 * there is one, first. */
void
ce_tiling_clear (CeTiling *tiling, CeCollect collect, gpointer data)
{
  for (GSList *item = tiling->idle; item; item = item->next)
    {
      if (collect)
        collect (item->data, data);
      ce_rooms_free (item->data);
    }

  g_slist_free (tiling->idle);
  g_mutex_clear (&tiling->lock);
}

/* NULL: there is no memory for it. */
static gpointer
new_workspace (CeTiling *tiling)
{
  gpointer workspace;

  ce_room_begin ();
  workspace = ce_room_new (tiling->tiled->size);
  if (workspace)
    tiling->tiled->init (workspace, tiling->render, tiling->tile_width);
  if (ce_room_lacks ())
    g_clear_pointer (&workspace, ce_rooms_free);

  return workspace;
}

static gpointer
take_workspace (CeTiling *tiling)
{
  gpointer workspace = NULL;

  g_mutex_lock (&tiling->lock);
  if (tiling->idle)
    {
      workspace = tiling->idle->data;
      tiling->idle = g_slist_delete_link (tiling->idle, tiling->idle);
    }
  g_mutex_unlock (&tiling->lock);

  return workspace ? workspace : new_workspace (tiling);
}

static void
return_workspace (CeTiling *tiling, gpointer workspace)
{
  g_mutex_lock (&tiling->lock);
  tiling->idle = g_slist_prepend (tiling->idle, workspace);
  g_mutex_unlock (&tiling->lock);
}

/* Does one tile, on any thread; they count from the top row of tiles to the bottom
 * one. FALSE: there is no memory to do it. */
gboolean
ce_tiling_tile (CeTiling *tiling, int index)
{
  const CeView *view = &tiling->render->source->view;
  gpointer      workspace = take_workspace (tiling);
  int           at = index * tiling->every;
  CeTile        tile = { at % tiling->n_columns * tiling->tile_width, at / tiling->n_columns * tiling->tile_height, 0, 0 };

  tile.x1 = MIN (view->width, tile.x0 + tiling->tile_width);
  tile.y1 = MIN (view->height, tile.y0 + tiling->tile_height);
  if (! workspace)
    return FALSE;

  tiling->tiled->run (workspace, tiling->render, &tile);
  return_workspace (tiling, workspace);

  return TRUE;
}

/* How many of the source's first rows a tile reads. */
int
ce_tiling_rows_for (const CeTiling *tiling, int index)
{
  int y1 = (index / tiling->n_columns + 1) * tiling->tile_height;

  return MIN (tiling->render->source->view.height, y1 + tiling->render->plan->radius + AROUND);
}
