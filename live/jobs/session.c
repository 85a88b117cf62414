/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Manages the session, its place and its pixels. GIMP gives a new effect only the selected rectangle, so the session may
 * have a rectangle as an image of its own; its results are put in their place in the image.
 */
#include "jobs.h"

#include <string.h>

/* Takes the session that was given, if it is a new one. Returns what other jobs know of it. */
CeImage
ce_session_job_get_image (CeSessionJob *self, const CeOrders *orders)
{
  CeImage image;

  if (self->n_sessions != orders->n_sessions)
    {
      self->n_sessions = orders->n_sessions;
      self->image.session = orders->session;
      self->image.usable = orders->usable;
    }

  image = self->image;
  image.cut = &self->cut;
  image.complete = image.session && orders->complete == self->n_sessions;
  image.usable &= image.complete;
  if (image.session)
    {
      image.source = ce_session_get_source (image.whole ? image.whole : image.session);
      image.area = image.whole ? self->cut.area : (CeArea) { 0, 0, image.source->width, image.source->height };
    }

  return image;
}

/* Replaces the session by the (transfer full) (nullable) @session; from then on the main thread reads @source, and no
 * result. */
static void
put_session (CeSessionJob *self, CePainter *painter, CeSession *session, const CeView *source)
{
  g_autoptr (CeSession) old = self->image.session;

  ce_painter_forget (painter, source);
  self->image.session = session;
  self->image.whole = NULL;
}

/* Makes the image's session the thread's again. */
static void
end_cut (CeSessionJob *self, CePainter *painter)
{
  CeSession *whole = self->image.whole;

  if (whole)
    put_session (self, painter, whole, ce_session_get_source (whole));
  for (guint i = 0; i < G_N_ELEMENTS (self->cut.pictures); i++)
    ce_memory_put (&self->cut.pictures[i]);
  self->cut.area = (CeArea) { 0 };
}

/* Frees the session. */
void
ce_session_job_clear (CeSessionJob *self, CePainter *painter)
{
  end_cut (self, painter);
  put_session (self, painter, NULL, &(CeView) { 0 });
}

static guint
wants_start (gpointer self, const CeJobContext *context)
{
  return context->orders.n_starts;
}

/* Ends the session and makes a place ready. */
static void
start (gpointer data, const CeJobContext *context)
{
  CeSessionJob *self = data;
  const CeView  nothing = { .width = 1, .height = 1, .channels = 1 };
  CePlace       place = ce_choose_place (&context->orders.place, context->filter, NULL, &nothing, CE_USE_LIVE);

  self->n_changes = context->orders.n_changes;
  self->image.number++;
  ce_session_job_clear (self, context->painter);
  ce_place_start (&place, CE_START_NOW, NULL);             /* opening the session reports the error */
  context->post (ce_event_new (CE_EVENT_STARTED, 0), context->data);
}

const CeJob ce_job_start = { wants_start, start, NULL, FALSE };

/* Returns (nullable) a session of a rectangle of the image. */
static CeSession *
open_copy (CeSessionJob *self, const CeJobContext *context, const CePlace *place, const CeArea *area, GError **error)
{
  const CeView *all = ce_session_get_source (self->image.session);
  CeView        source = ce_view_part (all, area);
  CeSession    *session = ce_open_copy (context->filter, place, &source, TRUE, context->go_on, context->data, error);

  if (session)
    ce_session_set_origin (session, (CePoint) { area->x, area->y }, (CePoint) { all->width, all->height });
  else if (error && ! *error)
    g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return session;
}

/* Makes two pictures; one is shown while the other is written. */
static gboolean
make_pictures (CeSessionJob *self, CeSession *session, GError **error)
{
  const CeView *source = ce_session_get_source (self->image.session);

  for (guint i = 0; i < G_N_ELEMENTS (self->cut.pictures); i++)
    {
      CeView *picture = &self->cut.pictures[i];

      *picture = *ce_session_get_result (session);
      if (! ce_memory_take (picture, source->width, source->height, error))
        return FALSE;
      memset (picture->data, 0, picture->stride * (gsize) picture->height);
    }

  return TRUE;
}

/* Makes a session of the rectangle the thread's. */
static gboolean
begin_cut (CeSessionJob *self, const CeJobContext *context, GError **error)
{
  CePlace               place = ce_session_get_status (self->image.session)->place;
  g_autoptr (CeSession) session = open_copy (self, context, &place, &context->orders.request.look.cut, error);

  if (! session || ! make_pictures (self, session, error))
    return FALSE;

  self->image.whole = self->image.session;
  self->image.session = g_steal_pointer (&session);

  return TRUE;
}

/* Makes of @view, the result of a rectangle, a picture of the image's size with the result in its place and zeros around it.
 * The picture is valid until the next but one. */
void
ce_cut_lay (CeCut *cut, CeView *view)
{
  CeView *picture = &cut->pictures[cut->last = 1 - cut->last];
  gsize   size = (gsize) view->width * view->channels * ce_type_size (view->type);

  for (int y = 0; y < view->height; y++)
    memcpy (ce_view_pixel (picture, cut->area.x, cut->area.y + y), ce_view_row (view, y), size);
  *view = *picture;
}

/* Moves the session to the requested place. It copies the pixels instead of reading them from GIMP again. If that place
 * cannot compute, the old session stays to keep the pixels, but renders nothing. */
static gboolean
move (CeSessionJob *self, const CeJobContext *context, GError **error)
{
  const CeView *source = ce_session_get_source (self->image.session);
  CeArea        all = { 0, 0, source->width, source->height };
  CeSession    *session = open_copy (self, context, &context->orders.place, &all, error);

  if (session)
    put_session (self, context->painter, session, ce_session_get_source (session));
  else
    ce_painter_forget (context->painter, source);

  return session != NULL;
}

/* Returns the number of the next image if another place or rectangle is requested. */
static guint
wants_to_settle (gpointer data, const CeJobContext *context)
{
  const CeSessionJob *self = data;
  const CeArea       *cut = &self->cut.area;
  gboolean elsewhere = context->orders.n_changes != self->n_changes
                       || ((self->image.usable || cut->width > 0)
                           && memcmp (&context->orders.request.look.cut, cut, sizeof *cut) != 0);

  return context->image.complete && elsewhere ? self->image.number + 1 : 0;
}

/* Moves the session to the requested place and rectangle. */
static void
settle (gpointer data, const CeJobContext *context)
{
  CeSessionJob *self = data;
  CeArea        area = context->orders.request.look.cut;
  gboolean      moving = context->orders.n_changes != self->n_changes, moved;
  GError       *error = NULL;

  self->n_changes = context->orders.n_changes;
  self->image.number++;
  end_cut (self, context->painter);
  moved = ! moving || move (self, context, &error);
  self->image.usable = moved && (area.width == 0 || begin_cut (self, context, &error));
  if (moved)
    self->cut.area = area;
  if (! self->image.usable)
    {
      CeEvent *event = ce_event_new (CE_EVENT_FAILED, context->orders.generation);

      event->error = error;
      context->post (event, context->data);
    }
}

/* Goes on whatever is requested, because its pixels are needed, until the window closes: 100 megapixels take longer to copy
 * than that may take. */
static gboolean
copy_goes_on (gpointer self, const CeJobContext *context, const CeOrders *now, double *share)
{
  return TRUE;
}

const CeJob ce_job_settle = { wants_to_settle, settle, copy_goes_on, TRUE };
