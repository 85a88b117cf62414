/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why Canny kept or dropped an edge, and which thresholds would change that.
 */
#ifndef CE_EXPLAIN_H
#define CE_EXPLAIN_H

#include "engine/difference.h"
#include "engine/session.h"

/**
 * CeEdge:
 * @found: whether there is an edge within reach; if not, nothing else counts
 * @kept: whether it is in the result
 * @possible: whether a threshold within its range changes that
 * @x, @y: the edge's pixel that is meant
 * @n_pixels: how many pixels hang together there
 * @strongest: the largest threshold, in tenths, that one of them is above
 * @low, @high: the thresholds now, the smaller one first
 * @new_low, @new_high: those that drop it if it is kept, and keep it if not
 * @n_others: how many other chains change sides then; -1: unknown
 * @points: (array length=n_pixels): the pixels
 * @erased: the last of the points of erased edges that is of this one; -1: none
 *
 * A chain of pixels that are kept or dropped together.
 */
typedef struct
{
  gboolean found;
  gboolean kept;
  gboolean possible;
  int      x;
  int      y;
  gint64   n_pixels;
  double   strongest;
  double   low;
  double   high;
  double   new_low;
  double   new_high;
  gint64   n_others;
  CePoint *points;
  int      erased;
} CeEdge;

/**
 * CeTouch:
 * @area: what the pointer went over; of a brush the rectangle around it
 * @radius: of the brush in pixels; 0: all of @area
 * @path: (nullable): where the brush's middle went, in straight lines
 * @n_path: how many points that are
 *
 * A rectangle, or what a round brush goes over, in pixels of the image.
 */
typedef struct
{
  CeArea   area;
  double   radius;
  CePoint *path;
  gsize    n_path;
} CeTouch;

GArray  *ce_find_touched_edges (CeSession *session, const CeTouch *touch, CeProgressFunc progress, gpointer data);
gboolean ce_explain_edge (CeSession *session, int x, int y, int reach, CeProgressFunc progress, gpointer data, CeEdge *edge);

void     ce_edge_free (CeEdge *edge);

#endif
