/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session keeps what the next render might use from the second render on, and
 * has the memory for it then. So that the first step of a slider need not wait
 * for that, a worker renders the first result once more while nobody asks for
 * anything.
 */
#include "worker-private.h"

/* What comes soon need not come sooner, and the main loop has better things to do. */
static gboolean
is_due (CeWorker *worker)
{
  const CeRenderJob *job = &worker->render;

  return job->rendered && ! job->ahead && job->rendered == job->wanted && job->last_ms > job->soon_ms && worker->thread
         && ce_worker_can_render (worker) && ! ce_session_is_edited (worker->session);
}

/* CeProgressFunc. */
static gboolean
go_on (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! ce_worker_has_to_stop (worker) && worker->render.rendered == worker->render.wanted;
  g_mutex_unlock (&worker->lock);

  return go;
}

/* If it is cancelled the session has its result still; if not, the same in other memory. */
static void
render_again (CeWorker *worker)
{
  CeParams params = *ce_session_get_params (worker->session);
  CeLook   look = worker->render.look;

  worker->render.ahead = TRUE;
  g_mutex_unlock (&worker->lock);
  ce_pictures_make_room (worker->pictures);
  if (ce_session_render (worker->session, &params, go_on, worker, NULL))
    ce_worker_show_whole (worker, &look, TRUE);
  g_mutex_lock (&worker->lock);
}

const CeJob ce_job_ahead = { is_due, render_again };
