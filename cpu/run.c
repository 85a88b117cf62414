/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A run: the tiles of a render, done by all threads as the rows that they read
 * arrive. Where the rows are there already, they have all arrived at once.
 */
#include "filter.h"
#include "engine/text.h"
#include "engine/threads.h"

/* How often a thread that waits for others reports, microseconds. */
#define REPORT_US (10 * G_TIME_SPAN_MILLISECOND)

struct _CeRun
{
  CeWork   work;
  CeRender render;
  CeTiling tiling;
  GMutex   lock;
  GCond    idle;
  int      n_ready;             /* tiles whose rows have arrived, under the lock as all below */
  int      next;                /* first tile not begun */
  int      n_working;           /* threads */
  gboolean lacks_memory;        /* a tile could not be done */
};

/* Does the next tile if it is ready; called with the lock held, which is given up meanwhile. */
static gboolean
do_next (CeRun *run)
{
  int      index = run->next;
  gboolean done;

  if (index >= run->n_ready)
    return FALSE;

  run->next++;
  g_mutex_unlock (&run->lock);
  done = ce_tiling_tile (&run->tiling, index);
  g_mutex_lock (&run->lock);
  if (! done)
    {
      run->lacks_memory = TRUE;
      run->next = run->tiling.n_tiles;
    }

  return done;
}

static void
do_ready (CeWork *work)
{
  CeRun *run = (CeRun *) work;

  g_mutex_lock (&run->lock);
  while (do_next (run))
    ;
  run->n_working--;
  g_cond_signal (&run->idle);
  g_mutex_unlock (&run->lock);
}

/* A run of which nothing is done; plan, source and result of @render stay until it
 * is freed. */
CeRun *
ce_run_new (const CeTiled *tiled, const CeRender *render)
{
  CeRun *run = g_new0 (CeRun, 1);

  run->work.func = do_ready;
  run->render = *render;
  ce_tiling_init (&run->tiling, tiled, &run->render);
  g_mutex_init (&run->lock);
  g_cond_init (&run->idle);

  return run;
}

/* Begins no further tile, and reports until those that have begun are done. */
static gboolean
stop (CeRun *run, const CeProgress *progress, double to)
{
  gboolean go_on = TRUE;

  g_mutex_lock (&run->lock);
  run->next = run->tiling.n_tiles;
  while (run->n_working > 0)
    if (! g_cond_wait_until (&run->idle, &run->lock, g_get_monotonic_time () + REPORT_US) && progress->func)
      {
        g_mutex_unlock (&run->lock);
        go_on = progress->func (to, progress->data) && go_on;
        g_mutex_lock (&run->lock);
      }
  g_mutex_unlock (&run->lock);

  return go_on;
}

/* Ends a run, complete or not; @collect, if there is one, gets each thread's
 * workspace. */
void
ce_run_free (CeRun *run, CeCollect collect, gpointer data)
{
  CeProgress nobody = { NULL, NULL };

  if (! run)
    return;

  stop (run, &nobody, 0);
  ce_tiling_clear (&run->tiling, collect, data);
  g_mutex_clear (&run->lock);
  g_cond_clear (&run->idle);
  g_free (run);
}

/* Has other threads do the tiles that these first rows of the source suffice for.
 * Returns at once. */
void
ce_run_advance (CeRun *run, int n_rows)
{
  /* One core is left to the calling thread, which brings rows or works itself. */
  int most = ce_threads_count () - 1;

  g_mutex_lock (&run->lock);
  while (run->n_ready < run->tiling.n_tiles && ce_tiling_rows_for (&run->tiling, run->n_ready) <= n_rows)
    run->n_ready++;
  while (run->n_working < MIN (most, run->n_ready - run->next) && ce_threads_push (&run->work))
    run->n_working++;
  g_mutex_unlock (&run->lock);
}

/**
 * ce_run_finish:
 * @run: a run, all rows of whose source have arrived
 * @progress: told the share from 0 to @to
 * @to: the part of the whole render that this is
 * @error: return location
 *
 * The calling thread does tiles as well.
 *
 * Returns: %TRUE when all tiles are done, or %FALSE with %CE_ERROR_CANCELLED or
 *   %CE_ERROR_NO_MEMORY
 */
gboolean
ce_run_finish (CeRun *run, const CeProgress *progress, double to, GError **error)
{
  gboolean go_on = ! progress->func || progress->func (0, progress->data);

  g_mutex_lock (&run->lock);
  while (go_on && do_next (run))
    {
      double share = to * MIN (run->next, run->tiling.n_tiles) / run->tiling.n_tiles;

      g_mutex_unlock (&run->lock);
      go_on = ! progress->func || progress->func (share, progress->data);
      g_mutex_lock (&run->lock);
    }
  g_mutex_unlock (&run->lock);

  go_on = stop (run, progress, to) && go_on;
  if (! go_on)
    g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
  else if (run->lacks_memory)
    g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory to compute with."));

  return go_on && ! run->lacks_memory;
}

/**
 * ce_tiled_run:
 * @tiled: a filter
 * @render: what to render, all rows of whose source have arrived
 * @collect: (nullable): gets each thread's workspace at the end
 * @data: for @collect
 * @progress: told the share from 0 to @to
 * @to: the part of the whole render that this is
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED or %CE_ERROR_NO_MEMORY
 */
gboolean
ce_tiled_run (const CeTiled *tiled, const CeRender *render, CeCollect collect, gpointer data,
              const CeProgress *progress, double to, GError **error)
{
  CeRun   *run = ce_run_new (tiled, render);
  gboolean done;

  ce_run_advance (run, render->source->view.height);
  done = ce_run_finish (run, progress, to, error);
  ce_run_free (run, collect, data);

  return done;
}
