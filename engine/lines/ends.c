/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a drawn line ends: its level passes, along the line, half the way to the ground. A pen with a round tip ends half a
 * width before that.
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

/* Half widths from the end of a line, and beside its middle, where the corners of a butt end have ink, and a round one has
 * not. */
#define CORNER_ALONG 0.2
#define CORNER_BESIDE 0.8

/* The least width of a line whose ends may be round: below, a pixel does not hold what a round end lacks. */
#define LEAST_ROUND 2.5

/* The share of ink in the corners of a line's ends, as pictures blur them, below which they are round. */
#define INKED 0.45

/* An end of a path. */
typedef struct
{
  gboolean ends;                /* its line does not run into another one or out of the picture */
  double   corner;              /* the share of ink in a corner of the line's end */
  CeDot    step;                /* its direction, of length 1 */
} End;

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

/* Returns how far a line goes on from @from in the direction @step, of length 1: to its end, which sets @ends, or to where
 * it runs into another one or out of the picture; 0 if it goes on and on. */
static double
find_way (const CeOffsets *offsets, const CeMiddle *middle, CeDot from, CeDot step, double width, gboolean *ends)
{
  double beside = width / 2 + BESIDE, before = 0;
  int    n = FINE * ((int) ceil (3 * width) + 4);

  for (int i = 0; i <= n; i++)
    {
      double way = (double) i / FINE, x = from.x + way * step.x, y = from.y + way * step.y;
      double level = level_at (offsets, middle->signal, x, y);

      *ends = level > middle->half;
      if (*ends)
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

/* Returns the share of ink in that corner of a line's end at @tip which has more; @inner is a point in the line. */
static double
find_corner (const CeOffsets *offsets, const CeMiddle *middle, CeDot tip, CeDot step, CeDot inner, double width)
{
  double along = CORNER_ALONG * width / 2, beside = CORNER_BESIDE * width / 2;
  double x = tip.x - along * step.x, y = tip.y - along * step.y, ink = level_at (offsets, middle->signal, inner.x, inner.y);
  double one = level_at (offsets, middle->signal, x - beside * step.y, y + beside * step.x);
  double other = level_at (offsets, middle->signal, x + beside * step.y, y - beside * step.x);

  return 1 - (MIN (one, other) - ink) / (2 * (middle->half - ink));
}

/* Moves the end of a path of @width, to which @end leads, back by half of that. */
static void
draw_back (CeDots *dots, const End *end, double width, gboolean last)
{
  CeDot tip = dots->dots[last ? dots->n - 1 : 0];
  CeDot to = { tip.x - width / 2 * end->step.x, tip.y - width / 2 * end->step.y };
  guint n = 1;

  while (n + 2 < dots->n)
    {
      CeDot p = dots->dots[last ? dots->n - 1 - n : n];

      if ((p.x - to.x) * end->step.x + (p.y - to.y) * end->step.y < -NEAR)
        break;
      n++;
    }
  dots->n -= n - 1;
  if (! last)
    {
      memmove (dots->dots, dots->dots + n - 1, dots->n * sizeof *dots->dots);
      memmove (dots->centers, dots->centers + n - 1, dots->n * sizeof *dots->centers);
    }
  dots->dots[last ? dots->n - 1 : 0] = to;
  dots->centers[last ? dots->n - 1 : 0] = (CeCenters) { to, to };
}

/* Leads the points of a path of @width to the end of its line, behind the @last one or before the first one, whose @middle
 * is given, and finds what that @end is. */
static gboolean
reach_end (CeDots *dots, const CeOffsets *offsets, const CeMiddle *middle, double width, gboolean last, End *end,
           GError **error)
{
  guint  n = dots->n, inner = MIN (SLOPE + (guint) (width / 2), (n - 1) / 2), at;
  CeDot  from = dots->dots[last ? n - 1 : 0], back = dots->dots[last ? n - 1 - inner : inner];
  CeDot  step = direction (from, back, dots->dots[last ? n - 1 - 2 * inner : 2 * inner]);
  gboolean ends = FALSE;
  double way = find_way (offsets, middle, from, step, width, &ends);
  CeDot  tip = { from.x + way * step.x, from.y + way * step.y };

  *end = (End) { ends, ends ? find_corner (offsets, middle, tip, step, back, width) : 0, step };
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
  dots->dots[at] = tip;
  dots->centers[at] = (CeCenters) { dots->dots[at], dots->dots[at] };

  return TRUE;
}

/* Leads both ends of a @path to where its line ends; their middles are @first and @last. Where the line's ends have no
 * corners, a pen with a round tip drew it: they are drawn back by half its width, which a round cap covers. */
gboolean
ce_dots_reach_ends (CeDots *dots, const CeOffsets *offsets, const CeMiddle *first, const CeMiddle *last, CePath *path,
                    GError **error)
{
  End    ends[2];
  double corners;
  int    n;

  if (! reach_end (dots, offsets, first, path->width, FALSE, &ends[0], error)
      || ! reach_end (dots, offsets, last, path->width, TRUE, &ends[1], error))
    return FALSE;

  n = ends[0].ends + ends[1].ends;
  corners = ends[0].corner + ends[1].corner;
  path->is_butt = n > 0 && ! (path->width > LEAST_ROUND && corners < INKED * n);
  for (int k = 0; k < 2 && ! path->is_butt; k++)
    if (ends[k].ends)
      draw_back (dots, &ends[k], path->width, k);

  return TRUE;
}
