/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread reports the parts of a render after its picture, unless a newer picture is wanted: the histogram of
 * gradients, or of sharpening's mask, and a small picture of every stage.
 */
#include "render-private.h"

#include <string.h>

/* The time that they may be late while a slider moves: BEHIND_US, and BEHIND_TIMES times their own time. */
#define BEHIND_US 250000
#define BEHIND_TIMES 8

/* Sets the part of the image that the stages show; width 0: none. */
void
ce_render_set_detail (CeRender *render, const CeArea *area)
{
  CeStagesJob *job = &render->stages;

  g_mutex_lock (&render->lock);
  job->moved |= memcmp (area, &job->area, sizeof *area) != 0;
  job->area = *area;
  g_cond_signal (&render->work);
  g_mutex_unlock (&render->lock);
}

/* Returns whether the stages may be computed now; the caller has the lock. While a slider moves the picture comes first, but
 * the stages have to follow now and then. */
gboolean
ce_render_may_tell_stages (CeRender *render, double share)
{
  const CeStagesJob *job = &render->stages;

  return ce_render_is_needed (render, share)
         && (render->request.wanted == render->request.running
             || g_get_monotonic_time () - job->told > MAX (BEHIND_US, BEHIND_TIMES * job->telling_us));
}

/* Returns (nullable) counts, NULL without a mask, of line art, or if the render is outdated. */
static guint64 *
count (CeRender *render, const CeParams *params)
{
  gboolean       counts = render->filter->id == CE_FILTER_SHARPEN ? params->edge_mask > 0 || params->detail > 0
                                                                   : render->filter->id != CE_FILTER_LINE_ART;
  const guint64 *bins = counts ? ce_render_count (render, params, CE_HISTOGRAM_MAGNITUDE) : NULL;

  return g_memdup2 (bins, CE_HISTOGRAM_BINS * sizeof *bins);
}

static void
clear_view (gpointer view)
{
  g_free (((CeView *) view)->data);
}

/* Returns the nearest area of that size in the session's image. */
static CeArea
get_detail (CeRender *render, const CeArea *area)
{
  CeArea all = ce_render_get_area (render);
  int    width = MIN (area->width, all.width), height = MIN (area->height, all.height);

  return (CeArea) { CLAMP (area->x - all.x, 0, all.width - width), CLAMP (area->y - all.y, 0, all.height - height), width,
                    height };
}

/* Returns (nullable) the stages at full resolution, with the thresholds of the whole image; NULL if the render is
 * outdated. */
static GArray *
render_stages (CeRender *render, const CeArea *area)
{
  const CeParam     *stage = ce_filter_find_param (render->filter, "stage");
  const CeParam     *style = ce_filter_find_param (render->filter, "style");
  CeParams           params = ce_session_get_status (render->session)->params;
  CeView             view = *ce_session_get_result (render->session);
  g_autoptr (GArray) stages = g_array_new (FALSE, FALSE, sizeof view);

  g_array_set_clear_func (stages, clear_view);
  params.thresholds = CE_THRESHOLDS_MANUAL;
  params.style = style ? (int) style->def : CE_STYLE_WHITE_ON_BLACK;
  view.width = area->width;
  view.height = area->height;
  view.stride = (gsize) area->width * view.channels * ce_type_size (view.type);

  for (int i = 0; stage->choices[i].nick; i++)
    {
      ce_params_put (&params, stage, i);
      view.data = g_malloc (view.stride * view.height);
      g_array_append_val (stages, view);
      if (! ce_session_render_part (render->session, &params, area, CE_PART_RESULT, &view, ce_render_go_on, render,
                                    NULL))
        return NULL;
    }

  return g_steal_pointer (&stages);
}

/* Reports the histogram of a render, and the filter's stages if it has any; the caller has the lock. */
void
ce_job_stages (CeRender *render)
{
  CeStagesJob *job = &render->stages;
  CeParams     params = ce_session_get_status (render->session)->params;
  CeArea       area = job->area;
  gint64       begin = g_get_monotonic_time ();
  CeEvent     *event = ce_event_new (CE_EVENT_MORE, render->request.running);

  job->moved = FALSE;
  render->goes_on = ce_render_may_tell_stages;
  g_mutex_unlock (&render->lock);
  event->bins = count (render, &params);
  if (ce_filter_find_param (render->filter, "stage") && area.width > 0)
    {
      area = get_detail (render, &area);
      event->stages = render_stages (render, &area);
    }
  if (event->bins || event->stages)
    {
      job->told = g_get_monotonic_time ();
      job->telling_us = job->told - begin;
    }
  ce_render_post (render, event);
  g_mutex_lock (&render->lock);
}
