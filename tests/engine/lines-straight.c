/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for straight drawn lines that lie exactly on pixels. The middle of one of even width is half a pixel from
 * the centers of two pixels, and each of them may not leave it to the other.
 */
#include "tests/support/drawing.h"

#include "engine/session-private.h"

#include <math.h>
#include <string.h>

#define SIDE 150
#define BEGIN 20
#define END 130

/* The level of a line, and that of its ground. */
typedef struct
{
  guint8 line, ground;
} Pair;

static const Pair pairs[] = { { 0, 255 }, { 25, 230 }, { 60, 200 }, { 10, 240 }, { 100, 180 }, { 33, 222 }, { 254, 255 },
                              { 230, 25 } };

/* Draws a line from column BEGIN to END, its first row at @at, and turns the picture @turns times by 90 degrees; free with
 * test_image_clear(). */
static void
draw (CeView *view, const Pair *pair, int at, int width, int turns)
{
  test_image_init (view, SIDE, SIDE, 1, CE_U8);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
        int u = x, v = y;

        for (int i = 0; i < turns; i++)
          {
            int before = u;

            u = v;
            v = SIDE - 1 - before;
          }
        *ce_view_pixel (view, x, y) = v >= at && v < at + width && u >= BEGIN && u < END ? pair->line : pair->ground;
      }
}

/* Returns how far the points of a path are from the middle of the line, at most. */
static double
aside (const CeLines *lines, double middle, int turns)
{
  const CePath *path = &lines->paths[0];
  double        center = turns == 1 || turns == 2 ? SIDE - middle : middle;
  double        most = fabs ((turns & 1 ? path->from.x : path->from.y) - center);

  for (guint i = 0; i < path->n; i++)
    most = MAX (most, fabs ((turns & 1 ? lines->curves[i].to.x : lines->curves[i].to.y) - center));

  return most;
}

/* Checks that a line of @width is one open path in its middle and as wide, in four turns, where @asked is asked for. */
static void
known (const Pair *pair, int width, int asked)
{
  double           high = 0.1 * abs (pair->ground - pair->line), far = 0, wrong = 0;
  g_autofree char *text = g_strdup_printf ("of=%s line-width=%d low=%g high=%g", pair->line < pair->ground ? "dark-lines"
                                           : "light-lines", asked, high / 2, high);
  int              n_right = 0;

  for (int turns = 0; turns < 4; turns++)
    {
      int                 at = 60 + (width + turns) % 3;
      CeView              view;
      g_autoptr (CeLines) lines = NULL;

      draw (&view, pair, at, width, turns);
      lines = drawing_find (&view, text, 0.25);
      if (lines->n_paths == 1 && ! lines->paths[0].is_closed)
        {
          n_right++;
          far = MAX (far, aside (lines, at + width / 2.0, turns));
          wrong = MAX (wrong, fabs (lines->paths[0].width - width));
        }
      test_image_clear (&view);
    }
  test_ok (n_right == 4 && far <= 0.25 && wrong <= 0.05,
           "%d on %d, %d wide, asked for %d: %d of 4 turns have one path, at most %.3f px aside, its width %.3f px wrong",
           pair->line, pair->ground, width, asked, n_right, far, wrong);
}

/* A line 2 wide whose sides are in the middle of pixels, as programs draw it that put it on the center of a pixel. */
static void
peak (void)
{
  CeView              view;
  g_autoptr (CeLines) lines = NULL;

  draw (&view, &pairs[0], 50, 3, 0);
  for (int x = BEGIN; x < END; x++)
    *ce_view_pixel (&view, x, 50) = *ce_view_pixel (&view, x, 52) = 128;
  lines = drawing_find (&view, "of=dark-lines line-width=2 low=10 high=20", 0.25);
  test_ok (lines->n_paths == 1 && fabs (lines->paths[0].width - 2) <= 0.25, "a line 2 wide between pixels is %.3f wide",
           lines->n_paths ? lines->paths[0].width : 0);
  test_image_clear (&view);
}

/* Returns the width of dark lines that is found in a picture, and clears it. Writes that of those that may be missing. */
static double
find_width (CeView *view, double *wider)
{
  g_autoptr (CeSession) session = test_session_new ("canny", "cpu", view, FALSE, NULL);
  CeParams              params;

  ce_params_init (&params, session->filter);
  ce_params_parse (&params, session->filter, "of=dark-lines line-width=0", NULL);
  ce_session_render (session, &params, NULL, NULL, NULL);
  test_image_clear (view);
  *wider = ce_session_get_status (session)->found.wider_lines;

  return ce_session_get_status (session)->found.line_width;
}

/* A line of one pixel has its edges on the pixels beside it, as the blur moves them. Of two widths that are equally frequent
 * the smaller one is found. */
static void
found (void)
{
  CeView view;
  double missing, width;
  g_autofree char *note = NULL;

  for (int width = 1; width <= CE_MAX_LINE_WIDTH; width++)
    {
      double found[4], wanted = MAX (width, 2);

      for (int turns = 0; turns < 4; turns++)
        {
          draw (&view, &pairs[1], 50, width, turns);
          found[turns] = find_width (&view, &missing);
          test_ok (missing == 0, "of a line %d wide, turned %d times, no wider ones may be missing", width, turns);
        }
      test_ok (fabs (found[0] - wanted) < 0.1 && found[0] == found[1] && found[0] == found[2] && found[0] == found[3],
               "a line %d wide: %.3f, %.3f, %.3f and %.3f are found", width, found[0], found[1], found[2], found[3]);
    }

  draw (&view, &pairs[1], 20, 4, 0);
  for (int y = 80; y < 90; y++)
    for (int x = BEGIN; x < END; x++)
      *ce_view_pixel (&view, x, y) = pairs[1].line;
  width = find_width (&view, &missing);
  test_ok (fabs (width - 4) < 0.1 && fabs (missing - 10) < 0.1, "of lines 4 and 10 wide %.3f is found, %.3f may be missing",
           width, missing);

  note = ce_found_note (&(CeFound) { .line_width = width, .wider_lines = missing });
  test_ok (note && strstr (note, "state a width of 10."), "the note states a width: %s", note);
}

int
main (void)
{
  found ();
  peak ();
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (int width = 1; width <= CE_MAX_LINE_WIDTH; width++)
      {
        known (&pairs[i], width, width);
        known (&pairs[i], width, 0);
      }

  return test_done ();
}
