/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Corners of drawn lines and of outlines: one path through all of them, straight runs as lines, and corners where they were
 * drawn, turned, mirrored and moved by parts of a pixel. Ends of drawn lines, which have corners or are round.
 */
#include "tests/support/drawing.h"

#include <math.h>

#define SIDE 260
#define MOST 24

typedef struct
{
  Shape    shape;               /* its size is the width of a line, 0 of an outline that is filled */
  CeVec    corner[MOST];
  int      n;
  gboolean is_closed;
  gboolean is_butt;
} Drawing;

/* Returns what is as far outside a line of @width that has butt ends as a point is from it. */
static double
from_butt (CeVec a, CeVec b, double x, double y, double width)
{
  double ux = b.x - a.x, uy = b.y - a.y, vx = x - a.x, vy = y - a.y, s = (ux * vx + uy * vy) / (ux * ux + uy * uy);
  double length = hypot (ux, uy), beyond = MAX (-s, s - 1) * length;

  return MAX (fabs (vx * uy - vy * ux) / length, width / 2 + beyond);
}

/* An InsideFunc. */
static double
inside (const Shape *shape, double x, double y)
{
  const Drawing *drawing = (const Drawing *) shape;
  double         least = 1e9;
  gboolean       in = FALSE;

  for (int i = 0; i + ! drawing->is_closed < drawing->n; i++)
    {
      CeVec a = drawing->corner[i], b = drawing->corner[(i + 1) % drawing->n];

      least = MIN (least, drawing->is_butt ? from_butt (a, b, x, y, shape->size) : drawing_from_segment (a, b, x, y));
      if ((a.y > y) != (b.y > y) && x < a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x))
        in = ! in;
    }

  return shape->size > 0 ? shape->size / 2 - least : in ? least : -least;
}

/* Turns, mirrors and moves a drawing around the middle of the picture. */
static void
place (Drawing *drawing, TestRandom *random)
{
  double turn = test_random_double (random, 0, 2 * G_PI), x = SIDE / 2 + test_random_double (random, -3, 3);
  double y = SIDE / 2 + test_random_double (random, -3, 3), mirror = test_random_chance (random, 0.5) ? -1 : 1;

  for (int i = 0; i < drawing->n; i++)
    {
      CeVec p = { mirror * drawing->corner[i].x, drawing->corner[i].y };

      drawing->corner[i] = (CeVec) { x + cos (turn) * p.x - sin (turn) * p.y, y + sin (turn) * p.x + cos (turn) * p.y };
    }
}

static Drawing
zigzag (double width, double angle, int n_legs, double leg)
{
  Drawing drawing = { .shape = { .size = width }, .n = n_legs + 1 };
  double  half = angle / 2 * G_PI / 180, dx = leg * sin (half), dy = leg * cos (half);

  for (int i = 0; i <= n_legs; i++)
    drawing.corner[i] = (CeVec) { (i - n_legs / 2.0) * dx, i % 2 ? dy / 2 : -dy / 2 };

  return drawing;
}

static Drawing
star (double width, int n, double outer, double inner)
{
  Drawing drawing = { .shape = { .size = width }, .n = 2 * n, .is_closed = TRUE };

  for (int i = 0; i < 2 * n; i++)
    {
      double radius = i % 2 ? inner : outer;

      drawing.corner[i] = (CeVec) { radius * cos (i * G_PI / n), radius * sin (i * G_PI / n) };
    }

  return drawing;
}

/* Returns the largest distance of a corner, the ends not counted, from the nearest end of a curve. */
static double
corners_of (const CeLines *lines, const Drawing *drawing)
{
  double worst = 0;

  for (int i = drawing->is_closed ? 0 : 1; i + ! drawing->is_closed < drawing->n; i++)
    {
      double least = 1e9;

      for (guint k = 0; k < lines->n_curves; k++)
        least = MIN (least, ce_vec_distance (lines->curves[k].to, drawing->corner[i]));
      worst = MAX (worst, least);
    }

  return worst;
}

/* What is drawn sixteen times, turned, mirrored and moved. */
typedef struct
{
  const char *name;
  Drawing     drawing;
  double      noise;
  int         least_paths;      /* of sixteen, those of one path, as it was drawn, */
  int         least_corners;    /* and those with all corners within half a pixel, and straight runs as lines alone */
} Case;

static void
check (const Case *wanted, int n)
{
  double           width = wanted->drawing.shape.size;
  g_autofree char *text = width > 0 ? g_strdup_printf ("of=light-lines line-width=%g low=8 high=16", width)
                                    : g_strdup ("sigma=1 low=25 high=60");
  int              n_paths = 0, n_corners = 0;
  guint            n_runs = (guint) (wanted->drawing.n - ! wanted->drawing.is_closed);

  for (int i = 1; i <= n; i++)
    {
      TestRandom          random = { 77 * (guint64) i };
      Drawing             drawing = wanted->drawing;
      CeView              view;
      g_autoptr (CeLines) lines = NULL;

      place (&drawing, &random);
      drawing_draw (&view, SIDE, inside, &drawing.shape, wanted->noise, (guint64) i);
      lines = drawing_find (&view, text, 0.25);
      n_paths += lines->n_paths == 1 && lines->paths[0].is_closed == drawing.is_closed;
      n_corners += lines->n_curves == n_runs && corners_of (lines, &drawing) <= 0.5;
      test_image_clear (&view);
    }
  test_ok (n_paths * 16 >= wanted->least_paths * n && n_corners * 16 >= wanted->least_corners * n,
           "%s, %g wide, noise %g: of %d %d are one path, %d have their corners", wanted->name, width, wanted->noise, n,
           n_paths, n_corners);
}

/* Returns the larger distance of a path's ends from those of a line. */
static double
ends_of (const CeLines *lines, const Drawing *drawing)
{
  CeVec  a = lines->paths[0].from, b = lines->curves[lines->n_curves - 1].to, p = drawing->corner[0], q = drawing->corner[1];
  double there = MAX (ce_vec_distance (a, p), ce_vec_distance (b, q));
  double back = MAX (ce_vec_distance (a, q), ce_vec_distance (b, p));

  return MIN (there, back);
}

/* Returns how long the ink of the only path is, with its caps. */
static double
ink_of (const CeLines *lines)
{
  return lines->length + (lines->paths[0].is_butt ? 0 : lines->paths[0].width);
}

/* Ink with butt or round ends: its path, with the cap that the path has, is the ink again. Where the pen ended is known
 * from 3 pixels on. */
static void
check_ends (double width, gboolean is_butt, double noise, int n)
{
  g_autofree char *text = g_strdup_printf ("of=light-lines line-width=%g low=8 high=16", width);
  int              n_kinds = 0, n_ends = 0, n_inks = 0, least;
  double           worst = 0;

  for (int i = 1; i <= n; i++)
    {
      TestRandom          random = { 99 * (guint64) i };
      Drawing             drawing = { .shape = { .size = width }, .corner = { { -60, 0 }, { 60, 0 } }, .n = 2 };
      CeView              view;
      g_autoptr (CeLines) lines = NULL;

      drawing.is_butt = is_butt;
      place (&drawing, &random);
      drawing_draw (&view, SIDE, inside, &drawing.shape, noise, (guint64) i);
      lines = drawing_find (&view, text, 0.25);
      n_kinds += lines->n_paths == 1 && lines->paths[0].is_butt == is_butt;
      worst = lines->n_paths ? MAX (worst, ends_of (lines, &drawing)) : 1e9;
      n_ends += lines->n_paths == 1 && ends_of (lines, &drawing) <= 0.5;
      n_inks += lines->n_paths == 1 && fabs (ink_of (lines) - 120 - (is_butt ? 0 : width)) <= 1;
      test_image_clear (&view);
    }
  /* Blur leaves little of the corners of a line 3 pixels wide, and nothing of those of a narrower one. */
  least = width < 3 ? 0 : width > 4 || (width > 3 && noise <= 0) ? n - 1 : 3 * n / 4;
  test_ok (n_kinds >= least && n_ends >= least && n_inks == n,
           "%s ends, %g wide, noise %g: of %d %d are known, %d in place, the worst %.2f px off, %d as long as the ink",
           is_butt ? "butt" : "round", width, noise, n, n_kinds, n_ends, worst, n_inks);
}

int
main (void)
{
  static const double widths[] = { 1, 2, 3, 5, 8 }, blunt[] = { 60, 75, 90, 105, 120 }, acute[] = { 25, 30, 40, 50 };
  const Case          stars[] = {
    { "the outline of a star", star (0, 5, 60, 22.9), 0, 16, 15 }, { "a star", star (0, 5, 110, 42), 8, 15, 13 },
    { "a drawn star", star (2, 5, 110, 42), 0, 16, 15 }, { "a drawn star", star (5, 5, 110, 42), 8, 16, 15 },
    { "an outline", zigzag (0, 15, 2, 120), 0, 15, 15 }, { "an outline", zigzag (0, 30, 2, 120), 8, 15, 15 },
    { "an outline", zigzag (0, 120, 2, 120), 0, 16, 15 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    {
      double leg = 60 + 6 * widths[k];

      for (guint i = 0; i < G_N_ELEMENTS (blunt); i++)
        check (&(Case) { "blunt corners", zigzag (widths[k], blunt[i], 3, leg), 0, 16, widths[k] > 1 ? 16 : 8 }, 4);
      for (guint i = 0; i < G_N_ELEMENTS (acute); i++)
        check (&(Case) { "acute corners", zigzag (widths[k], acute[i], 5, leg), 0, 16, widths[k] > 1 ? 12 : 8 }, 4);
    }
  for (int angle = 18; angle <= 22; angle += 2)
    check (&(Case) { "acute corners of short legs", zigzag (2, angle, 5, 40), 0, 16, 0 }, 16);
  /* Of legs 40 pixels long, 3 wide, at 15 degrees, some 10 pixels are apart, which is less than a line needs. */
  for (guint k = 0; k < 3; k++)
    for (int angle = 15; angle <= 20; angle += 2)
      {
        check (&(Case) { "most acute corners", zigzag (widths[k], angle, 5, k < 2 ? 40 : 50), 0, 16, 0 }, 24);
        check (&(Case) { "most acute corners", zigzag (widths[k], angle, 5, 90), 0, 16, 12 }, 24);
      }
  for (guint i = 0; i < G_N_ELEMENTS (stars); i++)
    {
      Case wanted = stars[i];

      wanted.drawing.is_closed = TRUE;
      check (&wanted, 16);
    }

  for (int width = 1; width <= CE_MAX_LINE_WIDTH; width += width < 6 ? 1 : 6)
    for (int kind = 0; kind < (width > 1 ? 4 : 2); kind++)
      check_ends (width, kind & 1, kind & 2 ? 8 : 0, 16);

  return test_done ();
}
