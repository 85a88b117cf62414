/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A turned, mirrored or moved picture has the same lines at the turned, mirrored or moved place, and so has one whose
 * dark and light are exchanged: as many paths, open and closed, of the same length, and each point near one of the
 * others. The order of links and ends breaks ties, so points differ by up to NEAR pixels, but nothing is lost in one of
 * them. Pictures in which two ends are equally near to a third one are left out: which of them are one line depends on
 * that order, too.
 */
#include "tests/support/drawing.h"

#include <math.h>
#include <string.h>

#define SIDE 150
#define SAMPLES 4

/* The most pixels from a path to that of the other picture, and cells per pixel of a map of what is near. */
#define NEAR 1.0
#define CELLS 4

/* The width of a pen, and where its ink is. */
typedef gboolean (*InkFunc) (double width, double x, double y);

typedef struct
{
  const char *name;
  gboolean    mirrored, inverted;
  int         turns, x, y;      /* turns by 90 degrees; then pixels to the right and down */
} Move;

static const Move moves[] = {
  { "turned by 90 degrees", FALSE, FALSE, 1, 0, 0 }, { "turned by 180 degrees", FALSE, FALSE, 2, 0, 0 },
  { "turned by 270 degrees", FALSE, FALSE, 3, 0, 0 }, { "mirrored", TRUE, FALSE, 0, 0, 0 },
  { "upside down", TRUE, FALSE, 2, 0, 0 }, { "inverted", FALSE, TRUE, 0, 0, 0 },
  { "moved by 1 pixel", FALSE, FALSE, 0, 1, 0 },
  { "moved by 13 and 7 pixels", FALSE, FALSE, 0, 13, 7 }, { "moved by 18 and 66 pixels", FALSE, FALSE, 0, 18, 66 },
};

static gboolean
in_box (double left, double top, double right, double bottom, double x, double y)
{
  return x >= left && x < right && y >= top && y < bottom;
}

/* Returns whether a point is in a stroke with round ends. */
static gboolean
in_stroke (double width, double ax, double ay, double bx, double by, double x, double y)
{
  double vx = bx - ax, vy = by - ay, t = ((x - ax) * vx + (y - ay) * vy) / (vx * vx + vy * vy);

  t = CLAMP (t, 0, 1);

  return hypot (x - ax - t * vx, y - ay - t * vy) <= width / 2;
}

static gboolean
bar (double width, double x, double y)
{
  return in_box (20, 60, 110, 60 + width, x, y);
}

static gboolean
cross (double width, double x, double y)
{
  return bar (width, x, y) || in_box (60, 15, 60 + width, 115, x, y);
}

static gboolean
tee (double width, double x, double y)
{
  return bar (width, x, y) || in_box (60, 60, 60 + width, 115, x, y);
}

static gboolean
gaps (double width, double x, double y)
{
  return in_box (12, 60, 50, 60 + width, x, y) || in_box (53, 60, 80, 60 + width, x, y)
         || in_box (85, 60, 116, 60 + width, x, y);
}

static gboolean
ring (double width, double x, double y)
{
  return fabs (hypot (x - 64.3, y - 63.6) - 40) <= width / 2;
}

static gboolean
oblique (double width, double x, double y)
{
  return in_stroke (width, 20, 30, 108, 101, x, y) || in_stroke (width, 23, 101, 104, 24, x, y);
}

/* A line that ends at two others. */
static gboolean
ending (double width, double x, double y)
{
  return in_stroke (width, 24.5, 104.2, 91.3, 39.2, x, y) || in_stroke (width, 63.4, 60.4, 79.7, 97.5, x, y)
         || in_stroke (width, 20.2, 15.7, 100.6, 59.3, x, y);
}

/* Three lines that cross about one point. */
static gboolean
three (double width, double x, double y)
{
  return in_stroke (width, 114.1, 15.3, 72.9, 108.8, x, y) || in_stroke (width, 44.7, 137.9, 132.2, 19, x, y)
         || in_stroke (width, 18.3, 85.4, 137.1, 64.6, x, y);
}

/* Two zigzags of three strokes. */
static gboolean
zigzags (double width, double x, double y)
{
  return in_stroke (width, 15, 20, 55, 50, x, y) || in_stroke (width, 55, 50, 85, 15, x, y)
         || in_stroke (width, 85, 15, 112, 50, x, y) || in_stroke (width, 15, 80, 50, 110, x, y)
         || in_stroke (width, 50, 110, 80, 75, x, y) || in_stroke (width, 80, 75, 112, 105, x, y);
}

/* With the numbers of middles, 0 if they depend on the width, and of closed ones. */
static const struct { const char *name; InkFunc ink; guint n, n_closed; } drawings[] = {
  { "a bar", bar, 1, 0 }, { "a cross", cross, 2, 0 }, { "a T", tee, 2, 0 }, { "bars with gaps", gaps, 0, 0 },
  { "a ring", ring, 1, 1 }, { "oblique lines", oblique, 2, 0 }, { "a line that ends at two", ending, 0, 0 },
  { "three lines", three, 0, 0 }, { "zigzags", zigzags, 0, 0 }
};

/* Draws ink of 25 on 230; free with test_image_clear(). */
static void
draw (CeView *view, InkFunc ink, double width)
{
  test_image_init (view, SIDE, SIDE, 1, CE_U8);
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
        int n = 0;

        for (int i = 0; i < SAMPLES * SAMPLES; i++)
          n += ink (width, x + (i % SAMPLES + 0.5) / SAMPLES, y + (i / SAMPLES + 0.5) / SAMPLES);
        test_image_put (view, x, y, 0, 230 - 205.0 * n / (SAMPLES * SAMPLES));
      }
}

/* Returns where a point of a moved picture is in the picture that it was made of. */
static CeVec
back (const Move *move, CeVec dot)
{
  CeVec at = { dot.x - move->x, dot.y - move->y };

  for (int i = 0; i < move->turns; i++)
    at = (CeVec) { at.y, SIDE - at.x };

  return move->mirrored ? (CeVec) { SIDE - at.x, at.y } : at;
}

/* Moves a picture, and repeats its first row and column; free with test_image_clear(). */
static void
apply (const Move *move, const CeView *view, CeView *moved)
{
  test_image_init (moved, SIDE + move->x, SIDE + move->y, 1, CE_U8);
  for (int y = 0; y < moved->height; y++)
    for (int x = 0; x < moved->width; x++)
      {
        CeVec  at = back (move, (CeVec) { MAX (x, move->x) + 0.5, MAX (y, move->y) + 0.5 });
        guint8 level = *ce_view_pixel (view, (int) at.x, (int) at.y);

        *ce_view_pixel (moved, x, y) = move->inverted ? 255 - level : level;
      }
}

/* Calls for points of all paths, @back in the picture that was not moved, at most half a cell apart: sets the cells of @map
 * within NEAR, or returns whether all are in it. */
static gboolean
each_point (const CeLines *lines, const Move *move, guint8 *map, gboolean sets, CeVec *lost)
{
  const int n = SIDE * CELLS, reach = (int) (NEAR * CELLS);

  for (guint p = 0; p < lines->n_paths; p++)
    {
      const CePath *path = &lines->paths[p];
      CeVec         from = path->from;

      for (guint i = 0; i < path->n; i++)
        {
          const CeBezier *curve = &lines->curves[path->first + i];
          int              steps = 2 + (int) (4 * CELLS * ce_vec_distance (from, curve->to));

          for (int k = 0; k <= steps; k++)
            {
              CeVec at = back (move, drawing_point (from, curve, (double) k / steps));
              int   x = CLAMP ((int) (at.x * CELLS), 0, n - 1), y = CLAMP ((int) (at.y * CELLS), 0, n - 1);

              if (! sets && ! map[y * n + x])
                {
                  *lost = at;
                  return FALSE;
                }
              for (int j = MAX (y - reach, 0); sets && j <= MIN (y + reach, n - 1); j++)
                memset (map + j * n + MAX (x - reach, 0), 1, (gsize) (MIN (x + reach, n - 1) - MAX (x - reach, 0) + 1));
            }
          from = curve->to;
        }
    }

  return TRUE;
}

static guint
count_closed (const CeLines *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->n_paths; i++)
    n += lines->paths[i].is_closed;

  return n;
}

/* Returns (transfer full) (nullable) how the lines of a moved picture differ. */
static char *
compare (const CeLines *one, const CeLines *other, const Move *move)
{
  static const Move   stays = { "as it is", FALSE, FALSE, 0, 0, 0 };
  g_autofree guint8  *map = g_malloc0 (SIDE * SIDE * CELLS * CELLS);
  CeVec               lost = { 0, 0 };
  gboolean            same;

  if (one->n_paths != other->n_paths || count_closed (one) != count_closed (other))
    return g_strdup_printf ("%u paths, %u closed, not %u and %u", other->n_paths, count_closed (other), one->n_paths,
                            count_closed (one));

  each_point (one, &stays, map, TRUE, NULL);
  same = each_point (other, move, map, FALSE, &lost);
  memset (map, 0, SIDE * SIDE * CELLS * CELLS);
  each_point (other, move, map, TRUE, NULL);
  if (! same || ! each_point (one, &stays, map, FALSE, &lost))
    return g_strdup_printf ("%s at %.1f, %.1f", same ? "lost" : "more", lost.x, lost.y);
  if (fabs (one->length - other->length) > 0.01 * one->length + one->n_paths)
    return g_strdup_printf ("%.1f pixels long, not %.1f", other->length, one->length);

  return NULL;
}

/* Returns @text for lines that are light where they were dark. */
static char *
exchange (const char *text)
{
  gboolean       dark = strstr (text, "dark") != NULL;
  g_auto (GStrv) parts = g_strsplit (text, dark ? "dark" : "light", -1);

  return g_strjoinv (dark ? "light" : "dark", parts);
}

/* Checks all moves of a picture, and returns its lines. */
static CeLines *
check (const CeView *view, const char *name, const char *text)
{
  CeLines            *lines = drawing_find (view, text, 0.1);
  guint               n_same = 0;

  for (guint i = 0; i < G_N_ELEMENTS (moves); i++)
    {
      g_autofree char    *exchanged = moves[i].inverted ? exchange (text) : g_strdup (text);
      CeView              moved;
      g_autoptr (CeLines) found = NULL;
      g_autofree char    *differs = NULL;

      apply (&moves[i], view, &moved);
      found = drawing_find (&moved, exchanged, 0.1);
      differs = compare (lines, found, &moves[i]);
      n_same += ! differs;
      if (differs)
        test_note ("%s: %s", moves[i].name, differs);
      test_image_clear (&moved);
    }
  test_ok (n_same == G_N_ELEMENTS (moves), "%s, %s: %u paths in %u of %u pictures", name, text,
           lines->n_paths, n_same, (guint) G_N_ELEMENTS (moves));

  return lines;
}

/* Checks one drawing by its middles and its edges. */
static void
check_drawing (guint i, int width)
{
  g_autofree char    *given = g_strdup_printf ("of=dark-lines line-width=%d low=10 high=20", width);
  g_autofree char    *name = g_strdup_printf ("%s %d wide", drawings[i].name, width);
  CeView              view;
  g_autoptr (CeLines) middles = NULL, found = NULL, edges = NULL;

  draw (&view, drawings[i].ink, width);
  middles = check (&view, name, given);
  found = check (&view, name, "of=dark-lines line-width=0 low=10 high=20");
  edges = check (&view, name, "sigma=1 low=20 high=60");
  test_ok (middles->n_paths > 0 && (drawings[i].n == 0 || middles->n_paths == drawings[i].n)
             && count_closed (middles) == drawings[i].n_closed && count_closed (found) == drawings[i].n_closed,
           "%s: %u paths, %u closed, and %u where the width is found", name, middles->n_paths, count_closed (middles),
           count_closed (found));
  test_image_clear (&view);
}

/* A chain that is cut at its corners is no loop, also if hooks at its ends make more chains and nothing is a loop. */
static void
cut (void)
{
  for (int width = 2; width <= 4; width++)
    {
      g_autofree char    *text = g_strdup_printf ("of=dark-lines line-width=%d low=2 high=6", width);
      CeView              view;
      g_autoptr (CeLines) lines = NULL;

      draw (&view, zigzags, width);
      lines = drawing_find (&view, text, 0.25);
      test_ok (lines->n_paths >= 2 && count_closed (lines) == 0, "zigzags %d wide: %u paths, %u closed", width,
               lines->n_paths, count_closed (lines));
      test_image_clear (&view);
    }
}

/* Fades a picture to gray at its border, since a moved picture repeats that. */
static void
fade (CeView *view)
{
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      {
        guint8 *level = ce_view_pixel (view, x, y);
        int     inside = MIN (MIN (x, SIDE - 1 - x), MIN (y, SIDE - 1 - y));

        *level = (guint8) (128 + (*level - 128) * CLAMP (inside - 4, 0, 24) / 24);
      }
}

/* Levels are blurred in blocks of columns near edges; whatever column of a block an edge lies in, its line is the same but
 * for roundings, also where memory is not 0. */
static void
blocks (void)
{
  for (guint64 seed = 1; seed <= 4; seed++)
    {
      CeView              view;
      g_autoptr (CeLines) lines = NULL;
      guint               n_other = 0;

      test_image_init (&view, SIDE, SIDE, 1, CE_U8);
      test_image_natural (&view, seed);
      fade (&view);
      lines = drawing_find (&view, "sigma=0.5 low=15 high=40", 0.25);
      for (int x = 1; x < 16; x++)
        {
          const Move          move = { "to the right", FALSE, FALSE, 0, x, 0 };
          CeView              moved;
          g_autoptr (CeLines) found = NULL;

          apply (&move, &view, &moved);
          found = drawing_find (&moved, "sigma=0.5 low=15 high=40", 0.25);
          n_other += found->n_curves != lines->n_curves;
          for (guint i = 0; i < MIN (lines->n_curves, found->n_curves); i++)
            n_other += hypot (found->curves[i].to.x - x - lines->curves[i].to.x,
                              found->curves[i].to.y - lines->curves[i].to.y) > 1e-6;
          test_image_clear (&moved);
        }
      test_ok (lines->n_paths > 0 && n_other == 0, "picture %d moved by 1 to 15 columns: %u curves are elsewhere",
               (int) seed, n_other);
      test_image_clear (&view);
    }
}

int
main (void)
{
  static const int         widths[] = { 1, 2, 3, 4, 5, 8, 12 };
  static const char *const photos[] = { "sigma=1.4 low=40 high=80", "sigma=1 low=30 high=90 norm=l1",
                                        "of=dark-lines line-width=3 low=2 high=5" };
  CeView                   view;

  for (guint i = 0; i < G_N_ELEMENTS (drawings); i++)
    for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
      check_drawing (i, widths[k]);
  cut ();
  blocks ();
  for (guint64 seed = 1; seed <= 3; seed++)
    for (guint i = 0; i < G_N_ELEMENTS (photos); i++)
      {
        test_image_init (&view, SIDE, SIDE, 1, CE_U8);
        test_image_natural (&view, seed);
        fade (&view);
        ce_lines_unref (check (&view, "a picture like a photo", photos[i]));
        test_image_clear (&view);
      }

  return test_done ();
}
