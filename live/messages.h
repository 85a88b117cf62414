/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a dialog and its render thread tell each other: requests, and events that answer them.
 */
#pragma once

#include "comparison.h"
#include "engine/cuda-edges.h"
#include "explain.h"
#include "frame.h"

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
  CE_EVENT_MORE,                /* there is a new histogram, or new pictures of the stages; the focus is known */
  CE_EVENT_COMPARED,            /* CPU and GPU have been compared */
  CE_EVENT_EXPLAINED,           /* the explanation why an edge was kept or dropped */
  CE_EVENT_COUNTED,             /* how many other edges change with it; the edge has no points */
  CE_EVENT_TOUCHED,             /* the touched edges */
  CE_EVENT_LINES,               /* the result's lines, or the reason why there are none; then again with the pen's travel */
  CE_EVENT_FAILED               /* a render, or the change to another backend, failed */
} CeEventKind;

/* An event. */
typedef struct
{
  CeEventKind   kind;
  guint         generation;     /* of the request that it answers */
  CeParams      params;         /* that were asked for */
  CeFound       found;          /* what the render of them found; of CE_EVENT_MORE the source's noise and focus */
  double        milliseconds;   /* time of the render */
  char         *device;         /* (nullable): the device that rendered, for users */
  gboolean      on_cpu;         /* @device is the CPU */
  char         *fallback;       /* (nullable): the reason why an automatic session left the GPU */
  double        edge_share;     /* percent of the pixels that are edges, of Canny; -1: unknown */
  guint64      *bins;           /* (nullable): CE_HISTOGRAM_BINS counts, as of ce_session_histogram() */
  GArray       *stages;         /* (nullable): a CeView for each stage of the filter, of the detail */
  CeComparison *comparison;     /* (nullable): of CPU and GPU */
  CeEdge       *edge;           /* (nullable): the explained edge; NULL: it could not be followed */
  GArray       *steps;          /* (nullable) (element-type CePoint): of the edges that tell the focus, once an image */
  GArray       *touched;        /* (nullable) (element-type CePoint): a pixel of each edge that was touched */
  CeLines      *lines;          /* (nullable): of CE_EVENT_LINES */
  double        travel;         /* of a pen that draws them, pixels; -1: not known yet */
  CeFrame      *frame;          /* (nullable): of CE_EVENT_FRAME */
  guint         n_viewports;    /* the render thread's own, to recognize a late frame */
  GError       *error;          /* (nullable): the reason of a failure; of CE_EVENT_MORE, why the focus is not known */
} CeEvent;

CeEvent *ce_event_new  (CeEventKind kind, guint generation);
void     ce_event_free (gpointer event);
