/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures the distance of found middles from the drawn lines, without noise and with noise of 8 levels: strokes, lines
 * that cross and meet, frames and rings.
 */
#include "tests/support/drawing.h"

#include <math.h>

/* Returns the place x of the wave's point that is nearest to a point near it. */
static double
foot (const Shape *shape, CeVec at)
{
  double x = at.x;

  for (int i = 0; i < 4; i++)
    {
      double above = shape->y + 90 * sin (x / 60) - at.y, slope = 1.5 * cos (x / 60), bend = -0.025 * sin (x / 60);

      x -= (x - at.x + above * slope) / MAX (1 + slope * slope + above * bend, 0.2);
    }

  return x;
}

/* Returns the distance of a point near the wave from it. */
static double
distance_from_wave (const Shape *shape, CeVec at)
{
  double x = foot (shape, at);

  return hypot (at.x - x, at.y - shape->y - 90 * sin (x / 60));
}

/* Returns the distance from a stroke along the wave, @shape's size wide, positive inside. Its ends are cut off upright. */
static double
stroke (const Shape *shape, double x, double y)
{
  double half = shape->size / 2, beside = MIN (half - fabs (drawing_wave (shape, x, y)) / 2, MIN (x - 20, 280 - x));

  return beside > 0 ? MIN (beside, half - distance_from_wave (shape, (CeVec) { x, y })) : beside;
}

/* Returns the distance from a line through the shape's middle, positive inside. */
static double
bar (const Shape *shape, double angle, double from, double to, double x, double y)
{
  double u = cos (angle) * (x - shape->x) + sin (angle) * (y - shape->y);
  double v = cos (angle) * (y - shape->y) - sin (angle) * (x - shape->x);

  return MIN (shape->size / 2 - fabs (v), MIN (u - from, to - u));
}

/* Two lines that cross at the shape's angle. */
static double
cross (const Shape *shape, double x, double y)
{
  return MAX (bar (shape, 0.3, -80, 80, x, y), bar (shape, 0.3 + shape->angle, -80, 80, x, y));
}

/* A line that ends at another one. */
static double
tee (const Shape *shape, double x, double y)
{
  return MAX (bar (shape, 0.3, -80, 80, x, y), bar (shape, 0.3 + shape->angle, 0, 80, x, y));
}

static double
frame (const Shape *shape, double x, double y)
{
  Shape whole = { shape->x, shape->y, 70, shape->angle };

  return shape->size / 2 - fabs (drawing_square (&whole, x, y));
}

static double
ring (const Shape *shape, double x, double y)
{
  Shape whole = { shape->x, shape->y, 70, 0 };

  return shape->size / 2 - fabs (drawing_disc (&whole, x, y));
}

/* Lines that cross at smaller angles are another test's. */
static void
drawn_lines (void)
{
  static const struct { const char *name; InsideFunc inside; double angle; guint n_paths; gboolean closed; } drawings[] = {
    { "lines that cross at 90 degrees", cross, 1.5708, 2, FALSE }, { "at 60 degrees", cross, 1.0472, 2, FALSE },
    { "at 45 degrees", cross, 0.7854, 2, FALSE }, { "a T", tee, 1.5708, 2, FALSE }, { "a frame", frame, 0.2, 1, TRUE },
    { "a ring", ring, 0, 1, TRUE }
  };
  static const double widths[] = { 2, 3, 5, 8 };

  for (guint i = 0; i < G_N_ELEMENTS (drawings); i++)
    for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
      for (int noise = 0; noise <= 8; noise += 8)
        {
          const Shape         shape = { 100.2, 100.4, widths[k], drawings[i].angle };
          CeView              view;
          g_autoptr (CeLines) lines = NULL;
          gboolean            is_closed = TRUE;
          double              least = G_MAXDOUBLE;

          drawing_draw (&view, 200, drawings[i].inside, &shape, noise, 5);
          lines = drawing_find (&view, "of=light-lines line-width=0 low=8 high=16", 0.25);
          for (guint n = 0; n < lines->n_paths; n++)
            {
              is_closed = is_closed && lines->paths[n].is_closed;
              least = MIN (least, lines->paths[n].length);
            }
          test_ok (lines->n_paths == drawings[i].n_paths && is_closed == drawings[i].closed && least > 60,
                   "%s, %g wide, noise %d: %u paths, not %u, the shortest %.0f px", drawings[i].name, widths[k], noise,
                   lines->n_paths, drawings[i].n_paths, least);
          test_image_clear (&view);
        }
}

/* Returns the mean distance of a path from the wave. */
static double
error_of (const CeLines *lines, const CePath *path, const Shape *shape)
{
  CeVec  from = path->from;
  double sum = 0;
  int    n = 0;

  for (guint i = 0; i < path->n; i++)
    {
      const CeBezier *curve = &lines->curves[path->first + i];
      int              n_steps = 2 + (int) (2 * ce_vec_distance (from, curve->to));

      for (int k = 0; k < n_steps; k++, n++)
        sum += distance_from_wave (shape, drawing_point (from, curve, (k + 0.5) / n_steps));
      from = curve->to;
    }

  return sum / n;
}

/* Returns the larger distance of a path's two ends from those of the wave. */
static double
ends_of (const CeLines *lines, const CePath *path, const Shape *shape)
{
  CeVec one = path->from, other = lines->curves[path->n - 1].to;
  CeVec left = one.x < other.x ? one : other, right = one.x < other.x ? other : one;

  return MAX (hypot (left.x - 20, left.y - shape->y - 90 * sin (20 / 60.0)),
              hypot (right.x - 280, right.y - shape->y - 90 * sin (280 / 60.0)));
}

/* The width of a stroke, given or found, its middle and its ends. */
static void
strokes (void)
{
  static const double widths[] = { 1, 2, 3, 5, 8, 12 }, limits[] = { 0.06, 0.05, 0.04, 0.06, 0.06, 0.06 };

  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    for (int noise = 0; noise <= 8; noise += 8)
      for (int given = 0; given <= 1; given++)
        {
          const Shape         shape = { 0, 150, widths[k], 0 };
          g_autofree char    *text = g_strdup_printf ("of=light-lines line-width=%g low=8 high=16", given ? widths[k] : 0);
          double              error, far;
          CeView              view;
          g_autoptr (CeLines) lines = NULL;
          const CePath       *path;

          drawing_draw (&view, 300, stroke, &shape, noise, 3);
          lines = drawing_find (&view, text, 0.25);
          if (test_ok (lines->n_paths == 1 && ! lines->paths[0].is_closed, "a stroke %g wide is one open path: %u",
                       widths[k], lines->n_paths))
            {
              path = &lines->paths[0];
              error = error_of (lines, path, &shape);
              far = ends_of (lines, path, &shape);
              test_ok (error <= limits[k] && fabs (path->width - widths[k]) <= 0.3
                         && far <= MAX (1, widths[k] / 10),
                       "noise %d: mean %.3f px, width %.2f, ends %.2f px off", noise, error, path->width, far);
            }
          test_image_clear (&view);
        }
}

static double
upright (const Shape *shape, double x, double y)
{
  return shape->size / 2 - fabs (x - shape->x);
}

/* A line that runs out of the picture on both sides. */
static void
across (void)
{
  for (int width = 1; width <= 8; width += 7)
    {
      const Shape         shape = { 50.2, 50, width, 0 };
      CeView              view;
      g_autoptr (CeLines) lines = NULL;
      double              top = 50, bottom = 50;

      drawing_draw (&view, 100, upright, &shape, 8, 5);
      lines = drawing_find (&view, "of=light-lines line-width=0 low=8 high=16", 0.25);
      for (guint i = 0; i < lines->n_curves; i++)
        {
          top = MIN (top, MIN (lines->paths[0].from.y, lines->curves[i].to.y));
          bottom = MAX (bottom, MAX (lines->paths[0].from.y, lines->curves[i].to.y));
        }
      test_ok (lines->n_paths == 1 && top >= 0 && top <= 0.5 && bottom >= 99.5 && bottom <= 100,
               "a line %d wide runs from border to border, %.2f to %.2f", width, top, bottom);
      test_image_clear (&view);
    }
}

int
main (void)
{
  across ();
  strokes ();
  drawn_lines ();

  return test_done ();
}
