/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Manages the render thread's session, its place and its pixels. GIMP gives a new effect only the selected rectangle, so the
 * session may have a rectangle as an image of its own; its results are put in their place in the image.
 */
#include "render-private.h"

#include <string.h>

#include "engine/cuda-edges.h"

static void
change (CeRender *render, CeChange change, const CePlace *place)
{
  g_mutex_lock (&render->lock);
  render->change = MAX (render->change, change);
  render->place = *place;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Frees the (nullable) session, makes a device ready, so that opening a session on it does not block, and reports
 * %CE_EVENT_STARTED. After that no request's mask is read until another session has all rows and the last request is
 * rendered. */
void
ce_render_start (CeRender *render, const CePlace *place)
{
  change (render, CE_START, place);
}

/* Moves the session to another place as soon as all rows have arrived, and renders the last request again; reports
 * %CE_EVENT_FAILED if that place cannot compute. */
void
ce_render_set_place (CeRender *render, const CePlace *place)
{
  change (render, CE_MOVE, place);
}

/* Returns the image; the session's image may be a part of it. */
const CeView *
ce_render_get_source (CeRender *render)
{
  return ce_session_get_source (render->cut.whole ? render->cut.whole : render->session);
}

/* Returns the area of the session's image in the image. */
CeArea
ce_render_get_area (CeRender *render)
{
  const CeView *source = ce_render_get_source (render);

  return render->cut.whole ? render->cut.area : (CeArea) { 0, 0, source->width, source->height };
}

/* Replaces the render thread's session by the (transfer full) (nullable) @session; from then on the main thread reads
 * @source, and no result. Call it without the lock. */
static void
put_session (CeRender *render, CeSession *session, const CeView *source)
{
  g_autoptr (CeSession) old = render->session;

  ce_render_forget_result (render, source);
  g_mutex_lock (&render->lock);
  render->session = session;
  render->cut.whole = NULL;
  g_mutex_unlock (&render->lock);
  ce_render_forget_counts (render);
}

/* Makes the image's session the render thread's again; call it without the lock. */
static void
end_cut (CeRender *render)
{
  CeCutJob *cut = &render->cut;

  if (cut->whole)
    put_session (render, cut->whole, ce_session_get_source (cut->whole));
  for (guint i = 0; i < G_N_ELEMENTS (cut->pictures); i++)
    ce_memory_put (&cut->pictures[i]);
  cut->area = (CeArea) { 0 };
}

/* Frees the session; call it without the lock. */
void
ce_render_drop_session (CeRender *render)
{
  end_cut (render);
  put_session (render, NULL, &(CeView) { 0 });
}

/* Ends the session and makes a place ready; the caller has the lock. */
void
ce_job_start (CeRender *render)
{
  const CeView nothing = { .width = 1, .height = 1, .channels = 1 };
  CePlace      place = ce_choose_place (&render->place, render->filter, NULL, &nothing, CE_USE_LIVE);

  render->change = CE_STAY;
  render->complete = render->measured = FALSE;
  ce_render_forget (render);
  g_mutex_unlock (&render->lock);
  ce_render_drop_session (render);
  ce_place_start (&place, CE_START_NOW, NULL);             /* opening the session reports the error */
  ce_render_post (render, ce_event_new (CE_EVENT_STARTED, 0));
  g_mutex_lock (&render->lock);
}

/* Returns whether to continue a copy, because 100 megapixels take longer to copy than a window may take to close. */
static gboolean
copy_goes_on (CeRender *render, double share)
{
  return ! render->quit;
}

/* Returns (nullable) a session of a rectangle of the image. */
static CeSession *
open_copy (CeRender *render, const CePlace *place, const CeArea *area, GError **error)
{
  const CeView *all = ce_render_get_source (render);
  CeView        source = ce_view_part (all, area);
  CeSession    *session;

  render->goes_on = copy_goes_on;
  session = ce_open_copy (render->filter, place, &source, TRUE, ce_render_go_on, render, error);
  if (session)
    ce_session_set_origin (session, (CePoint) { area->x, area->y }, (CePoint) { all->width, all->height });
  else if (error && ! *error)
    g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return session;
}

/* Makes two pictures; one is shown while the other is written. */
static gboolean
make_pictures (CeRender *render, CeSession *session, GError **error)
{
  const CeView *source = ce_render_get_source (render);

  for (guint i = 0; i < G_N_ELEMENTS (render->cut.pictures); i++)
    {
      CeView *picture = &render->cut.pictures[i];

      *picture = *ce_session_get_result (session);
      if (! ce_memory_take (picture, source->width, source->height, error))
        return FALSE;
      memset (picture->data, 0, picture->stride * (gsize) picture->height);
    }

  return TRUE;
}

/* Makes a session of the rectangle the render thread's; call it without the lock. */
static gboolean
begin_cut (CeRender *render, const CeArea *area, GError **error)
{
  CePlace               place = ce_session_get_status (render->session)->place;
  g_autoptr (CeSession) session = open_copy (render, &place, area, error);

  if (! session || ! make_pictures (render, session, error))
    return FALSE;

  g_mutex_lock (&render->lock);
  render->cut.whole = render->session;
  render->session = g_steal_pointer (&session);
  g_mutex_unlock (&render->lock);
  ce_render_forget_counts (render);

  return TRUE;
}

/* Makes of @view, the result of a rectangle, a picture of the image's size with the result in its place and zeros around it.
 * The picture is valid until the next but one. */
void
ce_render_lay_cut (CeRender *render, CeView *view)
{
  CeCutJob *cut = &render->cut;
  CeView   *picture = &cut->pictures[cut->last = 1 - cut->last];
  gsize     size = (gsize) view->width * view->channels * ce_type_size (view->type);

  for (int y = 0; y < view->height; y++)
    memcpy (ce_view_pixel (picture, cut->area.x, cut->area.y + y), ce_view_row (view, y), size);
  *view = *picture;
}

/* Moves the session to @place. It copies the pixels instead of reading them from GIMP again. If @place cannot compute, the
 * old session stays to keep the pixels, but renders nothing. */
static gboolean
move (CeRender *render, const CePlace *place, GError **error)
{
  CeArea     all = ce_render_get_area (render);
  CeSession *session = open_copy (render, place, &all, error);

  if (session)
    put_session (render, session, ce_session_get_source (session));
  else
    ce_render_forget_result (render, ce_session_get_source (render->session));

  return session != NULL;
}

/* Moves the session to the requested place and rectangle; the caller has the lock. */
void
ce_job_settle (CeRender *render)
{
  CeArea   area = render->request.newest.look.cut;
  CePlace  place = render->place;
  gboolean moving = render->change == CE_MOVE, moved, usable;
  guint    generation = render->request.wanted;
  GError  *error = NULL;

  render->change = CE_STAY;
  ce_render_forget (render);
  render->request.busy = TRUE;
  g_mutex_unlock (&render->lock);
  end_cut (render);
  moved = ! moving || move (render, &place, &error);
  usable = moved && (area.width == 0 || begin_cut (render, &area, &error));
  if (! usable)
    ce_render_fail (render, generation, error);
  g_mutex_lock (&render->lock);
  if (moved)
    render->cut.area = area;
  render->usable = usable;
  ce_render_forget (render);
}
