/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The points of a path below the pixel.
 */
#include "trace.h"

/* The square of the least distance of two points, 0.3 pixels. */
#define LEAST 0.09

static double
square (CeDot a, CeDot b)
{
  double dx = b.x - a.x, dy = b.y - a.y;

  return dx * dx + dy * dy;
}

static gboolean
are_near (const CeDot *a, const CeDot *b)
{
  return square (*a, *b) < LEAST;
}

/* Moves the point @i of the middle of a line by the mean of what pixels up to @reach before and behind it are aside. */
static CeDot
move_aside (CeDot dot, const CeWay *way, guint i, guint reach, const CeMiddle *middles)
{
  guint  most = MIN (reach, MIN (i, way->n - 1 - i)), begin = i - most, end = i + most;
  double x = 0, y = 0, n = end - begin + 1;

  for (guint k = begin; k <= end; k++)
    {
      const CeMiddle *middle = &middles[way->pixels[k].number];

      x = x + middle->aside_x;
      y = y + middle->aside_y;
    }

  return (CeDot) { dot.x + x / n, dot.y + y / n };
}

/* Returns point @i of a path. */
static CeDot
dot_of (const CeWay *way, guint i, const CeOffsets *offsets)
{
  CePixel pixel = way->pixels[i];
  CeDot   offset = offsets->ways[pixel.number];
  CeDot   dot = { pixel.x + 0.5 + offset.x, pixel.y + 0.5 + offset.y };
  guint   reach = (guint) ceil (offsets->plan->params.line_width / 2) + 2;

  return offsets->middles ? move_aside (dot, way, i, reach, offsets->middles) : dot;
}

/* Makes room for @n points. */
gboolean
ce_dots_grow (CeDots *dots, guint n, GError **error)
{
  guint n_centers = dots->n_allocated;

  return ce_trace_grow (&dots->centers, &n_centers, n, sizeof *dots->centers, error)
         && ce_trace_grow (&dots->dots, &dots->n_allocated, n, sizeof *dots->dots, error);
}

void
ce_dots_clear (CeDots *dots)
{
  g_clear_pointer (&dots->dots, g_free);
  g_clear_pointer (&dots->centers, g_free);
}

static void
put (CeDots *dots, guint i, CeDot dot, CePixel pixel)
{
  CeDot center = { pixel.x + 0.5, pixel.y + 0.5 };

  dots->dots[i] = dot;
  dots->centers[i] = (CeCenters) { center, center };
}

/* Returns whether @b is in the middle between @a and @c, or at @a. */
static gboolean
is_between (CeDot a, CeDot b, CeDot c)
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
stand_for (CeDots *dots, guint i, guint k)
{
  CeCenters *centers = &dots->centers[i];
  CeDot      center = dots->centers[k].own;

  if (! are_near (&dots->dots[i], &dots->dots[k]) || ! is_one (&dots->centers[k])
      || ! is_between (centers->own, centers->other, center)
      || ! ce_centers_reach (&(CeCenters) { center, center }, dots->dots[i]))
    return FALSE;

  centers->other = center;

  return TRUE;
}

/* Adds a point, unless the last one stands for it. */
static void
add (CeDots *dots, CeDot dot, CePixel pixel)
{
  put (dots, dots->n, dot, pixel);
  if (dots->n == 0 || ! stand_for (dots, dots->n - 1, dots->n))
    dots->n++;
}

/* Ends an open path with @last, which may stand for the point before it, or a closed one before its first point. */
static void
finish (CeDots *dots, gboolean is_closed, CeDot last, CePixel pixel)
{
  if (is_closed)
    {
      while (dots->n > 1 && stand_for (dots, 0, dots->n - 1))
        dots->n--;
      return;
    }

  put (dots, dots->n, last, pixel);
  if (dots->n > 1 && stand_for (dots, dots->n, dots->n - 1))
    {
      dots->dots[dots->n - 1] = dots->dots[dots->n];
      dots->centers[dots->n - 1] = dots->centers[dots->n];
    }
  else
    dots->n++;
}

/* Finds the points of a path; fewer than two if there is no path. */
gboolean
ce_dots_place (CeDots *dots, const CeWay *way, const CeOffsets *offsets, CeSteps *steps, GError **error)
{
  guint n = way->is_closed ? way->n : way->n - 1;

  if (! ce_dots_grow (dots, way->n + 1, error))
    return FALSE;

  dots->n = 0;
  for (guint i = 0; i < n; i++)
    {
      add (dots, dot_of (way, i, offsets), way->pixels[i]);
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }
  finish (dots, way->is_closed, dot_of (way, way->n - 1, offsets), way->pixels[way->n - 1]);

  if (way->is_closed ? dots->n < 4 : dots->n == 2 && are_near (&dots->dots[0], &dots->dots[1]))
    dots->n = 0;

  return TRUE;
}
