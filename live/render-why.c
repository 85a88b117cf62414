/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread finds out why an edge was kept or dropped.
 */
#include "render-private.h"

#include "engine/samples.h"
#include "erased.h"

/* The question that is being answered. */
typedef struct { CeRender *render; guint generation, serial; } Question;

/* Finds out why the edge within @reach of a pixel was kept or dropped, as soon as the last request is answered, and reports
 * %CE_EVENT_WHY, unless a newer request comes; with a negative @reach forgets that. */
void
ce_render_ask_why (CeRender *render, int x, int y, int reach)
{
  g_mutex_lock (&render->lock);
  g_free (render->why.touch.path);
  render->why = (CeWhyJob) { reach >= 0, x, y, reach, render->why.serial + 1, { .path = NULL } };
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Finds the edges of the result that were touched, as soon as the last request is answered, and reports %CE_EVENT_TOUCHED,
 * unless a newer request comes. */
void
ce_render_ask_touched (CeRender *render, const CeTouch *touch)
{
  g_mutex_lock (&render->lock);
  g_free (render->why.touch.path);
  render->why = (CeWhyJob) { TRUE, 0, 0, 0, render->why.serial + 1, *touch };
  render->why.touch.path = g_memdup2 (touch->path, touch->n_path * sizeof *touch->path);
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

static gboolean
is_due (CeRender *render)
{
  return render->why.wanted && render->request.rendered && ce_render_can_render (render);
}

/* CeProgressFunc. */
static gboolean
go_on (double share, gpointer data)
{
  Question *question = data;
  CeRender *render = question->render;
  gboolean  go;

  g_mutex_lock (&render->lock);
  go = ! ce_render_has_to_stop (render) && render->request.wanted == question->generation
       && render->why.wanted && render->why.serial == question->serial;
  g_mutex_unlock (&render->lock);

  return go;
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
explain (CeRender *render, const CeWhyJob *job, const CeArea *all, Question *question, CeEvent *event)
{
  gboolean done;

  event->edge = g_new0 (CeEdge, 1);
  done = ! is_in (all, job->x, job->y)
         || ce_why_find (render->session, job->x - all->x, job->y - all->y, job->reach, go_on, question, event->edge);
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
find_touched (CeRender *render, CeTouch *touch, const CeArea *all, Question *question, CeEvent *event)
{
  touch->area.x -= all->x;
  touch->area.y -= all->y;
  move_points (touch->path, touch->n_path, -all->x, -all->y);
  if (event->params.stage == CE_STAGE_EDGES)
    event->touched = ce_why_touched (render->session, touch, go_on, question);
  if (event->touched)
    move_points ((CePoint *) (gpointer) event->touched->data, event->touched->len, all->x, all->y);

  return event->touched != NULL;
}

static void
answer (CeRender *render)
{
  CeWhyJob job = render->why;
  gboolean touched = job.touch.area.width > 0;
  g_autofree CePoint *path = g_memdup2 (job.touch.path, job.touch.n_path * sizeof *path);
  Question question = { render, render->request.wanted, job.serial };
  CeArea   all = ce_render_get_area (render);
  CeEvent  *event = ce_event_new (touched ? CE_EVENT_TOUCHED : CE_EVENT_WHY, question.generation);
  gboolean done;

  job.touch.path = path;
  g_mutex_unlock (&render->lock);
  event->params = *ce_session_get_params (render->session);
  done = touched ? find_touched (render, &job.touch, &all, &question, event)
                 : explain (render, &job, &all, &question, event);
  g_mutex_lock (&render->lock);

  if (done && render->why.serial == job.serial)
    ce_render_post (render, event, 0);
  else
    ce_event_free (event);
  if (render->why.serial == job.serial)
    render->why.wanted = FALSE;
}

const CeJob ce_job_why = { is_due, answer };
