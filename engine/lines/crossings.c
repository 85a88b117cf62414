/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins middles of drawn lines. The middle of a line is pulled aside or lost where another one crosses it: there, ends are
 * joined that run towards each other on what is drawn.
 */
#include "joining.h"

#include <string.h>

/* Widths of a drawn line over which its middle is lost where another one crosses it, and the least width there, pixels:
 * narrower lines have the same blur. */
#define CROSSING 3
#define NARROW 3

/* The same where others cross it at a small angle, and the least ones of a line that goes on there. */
#define FAR 12
#define LINE 4

/* Pixels by which the end of such a line may be beside where the other one goes on, and the inverse share of the way by
 * which it may be more. */
#define ASIDE 2
#define AHEAD 16

/* Returns how far about an end another one is looked for, pixels. */
int
ce_join_reach (const CeJoin *join)
{
  return MAX (join->gap + 1, CROSSING * MAX ((int) join->skip, NARROW) + 2);
}

/* Returns whether an end may be joined, which is of a line, not of a piece inside a crossing or in the tip of a corner, nor
 * of a hook or a ring at a line's end. */
static gboolean
is_of_line (const CeJoin *join, guint end)
{
  guint    n = ce_chains_size (join->chains, end / 2);
  guint    here = ce_join_number (join, end), there = ce_join_number (join, end ^ 1);
  gboolean hangs = here == there || ce_join_is_loose (join, here) || ce_join_is_loose (join, there);

  return join->joined[end] == CE_NO_END && n >= (hangs ? 2 : 1) * MAX (join->skip, NARROW) + 2;
}

/* Returns whether @a and @b look at each other and are about parallel, and sets their key: the straightest first. */
static gboolean
goes_through (const CeHeading *a, const CeHeading *b, double *key)
{
  CeVec  v = { b->at.x - a->at.x, b->at.y - a->at.y };
  double out = ce_join_product (a->forward, v) / sqrt (ce_join_product (a->forward, a->forward) * ce_join_product (v, v));
  double in = -ce_join_product (b->forward, v) / sqrt (ce_join_product (b->forward, b->forward) * ce_join_product (v, v));

  *key = -(out + in);

  return out > CE_JOIN_STRAIGHT && in > CE_JOIN_STRAIGHT && -ce_join_cosine (a->forward, b->forward) > CE_JOIN_STRAIGHT;
}

/* Returns whether @a and @b meet in a corner, and sets their key: the nearest first. */
static gboolean
is_corner (const CeHeading *a, const CeHeading *b, double *key)
{
  CeVec v = { b->at.x - a->at.x, b->at.y - a->at.y }, way = { b->end.x - a->end.x, b->end.y - a->end.y };

  *key = ce_join_product (way, way);

  return ce_join_product (a->forward, v) >= 0 && ce_join_product (b->forward, v) <= 0;
}

/* Considers all ends at an edge pixel, @q squared pixels from @a, whose heading is @here. */
static void
consider_at (const CeJoin *join, guint a, const CeHeading *here, guint number, int q, CePartner *best)
{
  int          gap = join->gap + 1;
  guint        n;
  const guint *ends = ce_join_ends_at (join, number, &n);

  for (guint i = 0; i < n; i++)
    {
      guint     b = ends[i];
      CeHeading there = ce_join_heading (join, b, 0, CE_JOIN_REACH);
      double    key;

      if (b != a && is_of_line (join, b) && join->fits (here, &there, &key) && ! (best->end != CE_NO_END && key > best->key)
          && ((q <= gap * gap && join->fits == goes_through)
              || ce_join_is_drawn (join, a < b ? here : &there, a < b ? &there : here))
          && (join->fits == goes_through || ! ce_join_has_third (join, a, b)))
        ce_join_consider (best, b, key);
    }
}

/* A CeFindFunc for middles: of the ends about @a that the line goes on in, the best one. */
static CePartner
find_going_on (const CeJoin *join, guint a)
{
  CeHeading here = ce_join_heading (join, a, 0, CE_JOIN_REACH);
  int       reach = ce_join_reach (join);
  CePartner best = { CE_NO_END, 0 };

  if (! is_of_line (join, a))
    return best;

  CE_EDGE_MAP_ABOUT (join->edges, here.end, reach, x, y)
    {
      int q = (x - here.end.x) * (x - here.end.x) + (y - here.end.y) * (y - here.end.y);

      if (q <= reach * reach)
        consider_at (join, a, &here, ce_edge_map_number (join->edges, x, y), q, &best);
    }

  return best;
}

/* Returns whether an end may be that of a line which is lost in others: there is ink where it goes on. */
static gboolean
is_lost (const CeJoin *join, guint end, CeHeading *heading)
{
  const CeMiddle *middle;
  double          length, way = join->skip + 1;
  CePoint         at;

  if (join->joined[end] != CE_NO_END || ce_chains_size (join->chains, end / 2) < LINE * MAX (join->skip, NARROW))
    return FALSE;

  *heading = ce_join_heading (join, end, 0, CE_JOIN_REACH);
  middle = &join->offsets->middles[heading->from.number];
  length = sqrt (ce_join_product (heading->forward, heading->forward));

  if (! (length > 0))
    return FALSE;

  at.x = heading->end.x + (int) floor (way * heading->forward.x / length + 0.5);
  at.y = heading->end.y + (int) floor (way * heading->forward.y / length + 0.5);

  return ce_offsets_level (join->offsets, middle->signal, at) <= middle->half;
}

/* Returns whether the end of @b is about where the line of @a goes on. */
static gboolean
is_ahead (const CeHeading *a, const CeHeading *b)
{
  CeVec  v = { b->end.x - a->at.x, b->end.y - a->at.y }, d = a->forward;
  double along = ce_join_product (v, d), length = sqrt (ce_join_product (d, d));

  return along >= 0 && fabs (v.x * d.y - v.y * d.x) <= ASIDE * length + along / AHEAD;
}

/* Considers the ends at (@x, @y) where the line of @a, whose heading is @here, may go on that is lost in others. */
static void
consider_over (const CeJoin *join, guint a, const CeHeading *here, int x, int y, CePartner *best)
{
  int   least = ce_join_beside (join), most = FAR * (int) (join->skip + 1);
  int   q = (x - here->end.x) * (x - here->end.x) + (y - here->end.y) * (y - here->end.y);
  const guint *ends;
  guint        n;

  if (q <= least * least || q > most * most || ! ce_edge_map_has (join->edges, x, y))
    return;

  ends = ce_join_ends_at (join, ce_edge_map_number (join->edges, x, y), &n);
  for (guint i = 0; i < n; i++)
    {
      guint     b = ends[i];
      CeHeading there;
      double    key;

      if (b != a && is_lost (join, b, &there) && goes_through (here, &there, &key)
          && ! (best->end != CE_NO_END && key > best->key) && is_ahead (here, &there) && is_ahead (&there, here)
          && ce_join_is_drawn (join, a < b ? here : &there, a < b ? &there : here))
        ce_join_consider (best, b, key);
    }
}

/* A CeFindFunc for middles: of the ends beyond other lines, in which that of @a is lost, the one where it goes on. */
static CePartner
find_over (const CeJoin *join, guint a)
{
  CeHeading here;
  CePartner best = { CE_NO_END, 0 };
  gboolean  is_steep;
  double    slope;
  int       n;

  if (! is_lost (join, a, &here))
    return best;

  is_steep = fabs (here.forward.y) > fabs (here.forward.x);
  slope = is_steep ? here.forward.x / here.forward.y : here.forward.y / here.forward.x;
  n = FAR * (int) (join->skip + 1) + 2 + MAX (ABS (here.from.x - here.end.x), ABS (here.from.y - here.end.y));
  for (int i = -2 * ASIDE; i <= n; i++)
    {
      int way = (is_steep ? here.forward.y : here.forward.x) > 0 ? i : -i, middle = (int) floor (way * slope + 0.5);
      int beside = 2 * ASIDE + 2 + 2 * i / AHEAD;

      for (int k = middle - beside; k <= middle + beside; k++)
        consider_over (join, a, &here, here.from.x + (is_steep ? k : way), here.from.y + (is_steep ? way : k), &best);
    }

  return best;
}

/* Leaves out the chain of an end at @number if that is free, and its line is wider than one of @width. */
static void
leave_wider (CeJoin *join, CeJoins *joins, guint number, double width)
{
  guint        n;
  const guint *ends = ce_join_ends_at (join, number, &n);

  for (guint i = 0; i < n; i++)
    {
      guint end = ends[i];

      if (join->joined[end] != CE_NO_END || join->joined[end ^ 1] != CE_NO_END
          || ! ce_width_is_met (join->widths[end / 2], width))
        continue;
      join->joined[end] = end ^ 1;
      join->joined[end ^ 1] = end;
      joins->left[end] = ce_chains_size (join->chains, end / 2);
    }
}

/* Leaves out chains about (@x, @y) that are wider than lines of @width. */
static void
leave_about (CeJoin *join, CeJoins *joins, CePoint at, double width)
{
  int beside = (int) join->skip / 2 + 1;

  CE_EDGE_MAP_ABOUT (join->edges, at, beside, x, y)
    leave_wider (join, joins, ce_edge_map_number (join->edges, x, y), width);
}

/* Leaves out what lines have in common with those that cross them, between the ends where they were joined. */
static gboolean
leave_common (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error)
{
  for (guint a = 0; a < join->n_ends; a++)
    {
      guint   b = join->joined[a];
      CePixel p = ce_join_pixel_at (join->chains, a, 0), q = b == CE_NO_END ? p : ce_join_pixel_at (join->chains, b, 0);
      int     dx = q.x - p.x, dy = q.y - p.y, n = MAX (ABS (dx), ABS (dy));

      if (b == CE_NO_END || b <= a || b == (a ^ 1) || n == 0)
        continue;
      for (int k = 0; k < 2 * n + 2; k++)
        leave_about (join, joins, ce_join_step (p, dx, dy, k / 2, n, k & 1),
                     MIN (join->widths[a / 2], join->widths[b / 2]));
      if (! ce_steps_try (steps, 2 * (guint) n * ce_join_steps ((int) join->skip / 2 + 1), error))
        return FALSE;
    }

  return TRUE;
}

/* Finds the median width of each open chain. */
static gboolean
find_widths (CeJoin *join, CeSteps *steps, GError **error)
{
  const CeChains    *chains = join->chains;
  guint              n = chains->first[chains->n_open];
  g_autofree float  *widths = ce_trace_alloc (n, sizeof *widths, error);

  join->widths = widths ? ce_trace_alloc (chains->n_open, sizeof *join->widths, error) : NULL;
  if (! join->widths)
    return FALSE;

  for (guint i = 0; i < n; i++)
    widths[i] = join->offsets->middles[chains->pixels[i].number].width;
  for (guint i = 0; i < chains->n_open; i++)
    if (! ce_middle_median (widths + chains->first[i], ce_chains_size (chains, i), steps, &join->widths[i], error))
      return FALSE;

  return TRUE;
}

/* Notes of each pixel of an open chain, but for nodes, where that has it. */
static gboolean
find_places (CeJoin *join, GError **error)
{
  const CeChains *chains = join->chains;

  join->places = ce_trace_alloc (join->edges->n, sizeof *join->places, error);
  if (! join->places)
    return FALSE;

  memset (join->places, 0xff, join->edges->n * sizeof *join->places);
  for (guint i = 0; i < chains->first[chains->n_open]; i++)
    join->places[chains->pixels[i].number] = i;

  return TRUE;
}

/* Joins free ends where a chain was cut that goes straight on, and nothing came of it. */
static void
join_cut (CeJoin *join)
{
  for (guint end = 1; end + 1 < join->n_ends; end += 2)
    if (join->joined[end] == CE_NO_END && join->joined[end + 1] == CE_NO_END
        && ce_chains_is_inside (join->chains, ce_join_number (join, end))
        && ce_chains_is_inside (join->chains, ce_join_number (join, end + 1))
        && -ce_join_cosine (ce_join_heading (join, end, 0, CE_JOIN_REACH).forward,
                            ce_join_heading (join, end + 1, 0, CE_JOIN_REACH).forward) > CE_JOIN_STRAIGHT)
      {
        join->joined[end] = end + 1;
        join->joined[end + 1] = end;
      }
}

/* Joins middles: what goes straight on beyond other lines, acute corners that have a piece in common, what goes straight on,
 * other acute corners, and then the other ones, where chains were cut as well. */
gboolean
ce_join_middles (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error)
{
  guint n_steps = ce_join_steps (ce_join_reach (join));

  joins->left = ce_trace_alloc (join->n_ends, sizeof *joins->left, error);
  if (! joins->left || ! find_widths (join, steps, error) || ! find_places (join, error)
      || ! ce_join_ends (join, find_over, n_steps, steps, error) || ! ce_join_forks (join, joins, steps, error))
    return FALSE;

  join->fits = goes_through;
  if (! ce_join_ends (join, find_going_on, n_steps, steps, error) || ! leave_common (join, joins, steps, error)
      || ! ce_join_acute (join, joins, steps, error))
    return FALSE;

  join->fits = is_corner;
  if (! ce_join_ends (join, find_going_on, n_steps, steps, error))
    return FALSE;

  join_cut (join);

  return TRUE;
}
