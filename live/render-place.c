/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread moves from one place to another.
 */
#include "render-private.h"

#include "engine/choose.h"

/* Frees the session, if there is one, makes a device ready, so that opening a session on it afterwards does not block, and
 * reports %CE_EVENT_STARTED. From then on no mask that a request named is read, until another session has all its rows and
 * the last request is rendered. */
void
ce_render_start (CeRender *render, const CePlace *place)
{
  g_mutex_lock (&render->lock);
  render->place.starting = TRUE;
  render->place.start = *place;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Goes on with a session elsewhere as soon as all rows have arrived, and renders the last request again; reports
 * %CE_EVENT_FAILED if nothing can be computed there. */
void
ce_render_set_place (CeRender *render, const CePlace *place)
{
  g_mutex_lock (&render->lock);
  render->place.moving = TRUE;
  render->place.next = *place;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Without the lock. @session, (transfer full) (nullable), takes the place of the render thread's, which is freed; the main
 * thread reads @source from then on, and no result. */
void
ce_render_put_session (CeRender *render, CeSession *session, const CeView *source)
{
  g_autoptr (CeSession) old = render->session;

  ce_render_forget_result (render, source);
  g_mutex_lock (&render->lock);
  render->session = session;
  render->cut.whole = NULL;
  g_mutex_unlock (&render->lock);
  ce_render_forget_counts (render);
}

/* With the lock. */
void
ce_job_start (CeRender *render)
{
  const CeView nothing = { .width = 1, .height = 1, .channels = 1 };
  CePlace      place = ce_choose_place (&render->place.start, render->filter, NULL, &nothing, CE_USE_LIVE);

  render->place.starting = render->place.moving = render->complete = render->measured = FALSE;
  ce_render_forget (render);
  g_mutex_unlock (&render->lock);
  ce_render_end_cut (render);
  ce_render_put_session (render, NULL, &(CeView) { 0 });
  ce_backend_start (&place, NULL);             /* whoever opens the session hears the error */
  ce_render_post (render, ce_event_new (CE_EVENT_STARTED, 0));
  g_mutex_lock (&render->lock);
}

/* 100 megapixels take longer to copy than a window may take to close. */
static gboolean
copy_goes_on (CeRender *render, double share)
{
  return ! render->quit;
}

/* A session of a rectangle of the image. */
CeSession *
ce_render_open_copy (CeRender *render, const CePlace *place, const CeArea *area, GError **error)
{
  CeView     source = ce_view_part (ce_render_get_source (render), area);
  CeSession *session;

  render->goes_on = copy_goes_on;
  session = ce_open_copy (render->filter, place, &source, TRUE, ce_render_go_on, render, error);
  if (session)
    ce_session_set_origin (session, (CePoint) { area->x, area->y });
  else if (error && ! *error)
    g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return session;
}

/* The pixels are copied, not read from GIMP again. If nothing can be computed
 * there, the old session stays as the keeper of the pixels, but nothing is rendered on
 * it. */
static gboolean
move (CeRender *render, const CePlace *place, GError **error)
{
  CeArea     all = ce_render_get_area (render);
  CeSession *session = ce_render_open_copy (render, place, &all, error);

  if (session)
    ce_render_put_session (render, session, ce_session_get_source (session));
  else
    ce_render_forget_result (render, ce_session_get_source (render->session));

  return session != NULL;
}

/* With the lock. The session goes where it is wanted, and becomes one of the rectangle that is. */
void
ce_job_settle (CeRender *render)
{
  CeArea   area = render->request.newest.look.cut;
  CePlace  place = render->place.next;
  gboolean moving = render->place.moving, moved, usable;
  guint    generation = render->request.wanted;
  GError  *error = NULL;

  render->place.moving = FALSE;
  ce_render_forget (render);
  render->request.busy = TRUE;
  g_mutex_unlock (&render->lock);
  ce_render_end_cut (render);
  moved = ! moving || move (render, &place, &error);
  usable = moved && (area.width == 0 || ce_render_begin_cut (render, &area, &error));
  if (! usable)
    ce_render_fail (render, generation, error);
  g_mutex_lock (&render->lock);
  if (moved)
    render->cut.area = area;
  render->usable = usable;
  ce_render_forget (render);
}
