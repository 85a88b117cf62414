/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread measures how strong the source's noise is, where a parameter of its filter is about that.
 */
#include "render-private.h"

#include "engine/noise.h"

static gboolean
is_due (CeRender *render)
{
  return render->complete && ! render->measured && ce_filter_find_param (render->filter, "detail") != NULL;
}

static void
measure (CeRender *render)
{
  CeEvent *event = ce_event_new (CE_EVENT_NOISE, 0);

  render->measured = TRUE;
  g_mutex_unlock (&render->lock);
  event->noise = ce_noise_estimate (ce_render_get_source (render));
  ce_render_post (render, event, 0);
  g_mutex_lock (&render->lock);
}

const CeJob ce_job_noise = { is_due, measure };
