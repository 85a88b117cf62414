/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for Canny's thinning, thresholds and hysteresis, without blur.
 */
#include "known.h"

#include <string.h>

#include "engine/erase.h"

/* A step has its magnitude twice. Across: keep if m > left and m >= right, so
 * the left one stays; down: m > above and m >= below, so the upper one. */
static void
steps (void)
{
  const char *p = "sigma=0 low=40 high=80";

  known_u8 ("a step up keeps its left pixel", "canny", p, 6, 2, 1, U8 (0, 0, 0, 100, 100, 100, 0, 0, 0, 100, 100, 100),
            U8 (0, 0, 255, 0, 0, 0, 0, 0, 255, 0, 0, 0));
  known_u8 ("a step down keeps its left pixel", "canny", p, 6, 1, 1, U8 (100, 100, 100, 0, 0, 0), U8 (0, 0, 255, 0, 0, 0));
  known_u8 ("a step keeps its upper pixel", "canny", p, 1, 6, 1, U8 (0, 0, 0, 100, 100, 100), U8 (0, 0, 255, 0, 0, 0));
  known_u8 ("a step down keeps its upper pixel", "canny", p, 1, 6, 1, U8 (100, 100, 100, 0, 0, 0), U8 (0, 0, 255, 0, 0, 0));
  known_u8 ("L1 the same", "canny", "sigma=0 low=40 high=80 norm=l1", 6, 1, 1, U8 (0, 0, 0, 100, 100, 100),
            U8 (0, 0, 255, 0, 0, 0));
  /* Magnitudes 4 8 8 8 4: only the first 8 is more than its left. */
  known_u8 ("a ramp keeps its first pixel", "canny", "sigma=0 low=1 high=2", 5, 1, 1, U8 (0, 1, 2, 3, 4),
            U8 (0, 255, 0, 0, 0));
  /* At the border the outside has magnitude 0, so the step is kept there. */
  known_u8 ("a step at the border", "canny", p, 2, 1, 1, U8 (0, 100), U8 (255, 0));
  known_u8 ("a constant", "canny", "sigma=0 low=0 high=0", 3, 1, 1, U8 (9, 9, 9), U8 (0, 0, 0));
  known_u8 ("1x1", "canny", "low=0 high=0", 1, 1, 4, U8 (9, 8, 7, 255), U8 (0));
}

/* Columns of 100 have an edge on either side: here in columns 2 and 7, and in 2 and 6. */
static void
erased_edges (void)
{
  const guint8 *five = U8 (0, 0, 0, 100, 100, 100, 100, 100, 0, 0, 0,  0, 0, 0, 100, 100, 100, 100, 100, 0, 0, 0);
  const guint8 *four = U8 (0, 0, 0, 100, 100, 100, 100, 0, 0, 0,  0, 0, 0, 100, 100, 100, 100, 0, 0, 0);
  const guint8 *both = U8 (0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0,  0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0);
  const guint8 *right = U8 (0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0);
  const guint8 *left = U8 (0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0);

  known_u8 ("two edges", "canny", "sigma=0", 11, 2, 1, five, both);
  known_u8 ("a point erases its edge", "canny", "sigma=0 erased=2,1", 11, 2, 1, five, right);
  known_u8 ("a point two columns off", "canny", "sigma=0 erased=0,0", 11, 2, 1, five, right);
  known_u8 ("a point outside the image", "canny", "sigma=0 erased=2,3", 11, 2, 1, five, right);
  known_u8 ("a point three columns off", "canny", "sigma=0 erased=10,0", 11, 2, 1, five, both);
  known_u8 ("a point three rows below", "canny", "sigma=0 erased=2,4", 11, 2, 1, five, both);
  known_u8 ("of two edges the nearer one", "canny", "sigma=0 erased=5,1", 11, 2, 1, five, left);
  known_u8 ("both", "canny", "sigma=0 erased=7,0 1,1 2,0", 11, 2, 1, five,
            U8 (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  known_u8 ("found thresholds do not know of it", "canny", "sigma=0 thresholds=otsu erased=2,1", 11, 2, 1, five, right);
  known_u8 ("other stages do not know of it", "canny", "sigma=0 stage=classes erased=2,1", 11, 2, 1, five, both);

  /* Column 4 is two from either edge. */
  known_u8 ("of two equally near edges the left one", "canny", "sigma=0 erased=4,1", 10, 2, 1, four,
            U8 (0, 0, 0, 0, 0, 0, 255, 0, 0, 0,  0, 0, 0, 0, 0, 0, 255, 0, 0, 0));
  known_u8 ("every point is looked up before an edge goes", "canny", "sigma=0 erased=2,1 4,1", 10, 2, 1, four,
            U8 (0, 0, 0, 0, 0, 0, 255, 0, 0, 0,  0, 0, 0, 0, 0, 0, 255, 0, 0, 0));

  known_u8 ("what is left is widened", "canny", "sigma=0 width=3 erased=2,1", 11, 2, 1, five,
            U8 (0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0,  0, 0, 0, 0, 0, 0, 255, 255, 255, 0, 0));
  known_u8 ("of an even width", "canny", "sigma=0 width=2 style=black-on-white erased=7,1", 11, 2, 1, five,
            U8 (255, 255, 0, 0, 255, 255, 255, 255, 255, 255, 255,  255, 255, 0, 0, 255, 255, 255, 255, 255, 255, 255));
}

/* An edge hangs together at corners, too; origin 10, 20. */
static void
erased_chain (void)
{
  guint8             pixels[] = { 255, 0, 0, 0, 255,  0, 255, 0, 0, 255,  255, 0, 0, 0, 0,  0, 0, 0, 255, 255 };
  const guint8       expected[] = { 0, 0, 0, 0, 255,  0, 0, 0, 0, 255,  0, 0, 0, 0, 0,  0, 0, 0, 255, 255 };
  CeView             view = { pixels, 5, 5, 4, 1, CE_U8 };
  g_autoptr (GError) error = NULL;
  CeProgress         silent = { NULL };
  gboolean           done = ce_erase (&view, FALSE, "10,22", (CePoint) { 10, 20 }, 1, &silent, &error);

  test_ok (done && memcmp (pixels, expected, sizeof pixels) == 0, "a chain of corners is one edge");
}

static gboolean
cancel (double share, gpointer data)
{
  (*(guint *) data)++;

  return FALSE;
}

/* An edge of 160,000 pixels, and none whose lines are widened. */
static void
erased_and_cancelled (void)
{
  for (int width = 1; width <= 3; width += 2)
    {
      guint              n_asked = 0;
      CeProgress         progress = { cancel, &n_asked, 0, 0 };
      g_autoptr (GError) error = NULL;
      CeView             view;

      test_image_init (&view, 400, 400, 1, CE_U8);
      memset (view.data, width == 1 ? 255 : 0, ce_view_size (&view));
      test_ok (! ce_erase (&view, FALSE, "5,5", (CePoint) { 0, 0 }, width, &progress, &error) && n_asked == 1
                 && g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED),
               "Cancel is heard while an edge is %s", width == 1 ? "erased" : "widened");
      test_image_clear (&view);
    }
}

/* The size and the mark of a layer may stand before the points. */
static void
marked_points (void)
{
  static const char *const good[] = { "640x480 10,20", "640x480#0123456789abcdef 10,20", " 640x480#0  10,20" };
  static const char *const bad[] = { "640x480#0123456789ABCDEF 10,20", "640#0 10,20", "x480 10,20", "0x480 10,20" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      CePoint            size;
      g_autoptr (GArray) points = ce_params_parse_erased (good[i], &size, NULL);

      test_ok (points && points->len == 1 && size.x == 640 && size.y == 480 && g_array_index (points, CePoint, 0).y == 20,
               "“%s” has a size and a point", good[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GArray) points = ce_params_parse_erased (bad[i], NULL, NULL);

      test_ok (! points, "“%s” is refused", bad[i]);
    }
}

static void
refused_points (void)
{
  g_autoptr (GString) many = g_string_new ("1,2");
  g_autoptr (GError)  error = NULL;
  g_autoptr (GArray)  most = NULL;

  for (int i = 1; i < CE_MAX_ERASED; i++)
    g_string_append (many, " 99999999999999999999,3");
  most = ce_params_parse_erased (many->str, NULL, NULL);
  test_ok (most && most->len == CE_MAX_ERASED, "%d edges can be erased", CE_MAX_ERASED);

  g_string_append (many, " 1,2");
  test_ok (! ce_params_parse_erased (many->str, NULL, &error), "no more");
  test_error (error, CE_ERROR_INVALID, "more are refused");
  g_clear_error (&error);

  g_string_append (many, " and a file may go on for gigabytes");
  test_ok (! ce_params_parse_erased (many->str, NULL, &error) && strstr (error->message, G_STRINGIFY (CE_MAX_ERASED)),
           "what is behind the most is not read");
}

/* Grey 100 where x + y >= 6 in 7x7, 0 elsewhere. With u = x + y - 6 and H the
 * step, dx = dy = 100 (H(u + 2) + 2 H(u + 1) - H(u - 2) - 2 H(u - 1)) inside:
 * 100, 300, 300, 100 at u = -2..1. The gradient points down-right; neighbours
 * up-left and down-right lie at u - 2 and u + 2. Both 300 beat 0 and 100: two
 * diagonals stay. (Up-right and down-left would lie at the same u, tie, and
 * leave nothing.) The frame is left out, as its derivatives differ. */
static gboolean
diagonal_holds (const char *backend, gboolean mirrored)
{
  g_autoptr (GError) error = NULL;
  guint8             in[49];
  CeView             image = { in, 7, 7, 7, 1, CE_U8 };
  CeView             result;
  gboolean           ok = TRUE;

  for (int y = 0; y < 7; y++)
    for (int x = 0; x < 7; x++)
      in[7 * y + (mirrored ? 6 - x : x)] = x + y >= 6 ? 100 : 0;

  if (! test_render ("canny", backend, "sigma=0 low=40 high=80 stage=classes", &image, &result, &error))
    return FALSE;

  for (int y = 1; y < 6; y++)
    for (int x = 1; x < 6; x++)
      {
        int expected = x + y == 5 || x + y == 6 ? 255 : 0;

        ok &= result.data[7 * y + (mirrored ? 6 - x : x)] == expected;
      }
  test_image_clear (&result);

  return ok;
}

static void
diagonals (void)
{
  for (char **backend = known_backends; *backend; backend++)
    {
      test_ok (diagonal_holds (*backend, FALSE), "canny: a diagonal step on %s", *backend);
      test_ok (diagonal_holds (*backend, TRUE), "canny: a diagonal step the other way on %s", *backend);
    }

  /* A plane x + y, 4x4: dx = dy = 8, m² = 128 at the 4 pixels inside; 8 and 4,
   * m² = 80 on the border; 4 and 4, m² = 32 at the corners; all diagonal. The
   * neighbours up-left and down-right of the first and the last pixel inside
   * are each other: a tie, both are dropped. Those of the other two are on the
   * border: kept. So are the two corners whose neighbours are both outside,
   * where the magnitude is 0. */
  known_u8 ("ties on diagonals drop both", "canny", "sigma=0 low=0 high=0 stage=classes", 4, 4, 1,
            U8 (0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6),
            U8 (0, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0));
  known_u8 ("ties on the other diagonals too", "canny", "sigma=0 low=0 high=0 stage=classes", 4, 4, 1,
            U8 (3, 2, 1, 0, 4, 3, 2, 1, 5, 4, 3, 2, 6, 5, 4, 3),
            U8 (255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255));
}

/* 16 in the middle of 0: magnitudes 32 at the sides, 22.6 at the corners, all
 * kept, as outside the ring there is 0 and in the middle 0. */
static void
thresholds (void)
{
  const guint8 *in = U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 16, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0);

#define RING(corner, side) U8 (0, 0, 0, 0, 0,  0, corner, side, corner, 0,  0, side, 0, side, 0, \
                               0, corner, side, corner, 0,  0, 0, 0, 0, 0)
  known_u8 ("stage magnitude", "canny", "sigma=0 stage=magnitude", 5, 5, 1, in, RING (23, 32));
  known_u8 ("stage thinned", "canny", "sigma=0 stage=thinned", 5, 5, 1, in, RING (23, 32));
  known_u8 ("stage thinned, L1", "canny", "sigma=0 stage=thinned norm=l1", 5, 5, 1, in, RING (32, 32));
  known_u8 ("classes", "canny", "sigma=0 stage=classes low=20 high=30", 5, 5, 1, in, RING (128, 255));
  known_u8 ("weak pixels hang on strong ones", "canny", "sigma=0 low=20 high=30", 5, 5, 1, in, RING (255, 255));
  known_u8 ("low and high are swapped", "canny", "sigma=0 stage=classes low=30 high=20", 5, 5, 1, in, RING (128, 255));
  known_u8 ("below low", "canny", "sigma=0 low=23 high=30", 5, 5, 1, in, RING (0, 255));
  known_u8 ("32 is not above high 32", "canny", "sigma=0 stage=classes low=20 high=32", 5, 5, 1, in, RING (128, 128));
  known_u8 ("32 is not above low 32", "canny", "sigma=0 stage=classes low=32 high=32", 5, 5, 1, in, RING (0, 0));
  known_u8 ("no strong pixel, no edge", "canny", "sigma=0 low=20 high=32", 5, 5, 1, in, RING (0, 0));
  known_u8 ("L1 is not above 32", "canny", "sigma=0 low=20 high=32 norm=l1", 5, 5, 1, in, RING (0, 0));
  known_u8 ("L1 is above 31", "canny", "sigma=0 low=31 high=31 norm=l1", 5, 5, 1, in, RING (255, 255));
#undef RING
  /* Shown magnitudes are clamped, in float too; compared ones are not: 1020. */
  known_f32 ("shown magnitude is clamped", "canny", "sigma=0 stage=magnitude", 2, 1, 1, F32 (0, 1), F32 (1, 1));
  known_f32 ("shown thinned magnitude is clamped", "canny", "sigma=0 stage=thinned", 2, 1, 1, F32 (0, 1), F32 (1, 0));
  known_u8 ("1020 is above 1019", "canny", "sigma=0 low=1019 high=1019", 2, 1, 1, U8 (0, 255), U8 (255, 0));
  known_u8 ("1020 is not above 1020", "canny", "sigma=0 low=1020 high=1020", 2, 1, 1, U8 (0, 255), U8 (0, 0));
}

/* Two rings, of 16 and of 10, which touch nowhere: the second (20 and 14.1) is
 * weak and hangs on nothing. */
static void
chains (void)
{
  known_u8 ("a weak ring alone", "canny", "sigma=0 low=12 high=30 stage=classes", 9, 3, 1,
            U8 (0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 16, 0, 0, 0, 0, 10, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0),
            U8 (0, 128, 255, 128, 0, 0, 128, 128, 128,  0, 255, 0, 255, 0, 0, 128, 0, 128,
                0, 128, 255, 128, 0, 0, 128, 128, 128));
  known_u8 ("a weak ring alone is no edge", "canny", "sigma=0 low=12 high=30", 9, 3, 1,
            U8 (0, 0, 0, 0, 0, 0, 0, 0, 0,  0, 0, 16, 0, 0, 0, 0, 10, 0,  0, 0, 0, 0, 0, 0, 0, 0, 0),
            U8 (0, 255, 255, 255, 0, 0, 0, 0, 0,  0, 255, 0, 255, 0, 0, 0, 0, 0,  0, 255, 255, 255, 0, 0, 0, 0, 0));
}

/* A step 0 | 255 in one row: magnitude 1020 on both sides, of which the left is kept. */
static void
widths (void)
{
#define ROW(a, b, c, d, e, f, g) a, b, c, d, e, f, g
#define STEP ROW (0, 0, 0, 0, 255, 255, 255)
  known_u8 ("lines of 1 pixel", "canny", "sigma=0 low=1019 high=1019 width=1", 7, 1, 1, U8 (STEP), U8 (0, 0, 0, 255, 0, 0, 0));
  known_u8 ("lines of 2 pixels, one to the right", "canny", "sigma=0 low=1019 high=1019 width=2", 7, 1, 1, U8 (STEP),
            U8 (0, 0, 0, 255, 255, 0, 0));
  known_u8 ("lines of 3 pixels", "canny", "sigma=0 low=1019 high=1019 width=3", 7, 1, 1, U8 (STEP),
            U8 (0, 0, 255, 255, 255, 0, 0));
  known_u8 ("lines of 4 pixels", "canny", "sigma=0 low=1019 high=1019 width=4", 7, 1, 1, U8 (STEP),
            U8 (0, 0, 255, 255, 255, 255, 0));
  known_u8 ("lines wider than the image", "canny", "sigma=0 low=1019 high=1019 width=32", 7, 1, 1, U8 (STEP),
            U8 (255, 255, 255, 255, 255, 255, 255));
  known_u8 ("no line without an edge", "canny", "sigma=0 low=1500 high=1500 width=32", 7, 1, 1, U8 (STEP),
            U8 (0, 0, 0, 0, 0, 0, 0));
#undef STEP
#undef ROW
  /* 16 in the lower right corner of 0: magnitudes 67.9 there, dx = dy = 48; 50.6 to the left of it, dx = 48 and
   * dy = 16, less than its right neighbor's; the same above it; 22.6 diagonally. One edge pixel. The disc of 5 is
   * round: it lacks the pixel two columns and two rows away, 4·4 + 4·4 > 25. */
  known_u8 ("a round line of 5 pixels", "canny", "sigma=0 low=25 high=25 width=5", 5, 5, 1,
            U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 16),
            U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 255, 255,  0, 0, 255, 255, 255,  0, 0, 255, 255, 255));
}

void
known_canny (void)
{
  erased_edges ();
  erased_chain ();
  erased_and_cancelled ();
  marked_points ();
  refused_points ();
  widths ();
  steps ();
  diagonals ();
  thresholds ();
  chains ();
}
