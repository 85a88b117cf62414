/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker tells what a render is made of, after the picture is on its way and only if
 * nobody waits for a newer one: the histogram of gradients or, of sharpening, of the mask,
 * and a small picture of every stage.
 */
#include "worker-private.h"

#include <string.h>

/* How long they may stay behind while a slider moves: that long, and so many
 * times as long as they take. */
#define BEHIND_US 250000
#define BEHIND_TIMES 8

/**
 * ce_worker_set_detail:
 * @worker: a worker
 * @area: the part of the image that the stages show; of no width: none
 */
void
ce_worker_set_detail (CeWorker *worker, const CeArea *area)
{
  CeStagesJob *job = &worker->stages;

  g_mutex_lock (&worker->lock);
  job->moved |= memcmp (area, &job->area, sizeof *area) != 0;
  job->area = *area;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

static gboolean
is_due (CeWorker *worker)
{
  return worker->stages.moved && worker->render.rendered && ce_worker_can_render (worker);
}

/* CeProgressFunc. Whoever moves a slider waits for the picture first; but now
 * and then the rest has to follow. */
static gboolean
go_on (double share, gpointer data)
{
  CeWorker    *worker = data;
  CeStagesJob *job = &worker->stages;
  gboolean     go;

  g_mutex_lock (&worker->lock);
  go = ! ce_worker_has_to_stop (worker)
       && (worker->render.wanted == worker->render.running
           || g_get_monotonic_time () - job->told > MAX (BEHIND_US, BEHIND_TIMES * job->telling_us));
  g_mutex_unlock (&worker->lock);

  return go;
}

/* Returns: (nullable): %NULL if it is the same as before, nothing is masked, or it was overtaken. */
static guint64 *
count (CeWorker *worker, const CeParams *params)
{
  gboolean       masked = worker->filter->id != CE_FILTER_SHARPEN || params->edge_mask > 0 || params->detail > 0;
  const guint64 *bins = masked ? ce_worker_count (worker, params, CE_HISTOGRAM_MAGNITUDE, go_on) : NULL;
  guint          serial = worker->survey[CE_HISTOGRAM_MAGNITUDE].serial;

  if (! bins || worker->stages.shown == serial)
    return NULL;

  worker->stages.shown = serial;

  return g_memdup2 (bins, CE_HISTOGRAM_BINS * sizeof *bins);
}

static void
clear_view (gpointer view)
{
  g_free (((CeView *) view)->data);
}

/* What is nearest to it in the session's image. */
static CeArea
get_detail (CeWorker *worker, const CeArea *area)
{
  CeArea all = ce_worker_get_area (worker);
  int    width = MIN (area->width, all.width), height = MIN (area->height, all.height);

  return (CeArea) { CLAMP (area->x - all.x, 0, all.width - width), CLAMP (area->y - all.y, 0, all.height - height), width,
                    height };
}

/* At full resolution, with the thresholds of the whole image. Returns:
 * (nullable): %NULL if it was overtaken. */
static GArray *
render_stages (CeWorker *worker, const CeArea *area)
{
  const CeParam     *stage = ce_filter_find_param (worker->filter, "stage");
  CeParams           params = *ce_session_get_params (worker->session);
  CeView             view = *ce_session_get_result (worker->session);
  g_autoptr (GArray) stages = g_array_new (FALSE, FALSE, sizeof view);

  g_array_set_clear_func (stages, clear_view);
  params.thresholds = CE_THRESHOLDS_MANUAL;
  params.style = CE_STYLE_WHITE_ON_BLACK;
  view.width = area->width;
  view.height = area->height;
  view.stride = (gsize) area->width * view.channels * ce_type_size (view.type);

  for (int i = 0; stage->choices[i].nick; i++)
    {
      ce_params_put (&params, stage, i);
      view.data = g_malloc (view.stride * view.height);
      g_array_append_val (stages, view);
      if (! ce_session_render_part (worker->session, &params, area, CE_PART_RESULT, &view, go_on, worker, NULL))
        return NULL;
    }

  return g_steal_pointer (&stages);
}

/**
 * ce_worker_show_stages:
 * @worker: a worker that has rendered, without the lock
 * @params: the parameters that were asked for
 *
 * Reports the histogram, and the stages of a filter that has some.
 */
void
ce_worker_show_stages (CeWorker *worker, const CeParams *params)
{
  CeStagesJob *job = &worker->stages;
  gint64       begin = g_get_monotonic_time ();
  CeNews      *news;
  CeArea       area;

  g_mutex_lock (&worker->lock);
  area = job->area;
  job->moved = FALSE;
  g_mutex_unlock (&worker->lock);
  if (! go_on (0, worker))
    return;

  news = ce_news_new (CE_NEWS_MORE, worker->render.running);
  news->bins = count (worker, params);
  if (ce_filter_find_param (worker->filter, "stage") && area.width > 0)
    {
      area = get_detail (worker, &area);
      news->stages = render_stages (worker, &area);
    }
  if (news->bins || news->stages)
    {
      job->told = g_get_monotonic_time ();
      job->telling_us = job->told - begin;
    }
  ce_mailbox_post (worker->news, news);
}

static void
show_moved (CeWorker *worker)
{
  CeParams params = worker->render.params;

  g_mutex_unlock (&worker->lock);
  ce_worker_show_stages (worker, &params);
  g_mutex_lock (&worker->lock);
}

const CeJob ce_job_stages = { is_due, show_moved };
