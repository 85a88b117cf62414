/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread compares the CPU and a GPU.
 */
#include "render-private.h"

/* Compares CPU and GPU on the last request as soon as all rows are there, and reports %CE_EVENT_COMPARED; with NULL forgets
 * that. */
void
ce_render_compare (CeRender *render, const CePlace *gpu)
{
  g_mutex_lock (&render->lock);
  render->compare.wanted = gpu != NULL;
  if (gpu)
    render->compare.gpu = *gpu;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

static gboolean
is_due (CeRender *render)
{
  return render->compare.wanted && render->complete;
}

static gboolean
goes_on (CeRender *render, double share)
{
  render->request.share = share;

  return render->compare.wanted && ! render->quit;
}

static void
compare (CeRender *render)
{
  CeEvent  *event = ce_event_new (CE_EVENT_COMPARED, render->request.wanted);
  CeParams params = render->request.params;
  CePlace  gpu = render->compare.gpu;

  render->goes_on = goes_on;
  g_mutex_unlock (&render->lock);
  event->comparison = ce_comparison_run (render->filter, ce_render_get_source (render), &params, &gpu, FALSE,
                                         ce_render_go_on, render);
  g_mutex_lock (&render->lock);

  if (render->compare.wanted)
    ce_render_post (render, event, 0);
  else
    ce_event_free (event);
  render->compare.wanted = FALSE;
}

const CeJob ce_job_compare = { is_due, compare };
