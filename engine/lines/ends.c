/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds where a drawn line ends: where its level, along the line, is half way to the ground. The path of a round pen ends
 * half a width before that.
 */
#include "trace.h"

#include <string.h>

/* Steps per pixel. */
#define FINE 4

/* Points, and half a width, from an end to the point that gives the direction there, and from that to one before. */
#define SLOPE 5

/* Pixels beside the line where there is ground, unless it runs into another one. */
#define BESIDE 0.5
#define NARROW 2

/* Points that are nearer are one, pixels. */
#define NEAR 0.3

/* Half widths beside the middle of a line where the corners of a butt end have ink, and a round one has not: the first one,
 * their number, and the way between two of them. */
#define CORNER_BESIDE 0.6
#define N_LANES 4
#define LANE 0.2

/* Quarters of pixels beyond the end of a line, and before it, that its corners reach; and pixels before the begin of a round
 * end where the line has its whole width: the first, and the number of them. */
#define CORNER_BEYOND 2
#define CORNER_BEFORE 4
#define BODY 2
#define N_BODY 3

/* The share by which the corners of an end differ that is cut at an angle: there, the one that has more counts. */
#define SLANTED 0.4

/* The least width of a line whose ends may be round: below, a pixel does not hold what a round end lacks. */
#define LEAST_ROUND 1.75

/* The share of a butt end's ink below which ends are round: so much, less for each pixel of the width; at most that of sharp
 * lines, more for what the rim has more than theirs; between the last two. It is in the middle between what was measured of
 * both in pictures from sharp ones to those blurred by 0.7 pixels. */
#define INKED 1.1
#define INKED_LESS 0.05
#define SHARP_INKED 0.9
#define SHARP_RIM 1.4
#define RIM_MORE 0.12
#define MOST_INKED 0.97
#define LEAST_INKED 0.5

/* An end of a path. */
typedef struct
{
  gboolean ends;                /* its line does not run into another one or out of the picture */
  double   corner;              /* the share that the corners of the line's end have of a butt end's ink */
  CeVec    step;                /* its direction, of length 1 */
  double   way;                 /* pixels from the path's last point to @tip */
  CeVec    tip;                 /* where the line ends */
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
find_way (const CeOffsets *offsets, const CeMiddle *middle, CeVec from, CeVec step, double width, gboolean *ends)
{
  double   beside = MAX (width, NARROW) / 2 + BESIDE, before = 0;
  int      n = FINE * ((int) ceil (3 * width) + 4);
  gboolean left = FALSE, right = FALSE;

  for (int i = 0; i <= n; i++)
    {
      double way = (double) i / FINE, x = from.x + way * step.x, y = from.y + way * step.y;
      double level = level_at (offsets, middle->signal, x, y);

      *ends = level > middle->half;
      if (*ends)
        return i > 0 ? (i - (level - middle->half) / (level - before)) / FINE : 0;
      if (x < 0 || y < 0 || x > offsets->source->view.width || y > offsets->source->view.height)
        return way - 1.0 / FINE;
      left |= ! (level_at (offsets, middle->signal, x - beside * step.y, y + beside * step.x) > middle->half);
      right |= ! (level_at (offsets, middle->signal, x + beside * step.y, y - beside * step.x) > middle->half);
      if (left && right)
        return way;
      before = level;
    }

  return 0;
}

/* Returns the direction at an end: that from the point @inner to the end, and half of what it has turned since @before. */
static CeVec
direction (CeVec at, CeVec inner, CeVec before)
{
  CeVec t = ce_vec_unit (at.x - inner.x, at.y - inner.y), u = ce_vec_unit (inner.x - before.x, inner.y - before.y);

  return ce_vec_unit (t.x + (t.x - u.x) / 2, t.y + (t.y - u.y) / 2);
}

/* Returns the level @along before a line's end and @beside it. */
static double
lane_at (const CeOffsets *offsets, const CeMiddle *middle, const End *end, double along, double beside)
{
  double x = end->tip.x - along * end->step.x, y = end->tip.y - along * end->step.y;

  return level_at (offsets, middle->signal, x - beside * end->step.y, y + beside * end->step.x);
}

/* Returns the mean level in the body of a line, @beside its middle on both sides. */
static double
body_at (const CeOffsets *offsets, const CeMiddle *middle, const End *end, double width, double beside)
{
  double sum = 0;

  for (int i = 0; i < N_BODY; i++)
    sum = sum + (lane_at (offsets, middle, end, width / 2 + BODY + i, beside)
                 + lane_at (offsets, middle, end, width / 2 + BODY + i, -beside));

  return sum / (2 * N_BODY);
}

/* Returns the share that the corners of a line's end have of a butt end's ink, which is the product of what the line has
 * beside its middle and what its middle has there, however blurred it is. */
static double
find_corner (const CeOffsets *offsets, const CeMiddle *middle, const End *end, double width)
{
  double ink = body_at (offsets, middle, end, width, 0), all = 2 * (middle->half - ink), one = 0, other = 0, butt = 0;

  for (int k = 0; k < N_LANES; k++)
    {
      double beside = (CORNER_BESIDE + k * LANE) * width / 2;
      double body = 1 - (body_at (offsets, middle, end, width, beside) - ink) / all;

      for (int i = -CORNER_BEYOND; i <= CORNER_BEFORE; i++)
        {
          double along = (double) i / FINE;

          one = one + (1 - (lane_at (offsets, middle, end, along, beside) - ink) / all);
          other = other + (1 - (lane_at (offsets, middle, end, along, -beside) - ink) / all);
          butt = butt + body * (1 - (lane_at (offsets, middle, end, along, 0) - ink) / all);
        }
    }

  return (fabs (one - other) > SLANTED * butt ? MAX (one, other) : 0.5 * (one + other)) / butt;
}

/* Moves the end of a path of @width, to which @end leads, back by half of that. */
static void
draw_back (CePolyline *points, const End *end, double width, gboolean last)
{
  CeVec tip = points->at[last ? points->n - 1 : 0];
  CeVec to = { tip.x - width / 2 * end->step.x, tip.y - width / 2 * end->step.y };
  guint n = 1;

  while (n + 2 < points->n)
    {
      CeVec p = points->at[last ? points->n - 1 - n : n];

      if ((p.x - to.x) * end->step.x + (p.y - to.y) * end->step.y < -NEAR)
        break;
      n++;
    }
  points->n -= n - 1;
  if (! last)
    {
      memmove (points->at, points->at + n - 1, points->n * sizeof *points->at);
      memmove (points->centers, points->centers + n - 1, points->n * sizeof *points->centers);
    }
  points->at[last ? points->n - 1 : 0] = to;
  points->centers[last ? points->n - 1 : 0] = (CeCenters) { to, to };
}

/* Finds where the line of a path of @width ends, behind the @last point or before the first one, whose @middle is given. */
static End
find_end (const CePolyline *points, const CeOffsets *offsets, const CeMiddle *middle, double width, gboolean last)
{
  guint n = points->n, inner = MIN (SLOPE + (guint) (width / 2), (n - 1) / 2);
  CeVec from = points->at[last ? n - 1 : 0], back = points->at[last ? n - 1 - inner : inner];
  End   end = { .step = direction (from, back, points->at[last ? n - 1 - 2 * inner : 2 * inner]) };

  end.way = find_way (offsets, middle, from, end.step, width, &end.ends);
  end.tip = (CeVec) { from.x + end.way * end.step.x, from.y + end.way * end.step.y };
  end.corner = end.ends ? find_corner (offsets, middle, &end, width) : 0;

  return end;
}

/* Leads the points of a path to @end, behind the @last one or before the first one. */
static gboolean
reach_end (CePolyline *points, const End *end, gboolean last, GError **error)
{
  guint n = points->n, at = last ? n - 1 : 0;

  if (! (end->way > 0))
    return TRUE;
  if (! ce_polyline_grow (points, n + 1, error))
    return FALSE;

  if (end->way >= NEAR)
    {
      if (! last)
        {
          memmove (points->at + 1, points->at, n * sizeof *points->at);
          memmove (points->centers + 1, points->centers, n * sizeof *points->centers);
        }
      at = last ? n : 0;
      points->n++;
    }
  points->at[at] = end->tip;
  points->centers[at] = (CeCenters) { end->tip, end->tip };

  return TRUE;
}

/* Returns the share of a butt end's ink below which the ends of a line are round. */
static double
round_below (double width, double rim)
{
  double most = CLAMP (SHARP_INKED + (rim - SHARP_RIM) * RIM_MORE, SHARP_INKED, MOST_INKED);

  return CLAMP (INKED - INKED_LESS * width, LEAST_INKED, most);
}

/* Leads both ends of a @path to where its line, with @rim, ends; their middles are @first and @last. Where the ends have no
 * corners, a pen with a round tip drew it: they are drawn back by half its width, which a round cap covers. */
gboolean
ce_polyline_reach_ends (CePolyline *points, const CeOffsets *offsets, const CeMiddle *first, const CeMiddle *last,
                        double rim, CePath *path, GError **error)
{
  End    ends[] = { find_end (points, offsets, first, path->width, FALSE),
                     find_end (points, offsets, last, path->width, TRUE) };
  double corners;
  int    n;

  if (! reach_end (points, &ends[0], FALSE, error) || ! reach_end (points, &ends[1], TRUE, error))
    return FALSE;

  n = ends[0].ends + ends[1].ends;
  corners = ends[0].corner + ends[1].corner;
  path->is_butt = n > 0 && ! (path->width > LEAST_ROUND && corners < round_below (path->width, rim) * n);
  for (int k = 0; k < 2 && ! path->is_butt; k++)
    if (ends[k].ends)
      draw_back (points, &ends[k], path->width, k);

  return TRUE;
}
