/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render-private.h"

#include <string.h>

#include "engine/cuda-edges.h"

#include "trace.h"

/* A whole result within this time is fast enough for a slider. */
#define SOON_MS 30

/* The interval at which the main loop looks for work if no thread could start. */
#define NO_THREAD_MS 5

/* Drops the result, and replaces the source by one with the same number of rows. Afterwards the old ones are not read any
 * more. */
void
ce_render_forget_result (CeRender *render, const CeView *source)
{
  g_mutex_lock (&render->shown);
  render->pictures.source = *source;
  render->pictures.result.data = NULL;
  g_mutex_unlock (&render->shown);
}

/* Shows a result, or a part, on the render thread: it replaces the last result, whose memory the next one may use, and
 * paints a frame. If the view moves meanwhile the main thread, which learns of the result first, paints itself. */
void
ce_render_show (CeRender *render, CePictures *pictures, gboolean again)
{
  gboolean   whole = pictures->part.width == pictures->source.width && pictures->part.height == pictures->source.height;
  CeViewport viewport;
  CeEvent   *event;
  guint      n_viewports;
  g_autoptr (CeFrame) last = NULL;
  g_autoptr (CeFrame) frame = NULL;
  g_autoptr (CeLut)   lut = NULL;

  g_mutex_lock (&render->shown);
  pictures->serial = render->pictures.serial;
  pictures->mask = render->pictures.mask;
  if (whole)
    render->pictures = *pictures;
  g_mutex_unlock (&render->shown);

  g_mutex_lock (&render->lock);
  viewport = render->viewport;
  viewport.lut = lut = ce_lut_ref (viewport.lut);
  n_viewports = render->n_viewports;
  last = ce_frame_ref (render->frame);
  g_mutex_unlock (&render->lock);
  if (! ce_frame_can_paint (pictures, &viewport))
    return;

  frame = ce_frame_paint (pictures, &viewport, last);
  if (! again)
    ce_trace_mark (pictures->generation, "paint");
  g_mutex_lock (&render->lock);
  ce_frame_unref (render->frame);
  render->frame = ce_frame_ref (frame);
  g_mutex_unlock (&render->lock);
  event = ce_event_new (CE_EVENT_FRAME, pictures->generation);
  event->frame = g_steal_pointer (&frame);
  event->n_viewports = n_viewports;
  ce_render_post (render, event);
}

/* Returns (transfer full) a frame of the source, as far as it has arrived, and of the last result, painted at once on the
 * main thread. Later results are painted for the same viewport and reported as %CE_EVENT_FRAME. */
CeFrame *
ce_render_paint (CeRender *render, const CeViewport *viewport)
{
  CeFrame            *frame;
  CeLut              *old;
  g_autoptr (CeFrame) last = NULL;

  g_mutex_lock (&render->lock);
  old = render->viewport.lut;
  render->viewport = *viewport;
  render->viewport.lut = ce_lut_ref (viewport->lut);
  render->n_viewports++;
  last = g_steal_pointer (&render->frame);
  g_mutex_unlock (&render->lock);
  ce_lut_unref (old);

  g_mutex_lock (&render->shown);
  frame = ce_frame_paint (&render->pictures, viewport, last);
  g_mutex_unlock (&render->shown);

  g_mutex_lock (&render->lock);
  if (! render->frame)
    render->frame = ce_frame_ref (frame);
  g_mutex_unlock (&render->lock);

  return frame;
}

/* Returns (transfer full) a frame of the last result alone, with no picture below it and no outline. */
CeFrame *
ce_render_paint_bare (CeRender *render, const CeRegion *region)
{
  CeFrame   *frame;
  CePictures pictures;

  g_mutex_lock (&render->shown);
  pictures = render->pictures;
  pictures.look.as_layer = CE_OVERLAY_NONE;
  frame = ce_frame_paint (&pictures, &(CeViewport) { .region = *region }, NULL);
  g_mutex_unlock (&render->shown);

  return frame;
}

/* Returns whether the computation on this session is needed; the caller has the lock. */
gboolean
ce_render_is_needed (CeRender *render, double share)
{
  return ! render->quit && render->change == CE_STAY;
}

/* Returns whether no newer result was requested; the caller has the lock. */
gboolean
ce_render_is_newest (CeRender *render, double share)
{
  return ce_render_is_needed (render, share) && render->request.wanted == render->request.running;
}

/* A CeProgressFunc of all computations of the thread. */
gboolean
ce_render_go_on (double share, gpointer data)
{
  CeRender                *render = data;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&render->lock);

  return render->goes_on (render, share);
}

/* Returns whether another place or rectangle is requested for the session; the caller has the lock. */
static gboolean
is_elsewhere (CeRender *render)
{
  const CeArea *cut = &render->cut.area;

  return render->change == CE_MOVE || ((render->usable || cut->width > 0)
                                  && memcmp (&render->request.newest.look.cut, cut, sizeof *cut) != 0);
}

/* Does the most urgent job. The first result is rendered again, unless results are fast or there is no thread. Returns
 * whether there was a job. The caller has the lock, which is unlocked meanwhile. */
static gboolean
do_job (CeRender *render)
{
  const CeRequestJob *request = &render->request;
  gboolean            usable = render->complete && render->usable, shows = usable && request->rendered;
  gboolean            rests = shows && request->rendered == request->wanted;

  if (render->change == CE_START)
    ce_job_start (render);
  else if (render->complete && render->questions[CE_QUESTION_COMPARE].wanted)
    ce_job_answer (render, CE_QUESTION_COMPARE);
  else if (render->complete && is_elsewhere (render))
    ce_job_settle (render);
  else if (shows && render->stages.moved && ce_render_may_tell_stages (render, 0))
    ce_job_stages (render);
  else if (usable && request->wanted != request->answered)
    ce_job_request (render);
  else if (shows && render->questions[CE_QUESTION_EDGES].wanted)
    ce_job_answer (render, CE_QUESTION_EDGES);
  else if (rests && request->newest.traced && request->traced != request->rendered && ! render->cut.whole)
    ce_job_lines (render);
  else if (render->complete && ! render->measured && ce_filter_find_param (render->filter, "detail"))
    ce_job_noise (render);
  else if (rests && ! request->rendered_again && request->last_ms > request->soon_ms && render->thread)
    ce_job_again (render);
  else
    return FALSE;

  return TRUE;
}

/* A GSourceFunc: does one job in the main loop if no thread could start. */
static gboolean
work_here (gpointer data)
{
  CeRender *render = data;

  g_mutex_lock (&render->lock);
  do_job (render);
  g_mutex_unlock (&render->lock);

  return G_SOURCE_CONTINUE;
}

/* A GThreadFunc: does jobs until the render thread ends. */
static gpointer
work (gpointer data)
{
  CeRender *render = data;

  g_mutex_lock (&render->lock);
  while (! render->quit)
    if (! do_job (render))
      g_cond_wait (&render->work, &render->lock);
  g_mutex_unlock (&render->lock);

  return NULL;
}

/* Returns (transfer full) a render thread without a session, which reports events to @func on the main thread. If no thread
 * can start the main loop works, and windows do not respond meanwhile. Create and use it on the main thread. */
CeRender *
ce_render_new (const CeFilter *filter, CeEventFunc func, gpointer data)
{
  CeRender *render = g_new0 (CeRender, 1);

  render->filter = filter;
  render->func = func;
  render->data = data;
  render->events = g_async_queue_new_full (ce_event_free);
  g_mutex_init (&render->lock);
  g_mutex_init (&render->shown);
  g_cond_init (&render->work);
  render->request.soon_ms = ce_testing ()->soon ? 0 : SOON_MS;
  render->thread = g_thread_try_new ("ce-render", work, render, NULL);
  if (! render->thread)
    render->source = g_timeout_add (NO_THREAD_MS, work_here, render);

  return render;
}

static void
stop (CeRender *render)
{
  g_clear_handle_id (&render->source, g_source_remove);
  if (! render->thread)
    return;

  g_mutex_lock (&render->lock);
  render->quit = TRUE;
  g_cond_broadcast (&render->work);
  g_mutex_unlock (&render->lock);
  g_thread_join (g_steal_pointer (&render->thread));
}

/* Cancels the running job and frees everything, including the session. */
void
ce_render_free (CeRender *render)
{
  if (! render)
    return;

  stop (render);
  ce_render_drop_session (render);
  g_free (render->questions[CE_QUESTION_EDGES].touch.path);
  ce_frame_unref (render->frame);
  ce_lut_unref (render->viewport.lut);
  while (g_source_remove_by_user_data (render))         /* no event is delivered any more */
    continue;
  g_async_queue_unref (render->events);
  g_mutex_clear (&render->lock);
  g_mutex_clear (&render->shown);
  g_cond_clear (&render->work);
  g_free (render);
}

/* Takes a session, which keeps stages; the caller continues to feed it rows. If it is not usable it only keeps the pixels
 * until ce_render_set_place() finds a place. */
void
ce_render_take_session (CeRender *render, CeSession *session, gboolean usable)
{
  g_return_if_fail (! render->session);

  g_mutex_lock (&render->lock);
  render->session = session;
  render->usable = usable;
  g_mutex_unlock (&render->lock);
  g_mutex_lock (&render->shown);
  render->pictures.source = *ce_session_get_source (session);
  render->pictures.n_rows = 0;
  render->pictures.serial++;
  g_mutex_unlock (&render->shown);
}

/* Sets the number of the session's rows that have arrived; rendering begins with the last one. */
void
ce_render_rows_arrived (CeRender *render, int n_arrived)
{
  g_mutex_lock (&render->shown);
  render->pictures.n_rows = n_arrived;
  g_mutex_unlock (&render->shown);
  g_mutex_lock (&render->lock);
  render->complete = n_arrived == ce_session_get_source (render->session)->height;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Returns whether @part equals the rectangle @area of the render thread's source, to the last bit; all rows have arrived.
 * Any thread may call it, because the session's memory stays while the lock is held. */
gboolean
ce_render_has_part (CeRender *render, const CeArea *area, const CeView *part)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&render->lock);
  gsize                    size = (gsize) part->width * part->channels * ce_type_size (part->type);
  gboolean                 has = render->complete && render->session;

  for (int y = 0; y < part->height && has; y++)
    has = memcmp (ce_view_pixel (ce_render_get_source (render), area->x, area->y + y), ce_view_row (part, y), size) == 0;

  return has;
}

/* Stops the thread. Returns (transfer full) (nullable) the session, if its result is that of the last request for the whole
 * image. */
CeSession *
ce_render_steal (CeRender *render)
{
  stop (render);
  ce_render_forget_result (render, &(CeView) { 0 });

  if (render->change != CE_STAY || render->cut.whole || ! render->request.rendered
      || render->request.rendered != render->request.wanted)
    return NULL;

  return g_steal_pointer (&render->session);
}
