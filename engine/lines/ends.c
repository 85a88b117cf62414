/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a drawn line ends: its level passes, along the line, half the way to the ground.
 */
#include "trace.h"

#include <string.h>

/* Steps per pixel. */
#define FINE 4

/* Points, and half a width, from an end to the point that gives the direction there, and from that to one before. */
#define SLOPE 5

/* Pixels beside the line where there is ground, unless it runs into another one. */
#define BESIDE 1

/* Points that are nearer are one, pixels. */
#define NEAR 0.3

/* Returns the level of a signal between pixel centers, of the four around it. */
static double
level_at (const CeOffsets *offsets, int signal, double x, double y)
{
  double  left = floor (x - 0.5), top = floor (y - 0.5), u = (x - 0.5) - left, v = (y - 0.5) - top;
  CePoint at = { (int) left, (int) top }, right = { at.x + 1, at.y };
  CePoint below = { at.x, at.y + 1 }, other = { at.x + 1, at.y + 1 };

  return (1 - v) * ((1 - u) * ce_offsets_level (offsets, signal, at) + u * ce_offsets_level (offsets, signal, right))
         + v * ((1 - u) * ce_offsets_level (offsets, signal, below) + u * ce_offsets_level (offsets, signal, other));
}

/* Returns how far a line goes on from @from in the direction @step, of length 1: to its end, or to where it runs into
 * another one or out of the picture; 0 if it goes on and on. */
static double
find_way (const CeOffsets *offsets, const CeMiddle *middle, CeDot from, CeDot step, double width)
{
  double beside = width / 2 + BESIDE, before = 0;
  int    n = FINE * ((int) ceil (3 * width) + 4);

  for (int i = 0; i <= n; i++)
    {
      double way = (double) i / FINE, x = from.x + way * step.x, y = from.y + way * step.y;
      double level = level_at (offsets, middle->signal, x, y);

      if (level > middle->half)
        return i > 0 ? (i - (level - middle->half) / (level - before)) / FINE : 0;
      if (x < 0 || y < 0 || x > offsets->source->view.width || y > offsets->source->view.height)
        return way - 1.0 / FINE;
      if (! (level_at (offsets, middle->signal, x - beside * step.y, y + beside * step.x) > middle->half
             && level_at (offsets, middle->signal, x + beside * step.y, y - beside * step.x) > middle->half))
        return way;
      before = level;
    }

  return 0;
}

/* Returns the direction at an end: that from the point @inner to the end, and half of what it has turned since @before. */
static CeDot
direction (CeDot at, CeDot inner, CeDot before)
{
  CeDot t = ce_dot_unit (at.x - inner.x, at.y - inner.y), u = ce_dot_unit (inner.x - before.x, inner.y - before.y);

  return ce_dot_unit (t.x + (t.x - u.x) / 2, t.y + (t.y - u.y) / 2);
}

/* Leads the points of a path of @width to the end of its line, behind the @last one or before the first one, whose @middle
 * is given. */
gboolean
ce_dots_reach_end (CeDots *dots, const CeOffsets *offsets, const CeMiddle *middle, double width, gboolean last,
                   GError **error)
{
  guint  n = dots->n, inner = MIN (SLOPE + (guint) (width / 2), (n - 1) / 2), at;
  CeDot  from = dots->dots[last ? n - 1 : 0], back = dots->dots[last ? n - 1 - inner : inner];
  CeDot  step = direction (from, back, dots->dots[last ? n - 1 - 2 * inner : 2 * inner]);
  double way = find_way (offsets, middle, from, step, width);

  if (! (way > 0))
    return TRUE;
  if (! ce_dots_grow (dots, n + 1, error))
    return FALSE;

  at = last ? n - 1 : 0;
  if (way >= NEAR)
    {
      if (! last)
        {
          memmove (dots->dots + 1, dots->dots, n * sizeof *dots->dots);
          memmove (dots->centers + 1, dots->centers, n * sizeof *dots->centers);
        }
      at = last ? n : 0;
      dots->n++;
    }
  dots->dots[at] = (CeDot) { from.x + way * step.x, from.y + way * step.y };
  dots->centers[at] = (CeCenters) { dots->dots[at], dots->dots[at] };

  return TRUE;
}
