/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The straight line through points of a path.
 */
#pragma once

#include "trace.h"

/* The line through points. */
typedef struct
{
  CeVec    mean;                /* a point of it */
  CeVec    along;               /* of length 1, towards the last point */
  gboolean is_one;              /* the points are not all in one place */
} CeRun;

static inline CeVec
ce_vec_minus (CeVec a, CeVec b)
{
  return (CeVec) { a.x - b.x, a.y - b.y };
}

/* Returns the distance of a point from a run. */
static inline double
ce_run_distance (const CeRun *run, CeVec p)
{
  CeVec v = ce_vec_minus (p, run->mean);

  return fabs (v.x * run->along.y - v.y * run->along.x);
}

/* Returns the cosine of the turn from one run to another. */
static inline double
ce_run_cosine (const CeRun *one, const CeRun *two)
{
  return one->along.x * two->along.x + one->along.y * two->along.y;
}

CeRun    ce_run_of           (const CeVec *p, guint n, guint begin, guint end);
gboolean ce_run_cross        (const CeRun *one, const CeRun *two, CeVec *at);
double   ce_vec_square_from  (CeVec a, CeVec b, CeVec p);
