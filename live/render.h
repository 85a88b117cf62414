/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread owns a session, renders it and paints frames of its results. When the view moves the main thread paints
 * the last result itself, so that the window does not wait for a running render. It uses no toolkit.
 */
#ifndef CE_RENDER_H
#define CE_RENDER_H

#include "comparison.h"
#include "engine/cuda-edges.h"
#include "frame.h"
#include "explain.h"

typedef struct _CeRender CeRender;

/* A request for a result. */
typedef struct
{
  CeParams      params;
  CeLook        look;           /* of the result; its mask must stay */
  gboolean      within;         /* only selected pixels are counted, and thresholds are found there */
  gboolean      traced;         /* its edges, which must be one pixel wide, become lines */
} CeRequest;

/* The kinds of events of a render thread. */
typedef enum
{
  CE_EVENT_STARTED,             /* ce_render_start() is done */
  CE_EVENT_FRAME,               /* a new result, or its visible part, is painted for the current viewport */
  CE_EVENT_RENDERED,            /* there is a new result */
  CE_EVENT_MORE,                /* there is a new histogram, or new pictures of the stages */
  CE_EVENT_COMPARED,            /* CPU and GPU have been compared */
  CE_EVENT_EXPLAINED,           /* the explanation why an edge was kept or dropped */
  CE_EVENT_TOUCHED,             /* the touched edges */
  CE_EVENT_LINES,               /* the result's lines, or the reason why there are none; then again with the pen's travel */
  CE_EVENT_NOISE,               /* the noise of the source is estimated */
  CE_EVENT_FAILED               /* a render, or the change to another backend, failed */
} CeEventKind;

/* An event. */
typedef struct
{
  CeEventKind   kind;
  guint         generation;     /* of the request that it answers */
  CeParams      params;         /* that were asked for */
  CeFound       found;          /* what the render of them found */
  double        milliseconds;   /* time of the render */
  char         *device;         /* (nullable): the device that rendered, for users */
  gboolean      on_cpu;         /* @device is the CPU */
  char         *fallback;       /* (nullable): the reason why an automatic session left the GPU */
  double        edge_share;     /* percent of the pixels that are edges, of Canny; -1: unknown */
  guint64      *bins;           /* (nullable): CE_HISTOGRAM_BINS counts, as of ce_session_histogram() */
  GArray       *stages;         /* (nullable): a CeView for each stage of the filter, of the detail */
  CeComparison *comparison;     /* (nullable): of CPU and GPU */
  CeEdge       *edge;           /* (nullable): the explained edge */
  GArray       *touched;        /* (nullable) (element-type CePoint): a pixel of each edge that was touched */
  CeLines      *lines;          /* (nullable): of CE_EVENT_LINES */
  double        travel;         /* of a pen that draws them, pixels; -1: not known yet */
  double        noise;          /* standard deviation in levels, of CE_EVENT_NOISE */
  CeFrame      *frame;          /* (nullable): of CE_EVENT_FRAME */
  guint         n_viewports;    /* the render thread's own, to recognize a late frame */
  GError       *error;          /* (nullable): the reason of a failure */
} CeEvent;

/**
 * CeEventFunc:
 * @event: the event
 * @data: the data of ce_render_new()
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
gboolean   ce_render_has_part     (CeRender *render, const CeArea *area, const CeView *part);
guint      ce_render_ask          (CeRender *render, const CeRequest *request);
void       ce_render_set_detail   (CeRender *render, const CeArea *area);
void       ce_render_compare      (CeRender *render, const CePlace *gpu);
void       ce_render_explain      (CeRender *render, int x, int y, int reach);
void       ce_render_find_touched (CeRender *render, const CeTouch *touch);
gboolean   ce_render_is_busy      (CeRender *render, double *share);

CeFrame   *ce_render_paint        (CeRender *render, const CeViewport *viewport);
CeFrame   *ce_render_paint_bare   (CeRender *render, const CeRegion *region);
CeSession *ce_render_steal        (CeRender *render);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeRender, ce_render_free)

#endif
