/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers questions about the source and the result, each with an event. Only the last question of each kind counts.
 */
#include "jobs.h"

static guint
wants (gpointer kind, const CeJobContext *context)
{
  const CeQuestion *question = &context->orders.questions[GPOINTER_TO_UINT (kind)];
  gboolean          compares = question->answer == CE_EVENT_COMPARED;

  return question->wanted && (compares ? context->image.complete : context->result.rendered > 0) ? question->number : 0;
}

static gboolean
goes_on (gpointer kind, const CeJobContext *context, const CeOrders *now, double *share)
{
  const CeQuestion *question = &context->orders.questions[GPOINTER_TO_UINT (kind)];

  return now->questions[GPOINTER_TO_UINT (kind)].number == question->number
         && (question->answer == CE_EVENT_COMPARED || ce_job_is_newest (context, now));
}

/* Returns whether @event has the answer. */
static gboolean
answer (const CeJobContext *context, const CeQuestion *question, CeEvent *event)
{
  CeSession *session = context->image.session;

  switch (event->kind)
    {
    case CE_EVENT_COMPARED:
      event->comparison = ce_comparison_run (context->filter, context->image.source, &context->orders.request.params,
                                             &question->gpu, FALSE, context->go_on, context->data);
      return TRUE;
    case CE_EVENT_TOUCHED:
      event->touched = ce_find_touched_edges (session, &question->touch, context->go_on, context->data);
      return event->touched != NULL;
    default:
      event->edge = g_new0 (CeEdge, 1);
      return ce_explain_edge (session, question->x, question->y, question->reach, context->go_on, context->data,
                              event->edge);
    }
}

/* Posts an event without an answer, which ends the waiting for it, or frees it if nobody waits any more. */
static void
give_up (const CeJobContext *context, CeEvent *event)
{
  if (event->kind != CE_EVENT_TOUCHED && context->go_on (0, context->data))
    context->post (event, context->data);
  else
    ce_event_free (event);
}

/* Counts the other edges that change with an explained one, in an event of its own, because that takes seconds. */
static void
count_others (const CeJobContext *context, const CeEdge *edge)
{
  CeEvent *event = ce_event_new (CE_EVENT_COUNTED, context->orders.generation);

  event->edge = g_memdup2 (edge, sizeof *edge);
  if (ce_count_other_edges (context->image.session, context->go_on, context->data, event->edge))
    {
      context->post (event, context->data);
      return;
    }
  event->edge->n_others = -1;
  give_up (context, event);
}

static void
run (gpointer kind, const CeJobContext *context)
{
  const CeQuestion *question = &context->orders.questions[GPOINTER_TO_UINT (kind)];
  CeEvent          *event = ce_event_new (question->answer, context->orders.generation);
  CeEdge            edge = { .counts = FALSE };

  if (! answer (context, question, event))
    {
      ce_edge_free (g_steal_pointer (&event->edge));
      give_up (context, event);
      return;
    }

  if (event->edge)
    edge = *event->edge;
  edge.points = NULL;
  context->post (event, context->data);
  if (edge.counts)
    count_others (context, &edge);
}

const CeJob ce_job_answer = { wants, run, goes_on, FALSE };
