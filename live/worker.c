/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "worker-private.h"

#include <string.h>

#include "engine/testing.h"

/* A whole that is rendered in this time comes soon enough for a slider. */
#define SOON_MS 30

/* What the thread does, the most urgent first. */
static const CeJob *const jobs[] = {
  &ce_job_start, &ce_job_restart, &ce_job_compare, &ce_job_move, &ce_job_cut, &ce_job_render, &ce_job_why, &ce_job_stages,
  &ce_job_noise, &ce_job_ahead
};

CeNews *
ce_news_new (CeNewsKind kind, guint generation)
{
  CeNews *news = g_new0 (CeNews, 1);

  news->kind = kind;
  news->generation = generation;

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
  ce_edge_free (news->edge);
  g_clear_error (&news->error);
  g_free (news);
}

/* With the lock. */
gboolean
ce_worker_can_render (CeWorker *worker)
{
  return worker->complete && worker->usable && ! worker->cut.failed;
}

/* With the lock. Whether nobody needs any more what is computed on this session. */
gboolean
ce_worker_has_to_stop (CeWorker *worker)
{
  return worker->quit || worker->place.moving || worker->place.restarting;
}

void
ce_worker_fail (CeWorker *worker, guint generation, GError *error)
{
  CeNews *news = ce_news_new (CE_NEWS_FAILED, generation);

  news->error = error;
  ce_mailbox_post (worker->news, news);
}

/* With the lock, which it gives up meanwhile. Returns whether there was something to do. */
static gboolean
do_job (CeWorker *worker)
{
  for (guint i = 0; i < G_N_ELEMENTS (jobs); i++)
    if (jobs[i]->is_due (worker))
      {
        jobs[i]->run (worker);
        return TRUE;
      }

  return FALSE;
}

/* GSourceFunc, where no thread can be had: the main loop does one thing that is due. */
static gboolean
work_here (gpointer data)
{
  CeWorker *worker = data;

  g_mutex_lock (&worker->lock);
  do_job (worker);
  g_mutex_unlock (&worker->lock);

  return G_SOURCE_CONTINUE;
}

/* GThreadFunc. */
static gpointer
work (gpointer data)
{
  CeWorker *worker = data;

  g_mutex_lock (&worker->lock);
  while (! worker->quit)
    if (! do_job (worker))
      g_cond_wait (&worker->work, &worker->lock);
  g_mutex_unlock (&worker->lock);

  return NULL;
}

/**
 * ce_worker_new:
 * @filter: what its session will render
 * @func: told what happens, on the main thread
 * @data: for @func
 *
 * Starts the thread; where none can be had, the main loop does the work, and windows stand still meanwhile. Create
 * and use a worker on the main thread.
 *
 * Returns: (transfer full): a worker without a session
 */
CeWorker *
ce_worker_new (const CeFilter *filter, CeNewsFunc func, gpointer data)
{
  CeWorker *worker = g_new0 (CeWorker, 1);

  worker->filter = filter;
  worker->news = ce_mailbox_new ((CeMailFunc) func, data, ce_news_free);
  worker->pictures = ce_pictures_new ();
  g_mutex_init (&worker->lock);
  g_cond_init (&worker->work);
  worker->render.soon_ms = ce_testing ()->soon ? 0 : SOON_MS;
  worker->thread = g_thread_try_new ("ce-render", work, worker, NULL);
  if (! worker->thread)
    worker->source = g_timeout_add (CE_NO_THREAD_MS, work_here, worker);

  return worker;
}

static void
stop (CeWorker *worker)
{
  g_clear_handle_id (&worker->source, g_source_remove);
  if (! worker->thread)
    return;

  g_mutex_lock (&worker->lock);
  worker->quit = TRUE;
  g_cond_broadcast (&worker->work);
  g_mutex_unlock (&worker->lock);
  ce_pictures_close (worker->pictures);
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
  ce_worker_end_cut (worker);
  g_clear_pointer (&worker->session, ce_session_free);
  ce_mailbox_free (worker->news);
  ce_erased_unref (worker->render.erased);
  ce_pictures_free (worker->pictures);
  g_mutex_clear (&worker->lock);
  g_cond_clear (&worker->work);
  g_free (worker);
}

/**
 * ce_worker_take_session:
 * @worker: a worker without a session
 * @session: (transfer full): its session, which keeps stages; the caller goes on
 *   feeding it
 * @usable: whether it may render; if not it only keeps the pixels until
 *   ce_worker_set_place() finds a place
 */
void
ce_worker_take_session (CeWorker *worker, CeSession *session, gboolean usable)
{
  g_return_if_fail (! worker->session);

  g_mutex_lock (&worker->lock);
  worker->session = session;
  worker->usable = usable;
  g_mutex_unlock (&worker->lock);
  ce_pictures_set_source (worker->pictures, ce_session_get_source (session));
}

/**
 * ce_worker_rows_arrived:
 * @worker: a worker with a session
 * @n_arrived: how many rows the session has by now; with the last, rendering begins
 */
void
ce_worker_rows_arrived (CeWorker *worker, int n_arrived)
{
  ce_pictures_set_rows (worker->pictures, n_arrived);
  g_mutex_lock (&worker->lock);
  worker->complete = n_arrived == ce_session_get_source (worker->session)->height;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_has_part:
 * @worker: a worker that has all rows
 * @area: a rectangle of the image
 * @part: its pixels, in the source's format
 *
 * On any thread: the session's memory stays while the lock is held.
 *
 * Returns: whether these are the pixels that the worker has, to the last bit
 */
gboolean
ce_worker_has_part (CeWorker *worker, const CeArea *area, const CeView *part)
{
  gsize    size = (gsize) part->width * part->channels * ce_type_size (part->type);
  gboolean has;

  g_mutex_lock (&worker->lock);
  has = worker->complete && worker->session;
  for (int y = 0; y < part->height && has; y++)
    has = memcmp (ce_view_pixel (ce_worker_get_source (worker), area->x, area->y + y), ce_view_row (part, y), size) == 0;
  g_mutex_unlock (&worker->lock);

  return has;
}

/**
 * ce_worker_get_pictures:
 * @worker: a worker
 *
 * Returns: (transfer none): its pictures, for one other thread to borrow
 */
CePictures *
ce_worker_get_pictures (CeWorker *worker)
{
  return worker->pictures;
}

/**
 * ce_worker_steal:
 * @worker: a worker that nobody borrows from any more
 *
 * Stops the thread.
 *
 * Returns: (transfer full) (nullable): the session, if its result is that of
 *   the last request, and of the whole image
 */
CeSession *
ce_worker_steal (CeWorker *worker)
{
  stop (worker);

  if (worker->place.moving || worker->place.restarting || worker->cut.whole || ! worker->render.rendered
      || worker->render.rendered != worker->render.wanted)
    return NULL;

  return g_steal_pointer (&worker->session);
}
