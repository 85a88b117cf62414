/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The thread that owns a session and renders it. Knows no toolkit.
 */
#ifndef CE_WORKER_H
#define CE_WORKER_H

#include "comparison.h"
#include "engine/session.h"
#include "erased.h"
#include "pictures.h"
#include "why.h"

G_BEGIN_DECLS

typedef struct _CeWorker CeWorker;

/**
 * CeNewsKind:
 * @CE_NEWS_STARTED: ce_worker_start() or ce_worker_restart() is done
 * @CE_NEWS_RENDERED: there is a new result
 * @CE_NEWS_MORE: there is a new histogram, or new pictures of the stages
 * @CE_NEWS_COMPARED: CPU and GPU have been compared
 * @CE_NEWS_WHY: why an edge was kept or dropped
 * @CE_NEWS_NOISE: how strong the source's noise is
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
  CE_NEWS_WHY,
  CE_NEWS_NOISE,
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
 * @bins: (nullable): #CE_HISTOGRAM_BINS counts of gradients, of Laplacian of responses, of sharpening
 *   of the mask
 * @stages: (nullable): a #CeView for each stage of the filter, of the detail
 * @comparison: (nullable): of CPU and GPU
 * @edge: (nullable): the edge that was asked for
 * @noise: standard deviation in levels, of %CE_NEWS_NOISE
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
  CeEdge       *edge;
  double        noise;
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

CeWorker  *ce_worker_new          (const CeFilter *filter, CeNewsFunc func, gpointer data);
void       ce_worker_free         (CeWorker *worker);

void       ce_worker_start        (CeWorker *worker, const CePlace *place);
void       ce_worker_take_session (CeWorker *worker, CeSession *session, gboolean usable);
void       ce_worker_rows_arrived (CeWorker *worker, int n_arrived);
void       ce_worker_set_place    (CeWorker *worker, const CePlace *place);
void       ce_worker_restart      (CeWorker *worker);
gboolean   ce_worker_has_part     (CeWorker *worker, const CeArea *area, const CeView *part);
guint      ce_worker_request      (CeWorker *worker, const CeParams *params, const CeLook *look);
void       ce_worker_set_erased   (CeWorker *worker, CeErased *erased);
void       ce_worker_set_within   (CeWorker *worker, gboolean within);
void       ce_worker_set_visible  (CeWorker *worker, const CeArea *area);
void       ce_worker_set_detail   (CeWorker *worker, const CeArea *area);
void       ce_worker_compare      (CeWorker *worker, const CePlace *gpu);
void       ce_worker_ask_why      (CeWorker *worker, int x, int y, int reach);
gboolean   ce_worker_is_busy      (CeWorker *worker, double *share);

CePictures *ce_worker_get_pictures (CeWorker *worker);
CeSession *ce_worker_steal        (CeWorker *worker);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeWorker, ce_worker_free)

G_END_DECLS

#endif
