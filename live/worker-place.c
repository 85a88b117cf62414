/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker's way from one place to another.
 */
#include "worker-private.h"

#include "engine/choose.h"

/* Rows that are copied between two looks at whether to go on. */
#define COPIED_ROWS 256

/**
 * ce_worker_start:
 * @worker: a worker
 * @place: where to compute
 *
 * Makes the device there ready and reports %CE_NEWS_STARTED, so that opening a
 * session on it afterwards does not block.
 */
void
ce_worker_start (CeWorker *worker, const CePlace *place)
{
  g_mutex_lock (&worker->lock);
  worker->place.starting = TRUE;
  worker->place.start = *place;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_set_place:
 * @worker: a worker
 * @place: where to compute
 *
 * Goes on with a session there as soon as all rows have arrived, and renders
 * the last request again; reports %CE_NEWS_FAILED if nothing can be computed
 * there.
 */
void
ce_worker_set_place (CeWorker *worker, const CePlace *place)
{
  g_mutex_lock (&worker->lock);
  worker->place.moving = TRUE;
  worker->place.next = *place;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

static gboolean
is_start_due (CeWorker *worker)
{
  return worker->place.starting;
}

static void
start (CeWorker *worker)
{
  const CeView nothing = { .width = 1, .height = 1, .channels = 1 };
  CePlace      place = ce_choose_place (&worker->place.start, worker->filter, NULL, &nothing, CE_USE_LIVE);

  worker->place.starting = FALSE;
  g_mutex_unlock (&worker->lock);
  ce_backend_start (&place, NULL);             /* whoever opens the session hears the error */
  ce_mailbox_post (worker->news, ce_news_new (CE_NEWS_STARTED, 0));
  g_mutex_lock (&worker->lock);
}

const CeJob ce_job_start = { is_start_due, start };

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

/* A session of a rectangle of the image. */
CeSession *
ce_worker_open_copy (CeWorker *worker, const CePlace *place, const CeArea *area, GError **error)
{
  CeView                source = ce_view_part (ce_worker_get_source (worker), area);
  g_autoptr (CeSession) session = ce_session_new (worker->filter, place, source.width, source.height, source.channels,
                                                  source.type, error);

  if (! session)
    return NULL;
  ce_session_keep_stages (session);
  if (! ce_session_open (session, error))
    return NULL;

  copy_source (worker, session, &source);

  return g_steal_pointer (&session);
}

static gboolean
is_move_due (CeWorker *worker)
{
  return worker->place.moving && worker->complete;
}

/* The pixels are copied, not read from GIMP again. If nothing can be computed
 * there, the old session stays as the keeper of the pixels, but nothing is rendered on
 * it. */
static void
move (CeWorker *worker)
{
  g_autoptr (CeSession) old = NULL;
  CePlace               place = worker->place.next;
  guint                 generation = worker->render.wanted;
  GError               *error = NULL;
  CeSession            *session;
  CeArea                all;

  worker->place.moving = FALSE;
  ce_worker_forget (worker);
  worker->render.busy = TRUE;
  g_mutex_unlock (&worker->lock);
  ce_worker_end_cut (worker);
  all = ce_worker_get_area (worker);
  session = ce_worker_open_copy (worker, &place, &all, &error);
  ce_pictures_set_source (worker->pictures, ce_session_get_source (session ? session : worker->session));
  if (! session)
    ce_worker_fail (worker, generation, error);

  g_mutex_lock (&worker->lock);
  if (session)
    {
      old = g_steal_pointer (&worker->session);
      worker->session = session;
    }
  worker->usable = session != NULL;
  ce_worker_forget (worker);
  g_mutex_unlock (&worker->lock);
  g_clear_pointer (&old, ce_session_free);
  g_mutex_lock (&worker->lock);
}

const CeJob ce_job_move = { is_move_due, move };

/**
 * ce_worker_restart:
 * @worker: a worker
 *
 * Frees the session, because the pixels are others now, and reports %CE_NEWS_STARTED. From then on no mask that a request
 * named is read, until another session has all its rows and the last request is rendered.
 */
void
ce_worker_restart (CeWorker *worker)
{
  g_mutex_lock (&worker->lock);
  worker->place.restarting = TRUE;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

static gboolean
is_restart_due (CeWorker *worker)
{
  return worker->place.restarting;
}

static void
restart (CeWorker *worker)
{
  g_autoptr (CeSession) old = NULL;
  const CeView          nothing = { 0 };

  worker->place.restarting = worker->place.moving = worker->complete = worker->measured = FALSE;
  ce_worker_forget (worker);
  g_mutex_unlock (&worker->lock);
  ce_worker_end_cut (worker);
  ce_worker_forget_counts (worker);
  ce_pictures_set_rows (worker->pictures, 0);
  ce_pictures_set_source (worker->pictures, &nothing);
  g_mutex_lock (&worker->lock);
  old = g_steal_pointer (&worker->session);
  g_mutex_unlock (&worker->lock);
  g_clear_pointer (&old, ce_session_free);
  ce_mailbox_post (worker->news, ce_news_new (CE_NEWS_STARTED, 0));
  g_mutex_lock (&worker->lock);
}

const CeJob ce_job_restart = { is_restart_due, restart };
