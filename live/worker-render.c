/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker renders the newest request: first what is visible, if the whole
 * takes long. The filters look no further than their halo, so that these are
 * the pixels of the result. Only Canny's hysteresis follows edges through the
 * whole image: one that is kept for what it leads to far outside is missing
 * until the whole is there, right after it.
 */
#include "worker-private.h"

#include "edge-share.h"
#include "engine/shelf.h"
#include "trace.h"

/* A part is worthwhile if it is at most one in so many of the image's pixels. */
#define SHARE 4

/* A render that is overtaken by a newer request is given up only if it is
 * slow, not half done, and something was shown lately: a slider that keeps
 * moving must show results all the same. If what is visible of it was shown
 * before, the whole is for what else there is to tell, which may wait longer. */
#define SLOW_MS 300
#define LATELY_MS 300
#define PART_LATELY_MS 1000

/* A slider that moves sends something newer within this time. */
#define REST_US 40000

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
  guint generation;

  g_mutex_lock (&worker->lock);
  worker->render.params = *params;
  worker->render.look = look ? *look : (CeLook) { 0 };
  generation = ++worker->render.wanted;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);

  return generation;
}

/**
 * ce_worker_set_erased:
 * @worker: a worker of Canny
 * @erased: (nullable): edges
 *
 * Erases edges from every result that is asked for from now on.
 */
void
ce_worker_set_erased (CeWorker *worker, CeErased *erased)
{
  CeErased *old;

  g_mutex_lock (&worker->lock);
  old = worker->render.erased;
  worker->render.erased = ce_erased_ref (erased);
  g_mutex_unlock (&worker->lock);
  ce_erased_unref (old);
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
  worker->render.visible = *area;
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
  busy = worker->render.busy;
  *share = worker->render.share;
  g_mutex_unlock (&worker->lock);

  return busy;
}

/**
 * ce_worker_forget:
 * @worker: a worker, with the lock, whose session is another now
 *
 * Has the last request rendered again.
 */
void
ce_worker_forget (CeWorker *worker)
{
  CeRenderJob *job = &worker->render;

  job->answered = job->rendered = 0;
  job->last_ms = 0;
  job->busy = job->ahead = FALSE;
}

static gboolean
is_due (CeWorker *worker)
{
  return worker->render.wanted != worker->render.answered && ce_worker_can_render (worker);
}

static double
ms_since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* With the lock. */
static gboolean
is_overtaken (CeWorker *worker)
{
  return worker->render.wanted != worker->render.running;
}

/* CeProgressFunc of a visible part. */
static gboolean
go_on_with_part (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! ce_worker_has_to_stop (worker);
  g_mutex_unlock (&worker->lock);

  return go;
}

/* CeProgressFunc of a whole. */
static gboolean
go_on (double share, gpointer data)
{
  CeWorker    *worker = data;
  CeRenderJob *job = &worker->render;
  gboolean     stop;

  g_mutex_lock (&worker->lock);
  job->share = share;
  stop = ce_worker_has_to_stop (worker)
         || (is_overtaken (worker) && job->part_shown && ms_since (job->shown) < PART_LATELY_MS)
         || (is_overtaken (worker) && share < 0.5 && job->last_ms > SLOW_MS && ms_since (job->shown) < LATELY_MS);
  g_mutex_unlock (&worker->lock);

  return ! stop;
}

/* After the visible part of a result. The whole looks the same, so it leaves the
 * cores to the window until the slider rests, or long enough. Returns whether
 * it is still wanted. */
static gboolean
let_rest (CeWorker *worker)
{
  gint64   end = g_get_monotonic_time () + REST_US;
  gboolean wanted;

  g_mutex_lock (&worker->lock);
  while (! is_overtaken (worker) && ! ce_worker_has_to_stop (worker)
         && g_cond_wait_until (&worker->work, &worker->lock, end))
    continue;
  wanted = ! ce_worker_has_to_stop (worker)
           && ! (is_overtaken (worker) && ms_since (worker->render.shown) < PART_LATELY_MS);
  g_mutex_unlock (&worker->lock);

  return wanted;
}

/* Automatic thresholds are those of the whole image. */
static gboolean
is_part_worthwhile (CeWorker *worker, const CeParams *params, const CeArea *part)
{
  const CeView *source = ce_session_get_source (worker->session);

  return part->width > 0 && part->height > 0
         && worker->render.last_ms > worker->render.soon_ms
         && ! (worker->filter->id == CE_FILTER_CANNY && params->thresholds != CE_THRESHOLDS_MANUAL)
         && (gint64) part->width * part->height * SHARE <= (gint64) source->width * source->height;
}

/* @loan's part is of the session's image. */
static void
show (CeWorker *worker, CeLoan *loan)
{
  const CeView *source = ce_worker_get_source (worker);
  CeArea        all = ce_worker_get_area (worker);

  if (worker->cut.whole && loan->part.width == all.width && loan->part.height == all.height)
    {
      ce_worker_lay_cut (worker, &loan->view);
      loan->part = (CeArea) { 0, 0, source->width, source->height };
    }
  else
    {
      loan->part.x += all.x;
      loan->part.y += all.y;
    }
  loan->width = source->width;
  loan->height = source->height;
  loan->n_rows = loan->view.height;
  loan->generation = worker->render.running;
  if (loan->look.replace)
    loan->look.source = *source;
  if (! loan->again)
    ce_trace_mark (loan->generation, "render");
  ce_pictures_show (worker->pictures, loan);
}

/* What is erased of it: edges of one pixel, of which then lines are made. */
static CeErased *
get_erased (CeWorker *worker, const CeParams *params)
{
  g_autoptr (CeErased) erased = NULL;

  if (worker->filter->id != CE_FILTER_CANNY || params->stage != CE_STAGE_EDGES)
    return NULL;

  g_mutex_lock (&worker->lock);
  erased = ce_erased_ref (worker->render.erased);
  g_mutex_unlock (&worker->lock);

  return ce_erased_count (erased) ? g_steal_pointer (&erased) : NULL;
}

/* Renders and shows what is visible. Returns whether it did. */
static gboolean
show_part (CeWorker *worker, const CeParams *params, const CeLook *look, const CeArea *part)
{
  g_autoptr (CeErased) erased = get_erased (worker, params);
  CeLoan   loan = { .view = *ce_session_get_result (worker->session), .part = *part, .look = *look };
  CeView  *view = &loan.view;
  CeArea   all = ce_worker_get_area (worker);
  gboolean done;

  if (! is_part_worthwhile (worker, params, part) || (erased && params->width > 1))
    return FALSE;

  if (! ce_shelf_take_part (view, part->width, part->height, NULL))
    return FALSE;

  done = ce_session_render_part (worker->session, params, part, CE_PART_RESULT, view, go_on_with_part, worker, NULL);
  if (done)
    {
      ce_erased_apply (erased, view, &(CeArea) { all.x + part->x, all.y + part->y, part->width, part->height }, params);
      show (worker, &loan);
    }
  ce_shelf_put_part (view);

  return done;
}

/**
 * ce_worker_show_whole:
 * @worker: a worker that has rendered, without the lock
 * @look: what the result looks like
 * @again: whether it was seen before
 *
 * Shows the session's result. The picture comes first: all cores paint it, then
 * the next render may have them.
 */
void
ce_worker_show_whole (CeWorker *worker, const CeLook *look, gboolean again)
{
  CeLoan loan = { .view = *ce_session_get_result (worker->session), .look = *look, .again = again };

  loan.part = (CeArea) { 0, 0, loan.view.width, loan.view.height };
  worker->render.shown = g_get_monotonic_time ();
  show (worker, &loan);
}

static void
report (CeWorker *worker)
{
  CeNews    *news = ce_news_new (CE_NEWS_RENDERED, worker->render.running);
  CeSession *session = worker->session;

  news->params = *ce_session_get_params (session);
  news->params.thresholds = worker->render.asked;
  news->device = g_strdup (ce_session_get_device (session));
  news->on_cpu = ce_session_get_place (session)->choice == CE_BACKEND_CPU;
  news->fallback = g_strdup (ce_session_get_fallback (session));
  news->milliseconds = worker->render.last_ms;
  if (worker->filter->id == CE_FILTER_CANNY)
    news->edge_share = ce_edge_share (ce_session_get_result (session), &news->params);
  ce_mailbox_post (worker->news, news);
}

static gboolean
render_but (CeWorker *worker, CeErased *erased, const CeParams *params, GError **error)
{
  CeParams      thin = *params;
  CeArea        all = ce_worker_get_area (worker);
  const CeView *result;

  thin.width = 1;
  if (! ce_session_render (worker->session, &thin, go_on, worker, error))
    return FALSE;

  result = ce_session_edit (worker->session, params->width);
  ce_erased_apply (erased, result, &all, params);
  if (params->width > 1)
    ce_erased_widen (result, params);

  return TRUE;
}

/* Returns whether there is a result. */
static gboolean
render_whole (CeWorker *worker, const CeParams *params, const CeLook *look, GError **error)
{
  gint64 start = g_get_monotonic_time ();
  g_autoptr (CeErased) erased = get_erased (worker, params);

  if (! (erased ? render_but (worker, erased, params, error)
                : ce_session_render (worker->session, params, go_on, worker, error)))
    return FALSE;

  worker->render.last_ms = ms_since (start);
  ce_worker_show_whole (worker, look, worker->render.part_shown);
  report (worker);
  ce_worker_show_stages (worker, params);

  return TRUE;
}

/* What is visible, as far as it is in the session's image; not more than nothing if it is not. */
static CeArea
get_part (CeWorker *worker)
{
  CeArea all = ce_worker_get_area (worker), visible = worker->render.visible;
  int    x = MAX (visible.x, all.x), y = MAX (visible.y, all.y);

  return (CeArea) { x - all.x, y - all.y, MIN (visible.x + visible.width, all.x + all.width) - x,
                    MIN (visible.y + visible.height, all.y + all.height) - y };
}

static void
render (CeWorker *worker)
{
  CeRenderJob *job = &worker->render;
  CeParams     params = job->params;
  CeLook       look = job->look;
  CeArea       part = get_part (worker);
  GError      *error = NULL;
  gboolean     wanted, done;

  job->running = job->wanted;
  job->busy = TRUE;
  job->share = 0;
  g_mutex_unlock (&worker->lock);

  ce_pictures_make_room (worker->pictures);
  ce_trace_mark (job->running, "wait");
  job->asked = params.thresholds;
  job->part_shown = FALSE;
  wanted = ce_worker_find_thresholds (worker, &params, go_on);
  job->part_shown = wanted && show_part (worker, &params, &look, &part);
  wanted = wanted && (! job->part_shown || let_rest (worker));
  done = wanted && render_whole (worker, &params, &look, &error);
  wanted = wanted && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED);
  if (error && wanted)
    ce_worker_fail (worker, job->running, g_steal_pointer (&error));
  g_clear_error (&error);

  g_mutex_lock (&worker->lock);
  job->busy = FALSE;
  if (done)
    job->rendered = job->running;
  if (wanted)
    job->answered = job->running;
}

const CeJob ce_job_render = { is_due, render };
