/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker-private.h"

#include "engine/testing.h"

#include <string.h>

/* A whole that is rendered in this time comes soon enough. */
#define SOON_MS 30

CeNews *
ce_news_new (CeNewsKind kind)
{
  CeNews *news = g_new0 (CeNews, 1);

  news->kind = kind;

  return news;
}

/* GDestroyNotify. */
void
ce_news_free (gpointer data)
{
  CeNews *news = data;

  g_free (news->device);
  g_free (news->fallback);
  g_free (news->bins);
  g_clear_pointer (&news->stages, g_array_unref);
  ce_comparison_free (news->comparison);
  g_free (news->chain);
  g_clear_error (&news->error);
  g_free (news);
}

/**
 * ce_worker_new:
 * @filter: what its session will render
 * @func: told what happens, on the main thread
 * @data: for @func
 *
 * Starts the thread. Create and use a worker on the main thread; only
 * ce_worker_borrow() and ce_worker_return() may be called from another, and
 * only from one.
 *
 * Returns: (transfer full): a worker without a session
 */
CeWorker *
ce_worker_new (const CeFilter *filter, CeNewsFunc func, gpointer data)
{
  CeWorker *worker = g_new0 (CeWorker, 1);

  worker->filter = filter;
  worker->soon_ms = ce_testing ()->soon ? 0 : SOON_MS;
  worker->news = ce_mailbox_new ((CeMailFunc) func, data, ce_news_free);
  g_mutex_init (&worker->lock);
  g_cond_init (&worker->work);
  g_cond_init (&worker->returned);
  worker->thread = g_thread_new ("ce-render", ce_worker_thread, worker);

  return worker;
}

static void
stop (CeWorker *worker)
{
  if (! worker->thread)
    return;

  g_mutex_lock (&worker->lock);
  worker->quit = TRUE;
  g_cond_broadcast (&worker->work);
  g_cond_broadcast (&worker->returned);
  g_mutex_unlock (&worker->lock);
  g_thread_join (g_steal_pointer (&worker->thread));
}

/**
 * ce_worker_free:
 * @worker: (nullable): a worker that nobody borrows from any more
 *
 * Cancels what runs and frees everything, the session included.
 */
void
ce_worker_free (CeWorker *worker)
{
  if (! worker)
    return;

  stop (worker);
  ce_worker_drop_part (worker);
  g_clear_pointer (&worker->session, ce_session_free);
  ce_mailbox_free (worker->news);
  g_mutex_clear (&worker->lock);
  g_cond_clear (&worker->work);
  g_cond_clear (&worker->returned);
  g_free (worker->start);
  g_free (worker->backend);
  g_free (worker->compare_with);
  g_free (worker);
}

/**
 * ce_worker_start:
 * @worker: a worker
 * @backend: "cuda"
 *
 * Makes a backend ready and reports %CE_NEWS_STARTED, so that opening a
 * session on it afterwards does not block.
 */
void
ce_worker_start (CeWorker *worker, const char *backend)
{
  g_mutex_lock (&worker->lock);
  g_free (worker->start);
  worker->start = g_strdup (backend);
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_take_session:
 * @worker: a worker without a session
 * @session: (transfer full): its session, which keeps stages; the caller goes on
 *   feeding it
 * @usable: whether it may render; if not it only keeps the pixels until
 *   ce_worker_set_backend() finds a backend
 */
void
ce_worker_take_session (CeWorker *worker, CeSession *session, gboolean usable)
{
  g_return_if_fail (! worker->session);

  g_mutex_lock (&worker->lock);
  worker->session = session;
  worker->usable = usable;
  worker->pictures[CE_PICTURE_BEFORE] = *ce_session_get_source (session);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_rows_arrived:
 * @worker: a worker with a session
 * @n_arrived: how many rows the session has by now; with the last, rendering begins
 */
void
ce_worker_rows_arrived (CeWorker *worker, int n_arrived)
{
  g_mutex_lock (&worker->lock);
  worker->n_arrived = n_arrived;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_set_backend:
 * @worker: a worker
 * @backend: "auto", "cpu", "cuda"
 *
 * Goes on with a session on another backend as soon as all rows are there,
 * and renders the last request again; reports %CE_NEWS_FAILED if the backend
 * cannot be used.
 */
void
ce_worker_set_backend (CeWorker *worker, const char *backend)
{
  g_mutex_lock (&worker->lock);
  g_free (worker->backend);
  worker->backend = g_strdup (backend);
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_request:
 * @worker: a worker
 * @params: what to render
 * @look: (nullable): what the result shall look like; its mask must stay
 *
 * Asks for a result; overtakes earlier requests.
 *
 * Returns: the generation of the request
 */
guint
ce_worker_request (CeWorker *worker, const CeParams *params, const CeLook *look)
{
  static const CeLook plain;
  guint               generation;

  g_mutex_lock (&worker->lock);
  worker->wanted = *params;
  worker->wanted_look = look ? *look : plain;
  generation = ++worker->generation;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);

  return generation;
}

/**
 * ce_worker_set_visible:
 * @worker: a worker
 * @area: the part of the image that is looked at
 *
 * That part of a result comes first, if the whole takes long.
 */
void
ce_worker_set_visible (CeWorker *worker, const CeArea *area)
{
  g_mutex_lock (&worker->lock);
  worker->visible = *area;
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_set_detail:
 * @worker: a worker
 * @area: the part of the image that the stages show; of no width: none
 */
void
ce_worker_set_detail (CeWorker *worker, const CeArea *area)
{
  g_mutex_lock (&worker->lock);
  worker->detail_moved |= memcmp (area, &worker->detail, sizeof *area) != 0;
  worker->detail = *area;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_is_busy:
 * @worker: a worker
 * @share: (out): the share that is done
 *
 * Returns: whether something is being computed
 */
gboolean
ce_worker_is_busy (CeWorker *worker, double *share)
{
  gboolean busy;

  g_mutex_lock (&worker->lock);
  busy = worker->rendering;
  *share = worker->share;
  g_mutex_unlock (&worker->lock);

  return busy;
}

/**
 * ce_worker_steal:
 * @worker: a worker that nobody borrows from any more
 *
 * Stops the thread.
 *
 * Returns: (transfer full) (nullable): the session, if it is complete and
 *   its result is that of the last request
 */
CeSession *
ce_worker_steal (CeWorker *worker)
{
  stop (worker);

  if (! worker->session || ! worker->usable || worker->backend
      || ! worker->generation || worker->answered != worker->generation
      || ! worker->pictures[CE_PICTURE_AFTER].data)
    return NULL;

  return g_steal_pointer (&worker->session);
}
