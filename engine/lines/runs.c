/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The straight line through points of a path, and where two of them cross.
 */
#include "runs.h"

/* The sine of 6 degrees, from which on two runs cross. */
#define CROSSED 0.1

/* Returns the line through the points from @begin to @end, around @n points. */
CeRun
ce_run_of (const CeVec *p, guint n, guint begin, guint end)
{
  double a = 0, b = 0, c = 0, d, r, size = end - begin + 1;
  CeRun  run = { .mean = { 0, 0 } };
  CeVec  way = ce_vec_minus (p[end % n], p[begin % n]);

  for (guint i = begin; i <= end; i++)
    run.mean = (CeVec) { run.mean.x + p[i % n].x, run.mean.y + p[i % n].y };
  run.mean = (CeVec) { run.mean.x / size, run.mean.y / size };
  for (guint i = begin; i <= end; i++)
    {
      CeVec v = ce_vec_minus (p[i % n], run.mean);

      a = a + v.x * v.x;
      b = b + v.x * v.y;
      c = c + v.y * v.y;
    }
  d = (a - c) / 2;
  r = sqrt (d * d + b * b);
  run.along = d >= 0 ? (CeVec) { d + r, b } : (CeVec) { b, r - d };
  run.is_one = run.along.x != 0 || run.along.y != 0;
  run.along = ce_vec_unit (run.along.x, run.along.y);
  if (run.along.x * way.x + run.along.y * way.y < 0)
    run.along = (CeVec) { -run.along.x, -run.along.y };

  return run;
}

/* Finds where two runs cross; FALSE where they are about parallel. */
gboolean
ce_run_cross (const CeRun *one, const CeRun *two, CeVec *at)
{
  CeVec  v = ce_vec_minus (two->mean, one->mean);
  double z = one->along.x * two->along.y - one->along.y * two->along.x, s;

  if (! (fabs (z) > CROSSED))
    return FALSE;

  s = (v.x * two->along.y - v.y * two->along.x) / z;
  *at = (CeVec) { one->mean.x + s * one->along.x, one->mean.y + s * one->along.y };

  return TRUE;
}

/* Returns the square of the distance of @p from the line from @a to @b. */
double
ce_vec_square_from (CeVec a, CeVec b, CeVec p)
{
  CeVec  v = ce_vec_minus (b, a), w = ce_vec_minus (p, a);
  double q = v.x * v.x + v.y * v.y, s = q > 0 ? (v.x * w.x + v.y * w.y) / q : 0;

  s = s < 0 ? 0 : s > 1 ? 1 : s;
  w = (CeVec) { w.x - s * v.x, w.y - s * v.y };

  return w.x * w.x + w.y * w.y;
}
