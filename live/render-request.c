/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread renders the newest request, first its visible part if the whole takes long. The part has the pixels of
 * the whole result, because filters read no pixel beyond their halo. Only Canny's hysteresis follows edges through the
 * whole image: an edge that is kept because of a strong pixel far outside is missing until the whole result arrives.
 */
#include "render-private.h"

#include "edge-share.h"
#include "engine/cuda-edges.h"
#include "trace.h"

/* A part is worthwhile if it is at most 1 / SHARE of the image's pixels. */
#define SHARE 4

/* An outdated render is cancelled only if it is slow, less than half done, and a result was shown recently; otherwise a
 * moving slider would never show a result. If its visible part was shown, the whole serves only histogram and stages,
 * which may wait longer. */
#define SLOW_MS 300
#define LATELY_MS 300
#define PART_LATELY_MS 1000

/* A moving slider sends a newer request within this time. */
#define REST_US 40000

/* Requests a result; earlier requests become outdated. Returns the generation of the request. */
guint
ce_render_ask (CeRender *render, const CeRequest *request)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&render->lock);

  render->request.newest = *request;
  g_mutex_lock (&render->shown);
  render->pictures.mask = request->look.mask;
  g_mutex_unlock (&render->shown);
  g_cond_signal (&render->work);

  return ++render->request.wanted;
}

/* Returns whether a computation runs, and sets the share of it that is done. */
gboolean
ce_render_is_busy (CeRender *render, double *share)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&render->lock);

  *share = render->request.share;

  return render->request.busy;
}

/* Renders the last request again, because the session has changed; the caller has the lock. */
void
ce_render_forget (CeRender *render)
{
  CeRequestJob *job = &render->request;

  job->answered = job->rendered = job->traced = 0;
  job->last_ms = 0;
  job->busy = job->rendered_again = FALSE;
}

static double
ms_since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* Returns whether the running render is outdated and to be cancelled; the caller has the lock. */
static gboolean
is_overtaken (CeRender *render)
{
  return render->request.wanted != render->request.running;
}

static gboolean
whole_goes_on (CeRender *render, double share)
{
  CeRequestJob *job = &render->request;
  double        since_shown = ms_since (job->shown);

  job->share = share;
  if (is_overtaken (render) && ((job->part_shown && since_shown < PART_LATELY_MS)
                                || (share < 0.5 && job->last_ms > SLOW_MS && since_shown < LATELY_MS)))
    return FALSE;

  return ce_render_is_needed (render, share);
}

/* Waits after the visible part of a result until the slider rests, or long enough. The whole looks the same, so it leaves
 * the cores to the window. Returns whether the whole is still wanted. */
static gboolean
let_rest (CeRender *render)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&render->lock);
  gint64                   end = g_get_monotonic_time () + REST_US;

  while (! is_overtaken (render) && ce_render_is_needed (render, 0)
         && g_cond_wait_until (&render->work, &render->lock, end))
    continue;

  return ce_render_is_needed (render, 0)
         && ! (is_overtaken (render) && ms_since (render->request.shown) < PART_LATELY_MS);
}

/* Returns whether to render a part first; not with automatic thresholds, because they need the whole image. */
static gboolean
is_part_worthwhile (CeRender *render, const CeParams *params, const CeArea *part)
{
  const CeView *source = ce_session_get_source (render->session);

  return part->width > 0 && part->height > 0
         && render->request.last_ms > render->request.soon_ms
         && ! (render->filter->id == CE_FILTER_CANNY && params->thresholds != CE_THRESHOLDS_MANUAL)
         && (gint64) part->width * part->height * SHARE <= (gint64) source->width * source->height;
}

/* Shows @view, the pixels of @part of the session's image. */
static void
show (CeRender *render, CeView *view, const CeArea *part, const CeLook *look, gboolean again)
{
  const CeView *source = ce_render_get_source (render);
  CeArea        all = ce_render_get_area (render);
  CePictures    pictures = { .source = *source, .n_rows = source->height, .look = *look };

  pictures.part = (CeArea) { part->x + all.x, part->y + all.y, part->width, part->height };
  if (render->cut.whole && part->width == all.width && part->height == all.height)
    {
      ce_render_lay_cut (render, view);
      pictures.part = (CeArea) { 0, 0, source->width, source->height };
    }
  pictures.result = *view;
  pictures.generation = render->request.running;
  if (! again)
    ce_trace_mark (pictures.generation, "render");
  ce_render_show (render, &pictures, again);
}

/* Renders and shows the visible part. Returns whether it did. */
static gboolean
show_part (CeRender *render, const CeParams *params, const CeLook *look, const CeArea *part)
{
  CeView   view = *ce_session_get_result (render->session);
  gboolean done;

  if (! is_part_worthwhile (render, params, part))
    return FALSE;

  if (! ce_memory_take (&view, part->width, part->height, NULL))
    return FALSE;

  render->goes_on = ce_render_is_needed;
  done = ce_session_render_part (render->session, params, part, CE_PART_RESULT, &view, ce_render_go_on, render, NULL);
  if (done)
    show (render, &view, part, look, FALSE);
  ce_memory_put (&view);

  return done;
}

/* Shows the session's result, which was shown before if @again; call it without the lock. The picture comes first: all cores
 * paint it, and then the next render gets them. */
static void
show_whole (CeRender *render, const CeLook *look, gboolean again)
{
  CeView view = *ce_session_get_result (render->session);

  render->request.shown = g_get_monotonic_time ();
  show (render, &view, &(CeArea) { 0, 0, view.width, view.height }, look, again);
}

static void
report (CeRender *render, const CeParams *asked)
{
  CeEvent    *event = ce_event_new (CE_EVENT_RENDERED, render->request.running);
  CeSession *session = render->session;

  event->params = *asked;
  event->found = ce_session_get_status (session)->found;
  event->device = g_strdup (ce_session_get_status (session)->device);
  event->on_cpu = ce_session_get_status (session)->place.choice == CE_BACKEND_CPU;
  event->fallback = g_strdup (ce_session_get_status (session)->fallback);
  event->milliseconds = render->request.last_ms;
  if (render->filter->id == CE_FILTER_CANNY)
    event->edge_share = ce_edge_share (ce_session_get_result (session), &event->params);
  ce_render_post (render, event);
}

/* Renders the whole result of @params, which are @asked with thresholds that were found. Returns whether there is one. */
static gboolean
render_whole (CeRender *render, const CeParams *asked, const CeParams *params, const CeLook *look, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  render->goes_on = whole_goes_on;
  if (! ce_session_render (render->session, params, ce_render_go_on, render, error))
    return FALSE;

  render->request.last_ms = ms_since (start);
  show_whole (render, look, render->request.part_shown);
  report (render, asked);

  return TRUE;
}

/* Returns the visible part of the session's image, which may be empty. */
static CeArea
get_part (CeRender *render)
{
  CeArea all = ce_render_get_area (render), visible = ce_viewport_get_area (&render->viewport);
  int    x = MAX (visible.x, all.x), y = MAX (visible.y, all.y);

  return (CeArea) { x - all.x, y - all.y, MIN (visible.x + visible.width, all.x + all.width) - x,
                    MIN (visible.y + visible.height, all.y + all.height) - y };
}

/* Renders the newest request; the caller has the lock. */
void
ce_job_request (CeRender *render)
{
  CeRequestJob *job = &render->request;
  CeParams     asked = job->newest.params, params = asked;
  CeLook       look = job->newest.look;
  CeArea       part = get_part (render);
  GError      *error = NULL;
  gboolean     wanted, done;

  job->running = job->wanted;
  job->busy = TRUE;
  job->share = 0;
  g_mutex_unlock (&render->lock);

  ce_trace_mark (job->running, "wait");
  job->part_shown = FALSE;
  render->goes_on = whole_goes_on;
  wanted = ce_render_find_thresholds (render, &params);
  job->part_shown = wanted && show_part (render, &params, &look, &part);
  wanted = wanted && (! job->part_shown || let_rest (render));
  done = wanted && render_whole (render, &asked, &params, &look, &error);
  wanted = wanted && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED);
  if (error && wanted)
    ce_render_fail (render, job->running, g_steal_pointer (&error));
  g_clear_error (&error);

  g_mutex_lock (&render->lock);
  job->busy = FALSE;
  if (done)
    {
      job->rendered = job->running;
      render->stages.moved = TRUE;
    }
  if (wanted)
    job->answered = job->running;
}

/* Renders the first result again, because a session keeps stages, and allocates them, from the second render on; so the
 * first step of a slider does not wait for that. If it is cancelled the session still has its result, otherwise the same
 * one in other memory. The caller has the lock. */
void
ce_job_again (CeRender *render)
{
  CeParams params = ce_session_get_status (render->session)->params;
  CeLook   look = render->request.newest.look;

  render->request.rendered_again = TRUE;
  render->goes_on = ce_render_is_newest;
  g_mutex_unlock (&render->lock);
  if (ce_session_render (render->session, &params, ce_render_go_on, render, NULL))
    show_whole (render, &look, TRUE);
  g_mutex_lock (&render->lock);
}
