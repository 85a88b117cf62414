/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the render thread tells beyond the result, after the picture is on
 * its way and only if nobody waits for a newer one.
 */
#include "engine/threads.h"

#include "worker-private.h"

#include <string.h>

/* What the small pictures of stages read around them: enough for the usual
 * Gaussians. */
#define MAX_MARGIN 64

/* Rows of a strip. */
#define STRIP 64

typedef struct
{
  const CeView *result;
  gboolean      inverted;
  guint64      *edges;           /* of each strip */
} Count;

static guint64
count_bytes (const guint8 *restrict row, int n, guint8 value)
{
  guint64 count = 0;

  /* In pieces whose count fits a byte, so that it is counted in bytes. */
  for (int x0 = 0; x0 < n; x0 += 255)
    {
      int    last = MIN (x0 + 255, n);
      guint8 piece = 0;

      for (int x = x0; x < last; x++)
        piece += row[x] == value;
      count += piece;
    }

  return count;
}

static guint64
count_floats (const float *restrict row, int n, float value)
{
  guint32 count = 0;

  for (int x = 0; x < n; x++)
    count += row[x] == value;

  return count;
}

/* CeTask. */
static void
count_strip (int strip, gpointer data)
{
  const Count  *count = data;
  const CeView *result = count->result;
  guint64       edges = 0;

  for (int y = strip * STRIP; y < MIN ((strip + 1) * STRIP, result->height); y++)
    edges += result->type == CE_U8 ? count_bytes (ce_view_row (result, y), result->width, count->inverted ? 0 : 255)
                                   : count_floats (ce_view_row (result, y), result->width, count->inverted ? 0 : 1);
  count->edges[strip] = edges;
}

/**
 * ce_worker_edge_share:
 * @result: of Canny
 * @params: that it was rendered with
 *
 * Returns: percent of the pixels that are edges; -1 if the result does not tell
 */
double
ce_worker_edge_share (const CeView *result, const CeParams *params)
{
  static const CeProgress nobody;
  int                     n_strips = (result->height + STRIP - 1) / STRIP;
  g_autofree guint64     *strips = g_new (guint64, n_strips);
  Count                   count = { result, params->style == CE_STYLE_BLACK_ON_WHITE, strips };
  guint64                 edges = 0;

  if (params->stage != CE_STAGE_EDGES || result->channels != 1)
    return -1;

  ce_threads_run (n_strips, count_strip, &count, &nobody, 0, 1, NULL);
  for (int strip = 0; strip < n_strips; strip++)
    edges += strips[strip];

  return 100.0 * edges / ((double) result->width * result->height);
}

/* How long the histogram and the stages may stay behind while a slider moves:
 * that long, and so many times as long as they take. */
#define BEHIND_US 250000
#define BEHIND_TIMES 8

/* CeProgressFunc. Whoever moves a slider waits for the picture first; but now
 * and then the rest has to follow. */
static gboolean
go_on_telling (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! worker->quit && ! worker->backend
       && (worker->generation == worker->running
           || g_get_monotonic_time () - worker->told > MAX (BEHIND_US, BEHIND_TIMES * worker->telling_us));
  g_mutex_unlock (&worker->lock);

  return go;
}

static guint64 *
count_gradients (CeWorker *worker, const CeParams *params)
{
  guint64 *bins;

  if (worker->has_counted
      && ce_params_first_step (params, &worker->counted, CE_FILTER_CANNY) >= CE_STEP_THRESHOLDS)
    return NULL;

  bins = g_new (guint64, CE_HISTOGRAM_BINS);
  if (! ce_session_histogram (worker->session, params, CE_HISTOGRAM_MAGNITUDE, bins, go_on_telling, worker, NULL))
    {
      g_free (bins);
      return NULL;
    }

  worker->counted = *params;
  worker->has_counted = TRUE;

  return bins;
}

static CeView
copy_detail (const CeView *result, const CeCut *cut, const CeArea *detail)
{
  gsize  size = ce_type_size (result->type);
  CeView copy = { .width = detail->width, .height = detail->height, .channels = 1, .type = result->type };

  copy.stride = copy.width * size;
  copy.data = g_malloc (copy.stride * copy.height);
  for (int y = 0; y < copy.height; y++)
    memcpy (ce_view_row (&copy, y),
            (guint8 *) ce_view_row (result, detail->y - cut->top + y) + (detail->x - cut->left) * size, copy.stride);

  return copy;
}

static void
clear_view (gpointer view)
{
  g_free (((CeView *) view)->data);
}

/* Every stage of the detail or, if overtaken, NULL; at full resolution, with the thresholds of the
 * whole image. */
static GArray *
render_stages (CeWorker *worker, const CeParams *found, const CeArea *detail)
{
  CeParams params = *found;
  GArray  *stages = g_array_new (FALSE, FALSE, sizeof (CeView));
  CeCut    cut;

  g_array_set_clear_func (stages, clear_view);
  ce_cut_open (&cut, worker->filter, ce_session_get_source (worker->session), detail,
               MIN (ce_cut_margin (&params), MAX_MARGIN));
  params.thresholds = CE_THRESHOLDS_MANUAL;
  params.style = CE_STYLE_WHITE_ON_BLACK;

  for (params.stage = 0; params.stage <= CE_STAGE_EDGES; params.stage++)
    {
      CeView picture;

      if (! cut.session || ! ce_session_render (cut.session, &params, go_on_telling, worker, NULL))
        {
          g_clear_pointer (&stages, g_array_unref);
          break;
        }
      picture = copy_detail (ce_session_get_result (cut.session), &cut, detail);
      g_array_append_val (stages, picture);
    }
  ce_cut_close (&cut);

  return stages;
}

/**
 * ce_worker_tell_more:
 * @worker: a worker that has just rendered, without the lock
 * @params: the parameters that were asked for
 *
 * Reports Canny's histogram and stages.
 */
void
ce_worker_tell_more (CeWorker *worker, const CeParams *params)
{
  CeNews *news;
  CeArea  detail;
  gint64  begin = g_get_monotonic_time ();

  if (worker->filter->id != CE_FILTER_CANNY || ! go_on_telling (0, worker))
    return;

  g_mutex_lock (&worker->lock);
  detail = worker->detail;
  g_mutex_unlock (&worker->lock);

  news = ce_news_new (CE_NEWS_MORE);
  news->bins = count_gradients (worker, params);
  if (detail.width > 0)
    news->stages = render_stages (worker, ce_session_get_params (worker->session), &detail);
  if (news->bins || news->stages)
    {
      worker->told = g_get_monotonic_time ();
      worker->telling_us = worker->told - begin;
    }
  ce_mailbox_post (worker->news, news);
}
