/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reports the parts of a render after its picture, unless a newer picture is wanted: the histogram of gradients, or of
 * sharpening's mask, a small picture of every stage, and how sharp the source is.
 */
#include "jobs.h"

/* The time that they may be late while a slider moves: BEHIND_US, and BEHIND_TIMES times their own time. */
#define BEHIND_US 250000
#define BEHIND_TIMES 8

/* Returns whether the stages may be computed now. While a slider moves the picture comes first, but the stages have to
 * follow now and then; the focus, which they need once, is looked for when it rests. */
static gboolean
goes_on (gpointer data, const CeJobContext *context, const CeOrders *now, double *share)
{
  const CeStagesJob *self = data;
  gint64             behind = g_get_monotonic_time () - self->told;

  return ce_job_stays (context, now)
         && (now->generation == context->result.tried
             || (! self->searches && behind > MAX (BEHIND_US, BEHIND_TIMES * self->telling_us)));
}

/* Returns a number that grows with each change of the detail, or of the result. */
static guint
wants (gpointer self, const CeJobContext *context)
{
  return context->result.rendered && goes_on (self, context, &context->orders, NULL)
         ? context->orders.n_details + context->result.number : 0;
}

/* Returns (nullable) counts, NULL without a mask, of a filter without a histogram, or if the render is outdated. */
static guint64 *
count (const CeJobContext *context, const CeParams *params)
{
  gboolean       counts = context->filter->id == CE_FILTER_SHARPEN ? params->edge_mask > 0 || params->detail > 0
                                                                    : context->filter->counted != NULL;
  const guint64 *bins = counts ? ce_counts_get (context, params, CE_HISTOGRAM_MAGNITUDE, NULL) : NULL;

  return g_memdup2 (bins, CE_HISTOGRAM_BINS * sizeof *bins);
}

static void
clear_view (gpointer view)
{
  g_free (((CeView *) view)->data);
}

/* Returns the nearest area of the detail's size in the session's image. */
static CeArea
get_detail (const CeJobContext *context)
{
  CeArea area = context->orders.detail, all = context->image.area;
  int    width = MIN (area.width, all.width), height = MIN (area.height, all.height);

  return (CeArea) { CLAMP (area.x - all.x, 0, all.width - width), CLAMP (area.y - all.y, 0, all.height - height), width,
                    height };
}

/* Returns (nullable) the stages at full resolution, with the thresholds of the whole image; NULL if the render is
 * outdated. */
static GArray *
render_stages (const CeJobContext *context, const CeArea *area)
{
  const CeParam     *stage = ce_filter_find_param (context->filter, "stage");
  const CeParam     *style = ce_filter_find_param (context->filter, "style");
  CeSession         *session = context->image.session;
  CeParams           params = ce_session_get_status (session)->params;
  const CeFound     *found = &ce_session_get_status (session)->found;
  CeView             view = *ce_session_get_result (session);
  g_autoptr (GArray) stages = g_array_new (FALSE, FALSE, sizeof view);

  g_array_set_clear_func (stages, clear_view);
  params.style = style ? (int) style->def : CE_STYLE_WHITE_ON_BLACK;
  view.width = area->width;
  view.height = area->height;
  view.stride = (gsize) area->width * view.channels * ce_type_size (view.type);

  for (int i = 0; stage->choices[i].nick; i++)
    {
      ce_params_put (&params, stage, i);
      view.data = g_malloc (view.stride * view.height);
      g_array_append_val (stages, view);
      if (! ce_session_render_part (session, &params, found, area, CE_PART_RESULT, &view, context->go_on, context->data,
                                    NULL))
        return NULL;
    }

  return g_steal_pointer (&stages);
}

/* Gives the event the edges that tell the focus, unless an event of the same image had them. */
static void
take_steps (CeStagesJob *self, const CeImage *image, CeSession *session, CeEvent *event)
{
  const CeStatus *status = ce_session_get_status (session);

  if (! status->steps || self->of_steps == image->number)
    return;

  self->of_steps = image->number;
  event->steps = g_array_sized_new (FALSE, FALSE, sizeof (CePoint), status->n_steps);
  g_array_append_vals (event->steps, status->steps, status->n_steps);
}

/* Sets the focus of the whole source if the filter asks for it, or the error; a session looks for it once. Returns FALSE if
 * it is cancelled. */
static gboolean
find_focus (CeStagesJob *self, const CeJobContext *context, CeEvent *event)
{
  const CeImage *image = &context->image;
  CeSession     *session = image->whole ? image->whole : image->session;

  if (! ce_filter_find_param (context->filter, "radius-from"))
    return TRUE;

  self->searches = TRUE;
  if (ce_session_find_focus (session, &event->found, context->go_on, context->data, &event->error))
    take_steps (self, image, session, event);
  self->searches = FALSE;

  return ! g_error_matches (event->error, CE_ERROR, CE_ERROR_CANCELLED);
}

/* Reports the histogram of a render, the filter's stages if it has any, and the focus. */
static void
run (gpointer data, const CeJobContext *context)
{
  CeStagesJob *self = data;
  CeParams     params = ce_session_get_status (context->image.session)->params;
  CeEvent     *event = ce_event_new (CE_EVENT_MORE, context->result.tried);
  gboolean     done = find_focus (self, context, event);
  CeArea       area = get_detail (context);
  gint64       begin = g_get_monotonic_time ();

  if (! done)
    {
      ce_event_free (event);
      return;
    }
  event->bins = count (context, &params);
  if (ce_filter_find_param (context->filter, "stage") && area.width > 0)
    event->stages = render_stages (context, &area);
  if (event->bins || event->stages)
    {
      self->told = g_get_monotonic_time ();
      self->telling_us = self->told - begin;
    }
  context->post (event, context->data);
}

const CeJob ce_job_stages = { wants, run, goes_on, FALSE };
