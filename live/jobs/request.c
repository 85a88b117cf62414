/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renders the newest request, first its visible part if the whole takes long. The part has the pixels of the whole result,
 * because filters read no pixel beyond their halo. Only Canny's hysteresis follows edges through the whole image: an edge
 * that is kept because of a strong pixel far outside is missing until the whole result arrives.
 */
#include "jobs.h"

#include "live/edge-share.h"
#include "live/trace.h"

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

static double
ms_since (gint64 start)
{
  return (g_get_monotonic_time () - start) / 1000.0;
}

/* Returns the result of @image: none if its session has changed, or if another place or rectangle is wanted. */
CeResult
ce_request_job_get_result (const CeRequestJob *self, const CeImage *image, guint generation)
{
  CeResult result = self->result;

  if (result.image != image->number || ! image->usable)
    result = (CeResult) { .image = image->number, .number = result.number, .tried = result.tried };
  result.is_newest = result.rendered && result.rendered == generation;

  return result;
}

/* Returns whether to render a part first; not with automatic thresholds, because they need the whole image. */
static gboolean
is_part_worthwhile (const CeRequestJob *self, const CeJobContext *context, const CeParams *params, const CeArea *part)
{
  const CeArea *all = &context->image.area;

  return part->width > 0 && part->height > 0 && self->result.last_ms > self->soon_ms
         && ! (context->filter->id == CE_FILTER_CANNY && params->thresholds != CE_THRESHOLDS_MANUAL)
         && (gint64) part->width * part->height * SHARE <= (gint64) all->width * all->height;
}

/* Shows @view, the pixels of @part of the session's image, and posts its frame. */
static void
show (CeRequestJob *self, const CeJobContext *context, CeView *view, const CeArea *part, gboolean again)
{
  const CeView *source = context->image.source;
  CeArea        all = context->image.area;
  CePictures    pictures = { .source = *source, .n_rows = source->height, .look = context->orders.request.look,
                             .part = { part->x + all.x, part->y + all.y, part->width, part->height },
                             .generation = self->result.tried };
  CeEvent      *event = ce_event_new (CE_EVENT_FRAME, self->result.tried);

  if (context->image.whole && part->width == all.width && part->height == all.height)
    {
      ce_cut_lay (context->image.cut, view);
      pictures.part = (CeArea) { 0, 0, source->width, source->height };
    }
  pictures.result = *view;
  if (! again)
    ce_trace_mark (pictures.generation, "render");
  event->frame = ce_painter_show (context->painter, &pictures, &event->n_viewports);
  if (event->frame && ! again)
    ce_trace_mark (pictures.generation, "paint");
  if (event->frame)
    context->post (event, context->data);
  else
    ce_event_free (event);
}

/* Renders and shows the visible part. Returns whether it did. */
static gboolean
show_part (CeRequestJob *self, const CeJobContext *context, const CeParams *params, const CeArea *part)
{
  CeSession *session = context->image.session;
  CeView     view = *ce_session_get_result (session);
  gboolean   done;

  if (! is_part_worthwhile (self, context, params, part) || ! ce_memory_take (&view, part->width, part->height, NULL))
    return FALSE;

  self->in_part = TRUE;
  done = ce_session_render_part (session, params, NULL, part, CE_PART_RESULT, &view, context->go_on, context->data, NULL);
  self->in_part = FALSE;
  if (done)
    show (self, context, &view, part, FALSE);
  ce_memory_put (&view);

  return done;
}

/* Shows the session's result, which was shown before if @again. The picture comes first: all cores paint it, and then the
 * next render gets them. */
static void
show_whole (CeRequestJob *self, const CeJobContext *context, gboolean again)
{
  CeView view = *ce_session_get_result (context->image.session);

  self->shown = g_get_monotonic_time ();
  show (self, context, &view, &(CeArea) { 0, 0, view.width, view.height }, again);
}

static void
report (const CeRequestJob *self, const CeJobContext *context)
{
  CeEvent   *event = ce_event_new (CE_EVENT_RENDERED, self->result.tried);
  CeSession *session = context->image.session;

  event->params = context->orders.request.params;
  event->found = ce_session_get_status (session)->found;
  event->device = g_strdup (ce_session_get_status (session)->device);
  event->on_cpu = ce_session_get_status (session)->place.choice == CE_BACKEND_CPU;
  event->fallback = g_strdup (ce_session_get_status (session)->fallback);
  event->milliseconds = self->result.last_ms;
  if (context->filter->id == CE_FILTER_CANNY)
    event->edge_share = ce_edge_share (ce_session_get_result (session), &event->params);
  context->post (event, context->data);
}

/* Renders the whole result of @params, which are the request's with thresholds that were found. Returns whether there is
 * one. */
static gboolean
render_whole (CeRequestJob *self, const CeJobContext *context, const CeParams *params, GError **error)
{
  gint64 begin = g_get_monotonic_time ();

  if (! ce_session_render (context->image.session, params, context->go_on, context->data, error))
    return FALSE;

  self->result.last_ms = ms_since (begin);
  show_whole (self, context, self->part_shown);
  report (self, context);

  return TRUE;
}

/* Returns the visible part of the session's image, which may be empty. */
static CeArea
get_part (const CeJobContext *context)
{
  CeArea all = context->image.area, visible = ce_painter_get_area (context->painter);
  int    x = MAX (visible.x, all.x), y = MAX (visible.y, all.y);

  return (CeArea) { x - all.x, y - all.y, MIN (visible.x + visible.width, all.x + all.width) - x,
                    MIN (visible.y + visible.height, all.y + all.height) - y };
}

static gboolean
goes_on (gpointer data, const CeJobContext *context, const CeOrders *now, double *share)
{
  const CeRequestJob *self = data;
  double              since_shown = ms_since (self->shown);
  gboolean            overtaken = ! ce_job_is_newest (context, now), stays = ce_job_stays (context, now);

  if (self->rests)
    return ! overtaken;

  if (self->in_part)
    {
      *share = 0;
      return stays;
    }

  if (overtaken && ((self->part_shown && since_shown < PART_LATELY_MS)
                    || (*share < 0.5 && self->result.last_ms > SLOW_MS && since_shown < LATELY_MS)))
    return FALSE;

  return stays;
}

/* Waits after the visible part of a result until the slider rests, or long enough. The whole looks the same, so it leaves
 * the cores to the window. Returns whether the whole is still wanted. */
static gboolean
let_rest (CeRequestJob *self, const CeJobContext *context)
{
  gint64 end = g_get_monotonic_time () + REST_US;

  self->rests = TRUE;
  while (context->go_on (0, context->data) && context->wait (end, context->data))
    continue;
  self->rests = FALSE;

  return context->go_on (0, context->data);
}

/* Returns the number of the next try. */
static guint
wants (gpointer data, const CeJobContext *context)
{
  const CeRequestJob *self = data;

  return context->image.usable && context->orders.generation != context->result.answered ? self->n_tries + 1 : 0;
}

/* Renders the newest request. */
static void
run (gpointer data, const CeJobContext *context)
{
  CeRequestJob *self = data;
  CeParams      params = context->orders.request.params;
  CeArea        part = get_part (context);
  GError       *error = NULL;
  gboolean      wanted, done;

  self->n_tries++;
  self->result = context->result;
  self->result.tried = context->orders.generation;
  self->part_shown = FALSE;
  ce_trace_mark (self->result.tried, "wait");
  wanted = ce_counts_find_thresholds (context, &params, &error);
  self->part_shown = wanted && show_part (self, context, &params, &part);
  wanted = wanted && (! self->part_shown || let_rest (self, context));
  done = wanted && render_whole (self, context, &params, &error);
  wanted = (wanted || error) && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED);
  if (error && wanted)
    {
      CeEvent *event = ce_event_new (CE_EVENT_FAILED, self->result.tried);

      event->error = g_steal_pointer (&error);
      context->post (event, context->data);
    }
  g_clear_error (&error);

  if (done)
    {
      self->result.rendered = self->result.tried;
      self->result.number++;
    }
  if (wanted)
    self->result.answered = self->result.tried;
}

const CeJob ce_job_request = { wants, run, goes_on, TRUE };

/* Returns the number of the image, once. */
static guint
wants_again (gpointer data, const CeJobContext *context)
{
  const CeRequestJob *self = data;

  return context->result.is_newest && self->result.last_ms > self->soon_ms ? context->image.number + 1 : 0;
}

/* Renders the first result again, because a session keeps stages, and allocates them, from the second render on; so the
 * first step of a slider does not wait for that. If it is cancelled the session still has its result, otherwise the same
 * one in other memory. */
static void
render_again (gpointer data, const CeJobContext *context)
{
  CeRequestJob *self = data;
  CeParams      params = ce_session_get_status (context->image.session)->params;

  if (ce_session_render (context->image.session, &params, context->go_on, context->data, NULL))
    show_whole (self, context, TRUE);
}

const CeJob ce_job_again = { wants_again, render_again, NULL, FALSE };
