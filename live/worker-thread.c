/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One lock, two conditions. The thread renders the newest request; whoever
 * draws borrows a picture meanwhile, and the thread waits with what would
 * overwrite it: a session has two results, the last complete one and the one
 * being rendered, so only a borrower that sleeps through a whole render is
 * ever waited for.
 */
#include "trace.h"
#include "worker-private.h"

#include <string.h>

/* A render that is overtaken by a newer request is given up only if it is
 * slow, not half done, and something was shown lately: a slider that keeps
 * moving must show results all the same. If what is visible of it was shown
 * before, the whole is for what else there is to tell, which may wait longer. */
#define SLOW_MS 300
#define LATELY_MS 300
#define PART_LATELY_MS 1000

/* A slider that moves sends something newer within this time. */
#define REST_US 40000

static double
ms_since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* CeProgressFunc of a render. */
static gboolean
go_on (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  stale, stop;

  g_mutex_lock (&worker->lock);
  worker->share = share;
  stale = worker->generation != worker->running;
  stop = worker->quit || worker->backend
         || (stale && worker->part_shown && ms_since (worker->shown) < PART_LATELY_MS)
         || (stale && share < 0.5 && worker->last_ms > SLOW_MS && ms_since (worker->shown) < LATELY_MS);
  g_mutex_unlock (&worker->lock);

  return ! stop;
}

/* After the visible part of a result. The whole looks the same, so it leaves the
 * cores to the window until the slider rests, or long enough. */
static gboolean
is_overtaken (CeWorker *worker)
{
  gint64   end = g_get_monotonic_time () + REST_US;
  gboolean overtaken;

  g_mutex_lock (&worker->lock);
  while (worker->generation == worker->running && ! worker->quit && ! worker->backend
         && g_cond_wait_until (&worker->work, &worker->lock, end))
    continue;
  overtaken = worker->quit || worker->backend
              || (worker->generation != worker->running && ms_since (worker->shown) < PART_LATELY_MS);
  g_mutex_unlock (&worker->lock);

  return overtaken;
}

/* With the lock. Waits until nobody reads what is about to be overwritten
 * (the result before the last one) or, if @everything, freed. */
void
ce_worker_wait (CeWorker *worker, gboolean everything)
{
  while (worker->borrowed && ! worker->quit
         && (everything || (worker->borrowed != CE_BORROWED_SOURCE && worker->borrowed != worker->serial)))
    g_cond_wait (&worker->returned, &worker->lock);
}

static CeNews *
news_of_session (CeWorker *worker)
{
  CeNews *news = ce_news_new (CE_NEWS_RENDERED);

  news->generation = worker->running;
  news->params = *ce_session_get_params (worker->session);
  news->device = g_strdup (ce_session_get_device (worker->session));
  news->on_cpu = ce_session_get_place (worker->session)->choice == CE_BACKEND_CPU;
  news->fallback = g_strdup (ce_session_get_fallback (worker->session));

  return news;
}

void
ce_worker_fail (CeWorker *worker, GError *error)
{
  CeNews *news = ce_news_new (CE_NEWS_FAILED);

  news->generation = worker->running;
  news->error = error;
  ce_mailbox_post (worker->news, news);
}

/* The picture comes first: both cores paint it, then the next render may have
 * them. */
static void
publish (CeWorker *worker, const CeLook *look)
{
  CeLoan loan = { .view = *ce_session_get_result (worker->session), .look = *look, .generation = worker->running,
                  .again = worker->part_shown };

  loan.n_rows = loan.view.height;
  loan.part = (CeArea) { 0, 0, loan.view.width, loan.view.height };
  if (look->replace)
    loan.look.source = *ce_session_get_source (worker->session);
  if (! loan.again)
    ce_trace_mark (worker->running, CE_MARK_RENDERED);
  g_mutex_lock (&worker->lock);
  worker->pictures[CE_PICTURE_AFTER] = loan.view;
  worker->look = *look;
  worker->rendered = worker->running;
  worker->serial++;
  g_mutex_unlock (&worker->lock);
  worker->shown = g_get_monotonic_time ();
  ce_worker_show (worker, &loan);
}

static void
report (CeWorker *worker, double milliseconds)
{
  CeNews *news = news_of_session (worker);

  news->milliseconds = milliseconds;
  if (worker->filter->id == CE_FILTER_CANNY)
    news->edge_share = ce_worker_edge_share (ce_session_get_result (worker->session), &news->params);
  ce_mailbox_post (worker->news, news);
}

/* With the lock, which it gives up meanwhile. */
static void
render (CeWorker *worker)
{
  CeParams params = worker->wanted;
  CeLook   look = worker->wanted_look;
  GError  *error = NULL;
  gint64   start;
  gboolean cancelled;

  worker->running = worker->generation;
  worker->rendering = TRUE;
  worker->detail_moved = FALSE;
  worker->share = 0;
  ce_worker_wait (worker, FALSE);
  g_mutex_unlock (&worker->lock);
  ce_trace_mark (worker->running, CE_MARK_BEGUN);
  worker->part_shown = ce_worker_show_part (worker, &params, &look);
  cancelled = worker->part_shown && is_overtaken (worker);
  start = g_get_monotonic_time ();

  if (! cancelled && ce_session_render (worker->session, &params, go_on, worker, &error))
    {
      worker->last_ms = ms_since (start);
      publish (worker, &look);
      report (worker, worker->last_ms);
      ce_worker_tell_more (worker, &params);
    }
  else if (cancelled || g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    cancelled = TRUE;
  else
    ce_worker_fail (worker, g_steal_pointer (&error));

  g_clear_error (&error);
  g_mutex_lock (&worker->lock);
  worker->rendering = FALSE;
  if (! cancelled)
    worker->answered = worker->running;
}

/* With the lock, which it gives up meanwhile. */
static void
show_detail (CeWorker *worker)
{
  CeParams params = worker->wanted;

  worker->detail_moved = FALSE;
  g_mutex_unlock (&worker->lock);
  ce_worker_tell_more (worker, &params);
  g_mutex_lock (&worker->lock);
}

static gboolean
is_complete (CeWorker *worker)
{
  return worker->session && worker->n_arrived == ce_session_get_source (worker->session)->height;
}

typedef void (*Job) (CeWorker *worker);

/* With the lock. Returns: (nullable): what comes next. */
static Job
next_job (CeWorker *worker)
{
  gboolean complete = is_complete (worker), usable = worker->usable;

  if (worker->start)
    return ce_worker_start_backend;
  if (worker->comparing && complete)
    return ce_worker_do_compare;
  if (worker->backend && complete)
    return ce_worker_change_backend;
  if (usable && complete && worker->generation != worker->answered)
    return render;
  if (worker->probing && worker->pictures[CE_PICTURE_AFTER].data && usable)
    return ce_worker_do_probe;
  if (worker->detail_moved && worker->answered && usable && complete)
    return show_detail;

  return NULL;
}

/* GThreadFunc. */
gpointer
ce_worker_thread (gpointer data)
{
  CeWorker *worker = data;

  g_mutex_lock (&worker->lock);
  while (! worker->quit)
    {
      Job job = next_job (worker);

      if (job)
        job (worker);
      else
        g_cond_wait (&worker->work, &worker->lock);
    }
  g_mutex_unlock (&worker->lock);

  return NULL;
}
