/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cubic Bézier curves through points (P. Schneider, An Algorithm for Automatically Fitting Digitized Curves, Graphics Gems,
 * 1990).
 */
#include "trace.h"

#include "engine/arithmetic.h"

#include <string.h>

/* The most points of one curve, less 1. */
#define MOST_POINTS 512

/* Rounds: one of least squares, and others of Gauss and Newton across the curve, each with new parameters. */
#define ROUNDS 3

/* Damps a step of Gauss and Newton, so that handles along a straight curve stay. */
#define DAMPING 1e-4

/* The points that a curve is tried with first, less 1, where the one before it has fewer. */
#define FIRST 4

/* The search for the longest curve ends when its length is known to 1/8. Photos have 2 % fewer curves than with 1/4, and 1
 * to 2 % more than where every length is tried. */
#define SLACK 8

/* Points, less 1, that give the tangent at an end. */
#define SLOPE 4

/* The points of one curve and what is known of it. */
typedef struct
{
  const CeVec     *p;           /* from its begin on */
  const CeCenters *centers;     /* of their pixels */
  guint  n;                     /* its last point */
  double least;                 /* square of the tolerance */
  CeVec  a, b;                  /* its ends */
  CeVec  t1, t2;                /* tangents into the curve, of length 1 */
  double chord;
  double way;                   /* from point to point */
  double a1, a2;                /* lengths of the handles */
  CeVec  handle[2];
  CeVec  c[3];
  double u[MOST_POINTS + 1];    /* of the points between its ends */
} Cubic;

/* Begins with the lengths along the points, as shares of all, as parameters. */
static void
start (Cubic *cubic, const CeFitter *fitter, const CeVec *p, const CeJoint *begin, const CeJoint *end)
{
  const double *lengths = fitter->lengths + begin->i;

  cubic->p = p + begin->i;
  cubic->centers = fitter->centers + begin->i;
  cubic->n = end->i - begin->i;
  cubic->least = fitter->tolerance * fitter->tolerance;
  cubic->a = p[begin->i], cubic->b = p[end->i];
  cubic->t1 = begin->tangent, cubic->t2 = (CeVec) { -end->tangent.x, -end->tangent.y };
  cubic->chord = ce_vec_distance (cubic->a, cubic->b);
  cubic->way = lengths[cubic->n] - lengths[0];
  for (guint i = 1; i < cubic->n; i++)
    cubic->u[i] = cubic->way > 0 ? (lengths[i] - lengths[0]) / cubic->way : 0;
}

static void
set_handles (Cubic *cubic, double a1, double a2)
{
  cubic->a1 = a1, cubic->a2 = a2;
  cubic->handle[0] = (CeVec) { cubic->a.x + a1 * cubic->t1.x, cubic->a.y + a1 * cubic->t1.y };
  cubic->handle[1] = (CeVec) { cubic->b.x + a2 * cubic->t2.x, cubic->b.y + a2 * cubic->t2.y };
  ce_curve_powers (cubic->a, cubic->handle, cubic->b, cubic->c);
}

/* Returns whether two lengths are those of handles: longer ones let the curve leave its points in between. */
static gboolean
are_handles (const Cubic *cubic, double a1, double a2)
{
  return a1 >= 0.001 * cubic->chord && a2 >= 0.001 * cubic->chord && a1 <= cubic->way && a2 <= cubic->way;
}

/* Finds the lengths of both handles by least squares; a third of the chord where those are none. */
static void
solve (Cubic *cubic)
{
  double s11 = 0, s12 = 0, s22 = 0, v1x = 0, v1y = 0, v2x = 0, v2y = 0;
  double c12, x1, x2, z, a1, a2;
  CeVec  a = cubic->a, b = cubic->b, t1 = cubic->t1, t2 = cubic->t2;

  for (guint i = 1; i < cubic->n; i++)
    {
      const CeVec *p = &cubic->p[i];
      double       u = cubic->u[i], s = 1 - u;
      double       b1 = ((3 * s) * s) * u, b2 = ((3 * s) * u) * u;
      double       b0 = (s * s) * s + b1, b3 = (u * u) * u + b2;
      double       tx = p->x - (a.x * b0 + b.x * b3), ty = p->y - (a.y * b0 + b.y * b3);

      s11 = s11 + b1 * b1;
      s12 = s12 + b1 * b2;
      s22 = s22 + b2 * b2;
      v1x = v1x + b1 * tx;
      v1y = v1y + b1 * ty;
      v2x = v2x + b2 * tx;
      v2y = v2y + b2 * ty;
    }

  c12 = s12 * (t1.x * t2.x + t1.y * t2.y);
  x1 = t1.x * v1x + t1.y * v1y;
  x2 = t2.x * v2x + t2.y * v2y;
  z = s11 * s22 - c12 * c12;
  a1 = (x1 * s22 - x2 * c12) / z;
  a2 = (s11 * x2 - c12 * x1) / z;
  if (z > 1e-12 * (s11 * s22) && are_handles (cubic, a1, a2))
    set_handles (cubic, a1, a2);
  else
    set_handles (cubic, cubic->chord / 3, cubic->chord / 3);
}

/* Returns the point of the curve with the parameter @u. */
CE_FN CeVec
point_at (const Cubic *cubic, double u)
{
  const CeVec *c = cubic->c;

  return (CeVec) { ((c[2].x * u + c[1].x) * u + c[0].x) * u + cubic->a.x,
                   ((c[2].y * u + c[1].y) * u + c[0].y) * u + cubic->a.y };
}

static double
square (CeVec v)
{
  return v.x * v.x + v.y * v.y;
}

/* Returns whether the curve comes near @p a step of Newton's method without bend from @u on, where it is @e from @p. */
static gboolean
comes_near_beside (const Cubic *cubic, double u, CeVec e, CeVec p, double most)
{
  const CeVec *c = cubic->c;
  CeVec        g = { (3 * c[2].x * u + 2 * c[1].x) * u + c[0].x, (3 * c[2].y * u + 2 * c[1].y) * u + c[0].y }, at;

  u = u - (e.x * g.x + e.y * g.y) / square (g);
  if (! (u >= 0 && u <= 1))
    return FALSE;
  at = point_at (cubic, u);

  return square ((CeVec) { at.x - p.x, at.y - p.y }) <= most;
}

/* Returns whether the curve, which is @at with the parameter @u, comes near @p: whether the square of its distance is at
 * most @most there or beside. */
CE_FN gboolean
comes_near (const Cubic *cubic, double u, CeVec at, CeVec p, double most)
{
  CeVec e = { at.x - p.x, at.y - p.y };

  return square (e) <= most || comes_near_beside (cubic, u, e, p, most);
}

/* Returns whether the curve comes near all points, and near the centers of all their pixels. */
static gboolean
is_near (const Cubic *cubic)
{
  for (guint i = 1; i < cubic->n; i++)
    if (! comes_near (cubic, cubic->u[i], point_at (cubic, cubic->u[i]), cubic->p[i], cubic->least))
      return FALSE;
  for (guint i = 1; i < cubic->n; i++)
    {
      CeVec at = point_at (cubic, cubic->u[i]);

      if (! comes_near (cubic, cubic->u[i], at, cubic->centers[i].own, CE_FARTHEST * CE_FARTHEST)
          || ! comes_near (cubic, cubic->u[i], at, cubic->centers[i].other, CE_FARTHEST * CE_FARTHEST))
        return FALSE;
    }

  return TRUE;
}

/* Moves each parameter by a step of Newton's method towards the nearest point of the curve, and then both handles by a step
 * of Gauss's and Newton's against the errors across the curve. */
static void
improve (Cubic *cubic)
{
  const CeVec *c = cubic->c;
  guint  n = cubic->n;
  double s11 = 0, s12 = 0, s22 = 0, x1 = 0, x2 = 0, z, a1, a2;
  double damping = (DAMPING * n) * (cubic->way * cubic->way);
  CeVec  t1 = cubic->t1, t2 = cubic->t2;

  for (guint i = 1; i < n; i++)
    {
      const CeVec *p = &cubic->p[i];
      double       u = cubic->u[i], s, k1, k2, r;
      CeVec        at = point_at (cubic, u), e = { at.x - p->x, at.y - p->y };
      double       gx = (3 * c[2].x * u + 2 * c[1].x) * u + c[0].x, gy = (3 * c[2].y * u + 2 * c[1].y) * u + c[0].y;
      double       hx = 6 * c[2].x * u + 2 * c[1].x, hy = 6 * c[2].y * u + 2 * c[1].y;
      double       m = (gx * gx + gy * gy) + (e.x * hx + e.y * hy);

      u = m > 0 ? u - (e.x * gx + e.y * gy) / m : u;
      u = u < 0 ? 0 : u > 1 ? 1 : u;
      cubic->u[i] = u;
      s = 1 - u;
      k1 = (((3 * s) * s) * u) * (t1.y * gx - t1.x * gy);
      k2 = (((3 * s) * u) * u) * (t2.y * gx - t2.x * gy);
      at = point_at (cubic, u);
      r = (at.y - p->y) * gx - (at.x - p->x) * gy;
      s11 = s11 + k1 * k1;
      s12 = s12 + k1 * k2;
      s22 = s22 + k2 * k2;
      x1 = x1 + k1 * r;
      x2 = x2 + k2 * r;
    }

  s11 = s11 + damping;
  s22 = s22 + damping;
  z = s11 * s22 - s12 * s12;
  a1 = cubic->a1 - (x1 * s22 - x2 * s12) / z;
  a2 = cubic->a2 - (s11 * x2 - s12 * x1) / z;
  if (are_handles (cubic, a1, a2))
    set_handles (cubic, a1, a2);
}

/* Fits one cubic to the points between two joints. Returns whether it is near them. */
static gboolean
fit_cubic (Cubic *cubic, const CeFitter *fitter, const CeVec *p, const CeJoint *begin, const CeJoint *end)
{
  start (cubic, fitter, p, begin, end);
  solve (cubic);

  return is_near (cubic);
}

/* Finds the handles of a cubic that is near its points, in all rounds that keep it near. */
static void
find_handles (Cubic *cubic, CeVec handle[2])
{
  for (int round = 1;; round++)
    {
      memcpy (handle, cubic->handle, sizeof cubic->handle);
      if (round == ROUNDS || cubic->n == 1)
        return;
      improve (cubic);
      if (! is_near (cubic))
        return;
    }
}

/* Returns the joint at point @i of @n; in a loop, whose last point is not its first one again, it looks around. */
CeJoint
ce_fitter_joint (const CeVec *p, guint n, guint i, gboolean is_loop)
{
  CeVec  at = p[i];
  double x = 0, y = 0, ahead = 0, behind = 0;

  for (guint k = 1; k <= 5 && (is_loop || (i >= k && i + k < n)); k++)
    {
      CeVec to = p[(i + k) % n], from = p[(i + n - k) % n];

      ahead = ahead + ce_vec_distance (p[(i + k - 1) % n], to);
      behind = behind + ce_vec_distance (p[(i + n - k + 1) % n], from);
      if (! (ahead > 0 && behind > 0))
        continue;
      x = x + k * ((behind / ahead) * (to.x - at.x) + (ahead / behind) * (at.x - from.x));
      y = y + k * ((behind / ahead) * (to.y - at.y) + (ahead / behind) * (at.y - from.y));
    }

  return (CeJoint) { .i = i, .tangent = ce_vec_unit (x, y) };
}

/* Returns the direction of @m + 1 points from @p on, @step apart. */
static CeVec
slope_of (const CeVec *p, int m, int step)
{
  double x = 0, y = 0;

  for (int k = 0; k <= m; k++)
    {
      x = x + (2 * k - m) * p[step * k].x;
      y = y + (2 * k - m) * p[step * k].y;
    }

  return ce_vec_unit (x, y);
}

/* Returns the joint at an end of a section of @n points; @step is 1 at its begin and -1 at its end. The tangent is that of
 * the points there, less what it turns from there to the points behind them. */
CeJoint
ce_fitter_end (const CeVec *p, guint n, int step)
{
  guint   at = step > 0 ? 0 : n - 1;
  CeVec   t = slope_of (p + at, (int) MIN (SLOPE, n - 1), step);
  CeJoint joint = { .i = at };

  if (n > 2 * SLOPE)
    {
      CeVec next = slope_of (p + (gssize) at + step * SLOPE, SLOPE, step);

      t = ce_vec_unit (t.x + (t.x - next.x) / 2, t.y + (t.y - next.y) / 2);
    }
  joint.tangent = (CeVec) { step * t.x, step * t.y };

  return joint;
}

/* Finds the lengths along the points up to @last. */
static gboolean
find_lengths (CeFitter *fitter, const CeVec *p, guint last, GError **error)
{
  if (! ce_trace_grow (&fitter->lengths, &fitter->n_lengths_allocated, last + 1, sizeof *fitter->lengths, error))
    return FALSE;

  fitter->lengths[0] = 0;
  for (guint i = 1; i <= last; i++)
    {
      fitter->lengths[i] = fitter->lengths[i - 1] + ce_vec_distance (p[i - 1], p[i]);
      if (! ce_steps_add (fitter->steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

/* Returns the joint at point @at, up to @end. */
static CeJoint
joint_at (const CeVec *p, guint at, const CeJoint *end)
{
  return at == end->i ? *end : ce_fitter_joint (p, end->i + 1, at, FALSE);
}

/* Finds how far one cubic goes on from @begin, and its handles: it tries as many points as the one before it had, @n, then
 * twice as many until that is too far, and then halves what is between. */
static gboolean
find_next (CeFitter *fitter, const CeVec *p, const CeJoint *begin, const CeJoint *end, guint n, CeJoint *next,
           CeVec handle[2], GError **error)
{
  Cubic cubics[2], *cubic = &cubics[0], *best = &cubics[1];
  guint last = MIN (end->i, begin->i + MOST_POINTS), good = begin->i + 1, bad = last + 1;
  guint at = MIN (begin->i + MAX (n, FIRST), last);

  *next = joint_at (p, good, end);
  fit_cubic (best, fitter, p, begin, next);
  while (good < last && (bad > last || bad - good > 1 + (good - begin->i) / SLACK))
    {
      CeJoint joint = joint_at (p, at, end);

      if (fit_cubic (cubic, fitter, p, begin, &joint))
        {
          Cubic *fits = cubic;

          cubic = best, best = fits;
          good = at, *next = joint;
        }
      else
        bad = at;
      at = bad > last ? MIN (2 * good - begin->i, last) : good + (bad - good) / 2;
      if (! ce_steps_try (fitter->steps, joint.i - begin->i, error))
        return FALSE;
    }
  find_handles (best, handle);

  return TRUE;
}

/* Adds the curves between @begin and @end, both of which are joints of @p. */
gboolean
ce_fitter_run (CeFitter *fitter, const CeVec *p, const CeCenters *centers, CeJoint begin, CeJoint end, CeCurves *curves,
               GError **error)
{
  fitter->centers = centers;
  if (! find_lengths (fitter, p, end.i, error))
    return FALSE;

  for (guint n = 0; begin.i < end.i;)
    {
      CeJoint   next;
      CeBezier curve = { .is_line = FALSE };

      if (! find_next (fitter, p, &begin, &end, n, &next, curve.handle, error))
        return FALSE;
      curve.to = p[next.i];
      if (! ce_curves_append (curves, &(CeCurves) { &curve, 1, 1 }, error))
        return FALSE;
      n = next.i - begin.i;
      fitter->steps->done += CE_FIT_STEPS * n;
      begin = next;
    }

  return TRUE;
}

void
ce_fitter_clear (CeFitter *fitter)
{
  g_free (fitter->lengths);
}
