/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Joins middles of drawn lines. The middle of a line is pulled aside or lost where another one crosses it: there, ends are
 * joined that run towards each other on what is drawn.
 */
#include "join.h"

#include <string.h>

/* Widths of a drawn line over which its middle is lost where another one crosses it, and the least width there, pixels:
 * narrower lines have the same blur. */
#define CROSSING 3
#define NARROW 3

/* Returns the heading of an end without @left pixels, over @reach pixels and two widths. */
CeHeading
ce_join_heading (const CeJoin *join, guint end, guint left, guint reach)
{
  guint     n = ce_chains_size (join->chains, end / 2) - left, skip = MIN (join->skip, (n - 1) / 3);
  CePixel   back = ce_join_pixel_at (join->chains, end, left + MIN (skip + reach + join->skip, n - 1 - skip));
  CeHeading heading = { .end = ce_join_pixel_at (join->chains, end, left) };

  heading.from = ce_join_pixel_at (join->chains, end, left + skip);
  heading.forward = (CeDot) { heading.from.x - back.x, heading.from.y - back.y };

  return heading;
}

/* Returns how far about an end another one is looked for, pixels. */
int
ce_join_reach (const CeJoin *join)
{
  return MAX (join->gap + 1, CROSSING * MAX ((int) join->skip, NARROW) + 2);
}

/* Returns the pixel @i steps of @n along the way (@dx, @dy) from @from: of the two that the way runs between, the one with
 * the @larger coordinates, or the other one. */
static CePoint
step_along (CePixel from, int dx, int dy, int i, int n, gboolean larger)
{
  int x = i * dx, y = i * dy, up = larger ? n - 1 : 0, down = n - 1 - up;

  /* C rounds to 0. */
  return (CePoint) { from.x + (x + (x > 0 ? up : -down)) / n, from.y + (y + (y > 0 ? up : -down)) / n };
}

/* Returns whether the way between two ends is drawn, on one side of it at least, because a line of one pixel may run between
 * two; of (@a, @b) as of (@b, @a), which ce_join_ends() relies on. */
gboolean
ce_join_is_drawn (const CeJoin *join, const CeHeading *a, const CeHeading *b)
{
  const CeMiddle *middles = join->offsets->middles, *from = &middles[a->from.number];
  int             dx = b->end.x - a->end.x, dy = b->end.y - a->end.y, n = MAX (ABS (dx), ABS (dy));
  double          half = MAX (from->half, middles[b->from.number].half);

  for (int i = 1; i < n; i++)
    if (ce_offsets_level (join->offsets, from->signal, step_along (a->end, dx, dy, i, n, TRUE)) > half
        && ce_offsets_level (join->offsets, from->signal, step_along (a->end, dx, dy, i, n, FALSE)) > half)
      return FALSE;

  return TRUE;
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
  CeDot  v = { b->from.x - a->from.x, b->from.y - a->from.y };
  double out = ce_join_product (a->forward, v) / sqrt (ce_join_product (a->forward, a->forward) * ce_join_product (v, v));
  double in = -ce_join_product (b->forward, v) / sqrt (ce_join_product (b->forward, b->forward) * ce_join_product (v, v));


  *key = -(out + in);

  return out > CE_JOIN_STRAIGHT && in > CE_JOIN_STRAIGHT && -ce_join_cosine (a->forward, b->forward) > CE_JOIN_STRAIGHT;
}

/* Returns whether @a and @b meet in a corner, and sets their key: the nearest first. */
static gboolean
is_corner (const CeHeading *a, const CeHeading *b, double *key)
{
  CeDot v = { b->from.x - a->from.x, b->from.y - a->from.y }, way = { b->end.x - a->end.x, b->end.y - a->end.y };

  *key = ce_join_product (way, way);

  return ce_join_product (a->forward, v) >= 0 && ce_join_product (b->forward, v) <= 0;
}

/* Considers all ends at an edge pixel, @q squared pixels from @a, whose heading is @here. */
static void
consider_at (const CeJoin *join, guint a, const CeHeading *here, guint number, int q, CePartner *best)
{
  int gap = join->gap + 1;

  for (guint i = join->slots[number]; i < join->slots[number + 1]; i++)
    {
      guint     b = join->ends[i];
      CeHeading there = ce_join_heading (join, b, 0, CE_JOIN_REACH);
      double    key;

      if (b != a && is_of_line (join, b) && join->fits (here, &there, &key)
          && ((q <= gap * gap && join->fits == goes_through)
              || ce_join_is_drawn (join, a < b ? here : &there, a < b ? &there : here)))
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

  for (int y = here.end.y - reach; y <= here.end.y + reach; y++)
    for (int x = here.end.x - reach; x <= here.end.x + reach; x++)
      {
        int q = (x - here.end.x) * (x - here.end.x) + (y - here.end.y) * (y - here.end.y);

        if (q <= reach * reach && ce_edge_map_has (join->edges, x, y))
          consider_at (join, a, &here, ce_edge_map_number (join->edges, x, y), q, &best);
      }

  return best;
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

/* Joins what goes straight on, and leaves out the pixels that the crossing has pulled aside. */
static gboolean
join_through (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error)
{
  g_autofree guint *before = ce_trace_alloc (join->n_ends, sizeof *before, error);

  if (! before)
    return FALSE;

  memcpy (before, join->joined, join->n_ends * sizeof *before);
  join->fits = goes_through;
  if (! ce_join_ends (join, find_going_on, ce_join_steps (ce_join_reach (join)), steps, error))
    return FALSE;

  for (guint end = 0; end < join->n_ends; end++)
    if (join->joined[end] != before[end])
      joins->left[end] = MIN (join->skip, (ce_chains_size (join->chains, end / 2) - 1) / 3);

  return TRUE;
}

/* Joins middles: acute corners that have a piece in common, what goes straight on, other acute corners, and then the other
 * ones, where chains were cut as well. */
gboolean
ce_join_middles (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error)
{
  joins->left = ce_trace_alloc (join->n_ends, sizeof *joins->left, error);
  if (! joins->left || ! find_places (join, error) || ! ce_join_forks (join, joins, steps, error)
      || ! join_through (join, joins, steps, error) || ! ce_join_acute (join, joins, steps, error))
    return FALSE;

  join->fits = is_corner;

  return ce_join_ends (join, find_going_on, ce_join_steps (ce_join_reach (join)), steps, error);
}
