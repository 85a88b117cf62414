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
move_aside (CeDot dot, const CeWay *way, guint i, guint reach, const CeEdgeMap *edges, const CeMiddle *middles)
{
  guint  most = MIN (reach, MIN (i, way->n - 1 - i)), begin = i - most, end = i + most;
  double x = 0, y = 0, n = end - begin + 1;

  for (guint k = begin; k <= end; k++)
    {
      const CeMiddle *middle = &middles[ce_edge_map_number (edges, way->pixels[k].x, way->pixels[k].y)];

      x = x + middle->aside_x;
      y = y + middle->aside_y;
    }

  return (CeDot) { dot.x + x / n, dot.y + y / n };
}

/* Returns point @i of a path. */
static CeDot
dot_of (const CeWay *way, guint i, const CeEdgeMap *edges, const CeOffsets *offsets)
{
  CePoint pixel = way->pixels[i];
  CeDot   offset = offsets->ways[ce_edge_map_number (edges, pixel.x, pixel.y)];
  CeDot   dot = { pixel.x + 0.5 + offset.x, pixel.y + 0.5 + offset.y };
  guint   reach = (guint) ceil (offsets->plan->params.line_width / 2) + 2;

  return offsets->middles ? move_aside (dot, way, i, reach, edges, offsets->middles) : dot;
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

static CeDot
center_of (CePoint pixel)
{
  return (CeDot) { pixel.x + 0.5, pixel.y + 0.5 };
}

static void
put (CeDots *dots, guint i, CeDot dot, CePoint pixel)
{
  dots->dots[i] = dot;
  dots->centers[i] = center_of (pixel);
}

/* Adds a point, unless it is near the last one. Its pixel's center is then that of the last one, if it is farther from that
 * and not too far for any curve. */
static void
add (CeDots *dots, CeDot dot, CePoint pixel)
{
  guint  last = dots->n - 1;
  CeDot  center = center_of (pixel);
  double far;

  if (dots->n == 0 || ! are_near (&dots->dots[last], &dot))
    {
      put (dots, dots->n++, dot, pixel);
      return;
    }

  far = square (dots->dots[last], center);
  if (far <= CE_FARTHEST * CE_FARTHEST && far > square (dots->dots[last], dots->centers[last]))
    dots->centers[last] = center;
}

/* Ends an open path with @last, or a closed one before its first point. */
static void
finish (CeDots *dots, gboolean is_closed, CeDot last, CePoint pixel)
{
  if (is_closed)
    while (dots->n > 1 && are_near (&dots->dots[0], &dots->dots[dots->n - 1]))
      dots->n--;
  else if (dots->n > 1 && are_near (&dots->dots[dots->n - 1], &last))
    put (dots, dots->n - 1, last, pixel);
  else
    put (dots, dots->n++, last, pixel);
}

/* Finds the points of a path; fewer than two if there is no path. */
gboolean
ce_dots_place (CeDots *dots, const CeWay *way, const CeEdgeMap *edges, const CeOffsets *offsets, CeSteps *steps,
               GError **error)
{
  guint n = way->is_closed ? way->n : way->n - 1;

  if (! ce_dots_grow (dots, way->n + 1, error))
    return FALSE;

  dots->n = 0;
  for (guint i = 0; i < n; i++)
    {
      add (dots, dot_of (way, i, edges, offsets), way->pixels[i]);
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }
  finish (dots, way->is_closed, dot_of (way, way->n - 1, edges, offsets), way->pixels[way->n - 1]);

  if (way->is_closed ? dots->n < 4 : dots->n == 2 && are_near (&dots->dots[0], &dots->dots[1]))
    dots->n = 0;

  return TRUE;
}
