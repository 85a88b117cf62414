/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread makes lines of Canny's edges, after the picture of the edges is on its way.
 */
#include "render-private.h"

/* Makes lines of the results of requests from now on, which must be edges one pixel wide, and reports %CE_EVENT_LINES for
 * each that nobody overtakes; with %NULL makes none. */
void
ce_render_set_lines (CeRender *render, const CeLinesParams *lines)
{
  g_mutex_lock (&render->lock);
  render->lines.wanted = lines != NULL;
  if (lines)
    render->lines.params = *lines;
  g_mutex_unlock (&render->lock);
}

static gboolean
is_due (CeRender *render)
{
  const CeRequestJob *request = &render->request;

  return render->lines.wanted && request->rendered && request->rendered == request->wanted
         && render->lines.found != request->rendered && ! render->cut.whole && ce_render_can_render (render);
}

static gboolean
goes_on (CeRender *render, double share)
{
  return ce_render_is_needed (render, share) && render->request.wanted == render->lines.found;
}

/* Takes a reference of @lines and the error. */
static void
report (CeRender *render, guint generation, CeLines *lines, double travel, GError *error)
{
  CeEvent *event = ce_event_new (CE_EVENT_LINES, generation);

  event->lines = lines ? ce_lines_ref (lines) : NULL;
  event->travel = travel;
  event->error = error;
  ce_render_post (render, event, 0);
}

static void
find (CeRender *render)
{
  const CeProgress    progress = { ce_render_go_on, render, 0, 0 };
  CeLinesParams       params = render->lines.params;
  CeView              mask = render->request.look.mask;
  guint               generation = render->request.wanted;
  GError             *error = NULL;
  g_autoptr (CeLines) lines = NULL;
  g_autoptr (CePen)   pen = NULL;

  render->lines.found = generation;
  render->goes_on = goes_on;
  g_mutex_unlock (&render->lock);
  lines = ce_lines_of_edges (render->session, &params, mask.data ? &mask : NULL, ce_render_go_on, render, &error);
  if (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    g_clear_error (&error);
  else
    report (render, generation, lines, -1, error);
  pen = lines ? ce_pen_new (lines, &progress, NULL) : NULL;
  if (pen)
    report (render, generation, lines, pen->travel, NULL);
  g_mutex_lock (&render->lock);
}

const CeJob ce_job_lines = { is_due, find };
