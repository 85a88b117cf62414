/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The thread that owns a session and renders it. Knows no toolkit.
 */
#ifndef CE_WORKER_H
#define CE_WORKER_H

#include "chain.h"
#include "comparison.h"
#include "cut.h"
#include "engine/session.h"
#include "raster.h"

G_BEGIN_DECLS

typedef struct _CeWorker CeWorker;

/**
 * CeNewsKind:
 * @CE_NEWS_STARTED: ce_worker_start() is done
 * @CE_NEWS_RENDERED: there is a new result
 * @CE_NEWS_MORE: there is a new histogram, or new pictures of the stages
 * @CE_NEWS_COMPARED: CPU and GPU have been compared
 * @CE_NEWS_PROBED: why an edge was kept or dropped
 * @CE_NEWS_FAILED: a render, or the change to another backend, failed
 *
 * What a worker reports.
 */
typedef enum
{
  CE_NEWS_STARTED,
  CE_NEWS_RENDERED,
  CE_NEWS_MORE,
  CE_NEWS_COMPARED,
  CE_NEWS_PROBED,
  CE_NEWS_FAILED
} CeNewsKind;

/**
 * CeNews:
 * @kind: what happened
 * @generation: of the request it answers
 * @params: as rendered, automatic thresholds as they were found
 * @milliseconds: how long it took
 * @device: (nullable): what rendered, for people
 * @on_cpu: whether that is the CPU
 * @fallback: (nullable): why an automatic session left the GPU
 * @edge_share: percent of the pixels that are edges, of Canny; -1: unknown
 * @bins: (nullable): #CE_HISTOGRAM_BINS counts of gradients, of Canny
 * @stages: (nullable): a #CeView for each stage of Canny, of the detail
 * @comparison: (nullable): of CPU and GPU
 * @chain: (nullable): the edge that was asked for
 * @error: (nullable): why it failed
 */
typedef struct
{
  CeNewsKind    kind;
  guint         generation;
  CeParams      params;
  double        milliseconds;
  char         *device;
  gboolean      on_cpu;
  char         *fallback;
  double        edge_share;
  guint64      *bins;
  GArray       *stages;
  CeComparison *comparison;
  CeChain      *chain;
  GError       *error;
} CeNews;

/**
 * CeNewsFunc:
 * @news: what happened
 * @data: what was given to ce_worker_new()
 *
 * Called on the main thread.
 */
typedef void (*CeNewsFunc) (const CeNews *news, gpointer data);

/**
 * CePicture:
 * @CE_PICTURE_BEFORE: the source, as far as it has arrived
 * @CE_PICTURE_AFTER: the last complete result
 */
typedef enum { CE_PICTURE_BEFORE, CE_PICTURE_AFTER, CE_N_PICTURES } CePicture;

/**
 * CeLoan:
 * @view: a picture
 * @n_rows: how many of its rows are there
 * @part: what of it may be read
 * @look: what it shall look like, with the source if that shows
 * @generation: of the request it is the result of
 * @again: whether a part of that result was shown before
 *
 * A picture that stays as it is until it is given back.
 */
typedef struct
{
  CeView   view;
  int      n_rows;
  CeArea   part;
  CeLook   look;
  guint    generation;
  gboolean again;
} CeLoan;

/**
 * CeFreshFunc:
 * @loan: a new result, until the function returns
 * @data: what was given to ce_worker_follow()
 *
 * Called on the thread that renders, before its next render.
 */
typedef void (*CeFreshFunc) (const CeLoan *loan, gpointer data);

CeWorker  *ce_worker_new          (const CeFilter *filter, CeNewsFunc func, gpointer data);
void       ce_worker_free         (CeWorker *worker);

void       ce_worker_start        (CeWorker *worker, const char *backend);
void       ce_worker_take_session (CeWorker *worker, CeSession *session, gboolean usable);
void       ce_worker_rows_arrived (CeWorker *worker, int n_arrived);
void       ce_worker_set_backend  (CeWorker *worker, const char *backend);
guint      ce_worker_request      (CeWorker *worker, const CeParams *params, const CeLook *look);
void       ce_worker_set_visible  (CeWorker *worker, const CeArea *area);
void       ce_worker_set_detail   (CeWorker *worker, const CeArea *area);
void       ce_worker_compare      (CeWorker *worker, const char *gpu);
void       ce_worker_probe        (CeWorker *worker, int x, int y, int reach);
gboolean   ce_worker_is_busy      (CeWorker *worker, double *share);

void       ce_worker_follow       (CeWorker *worker, CeFreshFunc func, gpointer data);
gboolean   ce_worker_borrow       (CeWorker *worker, CePicture picture, CeLoan *loan);
void       ce_worker_return       (CeWorker *worker);

CeSession *ce_worker_steal        (CeWorker *worker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeWorker, ce_worker_free)

G_END_DECLS

#endif
