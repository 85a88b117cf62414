/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Corners of a path: sharp bends, and points between two straight runs that cross there. Blur rounds a corner off, and where
 * it lies in a pixel decides how much, so its few points do not say how sharp it is; the runs beside it do.
 */
#include "bends.h"

#include "runs.h"

/* Points before and behind a point between which the angle is measured. */
#define SPAN 4

/* The cosine of 50 degrees. */
#define BENT 0.6427876096865394

/* The cosine of 30 degrees, from which on a bend is looked at more closely. */
#define TURNED 0.8660254037844387

/* Points, less 1, of the straight runs beside a bend. */
#define RUN 6

/* Pixels, and a share of a drawn line's width, times the tangent of half the turn, by which a corner that blur has rounded
 * off is at most beside the crossing of its runs; corners were measured at half of it, and an arc of 5 pixels is beyond. */
#define OFF 2
#define OFF_SHARE 6

/* What a point is: no corner, one between two runs, or a sharp bend. */
enum { NONE, BETWEEN, SHARP };

/* Returns the cosine of the angle between two directions; 1 where one of them is 0. */
static double
bend_of (CeVec u, CeVec v)
{
  double dot = u.x * v.x + u.y * v.y;
  double squares = (u.x * u.x + u.y * u.y) * (v.x * v.x + v.y * v.y);

  return squares > 0 ? dot / sqrt (squares) : 1;
}

/* Finds the bend at each of @n points, between @span points before and behind it. */
static gboolean
find_bends (CeSections *sections, const CeVec *p, guint n, guint span, gboolean is_closed, CeSteps *steps, GError **error)
{
  for (guint i = 0; i < n; i++)
    {
      gboolean is_inside = i >= span && i + span < n;
      guint    before = i >= span ? i - span : i + n - span, after = i + span < n ? i + span : i + span - n;

      sections->bends[i] = 1;
      if (is_inside || (is_closed && n >= 3 * span))
        sections->bends[i] = bend_of (ce_vec_minus (p[i], p[before]), ce_vec_minus (p[after], p[i]));
      if (! ce_steps_try (steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns whether the bend at point @i is below @most, and the least one of those @span points before and behind. */
static gboolean
is_least (const double *bends, guint n, guint i, guint span, double most)
{
  if (! (bends[i] < most))
    return FALSE;

  for (guint k = 1; k <= span; k++)
    {
      guint before = i >= k ? i - k : i + n - k, after = i + k < n ? i + k : i + k - n;

      if (! (bends[i] < bends[before]) || ! (bends[i] <= bends[after]))
        return FALSE;
    }

  return TRUE;
}

/* Returns whether two straight runs, @rounded points before and behind point @i, turn by more than 50 degrees and cross near
 * it. */
static gboolean
is_between_runs (const CeVec *p, guint n, guint i, guint rounded, double width, gboolean is_closed, double tolerance)
{
  guint  size = RUN + (guint) ceil (width / 2), reach = rounded + size;
  double c, off;
  CeRun  one, two;
  CeVec  at;

  if (is_closed ? n <= 2 * reach : i < reach || i + reach >= n)
    return FALSE;

  one = ce_run_of (p, n, i + n - reach, i + n - rounded);
  two = ce_run_of (p, n, i + rounded, i + reach);
  c = ce_run_cosine (&one, &two);
  if (! (c < BENT) || ! ce_run_cross (&one, &two, &at))
    return FALSE;
  for (guint k = 0; k <= size; k++)
    if (! (ce_run_distance (&one, p[(i + n - reach + k) % n]) <= tolerance
           && ce_run_distance (&two, p[(i + rounded + k) % n]) <= tolerance))
      return FALSE;

  off = (OFF + width / OFF_SHARE) * sqrt ((1 - c) / (1 + c));

  return MIN (ce_vec_square_from (p[(i + n - 1) % n], p[i], at), ce_vec_square_from (p[i], p[(i + 1) % n], at)) <= off * off;
}

/* Returns whether one of the points up to @reach before or behind point @i is a corner between runs. */
static gboolean
is_beside (const guint8 *corners, guint n, guint i, guint reach, gboolean is_closed)
{
  for (guint k = 0; k <= reach; k++)
    if (((is_closed || i + k < n) && corners[(i + k) % n] == BETWEEN)
        || ((is_closed || i >= k) && corners[(i + n - k % n) % n] == BETWEEN))
      return TRUE;

  return FALSE;
}

/* Notes which points are corners. */
gboolean
ce_sections_bend (CeSections *sections, const CePolyline *points, gboolean is_closed, CeFitter *fitter, GError **error)
{
  const CeVec *p = points->at;
  guint        n = points->n, rounded = CE_ROUNDED + (guint) ceil (sections->width), n_corners = sections->n_bends;

  if (! ce_trace_grow (&sections->corners, &n_corners, n, sizeof *sections->corners, error)
      || ! ce_trace_grow (&sections->bends, &sections->n_bends, n, sizeof *sections->bends, error)
      || ! find_bends (sections, p, n, rounded, is_closed, fitter->steps, error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      sections->corners[i] = is_least (sections->bends, n, i, rounded, TURNED)
                             && is_between_runs (p, n, i, rounded, sections->width, is_closed, fitter->tolerance)
                               ? BETWEEN : NONE;
      if (! ce_steps_add (fitter->steps, 1, error))
        return FALSE;
    }
  if (rounded > SPAN && ! find_bends (sections, p, n, SPAN, is_closed, fitter->steps, error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    if (is_least (sections->bends, n, i, SPAN, BENT) && ! is_beside (sections->corners, n, i, rounded, is_closed))
      sections->corners[i] = SHARP;

  return TRUE;
}
