/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The points of a path below the pixel.
 */
#include "trace.h"

/* The square of the least distance of two points, 0.3 pixels. */
#define LEAST 0.09

static gboolean
are_near (const CeDot *a, const CeDot *b)
{
  double dx = b->x - a->x, dy = b->y - a->y;

  return dx * dx + dy * dy < LEAST;
}

static CeDot
dot_of (CePoint pixel, const CeEdgeMap *edges, const CeOffsets *offsets)
{
  guint number = ce_edge_map_number (edges, pixel.x, pixel.y);
  CeDot way = offsets->ways[number];

  return (CeDot) { pixel.x + 0.5 + way.x, pixel.y + 0.5 + way.y };
}

/* Ends an open path with @last, or a closed one before its first point. */
static void
finish (CeDots *dots, gboolean is_closed, CeDot last)
{
  if (is_closed)
    while (dots->n > 1 && are_near (&dots->dots[0], &dots->dots[dots->n - 1]))
      dots->n--;
  else if (dots->n > 1 && are_near (&dots->dots[dots->n - 1], &last))
    dots->dots[dots->n - 1] = last;
  else
    dots->dots[dots->n++] = last;
}

/* Finds the points of a path; fewer than two if there is no path. */
gboolean
ce_dots_place (CeDots *dots, const CeWay *way, const CeEdgeMap *edges, const CeOffsets *offsets, CeSteps *steps,
               GError **error)
{
  guint n = way->is_closed ? way->n : way->n - 1;

  if (! ce_trace_grow (&dots->dots, &dots->n_allocated, way->n + 1, sizeof *dots->dots, error))
    return FALSE;

  dots->n = 0;
  for (guint i = 0; i < n; i++)
    {
      CeDot dot = dot_of (way->pixels[i], edges, offsets);

      if (dots->n == 0 || ! are_near (&dots->dots[dots->n - 1], &dot))
        dots->dots[dots->n++] = dot;
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }
  finish (dots, way->is_closed, dot_of (way->pixels[way->n - 1], edges, offsets));

  if (way->is_closed ? dots->n < 4 : dots->n == 2 && are_near (&dots->dots[0], &dots->dots[1]))
    dots->n = 0;

  return TRUE;
}
