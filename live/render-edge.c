/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread answers questions about Canny's edges.
 */
#include "render-private.h"

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

static void
answer (CeRender *render)
{
  CeEdgeJob job = render->edge;
  gboolean  touched = job.touch.area.width > 0, done;
  CeEvent  *event = ce_event_new (touched ? CE_EVENT_TOUCHED : CE_EVENT_EXPLAINED, render->request.wanted);
  g_autofree CePoint *path = g_memdup2 (job.touch.path, job.touch.n_path * sizeof *path);

  job.touch.path = path;
  render->edge.generation = render->request.wanted;
  render->edge.answering = job.serial;
  render->goes_on = goes_on;
  g_mutex_unlock (&render->lock);
  event->params = *ce_session_get_params (render->session);
  if (touched)
    done = (event->touched = ce_find_touched_edges (render->session, &job.touch, ce_render_go_on, render)) != NULL;
  else
    done = ce_explain_edge (render->session, job.x, job.y, job.reach, ce_render_go_on, render,
                            event->edge = g_new0 (CeEdge, 1));
  g_mutex_lock (&render->lock);

  if (done && render->edge.serial == job.serial)
    ce_render_post (render, event, 0);
  else
    ce_event_free (event);
  if (render->edge.serial == job.serial)
    render->edge.wanted = FALSE;
}

const CeJob ce_job_edge = { is_due, answer };
