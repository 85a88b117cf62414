/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread answers questions about its source and its result, each with an event. Only the last question of each
 * kind counts.
 */
#include "render-private.h"


static void
ask (CeRender *render, CeQuestionKind kind, CeQuestion question)
{
  CeQuestion *asked = &render->questions[kind];

  question.is_new = TRUE;
  question.touch.path = g_memdup2 (question.touch.path, question.touch.n_path * sizeof *question.touch.path);
  g_mutex_lock (&render->lock);
  g_free (asked->touch.path);
  *asked = question;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Compares CPU and GPU on the last request as soon as all rows have arrived, and reports %CE_EVENT_COMPARED; NULL cancels
 * that. */
void
ce_render_compare (CeRender *render, const CePlace *gpu)
{
  ask (render, CE_QUESTION_COMPARE,
       (CeQuestion) { .wanted = gpu != NULL, .answer = CE_EVENT_COMPARED, .gpu = gpu ? *gpu : ce_place (CE_BACKEND_AUTO) });
}

/* Explains why the edge within @reach of a pixel was kept or dropped, as soon as the last request is answered, and reports
 * %CE_EVENT_EXPLAINED, unless a newer request comes; a negative @reach cancels that. */
void
ce_render_explain (CeRender *render, int x, int y, int reach)
{
  ask (render, CE_QUESTION_EDGES,
       (CeQuestion) { .wanted = reach >= 0, .answer = CE_EVENT_EXPLAINED, .x = x, .y = y, .reach = reach });
}

/* Finds the edges of the result that were touched, as soon as the last request is answered, and reports %CE_EVENT_TOUCHED,
 * unless a newer request comes. */
void
ce_render_find_touched (CeRender *render, const CeTouch *touch)
{
  ask (render, CE_QUESTION_EDGES, (CeQuestion) { .wanted = TRUE, .answer = CE_EVENT_TOUCHED, .touch = *touch });
}

static gboolean
comparison_goes_on (CeRender *render, double share)
{
  return ! render->quit && ! render->questions[CE_QUESTION_COMPARE].is_new;
}

static gboolean
edges_go_on (CeRender *render, double share)
{
  return ce_render_is_newest (render, share) && ! render->questions[CE_QUESTION_EDGES].is_new;
}

/* Returns whether @event has the answer; call it without the lock. */
static gboolean
answer (CeRender *render, const CeQuestion *question, const CeParams *params, CeEvent *event)
{
  switch (event->kind)
    {
    case CE_EVENT_COMPARED:
      event->comparison = ce_comparison_run (render->filter, ce_render_get_source (render), params, &question->gpu, FALSE,
                                             ce_render_go_on, render);
      return TRUE;
    case CE_EVENT_TOUCHED:
      event->touched = ce_find_touched_edges (render->session, &question->touch, ce_render_go_on, render);
      return event->touched != NULL;
    default:
      event->edge = g_new0 (CeEdge, 1);
      return ce_explain_edge (render->session, question->x, question->y, question->reach, ce_render_go_on, render,
                              event->edge);
    }
}

/* Answers a question; the caller has the lock. */
void
ce_job_answer (CeRender *render, CeQuestionKind kind)
{
  CeQuestion         *asked = &render->questions[kind], question = *asked;
  g_autofree CePoint *path = g_steal_pointer (&asked->touch.path);
  CeEvent            *event = ce_event_new (question.answer, render->request.wanted);
  CeParams            params = render->request.newest.params;
  gboolean            done;

  asked->wanted = asked->is_new = FALSE;
  render->goes_on = kind == CE_QUESTION_COMPARE ? comparison_goes_on : edges_go_on;
  g_mutex_unlock (&render->lock);
  done = answer (render, &question, &params, event);
  g_mutex_lock (&render->lock);

  if (done)
    ce_render_post (render, event);
  else
    ce_event_free (event);
}

/* Reports lines, and takes a reference of @lines and the error. */
static void
report_lines (CeRender *render, CeLines *lines, double travel, GError *error)
{
  CeEvent *event = ce_event_new (CE_EVENT_LINES, render->request.running);

  event->lines = lines ? ce_lines_ref (lines) : NULL;
  event->travel = travel;
  event->error = error;
  ce_render_post (render, event);
}

/* Reports the lines of a result, or the reason why there are none, and then the travel of a pen; the caller has the lock. */
void
ce_job_lines (CeRender *render)
{
  const CeProgress    progress = { ce_render_go_on, render, 0, 0 };
  CeView              mask = render->request.newest.look.mask;
  GError             *error = NULL;
  g_autoptr (CeLines) lines = NULL;
  g_autoptr (CePen)   pen = NULL;

  render->request.traced = render->request.rendered;
  render->goes_on = ce_render_is_newest;
  g_mutex_unlock (&render->lock);
  lines = ce_lines_of_edges (render->session, NULL, mask.data ? &mask : NULL, ce_render_go_on, render, &error);
  if (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    g_clear_error (&error);
  else
    report_lines (render, lines, -1, error);
  pen = lines ? ce_pen_new (lines, &progress, NULL) : NULL;
  if (pen)
    report_lines (render, lines, pen->travel, NULL);
  g_mutex_lock (&render->lock);
}

/* Measures the noise; the caller has the lock. */
void
ce_job_noise (CeRender *render)
{
  CeEvent *event = ce_event_new (CE_EVENT_NOISE, 0);

  render->measured = TRUE;
  g_mutex_unlock (&render->lock);
  event->noise = ce_noise_estimate (ce_render_get_source (render));
  ce_render_post (render, event);
  g_mutex_lock (&render->lock);
}
