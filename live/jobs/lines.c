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
  const CeProgress    progress = { context->go_on, context->data, 0, 0 };
  const CeRequest    *request = &context->orders.request;
  const CeView       *mask = request->look.mask.data ? &request->look.mask : NULL;
  GError             *error = NULL;
  g_autoptr (CeLines) lines = NULL;
  g_autoptr (CePen)   pen = NULL;

  lines = ce_lines_of_edges (context->image.session, NULL, mask, context->go_on, context->data, &error);
  if (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    g_clear_error (&error);
  else
    report (context, lines, -1, error);
  pen = lines ? ce_pen_new (lines, &progress, NULL) : NULL;
  if (pen)
    report (context, lines, pen->travel, NULL);
}

const CeJob ce_job_lines = { wants, run, NULL, FALSE };
