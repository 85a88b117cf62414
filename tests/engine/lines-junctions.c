/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Junctions of straight drawn lines: each stroke is one straight curve through the lines that cross it, and one that ends at
 * another ends there, turned and moved by parts of a pixel.
 */
#include "tests/support/drawing.h"

#include "engine/session-private.h"

#include <math.h>
#include <string.h>

#define SIDE 200
#define MOST 3
#define REACH 90

/* Pixels from the middle within which a curve is compared with the strokes, whose ends are another test's. */
#define INNER 75

/* The degrees from the middle of the picture to both ends of a stroke, or to one, and it ends in the middle. */
#define HERE -1
typedef struct { double from, to; } Stroke;

typedef struct
{
  const char *name;
  int         n;
  Stroke      strokes[MOST];
  double      least_width;      /* from which on six of eight are right at least */
} Junction;

typedef struct
{
  Shape shape;                  /* its size is the width of the lines */
  int   n;
  CeVec ends[MOST][2];
} Drawing;

static double
distance (const Drawing *drawing, double x, double y)
{
  double least = 1e9;

  for (int i = 0; i < drawing->n; i++)
    least = MIN (least, drawing_from_segment (drawing->ends[i][0], drawing->ends[i][1], x, y));

  return least;
}

/* An InsideFunc. */
static double
inside (const Shape *shape, double x, double y)
{
  return shape->size / 2 - distance ((const Drawing *) shape, x, y);
}

static Drawing
place (const Junction *junction, double width, TestRandom *random)
{
  double  turn = test_random_double (random, 0, 360), x = SIDE / 2 + test_random_double (random, -1, 1);
  double  y = SIDE / 2 + test_random_double (random, -1, 1);
  Drawing drawing = { .shape = { .x = x, .y = y, .size = width }, .n = junction->n };

  for (int i = 0; i < 2 * junction->n; i++)
    {
      const Stroke *stroke = &junction->strokes[i / 2];
      double        angle = (turn + (i % 2 ? stroke->to : stroke->from)) * G_PI / 180;
      double        reach = i % 2 && stroke->to == HERE ? 0 : REACH;

      drawing.ends[i / 2][i % 2] = (CeVec) { x + reach * cos (angle), y + reach * sin (angle) };
    }

  return drawing;
}

/* Returns the most pixels from a curve to the nearest stroke. */
static double
error_of (const CeLines *lines, const Drawing *drawing)
{
  double worst = 0;

  for (guint i = 0; i < lines->n_paths; i++)
    {
      CeVec from = lines->paths[i].from;

      for (guint k = 0; k < lines->paths[i].n; k++)
        {
          const CeBezier *curve = &lines->curves[lines->paths[i].first + k];

          for (int u = 0; u <= 16; u++)
            {
              CeVec at = drawing_point (from, curve, u / 16.0);

              if (hypot (at.x - drawing->shape.x, at.y - drawing->shape.y) < INNER)
                worst = MAX (worst, distance (drawing, at.x, at.y));
            }
          from = curve->to;
        }
    }

  return worst;
}

static void
check (const Junction *junction, double width, double noise)
{
  g_autofree char *text = g_strdup_printf ("of=light-lines line-width=%g low=8 high=16", width);
  int              n_right = 0;
  guint            n_curves = 0, n_dots = 0;
  double           worst = 0;

  for (int i = 1; i <= 8; i++)
    {
      TestRandom          random = { 55 * (guint64) i };
      Drawing             drawing = place (junction, width, &random);
      CeView              view;
      g_autoptr (CeLines) lines = NULL;

      drawing_draw (&view, SIDE, inside, &drawing.shape, noise, (guint64) i);
      lines = drawing_find (&view, text, 0.25);
      n_curves += lines->n_curves;
      n_dots += lines->n_dots;
      worst = MAX (worst, error_of (lines, &drawing));
      n_right += (int) lines->n_paths == junction->n && (int) lines->n_curves == junction->n
                 && error_of (lines, &drawing) <= 0.75;
      test_image_clear (&view);
    }
  test_ok (n_right >= 6 && n_dots == 0,
           "%s, %g wide, noise %g: of 8 %d are %d straight strokes, %u curves, %u dots, the worst %.2f px off",
           junction->name, width, noise, n_right, junction->n, n_curves, n_dots, worst);
}

/* An InsideFunc: of strokes and of dots of 5 pixels beside them. */
static double
inside_dotted (const Shape *shape, double x, double y)
{
  double largest = inside (shape, x, y);

  for (int i = 0; i < 20; i++)
    {
      double along = 15 * (i % 5 - 2), aside = i / 5 % 2 ? 80 : -80;

      largest = MAX (largest, 2.5 - hypot (x - shape->x - (i < 10 ? along : aside),
                                           y - shape->y - (i < 10 ? aside : along)));
    }

  return largest;
}

/* Turns a picture by 90 degrees, or mirrors it along a diagonal. */
static void
turn (CeView *view, gboolean mirrors)
{
  CeView old;

  test_image_init (&old, SIDE, SIDE, 1, CE_U8);
  for (int y = 0; y < SIDE; y++)
    memcpy (ce_view_row (&old, y), ce_view_row (view, y), SIDE);
  for (int i = 0; i < SIDE * SIDE; i++)
    *ce_view_pixel (view, i % SIDE, i / SIDE) = *ce_view_pixel (&old, i / SIDE, mirrors ? i % SIDE : SIDE - 1 - i % SIDE);
  test_image_clear (&old);
}

/* A CeProgressFunc: counts its calls, and cancels the one that is asked for. */
static gboolean
go_on (double share, gpointer left)
{
  (void) share;

  return (*(int *) left)-- != 0;
}

/* Checks how many dots a session says after each Cancel, and at last. */
static void
cancel (const CeView *view, const char *text)
{
  g_autoptr (CeSession) session = test_session_new ("canny", "cpu", view, FALSE, NULL);
  g_autoptr (CeLines)   lines = NULL;
  g_autofree char      *note = NULL;
  int                   n_wrong = 0, n = 0;
  CeParams              params;

  ce_params_init (&params, session->filter);
  ce_params_parse (&params, session->filter, text, NULL);
  for (; ! lines && n < 10000; n++)
    {
      int left = n;

      n_wrong += ce_session_get_status (session)->found.dots != 0;
      lines = ce_lines_find (session, &params, NULL, go_on, &left, NULL);
    }
  note = ce_found_note (&ce_session_get_status (session)->found);
  test_ok (lines && n > 1 && n_wrong == 0 && g_strcmp0 (note, "20 dots or strokes, too short for a line, were left out.") == 0,
           "after %d times Cancel, %d of which say dots, the note is: %s", n - 1, n_wrong, note);
}

/* Dots are counted, whichever way the picture is turned, and pieces beside and inside lines are none. */
static void
check_dots (double width, double noise)
{
  static const Junction cross = { "a cross", 2, { { 45, 225 }, { 135, 315 } }, 2 };
  TestRandom            random = { 3 };
  Drawing               drawing = place (&cross, width, &random);
  g_autofree char      *text = g_strdup_printf ("of=light-lines line-width=%g low=8 high=16", width);
  CeView                view;

  for (int i = 0; i < 4; i++)
    drawing.ends[i / 2][i % 2] = (CeVec) { drawing.shape.x + (i % 2 ? 64 : -64),
                                           drawing.shape.y + (i == 1 || i == 2 ? 64 : -64) };
  drawing_draw (&view, SIDE, inside_dotted, &drawing.shape, noise, 1);
  for (int i = 0; i < 8; i++, turn (&view, i == 4))
    {
      g_autoptr (CeLines) lines = drawing_find (&view, text, 0.25), edges = drawing_find (&view, "low=40 high=80", 0.25);

      test_ok (lines->n_paths == 2 && lines->n_dots == 20 && edges->n_dots == 0,
               "2 strokes, %g wide, and 20 dots, noise %g, turn %d: %u and %u, and %u of edges", width, noise, i,
               lines->n_paths, lines->n_dots, edges->n_dots);
    }
  if (noise == 0)
    cancel (&view, text);
  test_image_clear (&view);
}

int
main (void)
{
  static const Junction junctions[] = {
    { "a T", 2, { { 0, 180 }, { 90, HERE } }, 2 },
    { "a T of 60 degrees", 2, { { 0, 180 }, { 60, HERE } }, 2 },
    { "a T of 45 degrees", 2, { { 0, 180 }, { 45, HERE } }, 5 },
    { "a cross", 2, { { 0, 180 }, { 90, 270 } }, 2 },
    { "a cross of 60 degrees", 2, { { 0, 180 }, { 60, 240 } }, 2 },
    { "a cross of 30 degrees", 2, { { 0, 180 }, { 30, 210 } }, 2 },
    { "a cross of 20 degrees", 2, { { 0, 180 }, { 20, 200 } }, 3 },
    { "a cross of 10 degrees", 2, { { 0, 180 }, { 10, 190 } }, 5 },
    { "three lines through a point", 3, { { 0, 180 }, { 60, 240 }, { 120, 300 } }, 2 },
    { "a Y", 3, { { 0, HERE }, { 120, HERE }, { 240, HERE } }, 3 },
    { "a K", 3, { { 0, 180 }, { 50, HERE }, { 130, HERE } }, 3 }
  };
  static const double widths[] = { 2, 3, 5, 6 };

  for (guint i = 0; i < G_N_ELEMENTS (junctions); i++)
    for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
      for (int noise = 0; noise <= 8 && widths[k] >= junctions[i].least_width; noise += 8)
        check (&junctions[i], widths[k], noise);
  for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
    for (int noise = 0; noise <= 8; noise += 8)
      check_dots (widths[k], noise);

  return test_done ();
}
