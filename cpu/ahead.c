/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computing while rows arrive: GIMP hands over its pixels one tile at a time,
 * which leaves cores idle, so tiles are done as soon as the rows they read are
 * there.
 */
#include "filter.h"
#include "engine/threads.h"

#include <string.h>

struct _CeAhead
{
  CeWork   work;
  CeParams params;              /* own copies of what the render points to */
  CeView   result;
  CeSource source;              /* as it was known when this began */
  CeRender render;
  CeWalk   walk;
  GMutex   lock;
  GCond    idle;
  int      n_ready;             /* tiles whose rows have arrived, under the lock as all below */
  int      next;                /* first tile not begun */
  int      n_working;           /* threads */
};

/* Does the next tile if it is ready; called with the lock held, which is given up meanwhile. */
static gboolean
do_next (CeAhead *ahead)
{
  int index = ahead->next;

  if (index >= ahead->n_ready)
    return FALSE;

  ahead->next++;
  g_mutex_unlock (&ahead->lock);
  ce_walk_tile (&ahead->walk, index);
  g_mutex_lock (&ahead->lock);

  return TRUE;
}

static void
do_ready (CeWork *work)
{
  CeAhead *ahead = (CeAhead *) work;

  g_mutex_lock (&ahead->lock);
  while (do_next (ahead))
    ;
  ahead->n_working--;
  g_cond_signal (&ahead->idle);
  g_mutex_unlock (&ahead->lock);
}

/**
 * ce_ahead_new:
 * @tiled: a filter
 * @render: what will probably be rendered
 *
 * Returns: a render that begins as rows arrive
 */
CeAhead *
ce_ahead_new (const CeTiled *tiled, const CeRender *render)
{
  CeAhead *ahead = g_new0 (CeAhead, 1);

  ahead->work.func = do_ready;
  ahead->params = *render->params;
  ahead->result = *render->result;
  ahead->render = *render;
  ahead->source = *render->source;
  ahead->render.params = &ahead->params;
  ahead->render.result = &ahead->result;
  ahead->render.source = &ahead->source;
  ce_walk_init (&ahead->walk, tiled, &ahead->render);
  g_mutex_init (&ahead->lock);
  g_cond_init (&ahead->idle);

  return ahead;
}

/* Begins no further tile and waits for those that have begun. */
static void
stop (CeAhead *ahead)
{
  g_mutex_lock (&ahead->lock);
  ahead->next = ahead->walk.n_tiles;
  while (ahead->n_working > 0)
    g_cond_wait (&ahead->idle, &ahead->lock);
  g_mutex_unlock (&ahead->lock);
}

/**
 * ce_ahead_free:
 * @ahead: (nullable): a render, complete or not
 */
void
ce_ahead_free (CeAhead *ahead)
{
  if (! ahead)
    return;

  stop (ahead);
  ce_walk_clear (&ahead->walk, NULL, NULL);
  g_mutex_clear (&ahead->lock);
  g_cond_clear (&ahead->idle);
  g_free (ahead);
}

/**
 * ce_ahead_rows_arrived:
 * @ahead: a render
 * @source: the source as it is known now
 * @n_rows: its rows that are complete, from the first
 */
void
ce_ahead_rows_arrived (CeAhead *ahead, const CeSource *source, int n_rows)
{
  /* One core is left to the thread that brings the rows: it must not wait. */
  int most = MAX (ce_threads_count () - 1, 1);

  /* Transparent after all: what has been computed is wrong. */
  if (source->opaque != ahead->source.opaque)
    return;

  g_mutex_lock (&ahead->lock);
  while (ahead->n_ready < ahead->walk.n_tiles && ce_walk_rows_for (&ahead->walk, ahead->n_ready) <= n_rows)
    ahead->n_ready++;
  for (; ahead->n_working < MIN (most, ahead->n_ready - ahead->next); ahead->n_working++)
    ce_threads_push (&ahead->work);
  g_mutex_unlock (&ahead->lock);
}

/**
 * ce_ahead_is:
 * @ahead: a render
 * @tiled: a filter
 * @render: what is to be rendered now
 *
 * Returns: whether that is what @ahead computes
 */
gboolean
ce_ahead_is (const CeAhead *ahead, const CeTiled *tiled, const CeRender *render)
{
  return ahead->walk.tiled == tiled && ahead->source.opaque == render->source->opaque
         && ahead->result.data == render->result->data
         && memcmp (&ahead->params, render->params, sizeof (CeParams)) == 0;
}

/**
 * ce_ahead_finish:
 * @ahead: a render, all rows of whose source have arrived
 * @progress: told the share from 0 to @to
 * @to: the part of the whole render that this is
 * @error: return location
 *
 * Returns: %TRUE when all tiles are done, or %FALSE with %CE_ERROR_CANCELLED
 */
gboolean
ce_ahead_finish (CeAhead *ahead, const CeProgress *progress, double to, GError **error)
{
  gboolean cancelled = FALSE;

  g_mutex_lock (&ahead->lock);
  while (! cancelled && do_next (ahead))
    {
      double share = to * MIN (ahead->next, ahead->walk.n_tiles) / ahead->walk.n_tiles;

      g_mutex_unlock (&ahead->lock);
      cancelled = progress->func && ! progress->func (share, progress->data);
      g_mutex_lock (&ahead->lock);
    }
  g_mutex_unlock (&ahead->lock);

  stop (ahead);
  if (cancelled)
    g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return ! cancelled;
}
