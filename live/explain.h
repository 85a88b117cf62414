/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why Canny kept or dropped an edge, and which thresholds would change that.
 */
#ifndef CE_EXPLAIN_H
#define CE_EXPLAIN_H

#include "engine/difference.h"
#include "engine/session.h"

/* A chain of pixels that are kept or dropped together. */
typedef struct
{
  gboolean found;               /* there is an edge within reach; if not, nothing else counts */
  gboolean kept;                /* it is in the result */
  gboolean possible;            /* a threshold within its range changes that */
  int      x;                   /* the pixel that is meant */
  int      y;
  gint64   n_pixels;            /* that hang together there */
  double   strongest;           /* the largest threshold, in tenths, that one of them is above */
  double   low;                 /* the thresholds now, the smaller one first */
  double   high;
  double   new_low;             /* those that drop it if it is kept, and keep it if not */
  double   new_high;
  gint64   n_others;            /* other chains that change sides then; -1: unknown */
  CePoint *points;              /* (array length=n_pixels): the pixels */
  int      erased;              /* the last of the points of erased edges that is of this one; -1: none */
} CeEdge;

/* A rectangle, or the pixels that a round brush goes over, in pixels of the image. */
typedef struct
{
  CeArea   area;                /* of a brush the rectangle around it */
  double   radius;              /* of the brush; 0: all of @area */
  CePoint *path;                /* (nullable): of the brush's middle, in straight lines */
  gsize    n_path;
} CeTouch;

GArray  *ce_find_touched_edges (CeSession *session, const CeTouch *touch, CeProgressFunc progress, gpointer data);
gboolean ce_explain_edge (CeSession *session, int x, int y, int reach, CeProgressFunc progress, gpointer data, CeEdge *edge);

void     ce_edge_free (CeEdge *edge);

#endif
