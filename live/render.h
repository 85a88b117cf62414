/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One thread that owns a session, renders it and paints frames of its results. The main thread paints the last result
 * itself where the view moves, so that nobody waits for a render that is going on. Knows no toolkit.
 */
#ifndef CE_RENDER_H
#define CE_RENDER_H

#include "comparison.h"
#include "engine/session.h"
#include "frame.h"
#include "explain.h"

typedef struct _CeRender CeRender;

/**
 * CeEventKind:
 * @CE_EVENT_STARTED: ce_render_start() or ce_render_restart() is done
 * @CE_EVENT_FRAME: a new result, or what is visible of it, is painted as the viewport is now
 * @CE_EVENT_RENDERED: there is a new result
 * @CE_EVENT_MORE: there is a new histogram, or new pictures of the stages
 * @CE_EVENT_COMPARED: CPU and GPU have been compared
 * @CE_EVENT_EXPLAINED: why an edge was kept or dropped
 * @CE_EVENT_TOUCHED: which edges were touched
 * @CE_EVENT_NOISE: how strong the source's noise is
 * @CE_EVENT_FAILED: a render, or the change to another backend, failed
 *
 * What a render thread reports.
 */
typedef enum
{
  CE_EVENT_STARTED,
  CE_EVENT_FRAME,
  CE_EVENT_RENDERED,
  CE_EVENT_MORE,
  CE_EVENT_COMPARED,
  CE_EVENT_EXPLAINED,
  CE_EVENT_TOUCHED,
  CE_EVENT_NOISE,
  CE_EVENT_FAILED
} CeEventKind;

/**
 * CeEvent:
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
 * @touched: (nullable) (element-type CePoint): a pixel of each edge that was
 * @noise: standard deviation in levels, of %CE_EVENT_NOISE
 * @frame: (nullable): what %CE_EVENT_FRAME is about
 * @error: (nullable): why it failed
 */
typedef struct
{
  CeEventKind    kind;
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
  GArray       *touched;
  double        noise;
  CeFrame      *frame;
  GError       *error;
} CeEvent;

/**
 * CeEventFunc:
 * @event: what happened
 * @data: what was given to ce_render_new()
 *
 * Called on the main thread.
 */
typedef void (*CeEventFunc) (const CeEvent *event, gpointer data);

CeRender  *ce_render_new          (const CeFilter *filter, CeEventFunc func, gpointer data);
void       ce_render_free         (CeRender *render);

void       ce_render_start        (CeRender *render, const CePlace *place);
void       ce_render_take_session (CeRender *render, CeSession *session, gboolean usable);
void       ce_render_rows_arrived (CeRender *render, int n_arrived);
void       ce_render_set_place    (CeRender *render, const CePlace *place);
void       ce_render_restart      (CeRender *render);
gboolean   ce_render_has_part     (CeRender *render, const CeArea *area, const CeView *part);
guint      ce_render_ask          (CeRender *render, const CeParams *params, const CeLook *look);
void       ce_render_set_within   (CeRender *render, gboolean within);
void       ce_render_set_detail   (CeRender *render, const CeArea *area);
void       ce_render_compare      (CeRender *render, const CePlace *gpu);
void       ce_render_explain      (CeRender *render, int x, int y, int reach);
void       ce_render_find_touched  (CeRender *render, const CeTouch *touch);
gboolean   ce_render_is_busy      (CeRender *render, double *share);

CeFrame   *ce_render_paint        (CeRender *render, const CeViewport *viewport);
CeFrame   *ce_render_paint_bare   (CeRender *render, const CeRegion *region);
CeSession *ce_render_steal        (CeRender *render);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeRender, ce_render_free)

#endif
