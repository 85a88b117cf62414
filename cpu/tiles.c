/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs a filter over the tiles of an image, on all cores.
 */
#include "filter.h"

#include "workspace.h"

#include "engine/threads.h"

/* Bytes of one thread's rings: half of a common L2 cache. */
#define CACHE_BUDGET (256 * 1024)

/* Columns and rows of a tile of a sample, which has many small ones from all parts of the image. */
#define SAMPLE_COLUMNS 256
#define SAMPLE_ROWS 32

/* The tiles of a render, and the workspaces of the threads. */
typedef struct
{
  const CeTiled  *tiled;
  const CeCpuRender *render;
  int             tile_width;
  int             tile_height;
  int             n_columns;
  int             n_tiles;
  gint            lacks_memory; /* atomic: a tile could not be done */
  GMutex          lock;
  GSList         *idle;         /* workspaces that no thread uses */
} Tiling;

static int
round_up (int value, int step)
{
  return (value + step - 1) / step * step;
}

/* Returns the columns of a tile: as many as fit the cache, in whole words of bits. */
int
ce_tile_width (const CeCpuRender *render)
{
  const CeView *view = &render->source->view;
  int           bytes = (int) sizeof (float) * render->plan->n_beside * (2 * render->plan->widest + 13);
  int           widest = render->is_sample ? SAMPLE_COLUMNS : CLAMP (CACHE_BUDGET / bytes, 256, 4096);
  int           n_columns = (view->width + widest - 1) / widest;

  return round_up ((view->width + n_columns - 1) / n_columns, 64);
}

/* Returns the rows of a tile. Tiles are short, so that each thread gets several, but tall compared with the rows that two
 * neighbors both compute. */
static int
tile_height (const CeTiled *tiled, const CeCpuRender *render)
{
  int rows = render->source->view.height / (4 * ce_threads_count ());

  if (render->is_sample)
    return SAMPLE_ROWS;

  return tiled->rows ? tiled->rows : CLAMP (rows, 16 * (render->plan->widest + 2), 1024);
}

static void
lay_out (Tiling *tiling, const CeTiled *tiled, const CeCpuRender *render)
{
  const CeView *view = &render->source->view;

  *tiling = (Tiling) { .tiled = tiled, .render = render, .tile_width = ce_tile_width (render),
                       .tile_height = tile_height (tiled, render) };
  tiling->n_columns = (view->width + tiling->tile_width - 1) / tiling->tile_width;
  tiling->n_tiles = tiling->n_columns * ((view->height + tiling->tile_height - 1) / tiling->tile_height);
}

static gpointer
new_workspace (Tiling *tiling)
{
  gpointer workspace;

  ce_workspace_begin ();
  workspace = ce_workspace_alloc (tiling->tiled->size);
  if (workspace)
    tiling->tiled->init (workspace, tiling->render, tiling->tile_width);
  if (ce_workspace_lacks ())
    g_clear_pointer (&workspace, ce_workspace_free);

  return workspace;
}

static gpointer
take_workspace (Tiling *tiling)
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
return_workspace (Tiling *tiling, gpointer workspace)
{
  g_mutex_lock (&tiling->lock);
  tiling->idle = g_slist_prepend (tiling->idle, workspace);
  g_mutex_unlock (&tiling->lock);
}

/* Returns the number of a tile, by rows of tiles: @task, or for a sample one of each group, here and there, so that it
 * follows no pattern of the image. */
static int
tile_number (const Tiling *tiling, int task)
{
  guint place = ((guint) task * 0x9e3779b1u >> 16) % CE_SAMPLED;

  return tiling->render->is_sample ? MIN (task * CE_SAMPLED + (int) place, tiling->n_tiles - 1) : task;
}

/* A CeTask: does one tile. */
static void
do_tile (int task, gpointer data)
{
  Tiling       *tiling = data;
  const CeView *view = &tiling->render->source->view;
  gpointer      workspace = g_atomic_int_get (&tiling->lacks_memory) ? NULL : take_workspace (tiling);
  int           number = tile_number (tiling, task);
  int           column = number % tiling->n_columns, row = number / tiling->n_columns;
  CeTile        tile = { column * tiling->tile_width, row * tiling->tile_height, 0, 0 };

  if (! workspace)
    {
      g_atomic_int_set (&tiling->lacks_memory, TRUE);
      return;
    }

  tile.x1 = MIN (view->width, tile.x0 + tiling->tile_width);
  tile.y1 = MIN (view->height, tile.y0 + tiling->tile_height);
  tiling->tiled->run (workspace, tiling->render, &tile);
  return_workspace (tiling, workspace);
}

/* Computes all tiles of a render. FALSE with CE_ERROR_CANCELLED or CE_ERROR_NO_MEMORY. */
gboolean
ce_tiled_run (const CeTiled *tiled, const CeCpuRender *render, CeCollect collect, gpointer data, const CeProgress *progress,
              GError **error)
{
  Tiling   tiling;
  int      n_tasks;
  gboolean done;

  lay_out (&tiling, tiled, render);
  g_mutex_init (&tiling.lock);
  n_tasks = render->is_sample ? (tiling.n_tiles + CE_SAMPLED - 1) / CE_SAMPLED : tiling.n_tiles;
  done = ce_threads_run (n_tasks, do_tile, &tiling, progress, error);
  for (GSList *item = tiling.idle; item; item = item->next)
    {
      if (collect)
        collect (item->data, data);
      ce_workspace_free (item->data);
    }
  g_slist_free (tiling.idle);
  g_mutex_clear (&tiling.lock);

  return done && (! tiling.lacks_memory || ce_workspace_refuse (error));
}
