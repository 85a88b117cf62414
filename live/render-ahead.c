/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session keeps what the next render might use from the second render on, and
 * has the memory for it then. So that the first step of a slider need not wait
 * for that, the render thread renders the first result once more while nobody asks for
 * anything.
 */
#include "render-private.h"

/* What comes soon need not come sooner, and the main loop has better things to do. */
static gboolean
is_due (CeRender *render)
{
  const CeRequestJob *job = &render->request;

  return job->rendered && ! job->ahead && job->rendered == job->wanted && job->last_ms > job->soon_ms && render->thread
         && ce_render_can_render (render);
}

/* CeProgressFunc. */
static gboolean
go_on (double share, gpointer data)
{
  CeRender *render = data;
  gboolean  go;

  g_mutex_lock (&render->lock);
  go = ! ce_render_has_to_stop (render) && render->request.rendered == render->request.wanted;
  g_mutex_unlock (&render->lock);

  return go;
}

/* If it is cancelled the session has its result still; if not, the same in other memory. */
static void
render_again (CeRender *render)
{
  CeParams params = *ce_session_get_params (render->session);
  CeLook   look = render->request.look;

  render->request.ahead = TRUE;
  g_mutex_unlock (&render->lock);
  if (ce_session_render (render->session, &params, go_on, render, NULL))
    ce_render_show_whole (render, &look, TRUE);
  g_mutex_lock (&render->lock);
}

const CeJob ce_job_ahead = { is_due, render_again };
