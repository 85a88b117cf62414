/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the render thread tells beyond the result, after the picture is on
 * its way and only if nobody waits for a newer one.
 */
#include "engine/threads.h"

#include "worker-private.h"

#include <math.h>
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

/* How long the histogram and the stages may stay behind while a slider moves. */
#define BEHIND_US 250000

/* CeProgressFunc. Whoever moves a slider waits for the picture first; but now
 * and then the rest has to follow. */
static gboolean
go_on_telling (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! worker->quit && ! worker->backend
       && (worker->generation == worker->running || g_get_monotonic_time () - worker->told > BEHIND_US);
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

/* The part of the source that the small pictures show, and what is read around it. */
typedef struct { int x, y, width, height, margin; } Detail;

static CeSession *
open_detail (CeWorker *worker, Detail *detail, const CeParams *params)
{
  const CeView *source = ce_session_get_source (worker->session);
  gsize         pixel = source->channels * ce_type_size (source->type);
  int           left = MAX (detail->x - detail->margin, 0), top = MAX (detail->y - detail->margin, 0);
  int           right = MIN (detail->x + detail->width + detail->margin, source->width);
  int           bottom = MIN (detail->y + detail->height + detail->margin, source->height);
  CeSession    *session = ce_session_new (worker->filter, "cpu", right - left, bottom - top, source->channels,
                                          source->type, NULL);

  if (session)
    ce_session_put_rows (session, 0, bottom - top, (guint8 *) ce_view_row (source, top) + left * pixel,
                         source->stride);
  detail->x -= left;
  detail->y -= top;

  return session;
}

static CeView
copy_detail (const CeView *result, const Detail *detail)
{
  gsize  size = ce_type_size (result->type);
  CeView copy = { .width = detail->width, .height = detail->height, .channels = 1, .type = result->type };

  copy.stride = copy.width * size;
  copy.data = g_malloc (copy.stride * copy.height);
  for (int y = 0; y < copy.height; y++)
    memcpy (ce_view_row (&copy, y), (guint8 *) ce_view_row (result, detail->y + y) + detail->x * size, copy.stride);

  return copy;
}

static void
clear_view (gpointer view)
{
  g_free (((CeView *) view)->data);
}

/* Every stage of the detail or, if overtaken, NULL; at full resolution, with the thresholds of the
 * whole image. Always on the CPU: it is a few thousand pixels. */
static GArray *
render_stages (CeWorker *worker, const CeParams *found, const Detail *asked)
{
  Detail   detail = *asked;
  CeParams params = *found;
  GArray  *stages = g_array_new (FALSE, FALSE, sizeof (CeView));
  g_autoptr (CeSession) session = NULL;

  g_array_set_clear_func (stages, clear_view);
  detail.margin = MIN ((int) ceil (3 * params.sigma) + 3, MAX_MARGIN);
  session = open_detail (worker, &detail, &params);
  params.thresholds = CE_THRESHOLDS_MANUAL;
  params.style = CE_STYLE_WHITE_ON_BLACK;

  for (params.stage = 0; params.stage <= CE_STAGE_EDGES; params.stage++)
    {
      CeView picture;

      if (! session || ! ce_session_render (session, &params, go_on_telling, worker, NULL))
        {
          g_array_unref (stages);
          return NULL;
        }
      picture = copy_detail (ce_session_get_result (session), &detail);
      g_array_append_val (stages, picture);
    }

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
  Detail  detail;

  if (worker->filter->id != CE_FILTER_CANNY || ! go_on_telling (0, worker))
    return;

  g_mutex_lock (&worker->lock);
  detail = (Detail) { worker->detail_x, worker->detail_y, worker->detail_width, worker->detail_height, 0 };
  g_mutex_unlock (&worker->lock);

  news = ce_news_new (CE_NEWS_MORE);
  news->bins = count_gradients (worker, params);
  if (detail.width > 0)
    news->stages = render_stages (worker, ce_session_get_params (worker->session), &detail);
  if (news->bins || news->stages)
    worker->told = g_get_monotonic_time ();
  ce_mailbox_post (worker->news, news);
}

/* CeProgressFunc of a comparison. */
static gboolean
go_on_comparing (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  worker->share = share;
  go = worker->comparing && ! worker->quit;
  g_mutex_unlock (&worker->lock);

  return go;
}

/**
 * ce_worker_do_compare:
 * @worker: a worker, with the lock, which is given up meanwhile
 *
 * Compares CPU and GPU and reports it.
 */
void
ce_worker_do_compare (CeWorker *worker)
{
  CeParams         params = worker->wanted;
  g_autofree char *gpu = g_strdup (worker->compare_with);
  CeComparison    *comparison;

  g_mutex_unlock (&worker->lock);
  comparison = ce_comparison_run (worker->filter, ce_session_get_source (worker->session), &params, gpu,
                                  go_on_comparing, worker);
  g_mutex_lock (&worker->lock);

  if (worker->comparing)
    {
      CeNews *news = ce_news_new (CE_NEWS_COMPARED);

      news->comparison = comparison;
      ce_mailbox_post (worker->news, news);
    }
  else
    ce_comparison_free (comparison);
  worker->comparing = FALSE;
}

/* What a question was about. */
typedef struct { CeWorker *worker; guint generation, serial; } Probe;

/* CeProgressFunc. */
static gboolean
go_on_probing (double share, gpointer data)
{
  Probe    *probe = data;
  CeWorker *worker = probe->worker;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! worker->quit && ! worker->backend && worker->generation == probe->generation
       && worker->probing && worker->probe_serial == probe->serial;
  g_mutex_unlock (&worker->lock);

  return go;
}

/**
 * ce_worker_do_probe:
 * @worker: a worker, with the lock, which is given up meanwhile
 *
 * Finds the edge that was asked for and reports it.
 */
void
ce_worker_do_probe (CeWorker *worker)
{
  Probe           probe = { worker, worker->generation, worker->probe_serial };
  CeChainQuestion question = { .source = ce_session_get_source (worker->session),
                               .params = *ce_session_get_params (worker->session),
                               .x = worker->probe_x, .y = worker->probe_y, .reach = worker->probe_reach };
  CeNews         *news = ce_news_new (CE_NEWS_PROBED);
  gboolean        done;

  if (question.params.stage == CE_STAGE_EDGES)
    question.edges = ce_session_get_result (worker->session);
  g_mutex_unlock (&worker->lock);
  news->generation = probe.generation;
  news->chain = g_new0 (CeChain, 1);
  done = ce_chain_find (worker->filter, &question, go_on_probing, &probe, news->chain);
  g_mutex_lock (&worker->lock);

  if (done && worker->probe_serial == probe.serial)
    ce_mailbox_post (worker->news, news);
  else
    ce_news_free (news);
  if (worker->probe_serial == probe.serial)
    worker->probing = FALSE;
}
