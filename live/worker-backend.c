/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker's way from one backend to another.
 */
#include "worker-private.h"
#include "engine/shelf.h"

#include "engine/choose.h"

#include <string.h>

/**
 * ce_worker_start_backend:
 * @worker: a worker, with the lock, which is given up meanwhile
 *
 * Does what ce_worker_start() asked for.
 */
void
ce_worker_start_backend (CeWorker *worker)
{
  g_autofree char *name = g_steal_pointer (&worker->start);
  const CeView     nothing = { .width = 1, .height = 1, .channels = 1 };
  CePlace          place;

  g_mutex_unlock (&worker->lock);
  if (ce_place_parse (&place, name, NULL))
    {
      place = ce_choose_place (&place, worker->filter, NULL, &nothing, CE_USE_LIVE);
      ce_backend_start (&place, NULL);         /* whoever opens the session hears the error */
    }
  ce_mailbox_post (worker->news, ce_news_new (CE_NEWS_STARTED));
  g_mutex_lock (&worker->lock);
}

/* Rows that are copied between two looks at whether to go on. */
#define COPIED_ROWS 256

/* Unless the worker shall end: 100 megapixels take longer than a window may to
 * close. */
static void
copy_source (CeWorker *worker, CeSession *session, const CeView *source)
{
  gboolean quit = FALSE;

  for (int y = 0; y < source->height && ! quit; y += COPIED_ROWS)
    {
      ce_session_put_rows (session, y, MIN (COPIED_ROWS, source->height - y), ce_view_row (source, y), source->stride);
      g_mutex_lock (&worker->lock);
      quit = worker->quit;
      g_mutex_unlock (&worker->lock);
    }
}

static CeSession *
open_like (CeWorker *worker, const char *backend, GError **error)
{
  const CeView *source = ce_session_get_source (worker->session);
  CePlace               place;
  g_autoptr (CeSession) session = ! ce_place_parse (&place, backend, error) ? NULL
                                  : ce_session_new (worker->filter, &place, source->width, source->height,
                                                  source->channels, source->type, error);

  if (! session)
    return NULL;
  ce_session_keep_stages (session);
  if (! ce_session_open (session, error))
    return NULL;

  copy_source (worker, session, source);

  return g_steal_pointer (&session);
}

/**
 * ce_worker_change_backend:
 * @worker: a worker, with the lock, which is given up meanwhile
 *
 * Goes on with another session. The pixels are copied, not read from GIMP
 * again. If the new backend refuses, the old session stays as the keeper of the
 * pixels, but nothing is rendered on it.
 */
void
ce_worker_change_backend (CeWorker *worker)
{
  g_autofree char *backend = g_steal_pointer (&worker->backend);
  g_autoptr (CeSession) old = NULL;
  GError    *error = NULL;
  CeSession *session;

  worker->running = worker->generation;
  worker->rendering = TRUE;
  g_mutex_unlock (&worker->lock);
  session = open_like (worker, backend, &error);
  g_mutex_lock (&worker->lock);

  worker->rendering = FALSE;
  worker->usable = session != NULL;
  worker->answered = 0;
  ce_worker_wait (worker, TRUE);
  memset (&worker->pictures[CE_PICTURE_AFTER], 0, sizeof (CeView));
  if (! session)
    {
      ce_worker_fail (worker, error);
      return;
    }

  old = g_steal_pointer (&worker->session);
  worker->session = session;
  worker->last_ms = 0;
  ce_worker_drop_part (worker);
  worker->has_counted = FALSE;
  worker->pictures[CE_PICTURE_BEFORE] = *ce_session_get_source (session);
  g_mutex_unlock (&worker->lock);
  g_clear_pointer (&old, ce_session_free);
  ce_shelf_clear ();
  g_mutex_lock (&worker->lock);
}
