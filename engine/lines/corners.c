/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins two ends that meet alone, at any angle: the corners of outlines, and the acute ones of drawn lines, whose middles
 * run into each other before they meet.
 */
#include "joining.h"

/* The least pixels of a chain of edges that counts where two ends meet. */
#define LINE 8

/* The most pixels, on each axis, between two such ends: at a corner there are short chains, or pixels are missing. */
#define HOLE 3

/* Pixels, beside the width of a line, between the ends of two middles at an acute corner. */
#define BESIDE 3

/* The cosines of the angles of 75 and 8 degrees, between which a corner of middles is acute. */
#define BLUNT 0.25881904510252074
#define PARALLEL 0.9902680687415704

/* The cosine of the angle of 120 degrees, up to which a middle runs on in a corner. */
#define WIDE -0.5

/* Pixels by which a middle reaches further into a corner than where both sides of the lines meet. */
#define FURTHER 2

/* The least pixels, beside two widths, of a middle that is a line. */
#define ARM 6

/* Pixels, beside two widths, over which the direction of an arm is measured: acute lines differ by less than what few of
 * them tell. */
#define ARM_REACH 12

/* Returns the other end of a line of edges that @a meets, if there is one and no more. */
static guint
find_alone (const CeJoin *join, guint a)
{
  CePixel at = ce_join_pixel_at (join->chains, a, 0);
  guint   found = CE_NO_END;

  if (ce_chains_size (join->chains, a / 2) < LINE)
    return CE_NO_END;

  CE_EDGE_MAP_ABOUT (join->edges, at, HOLE, x, y)
    {
      guint        n;
      const guint *ends = ce_join_ends_at (join, ce_edge_map_number (join->edges, x, y), &n);

      for (guint i = 0; i < n; i++)
        if (ends[i] != a && ce_chains_size (join->chains, ends[i] / 2) >= LINE)
          {
            if (found != CE_NO_END)
              return CE_NO_END;
            found = ends[i];
          }
    }

  return found;
}

/* Returns whether two ends that meet alone are joined: not straight on over a hole, nor over a wide one. */
static gboolean
is_joint (const CeJoin *join, guint a, guint b)
{
  CePixel p = ce_join_pixel_at (join->chains, a, 0), q = ce_join_pixel_at (join->chains, b, 0);
  CeVec   u = ce_join_direction (join->chains, a), v = ce_join_direction (join->chains, b);
  int     way = MAX (ABS (p.x - q.x), ABS (p.y - q.y));

  if (way == HOLE && ce_join_is_loose (join, p.number) && ce_join_is_loose (join, q.number))
    return FALSE;

  return way <= 1 || ! (-ce_join_cosine (u, v) > CE_JOIN_STRAIGHT);
}

/* A CeFindFunc: the other end of a line of edges that meets @a alone, and is joined with it. */
static CePartner
find_joint (const CeJoin *join, guint a)
{
  guint b = find_alone (join, a);

  return (CePartner) { b != CE_NO_END && find_alone (join, b) == a && is_joint (join, a, b) ? b : CE_NO_END, 0 };
}

/* Joins ends of edges that meet alone. */
gboolean
ce_join_alone (CeJoin *join, CeSteps *steps, GError **error)
{
  return ce_join_ends (join, find_joint, 1, steps, error);
}

/* Returns how far about an end of a middle, on each axis, that of another one is in the same corner. */
int
ce_join_beside (const CeJoin *join)
{
  return MAX ((int) join->skip, 2) + BESIDE;
}

/* An end of a line, the pixels at it that are left out, and the square of the way from there to the other end. */
typedef struct
{
  guint end, steps;
  int   q;
} Arm;

/* Returns whether the chain of @end is a line when @steps of its pixels are left out. */
static gboolean
is_arm (const CeJoin *join, guint end, guint steps)
{
  return join->joined[end] == CE_NO_END && ce_chains_size (join->chains, end / 2) >= steps + 2 * join->skip + ARM;
}

/* Returns how far middles run on in a corner of two lines whose angle has the cosine @c. */
static double
find_reach (const CeJoin *join, double c)
{
  return (1 + c) * (MAX (join->skip, 2) + 1) / (2 * sqrt ((1 - c) / 2)) + FURTHER;
}

static gboolean
is_acute (double c)
{
  return c > BLUNT && c < PARALLEL;
}

static int
square (CePixel a, CePixel b)
{
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* Sets @arm to @end if that, without @steps pixels, is a line which makes an acute corner with that of @b, and is nearer. */
static void
consider_arm (const CeJoin *join, guint b, const CeHeading *here, guint end, guint steps, Arm *arm)
{
  CeHeading there, tip;
  int       q;
  double    c, reach;

  if (end == b || ! is_arm (join, end, steps) || (end == (b ^ 1) && ! is_arm (join, end, steps + 2 * join->skip + ARM)))
    return;

  there = tip = ce_join_heading (join, end, steps, ARM_REACH);
  tip.end = ce_join_pixel_at (join->chains, end, 0);
  q = square (here->end, there.end);
  c = ce_join_cosine (here->forward, there.forward);
  reach = is_acute (c) ? find_reach (join, c) : -1;
  if (q < arm->q && square (there.end, tip.end) <= reach * fabs (reach)
      && (ce_join_is_drawn (join, here, &there) || ce_join_is_drawn (join, here, &tip)))
    *arm = (Arm) { end, steps, q };
}

/* Returns the last open chain that runs over an edge pixel which no end is at, or CE_NO_END. */
static guint
find_chain (const CeJoin *join, guint number)
{
  const guint *first = join->chains->first;
  guint        low = 0, high = join->chains->n_open, place = join->places[number], n;

  if (ce_join_ends_at (join, number, &n) || place == CE_NO_END)
    return CE_NO_END;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (first[middle] <= place)
        low = middle;
      else
        high = middle;
    }

  return low;
}

/* Considers the ends at an edge pixel, or both ends of the chain that runs over it. */
static void
consider_at (const CeJoin *join, guint b, const CeHeading *here, guint number, Arm *arm)
{
  const guint *first = join->chains->first;
  guint        chain = find_chain (join, number), place = join->places[number], n;
  const guint *ends = ce_join_ends_at (join, number, &n);

  for (guint i = 0; i < n; i++)
    consider_arm (join, b, here, ends[i], 0, arm);
  if (chain != CE_NO_END)
    {
      consider_arm (join, b, here, 2 * chain, place - first[chain], arm);
      consider_arm (join, b, here, 2 * chain + 1, first[chain + 1] - 1 - place, arm);
    }
}

/* Returns whether a chain is a line, and neither that of @a nor that of @b. */
static gboolean
is_third (const CeJoin *join, guint a, guint b, guint chain)
{
  return chain != a / 2 && chain != b / 2 && ce_chains_size (join->chains, chain) >= 2 * join->skip + ARM;
}

/* Returns whether a line that is neither that of @a nor of @b is about @a. */
static gboolean
is_third_about (const CeJoin *join, guint a, guint b)
{
  CePixel at = ce_join_pixel_at (join->chains, a, 0);
  int     reach = ce_join_beside (join);

  CE_EDGE_MAP_ABOUT (join->edges, at, reach, x, y)
    if ((x - at.x) * (x - at.x) + (y - at.y) * (y - at.y) <= reach * reach)
      {
        guint        number = ce_edge_map_number (join->edges, x, y), chain = find_chain (join, number), n;
        const guint *ends = ce_join_ends_at (join, number, &n);

        if (chain != CE_NO_END && is_third (join, a, b, chain))
          return TRUE;
        for (guint i = 0; i < n; i++)
          if (is_third (join, a, b, ends[i] / 2))
            return TRUE;
      }

  return FALSE;
}

/* Returns whether a third line is about the ends of two lines. */
gboolean
ce_join_has_third (const CeJoin *join, guint a, guint b)
{
  guint least = 2 * join->skip + ARM;

  return a / 2 != b / 2 && ce_chains_size (join->chains, a / 2) >= least && ce_chains_size (join->chains, b / 2) >= least
         && (is_third_about (join, a, b) || is_third_about (join, b, a));
}

/* Finds the line that makes an acute corner with that of the end @b. */
static Arm
find_arm (const CeJoin *join, guint b)
{
  CeHeading here = ce_join_heading (join, b, 0, ARM_REACH);
  int       reach = ce_join_beside (join);
  Arm       arm = { CE_NO_END, 0, reach * reach + 1 };

  CE_EDGE_MAP_ABOUT (join->edges, here.end, reach, x, y)
    consider_at (join, b, &here, ce_edge_map_number (join->edges, x, y), &arm);

  return arm;
}

/* Finds the ends of lines about that of the chain of @end, at most three. */
static guint
find_lines (const CeJoin *join, guint end, guint found[3])
{
  CePixel at = ce_join_pixel_at (join->chains, end, 0);
  int     reach = ce_join_beside (join);
  guint   n = 0;

  CE_EDGE_MAP_ABOUT (join->edges, at, reach, x, y)
    {
      guint        n_ends;
      const guint *ends = ce_join_ends_at (join, ce_edge_map_number (join->edges, x, y), &n_ends);

      for (guint i = 0; i < n_ends && n < 3; i++)
        if (ends[i] / 2 != end / 2 && is_arm (join, ends[i], 0))
          found[n++] = ends[i];
    }

  return n;
}

/* Joins the two lines that meet at @end, if its chain is what their middles have in common in an acute corner, and leaves
 * that out. */
static void
join_fork (CeJoin *join, CeJoins *joins, guint end)
{
  CePixel   from = ce_join_pixel_at (join->chains, end, 0), to = ce_join_pixel_at (join->chains, end ^ 1, 0);
  CeVec     way = { to.x - from.x, to.y - from.y };
  CeHeading a, b;
  guint     lines[3], beyond[3], n;
  double    c, reach;

  if (join->joined[end] != CE_NO_END || join->joined[end ^ 1] != CE_NO_END || find_lines (join, end, lines) != 2)
    return;

  a = ce_join_heading (join, lines[0], 0, ARM_REACH);
  b = ce_join_heading (join, lines[1], 0, ARM_REACH);
  c = ce_join_cosine (a.forward, b.forward);
  reach = find_reach (join, c);
  if (! (c > WIDE && c < PARALLEL) || ! (square (from, to) <= reach * reach) || lines[0] == (lines[1] ^ 1)
      || ! (ce_join_product (a.forward, way) > 0) || ! (ce_join_product (b.forward, way) > 0))
    return;

  n = find_lines (join, end ^ 1, beyond);
  for (guint i = 0; i < n; i++)
    if (beyond[i] != lines[0] && beyond[i] != lines[1])
      return;

  join->joined[lines[0]] = lines[1];
  join->joined[lines[1]] = lines[0];
  join->joined[end] = end ^ 1;
  join->joined[end ^ 1] = end;
  joins->left[end] = ce_chains_size (join->chains, end / 2);
}

/* Joins middles of lines at acute corners where they have a piece in common that is a chain. */
gboolean
ce_join_forks (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error)
{
  for (guint end = 0; end < join->n_ends; end++)
    {
      join_fork (join, joins, end);
      if (! ce_steps_add (steps, ce_join_steps (ce_join_beside (join)), error))
        return FALSE;
    }

  return TRUE;
}

/* Joins middles of lines at acute corners where one of them ends beside the other one. */
gboolean
ce_join_acute (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error)
{
  for (guint end = 0; end < join->n_ends; end++)
    {
      Arm arm = { CE_NO_END, 0, 0 };

      if (is_arm (join, end, 0))
        arm = find_arm (join, end);
      if (arm.end != CE_NO_END)
        {
          join->joined[end] = arm.end;
          join->joined[arm.end] = end;
          joins->left[arm.end] = arm.steps;
        }
      if (! ce_steps_add (steps, ce_join_steps (ce_join_beside (join)), error))
        return FALSE;
    }

  return TRUE;
}
