/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The points of a path below the pixel.
 */
#include "trace.h"

/* The square of the least distance of two points, 0.3 pixels. */
#define LEAST 0.09

/* Pixels from the one whose point is found to the one whose offset is asked for: a path goes up and down through rows. */
#define AHEAD 8

static double
square (CeVec a, CeVec b)
{
  double dx = b.x - a.x, dy = b.y - a.y;

  return dx * dx + dy * dy;
}

static gboolean
are_near (const CeVec *a, const CeVec *b)
{
  return square (*a, *b) < LEAST;
}

/* Moves the point @i of the middle of a line by the mean of what pixels up to @reach before and behind it are aside. */
static CeVec
move_aside (CeVec point, const CeWay *way, guint i, guint reach, const CeMiddle *middles)
{
  guint  most = MIN (reach, MIN (i, way->n - 1 - i)), begin = i - most, end = i + most;
  double x = 0, y = 0, n = end - begin + 1;

  for (guint k = begin; k <= end; k++)
    {
      const CeMiddle *middle = &middles[way->pixels[k].number];

      x = x + middle->aside_x;
      y = y + middle->aside_y;
    }

  return (CeVec) { point.x + x / n, point.y + y / n };
}

/* Returns point @i of a path. */
static CeVec
point_of (const CeWay *way, guint i, const CeOffsets *offsets)
{
  CePixel pixel = way->pixels[i];
  CeVec   offset = offsets->offset[pixel.number];
  CeVec   point = { pixel.x + 0.5 + offset.x, pixel.y + 0.5 + offset.y };
  guint   reach = (guint) ceil (offsets->plan->found.line_width / 2) + 2;

  return offsets->middles ? move_aside (point, way, i, reach, offsets->middles) : point;
}

/* Makes room for @n points. */
gboolean
ce_polyline_grow (CePolyline *points, guint n, GError **error)
{
  guint n_centers = points->n_allocated;

  return ce_trace_grow (&points->centers, &n_centers, n, sizeof *points->centers, error)
         && ce_trace_grow (&points->at, &points->n_allocated, n, sizeof *points->at, error);
}

void
ce_polyline_clear (CePolyline *points)
{
  g_clear_pointer (&points->at, g_free);
  g_clear_pointer (&points->centers, g_free);
}

static void
put (CePolyline *points, guint i, CeVec point, CePixel pixel)
{
  CeVec center = { pixel.x + 0.5, pixel.y + 0.5 };

  points->at[i] = point;
  points->centers[i] = (CeCenters) { center, center };
}

/* Returns whether @b is in the middle between @a and @c, or at @a. */
static gboolean
is_between (CeVec a, CeVec b, CeVec c)
{
  return (b.x == a.x && b.y == a.y) || (b.x + b.x == a.x + c.x && b.y + b.y == a.y + c.y);
}

static gboolean
is_one (const CeCenters *centers)
{
  return centers->own.x == centers->other.x && centers->own.y == centers->other.y;
}

/* Lets the point @i stand for the pixel of the point @k beside it as well, if they are near each other, and a curve through
 * @i is not too far from that pixel. Of three pixels in a row the one in the middle is near where both others are. */
static gboolean
stand_for (CePolyline *points, guint i, guint k)
{
  CeCenters *centers = &points->centers[i];
  CeVec      center = points->centers[k].own;

  if (! are_near (&points->at[i], &points->at[k]) || ! is_one (&points->centers[k])
      || ! is_between (centers->own, centers->other, center)
      || ! ce_centers_reach (&(CeCenters) { center, center }, points->at[i]))
    return FALSE;

  centers->other = center;

  return TRUE;
}

/* Adds a point, unless the last one stands for it. */
static void
add (CePolyline *points, CeVec point, CePixel pixel)
{
  put (points, points->n, point, pixel);
  if (points->n == 0 || ! stand_for (points, points->n - 1, points->n))
    points->n++;
}

/* Ends an open path with @last, which may stand for the point before it, or a closed one before its first point. */
static void
finish (CePolyline *points, gboolean is_closed, CeVec last, CePixel pixel)
{
  if (is_closed)
    {
      while (points->n > 1 && stand_for (points, 0, points->n - 1))
        points->n--;
      return;
    }

  put (points, points->n, last, pixel);
  if (points->n > 1 && stand_for (points, points->n, points->n - 1))
    {
      points->at[points->n - 1] = points->at[points->n];
      points->centers[points->n - 1] = points->centers[points->n];
    }
  else
    points->n++;
}

/* Finds the points of a path; fewer than two if there is no path. */
gboolean
ce_polyline_place (CePolyline *points, const CeWay *way, const CeOffsets *offsets, CeSteps *steps, GError **error)
{
  guint n = way->is_closed ? way->n : way->n - 1;

  if (! ce_polyline_grow (points, way->n + 1, error))
    return FALSE;

  points->n = 0;
  for (guint i = 0; i < n; i++)
    {
      __builtin_prefetch (&offsets->offset[way->pixels[MIN (i + AHEAD, way->n - 1)].number]);
      add (points, point_of (way, i, offsets), way->pixels[i]);
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }
  finish (points, way->is_closed, point_of (way, way->n - 1, offsets), way->pixels[way->n - 1]);

  if (way->is_closed ? points->n < 4 : points->n == 2 && are_near (&points->at[0], &points->at[1]))
    points->n = 0;

  return TRUE;
}
