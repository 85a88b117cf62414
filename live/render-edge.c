/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread answers questions about Canny's edges.
 */
#include "render-private.h"

#include "engine/samples.h"
#include "erased.h"

static void
ask (CeRender *render, const CeEdgeJob *question)
{
  CeEdgeJob *job = &render->edge;
  guint      serial = job->serial + 1;

  g_mutex_lock (&render->lock);
  g_free (job->touch.path);
  *job = *question;
  job->touch.path = g_memdup2 (question->touch.path, question->touch.n_path * sizeof *question->touch.path);
  job->serial = serial;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Finds out why the edge within @reach of a pixel was kept or dropped, as soon as the last request is answered, and reports
 * %CE_EVENT_EXPLAINED, unless a newer request comes; with a negative @reach forgets that. */
void
ce_render_explain (CeRender *render, int x, int y, int reach)
{
  ask (render, &(CeEdgeJob) { .wanted = reach >= 0, .x = x, .y = y, .reach = reach });
}

/* Finds the edges of the result that were touched, as soon as the last request is answered, and reports %CE_EVENT_TOUCHED,
 * unless a newer request comes. */
void
ce_render_find_touched (CeRender *render, const CeTouch *touch)
{
  ask (render, &(CeEdgeJob) { .wanted = TRUE, .touch = *touch });
}

static gboolean
is_due (CeRender *render)
{
  return render->edge.wanted && render->request.rendered && ce_render_can_render (render);
}

static gboolean
goes_on (CeRender *render, double share)
{
  const CeEdgeJob *job = &render->edge;

  return ce_render_is_needed (render, share) && render->request.wanted == job->generation && job->wanted
         && job->serial == job->answering;
}

static gboolean
is_in (const CeArea *area, int x, int y)
{
  return x >= area->x && y >= area->y && x < area->x + area->width && y < area->y + area->height;
}

/* From the session's image to the whole one. */
static void
move_edge (CeEdge *edge, int x, int y)
{
  edge->x += x;
  edge->y += y;
  for (gint64 i = 0; edge->found && i < edge->n_pixels; i++)
    {
      edge->points[i].x += x;
      edge->points[i].y += y;
    }
}

/* An edge that is seen is not erased, whatever point is near. */
static int
find_erased (CeRender *render, const CeParams *params, const CeEdge *edge, int x, int y)
{
  const CeView *result = ce_session_get_result (render->session);
  float         level = ce_level_of (ce_view_row (result, edge->y - y), result->type, (gsize) (edge->x - x));
  gboolean      is_seen = params->stage == CE_STAGE_EDGES && params->width == 1
                          && (level > 127.5f) != (params->style == CE_STYLE_BLACK_ON_WHITE);

  return is_seen ? -1 : ce_erased_find (params->erased, edge->points, (gsize) edge->n_pixels);
}

static gboolean
explain (CeRender *render, const CeEdgeJob *job, const CeArea *all, CeEvent *event)
{
  gboolean done;

  event->edge = g_new0 (CeEdge, 1);
  done = ! is_in (all, job->x, job->y)
         || ce_explain_edge (render->session, job->x - all->x, job->y - all->y, job->reach, ce_render_go_on, render,
                             event->edge);
  move_edge (event->edge, all->x, all->y);
  if (event->edge->found)
    event->edge->erased = find_erased (render, &event->params, event->edge, all->x, all->y);

  return done;
}

static void
move_points (CePoint *points, gsize n, int x, int y)
{
  for (gsize i = 0; i < n; i++)
    points[i] = (CePoint) { points[i].x + x, points[i].y + y };
}

static gboolean
find_touched (CeRender *render, CeTouch *touch, const CeArea *all, CeEvent *event)
{
  touch->area.x -= all->x;
  touch->area.y -= all->y;
  move_points (touch->path, touch->n_path, -all->x, -all->y);
  if (event->params.stage == CE_STAGE_EDGES)
    event->touched = ce_find_touched_edges (render->session, touch, ce_render_go_on, render);
  if (event->touched)
    move_points ((CePoint *) (gpointer) event->touched->data, event->touched->len, all->x, all->y);

  return event->touched != NULL;
}

static void
answer (CeRender *render)
{
  CeEdgeJob job = render->edge;
  gboolean  touched = job.touch.area.width > 0, done;
  CeArea    all = ce_render_get_area (render);
  CeEvent  *event = ce_event_new (touched ? CE_EVENT_TOUCHED : CE_EVENT_EXPLAINED, render->request.wanted);
  g_autofree CePoint *path = g_memdup2 (job.touch.path, job.touch.n_path * sizeof *path);

  job.touch.path = path;
  render->edge.generation = render->request.wanted;
  render->edge.answering = job.serial;
  render->goes_on = goes_on;
  g_mutex_unlock (&render->lock);
  event->params = *ce_session_get_params (render->session);
  done = touched ? find_touched (render, &job.touch, &all, event) : explain (render, &job, &all, event);
  g_mutex_lock (&render->lock);

  if (done && render->edge.serial == job.serial)
    ce_render_post (render, event, 0);
  else
    ce_event_free (event);
  if (render->edge.serial == job.serial)
    render->edge.wanted = FALSE;
}

const CeJob ce_job_edge = { is_due, answer };
