/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is visible of a result, before the whole: of a large image seen at
 * 100 %, a hundredth. The filters look no further than the Gaussian does, so
 * that these are the pixels of the result. Only Canny's hysteresis follows
 * edges through the whole image: one that is kept for what it leads to far
 * outside is missing until the whole is there, right after it.
 */
#include "worker-private.h"

#include "trace.h"

/* A part is worthwhile if it is at most that much of the image. */
#define SHARE 4

/* Margins are a multiple of this, for sliders of the Gaussian, and of Canny's
 * have as much to follow edges in. */
#define MARGIN_STEP 32
#define FOLLOWED 96

static CeArea
widen (const CeArea *area, int margin, const CeView *source)
{
  int left = MAX (area->x - margin, 0), top = MAX (area->y - margin, 0);

  return (CeArea) { left, top, MIN (area->x + area->width + margin, source->width) - left,
                    MIN (area->y + area->height + margin, source->height) - top };
}

static int
get_margin (CeWorker *worker, const CeParams *params)
{
  int margin = ce_cut_margin (params) + (worker->filter->id == CE_FILTER_CANNY ? FOLLOWED : 0);

  return (margin + MARGIN_STEP - 1) / MARGIN_STEP * MARGIN_STEP;
}

/* Automatic thresholds are those of the whole image. */
static gboolean
is_worthwhile (CeWorker *worker, const CeParams *params, const CeArea *visible, int margin)
{
  const CeView *source = ce_session_get_source (worker->session);
  CeArea        needed = widen (visible, margin, source);

  return visible->width > 0 && worker->last_ms > worker->soon_ms
         && ! (worker->filter->id == CE_FILTER_CANNY && params->thresholds != CE_THRESHOLDS_MANUAL)
         && (gint64) needed.width * needed.height * SHARE <= (gint64) source->width * source->height;
}

/* Opens the part anew if it has moved. */
static gboolean
have_part (CeWorker *worker, const CeArea *visible, int margin)
{
  if (worker->part.session && ce_area_has (&worker->part_area, visible) && worker->part_margin == margin)
    return TRUE;

  ce_worker_drop_part (worker);
  worker->part_area = *visible;
  worker->part_margin = margin;
  if (! ce_cut_open (&worker->part, worker->filter, ce_session_get_source (worker->session), visible, margin))
    return FALSE;

  return TRUE;
}

/* The result of a part as one of the whole image, of which only the part may
 * be read: its first row and column would be outside of the memory. */
static CeView
as_whole (const CeView *source, const CeCut *part)
{
  const CeView *result = ce_session_get_result (part->session);
  CeView        whole = *result;
  gsize         before = part->top * result->stride + (gsize) part->left * result->channels * ce_type_size (result->type);

  whole.width = source->width;
  whole.height = source->height;
  whole.data = (gpointer) ((guintptr) result->data - before);

  return whole;
}

/* CeProgressFunc. */
static gboolean
go_on (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! worker->quit && ! worker->backend;
  g_mutex_unlock (&worker->lock);

  return go;
}

/**
 * ce_worker_show_part:
 * @worker: a worker, without the lock, on its thread
 * @params: to be rendered
 * @look: what the result shall look like
 *
 * Renders and shows what is visible, if the whole takes much longer.
 *
 * Returns: whether it did
 */
gboolean
ce_worker_show_part (CeWorker *worker, const CeParams *params, const CeLook *look)
{
  const CeView *source = ce_session_get_source (worker->session);
  int           margin = get_margin (worker, params);
  CeLoan        loan = { .look = *look, .generation = worker->running };

  g_mutex_lock (&worker->lock);
  loan.part = worker->visible;
  g_mutex_unlock (&worker->lock);

  if (! is_worthwhile (worker, params, &loan.part, margin) || ! have_part (worker, &loan.part, margin)
      || ! ce_session_render (worker->part.session, params, go_on, worker, NULL))
    return FALSE;

  loan.view = as_whole (source, &worker->part);
  loan.n_rows = source->height;
  if (look->replace)
    loan.look.source = *source;
  ce_trace_mark (worker->running, CE_MARK_RENDERED);
  ce_worker_show (worker, &loan);

  return TRUE;
}

/**
 * ce_worker_drop_part:
 * @worker: a worker
 *
 * Frees what was kept of the visible part.
 */
void
ce_worker_drop_part (CeWorker *worker)
{
  ce_cut_close (&worker->part);
}
