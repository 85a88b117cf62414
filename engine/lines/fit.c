/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Cubic Bézier curves through points (P. Schneider, An Algorithm for Automatically Fitting Digitized Curves, Graphics Gems,
 * 1990).
 */
#include "trace.h"

#include <string.h>

/* The most points of one curve, less 1. */
#define MOST_POINTS 512

/* Rounds: one of least squares, and others of Gauss and Newton across the curve, each with new parameters. */
#define ROUNDS 5

/* Damps a step of Gauss and Newton, so that handles along a straight curve stay. */
#define DAMPING 1e-4

/* The points of one curve and what is known of it. */
typedef struct
{
  const CeDot *p;               /* of the section */
  const CeDot *centers;         /* of their pixels */
  guint        f, l;            /* first and last point */
  CeDot        a, b;            /* its ends */
  CeDot        t1, t2;          /* tangents into the curve, of length 1 */
  double       chord;
  double       way;             /* from point to point */
  double       a1, a2;          /* lengths of the handles */
  CeDot        handle[2];
  guint        worst;           /* the point that is farthest from it */
  double       u[MOST_POINTS + 1]; /* of the points between its ends */
  CeDot        errors[MOST_POINTS + 1];
} Cubic;

/* Sets the parameters to the @ways along the points, as shares of all. */
static void
set_parameters (Cubic *cubic, const double *ways)
{
  double begin = ways[cubic->f], way = ways[cubic->l] - begin;
  double share = way > 0 ? 1 / way : 0;

  cubic->way = way;
  for (guint i = 1; i < cubic->l - cubic->f; i++)
    cubic->u[i] = (ways[cubic->f + i] - begin) * share;
}

static void
set_handles (Cubic *cubic, double a1, double a2)
{
  cubic->a1 = a1, cubic->a2 = a2;
  cubic->handle[0] = (CeDot) { cubic->a.x + a1 * cubic->t1.x, cubic->a.y + a1 * cubic->t1.y };
  cubic->handle[1] = (CeDot) { cubic->b.x + a2 * cubic->t2.x, cubic->b.y + a2 * cubic->t2.y };
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
  CeDot  a = cubic->a, b = cubic->b, t1 = cubic->t1, t2 = cubic->t2;

  for (guint i = 1; i < cubic->l - cubic->f; i++)
    {
      const CeDot *p = &cubic->p[cubic->f + i];
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

/* Finds the errors and the worst point, or ends at one that is worse than @most. Returns the square of its distance, or, if
 * the center of a pixel is too far from the curve, as often the square of the tolerance, @least, as that is. */
static double
find_errors (Cubic *cubic, const CeDot c[3], double least, double most)
{
  double largest = -1;

  for (guint i = 1; i < cubic->l - cubic->f; i++)
    {
      const CeDot *p = &cubic->p[cubic->f + i];
      double       u = cubic->u[i];
      double       cx = ((c[2].x * u + c[1].x) * u + c[0].x) * u + cubic->a.x;
      double       cy = ((c[2].y * u + c[1].y) * u + c[0].y) * u + cubic->a.y;
      double       x = cx - p->x, y = cy - p->y, q = x * x + y * y;
      double       far_x = cx - cubic->centers[cubic->f + i].x, far_y = cy - cubic->centers[cubic->f + i].y;
      double       far = far_x * far_x + far_y * far_y;

      if (far > CE_FARTHEST * CE_FARTHEST && far * least > q)
        q = far * least;
      cubic->errors[i] = (CeDot) { x, y };
      if (q > largest)
        {
          largest = q;
          cubic->worst = cubic->f + i;
          if (q > most)
            break;
        }
    }

  return largest;
}

/* Moves each parameter by a step of Newton's method towards the nearest point of the curve, and then both handles by a step
 * of Gauss's and Newton's against the errors across the curve. */
static void
improve (Cubic *cubic, const CeDot c[3])
{
  guint  n = cubic->l - cubic->f;
  double s11 = 0, s12 = 0, s22 = 0, x1 = 0, x2 = 0, z, a1, a2;
  double damping = (DAMPING * n) * (cubic->way * cubic->way);
  CeDot  t1 = cubic->t1, t2 = cubic->t2;

  for (guint i = 1; i < n; i++)
    {
      const CeDot *p = &cubic->p[cubic->f + i];
      double       u = cubic->u[i], s, k1, k2, r;
      CeDot        e = cubic->errors[i];
      double       gx = (3 * c[2].x * u + 2 * c[1].x) * u + c[0].x, gy = (3 * c[2].y * u + 2 * c[1].y) * u + c[0].y;
      double       hx = 6 * c[2].x * u + 2 * c[1].x, hy = 6 * c[2].y * u + 2 * c[1].y;
      double       m = (gx * gx + gy * gy) + (e.x * hx + e.y * hy);

      u = m > 0 ? u - (e.x * gx + e.y * gy) / m : u;
      u = u < 0 ? 0 : u > 1 ? 1 : u;
      cubic->u[i] = u;
      s = 1 - u;
      k1 = (((3 * s) * s) * u) * (t1.y * gx - t1.x * gy);
      k2 = (((3 * s) * u) * u) * (t2.y * gx - t2.x * gy);
      r = ((((c[2].y * u + c[1].y) * u + c[0].y) * u + cubic->a.y) - p->y) * gx
          - ((((c[2].x * u + c[1].x) * u + c[0].x) * u + cubic->a.x) - p->x) * gy;
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

/* Fits one cubic between two joints in at least @n_rounds, and stores its handles in @begin. Returns whether every point is
 * within the tolerance; if not, the (nullable) @split is where to put a joint. */
static gboolean
fit_cubic (const CeFitter *fitter, const CeDot *p, CeJoint *begin, const CeJoint *end, int n_rounds, guint *split)
{
  double   least = fitter->tolerance * fitter->tolerance;
  Cubic    cubic;
  gboolean fits = FALSE;

  if (split)
    *split = begin->i + (end->i - begin->i) / 2;
  if (end->i - begin->i > MOST_POINTS)
    return FALSE;

  cubic.p = p, cubic.centers = fitter->centers, cubic.f = begin->i, cubic.l = end->i;
  cubic.a = p[begin->i], cubic.b = p[end->i];
  cubic.t1 = begin->tangent, cubic.t2 = (CeDot) { -end->tangent.x, -end->tangent.y };
  cubic.chord = ce_dot_distance (cubic.a, cubic.b);
  if (cubic.l - cubic.f == 1)
    {
      set_handles (&cubic, cubic.chord / 3, cubic.chord / 3);
      memcpy (begin->handle, cubic.handle, sizeof cubic.handle);
      return TRUE;
    }

  set_parameters (&cubic, fitter->ways);
  solve (&cubic);
  for (int round = 1; round <= ROUNDS; round++)
    {
      CeDot  c[3];
      double most = (fits ? 1 : 9) * least, q;

      ce_curve_powers (cubic.a, cubic.handle, cubic.b, c);
      q = find_errors (&cubic, c, least, split && ! fits ? G_MAXDOUBLE : most);
      if (q <= least)
        memcpy (begin->handle, cubic.handle, sizeof cubic.handle);
      else if (split && ! fits)
        *split = cubic.worst;
      if (! (q <= most))
        break;
      fits = fits || q <= least;
      if ((fits && round >= n_rounds) || round == ROUNDS)
        break;
      improve (&cubic, c);
    }

  return fits;
}

/* Returns the joint at point @i of @n; in a loop, whose last point is not its first one again, it looks around. */
CeJoint
ce_fitter_joint (const CeDot *p, guint n, guint i, gboolean is_loop)
{
  CeDot  at = p[i];
  double x = 0, y = 0, ahead = 0, behind = 0;

  for (guint k = 1; k <= 5 && (is_loop || (i >= k && i + k < n)); k++)
    {
      CeDot to = p[(i + k) % n], from = p[(i + n - k) % n];

      ahead = ahead + ce_dot_distance (p[(i + k - 1) % n], to);
      behind = behind + ce_dot_distance (p[(i + n - k + 1) % n], from);
      if (! (ahead > 0 && behind > 0))
        continue;
      x = x + k * ((behind / ahead) * (to.x - at.x) + (ahead / behind) * (at.x - from.x));
      y = y + k * ((behind / ahead) * (to.y - at.y) + (ahead / behind) * (at.y - from.y));
    }

  return (CeJoint) { .i = i, .tangent = ce_dot_unit (x, y) };
}

static gboolean
push (CeJoints *joints, CeJoint joint, GError **error)
{
  if (! ce_trace_grow (&joints->joints, &joints->n_allocated, joints->n + 1, sizeof joint, error))
    return FALSE;

  joints->joints[joints->n++] = joint;

  return TRUE;
}

/* Splits the points until each part is one cubic. */
static gboolean
split (CeFitter *fitter, const CeDot *p, CeJoint begin, CeJoint end, GError **error)
{
  CeJoints *waiting = &fitter->waiting;
  guint     n = end.i + 1, at;

  fitter->found.n = waiting->n = 0;
  if (! push (waiting, end, error))
    return FALSE;

  while (waiting->n > 0)
    {
      CeJoint next = waiting->joints[waiting->n - 1];

      if (! ce_steps_add (fitter->steps, MIN (next.i - begin.i, MOST_POINTS), error))
        return FALSE;
      if (! fit_cubic (fitter, p, &begin, &next, 1, &at))
        {
          if (! push (waiting, ce_fitter_joint (p, n, at, FALSE), error))
            return FALSE;
          continue;
        }
      if (! push (&fitter->found, begin, error))
        return FALSE;
      begin = next;
      waiting->n--;
    }

  return push (&fitter->found, begin, error);
}

/* Takes joints away whose curves are one cubic together, and improves the curves that stay. */
static gboolean
merge (CeFitter *fitter, const CeDot *p, GError **error)
{
  CeJoint *joints = fitter->found.joints;
  guint    n = 0;

  for (guint i = 1; i + 1 < fitter->found.n; i++)
    {
      if (! fit_cubic (fitter, p, &joints[n], &joints[i + 1], 1, NULL))
        joints[++n] = joints[i];
      if (! ce_steps_add (fitter->steps, MIN (joints[i + 1].i - joints[n].i, MOST_POINTS), error))
        return FALSE;
    }
  joints[++n] = joints[fitter->found.n - 1];
  fitter->found.n = n + 1;
  for (guint i = 0; i < n; i++)
    {
      fit_cubic (fitter, p, &joints[i], &joints[i + 1], ROUNDS, NULL);
      if (! ce_steps_add (fitter->steps, joints[i + 1].i - joints[i].i, error))
        return FALSE;
    }

  return TRUE;
}

/* Finds the ways along the points up to @last. */
static gboolean
find_ways (CeFitter *fitter, const CeDot *p, guint last, GError **error)
{
  if (! ce_trace_grow (&fitter->ways, &fitter->n_ways_allocated, last + 1, sizeof *fitter->ways, error))
    return FALSE;

  fitter->ways[0] = 0;
  for (guint i = 1; i <= last; i++)
    {
      fitter->ways[i] = fitter->ways[i - 1] + ce_dot_distance (p[i - 1], p[i]);
      if (! ce_steps_add (fitter->steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

/* Adds the curves between @begin and @end, both of which are joints of @p. */
gboolean
ce_fitter_run (CeFitter *fitter, const CeDot *p, const CeDot *centers, CeJoint begin, CeJoint end, CeSegments *curves,
               GError **error)
{
  fitter->centers = centers;
  if (! find_ways (fitter, p, end.i, error) || ! split (fitter, p, begin, end, error) || ! merge (fitter, p, error))
    return FALSE;

  for (guint i = 0; i + 1 < fitter->found.n; i++)
    {
      const CeJoint *joint = &fitter->found.joints[i];
      CeSegment      curve = { FALSE, { joint->handle[0], joint->handle[1] }, p[joint[1].i] };

      if (! ce_curves_add (curves, &curve, error))
        return FALSE;
    }

  return TRUE;
}

void
ce_fitter_clear (CeFitter *fitter)
{
  g_free (fitter->ways);
  g_free (fitter->found.joints);
  g_free (fitter->waiting.joints);
}
