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
  int      n_ready;             /* tiles whose rows have arrived */
  int      next;                /* atomic: first tile not begun */
  int      n_pushed;            /* pieces of work not done, under the lock */
  GMutex   lock;
  GCond    idle;
};

/* One tile for each piece of work, unless the end of the render took it. */
static void
do_next (CeWork *work)
{
  CeAhead *ahead = (CeAhead *) work;
  int      index = g_atomic_int_add (&ahead->next, 1);

  if (index < ahead->walk.n_tiles)
    ce_walk_tile (&ahead->walk, index);

  g_mutex_lock (&ahead->lock);
  ahead->n_pushed--;
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

  ahead->work.func = do_next;
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
  g_atomic_int_set (&ahead->next, ahead->walk.n_tiles);

  g_mutex_lock (&ahead->lock);
  while (ahead->n_pushed > 0)
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
  /* Transparent after all: what has been computed is wrong. */
  if (source->opaque != ahead->source.opaque)
    return;

  for (; ahead->n_ready < ahead->walk.n_tiles && ce_walk_rows_for (&ahead->walk, ahead->n_ready) <= n_rows;
       ahead->n_ready++)
    {
      g_mutex_lock (&ahead->lock);
      ahead->n_pushed++;
      g_mutex_unlock (&ahead->lock);
      ce_threads_push (&ahead->work);
    }
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
  int      index;

  while (! cancelled && (index = g_atomic_int_add (&ahead->next, 1)) < ahead->walk.n_tiles)
    {
      ce_walk_tile (&ahead->walk, index);
      cancelled = progress->func && ! progress->func (to * (index + 1) / ahead->walk.n_tiles, progress->data);
    }

  stop (ahead);
  if (cancelled)
    g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return ! cancelled;
}
