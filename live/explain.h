/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Explains why Canny kept or dropped an edge, and finds the thresholds that would change that.
 */
#pragma once

#include "live/difference.h"
#include "live/edge-color.h"
#include "engine/cuda-edges.h"

/* A chain of pixels that are kept or dropped together. */
typedef struct
{
  gboolean found;               /* there is an edge within reach; if not, the other members are undefined */
  gboolean kept;                /* it is in the result */
  gboolean possible;            /* a threshold within its range changes that */
  int      x;                   /* a pixel of the edge */
  int      y;
  gint64   n_pixels;            /* connected pixels of the edge; of one below low those half as strong as the one above */
  double   strongest;           /* the largest threshold, in tenths, that one of them is above */
  CeEdgeColor color;            /* of that pixel */
  double   low;                 /* the current thresholds, the smaller one first */
  double   high;
  double   new_low;             /* the thresholds that drop a kept edge, or keep a dropped one */
  double   new_high;
  gboolean counts;              /* ce_count_other_edges() can tell the next two */
  gint64   n_others;            /* other edges that are dropped or brought with it; -1: unknown */
  gint64   n_longer;            /* kept edges that become longer with it; -1: unknown */
  CePoint *points;              /* (array length=n_pixels): the pixels */
  CePoint  weakest;             /* the weakest pixel, whose point draws this edge and nothing else */
  int      drawn;               /* index of the point that draws this edge, which thresholds do not keep; -1: none */
  int      erased;              /* index of the last point that erases this edge; -1: none */
} CeEdge;

/* A rectangle, or the stroke of a round brush, in pixels of the image. */
typedef struct
{
  CeArea   area;                /* for a brush the rectangle around its stroke */
  double   radius;              /* of the brush; 0: all of @area */
  CePoint *path;                /* (nullable): of the brush's middle, in straight lines */
  gsize    n_path;
} CeTouch;

GArray  *ce_find_touched_edges (CeSession *session, const CeTouch *touch, CeProgressFunc progress, gpointer data);
gboolean ce_explain_edge (CeSession *session, int x, int y, int reach, CeProgressFunc progress, gpointer data, CeEdge *edge);
gboolean ce_count_other_edges (CeSession *session, CeProgressFunc progress, gpointer data, CeEdge *edge);

void     ce_edge_free (CeEdge *edge);
