/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines and cubics, and their lengths.
 */
#include "trace.h"

#include <string.h>

CeVec
ce_vec_unit (double x, double y)
{
  double length = sqrt (x * x + y * y);

  return length > 0 ? (CeVec) { x / length, y / length } : (CeVec) { 1, 0 };
}

void
ce_curve_powers (CeVec from, const CeVec handle[2], CeVec to, CeVec c[3])
{
  c[0] = (CeVec) { 3 * (handle[0].x - from.x), 3 * (handle[0].y - from.y) };
  c[1] = (CeVec) { 3 * (handle[1].x - handle[0].x) - c[0].x, 3 * (handle[1].y - handle[0].y) - c[0].y };
  c[2] = (CeVec) { ((to.x - from.x) - c[0].x) - c[1].x, ((to.y - from.y) - c[0].y) - c[1].y };
}

gboolean
ce_curves_append (CeCurves *curves, const CeCurves *more, GError **error)
{
  if (! ce_trace_grow (&curves->curves, &curves->n_allocated, curves->n + more->n, sizeof *more->curves, error))
    return FALSE;

  if (more->n > 0)
    memcpy (curves->curves + curves->n, more->curves, more->n * sizeof *more->curves);
  curves->n += more->n;

  return TRUE;
}

/* Returns the length of a cubic by Gauss's formula with five points. */
static double
cubic_length (CeVec from, const CeBezier *curve)
{
  static const double at[5] = { 0.046910077030668, 0.230765344947158, 0.5, 0.769234655052841, 0.953089922969332 };
  static const double weights[5] = { 0.118463442528095, 0.239314335249683, 0.284444444444444, 0.239314335249683,
                                     0.118463442528095 };
  CeVec  c[3];
  double length = 0;

  ce_curve_powers (from, curve->handle, curve->to, c);
  for (int k = 0; k < 5; k++)
    {
      double u = at[k];
      double x = (3 * c[2].x * u + 2 * c[1].x) * u + c[0].x, y = (3 * c[2].y * u + 2 * c[1].y) * u + c[0].y;

      length = length + weights[k] * sqrt (x * x + y * y);
    }

  return length;
}

/* Returns the length of a path, whose curves begin at @curves. */
double
ce_path_length (const CePath *path, const CeBezier *curves)
{
  CeVec  from = path->from;
  double length = 0;

  for (guint i = 0; i < path->n; i++)
    {
      length = length + (curves[i].is_line ? ce_vec_distance (from, curves[i].to) : cubic_length (from, &curves[i]));
      from = curves[i].to;
    }

  return length;
}
