/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reports the lines of a result, or the reason why there are none, and then the travel of a pen.
 */
#include "jobs.h"

static guint
wants (gpointer self, const CeJobContext *context)
{
  return context->result.is_newest && context->orders.request.traced && ! context->image.whole ? context->result.number : 0;
}

/* Reports lines, and takes a reference of @lines and the error. */
static void
report (const CeJobContext *context, CeLines *lines, double travel, GError *error)
{
  CeEvent *event = ce_event_new (CE_EVENT_LINES, context->result.rendered);

  event->lines = lines ? ce_lines_ref (lines) : NULL;
  event->travel = travel;
  event->error = error;
  context->post (event, context->data);
}

static void
run (gpointer self, const CeJobContext *context)
{
  const CeRequest    *request = &context->orders.request;
  const CeView       *mask = request->look.mask.data ? &request->look.mask : NULL;
  GError             *error = NULL;
  g_autoptr (CeLines) lines = NULL;
  g_autofree guint   *order = NULL;
  double              travel;

  lines = ce_lines_find (context->image.session, NULL, mask, context->go_on, context->data, &error);
  if (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    g_clear_error (&error);
  else
    report (context, lines, -1, error);
  order = lines ? ce_lines_order (lines, &travel, context->go_on, context->data, NULL) : NULL;
  if (order)
    report (context, lines, travel, NULL);
}

const CeJob ce_job_lines = { wants, run, NULL, FALSE };
