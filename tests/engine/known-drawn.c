/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for edges that are drawn by hand.
 */
#include "known.h"

#include <string.h>

#define ROWS 9
#define COLUMNS 6

/* Half the step of each row, from columns 0 to 2 to columns 3 to 5. With d = the row below minus the row above, dx is
 * 2 * (above + 2 * here + below) and dy is -2 * d in column 2: so strong is the edge there, in each row
 * 40, 40, 38.05, 34.06, 30.07, 26.08, 26.08, 30.07, 32. Column 3 is as strong, and goes. In the other columns dx is 0 and
 * dy -4 * d, so that thinning keeps row 2 with 4. */
static const int halves[ROWS] = { 5, 5, 5, 4, 4, 3, 3, 4, 4 };

/* Pixels of column 2 by rows; the words of one row and of a range. */
#define ROW(y) (1u << (y))
#define UPTO(y) ((1u << ((y) + 1)) - 1)

/* Returns (transfer full) points with x and y exchanged. */
static char *
turn (const char *points)
{
  g_autoptr (GArray) all = ce_params_parse_erased (points, NULL, NULL);
  GString           *text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    g_string_append_printf (text, " %d,%d", g_array_index (all, CePoint, i).y, g_array_index (all, CePoint, i).x);

  return g_string_free (text, FALSE);
}

/* Draws points into the picture and into its negative, upright, so that rows are rows, and turned. Thinning and the tie of
 * equally near pixels treat columns as rows, so long as none is near in a row and a column. */
static void
drawn (const char *what, const char *params, const char *drawn_points, const char *erased, guint rows)
{
  for (int way = 0; way < 4; way++)
    {
      gboolean         turned = way & 1;
      int              sign = way & 2 ? -1 : 1, across = turned ? ROWS : COLUMNS;
      guint8           in[ROWS * COLUMNS], out[ROWS * COLUMNS];
      g_autofree char *draws = turned ? turn (drawn_points) : g_strdup (drawn_points);
      g_autofree char *erases = turned ? turn (erased) : g_strdup (erased);
      g_autofree char *all = g_strdup_printf ("sigma=0 %s drawn=%s erased=%s", params, draws, erases);

      for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < COLUMNS; x++)
          {
            int at = turned ? x * ROWS + y : y * COLUMNS + x;

            in[at] = (guint8) (100 + sign * (x < 3 ? -halves[y] : halves[y]));
            out[at] = x == 2 && rows & ROW (y) ? 255 : 0;
          }
      known_u8 (what, "canny", all, across, ROWS * COLUMNS / across, 1, in, out);
    }
}

#define NONE "low=100 high=200"
/* Of the edge, rows 0 to 4 are in the result, and rows 7 and 8 are weak. */
#define SOME "low=28 high=39"

static void
levels (void)
{
  drawn ("an edge below both thresholds", NONE, "", "", 0);
  drawn ("a point draws what is as strong as its pixel", NONE, "2,0", "", UPTO (1));
  drawn ("and all that is stronger", NONE, "2,2", "", UPTO (2));
  drawn ("as far as that hangs together", NONE, "2,4", "", UPTO (4));
  drawn ("from the other side", NONE, "2,7", "", ROW (7) | ROW (8));
  drawn ("its end alone", NONE, "2,8", "", ROW (8));
  drawn ("the weakest of the edge draws all of it", NONE, "2,5", "", UPTO (8));
  drawn ("and so does the other one, as weak as it", NONE, "2,6", "", UPTO (8));
  drawn ("each point has a strength of its own", NONE, "2,8 2,0", "", UPTO (1) | ROW (8));
  drawn ("the weaker one of two is first", NONE, "2,0 2,5", "", UPTO (8));
  drawn ("or last", NONE, "2,5 2,0", "", UPTO (8));
  drawn ("sums of derivatives are as strong in rows 4, 7 and 8", "norm=l1 " NONE, "2,8", "", ROW (7) | ROW (8));
  drawn ("thresholds have no part in it", "low=1 high=1500", "2,4", "", UPTO (4));
  drawn ("nor do they know of it: 41 is high", "thresholds=percentile share=99", "2,8", "", ROW (8));
}

static void
points (void)
{
  drawn ("two columns off", NONE, "0,-1", "", UPTO (1));
  drawn ("two columns off, and two rows from column 4 of row 2", NONE, "4,0", "", UPTO (1));
  drawn ("outside the image", NONE, "2,10", "", ROW (8));
  drawn ("three rows outside", NONE, "2,11", "", 0);
  drawn ("three columns outside", NONE, "-1,8", "", 0);
  drawn ("two columns off at the end", NONE, "0,8 4,9", "", ROW (8));
}

static void
with_edges (void)
{
  drawn ("edges alone", SOME, "", "", UPTO (4));
  drawn ("a drawn edge beside them", SOME, "2,8", "", UPTO (4) | ROW (8));
  drawn ("and one that hangs together with them", SOME, "2,5", "", UPTO (8));
  drawn ("what is there stays", SOME, "2,0", "", UPTO (4));
  drawn ("the other edge is erased", SOME, "2,7", "2,1", ROW (7) | ROW (8));
  drawn ("what is drawn is erased", SOME, "2,7", "2,8", UPTO (4));
  drawn ("an erased edge stays erased", NONE, "2,1", "2,1", 0);
  drawn ("with all that is drawn at its end", SOME, "2,5", "2,1", 0);
}

/* A pixel that is weak draws all that it hangs together with: row 2 of the columns to the right touches nothing. */
static void
weak (void)
{
  guint8 in[ROWS * COLUMNS], out[ROWS * COLUMNS] = { [2 * COLUMNS + 4] = 255, [2 * COLUMNS + 5] = 255 }, all[ROWS * COLUMNS];

  memcpy (all, out, sizeof all);
  for (int i = 0; i < ROWS * COLUMNS; i++)
    {
      in[i] = (guint8) (100 + (i % COLUMNS < 3 ? -1 : 1) * halves[i / COLUMNS]);
      all[i] = i % COLUMNS == 2 ? 255 : 0;
    }
  all[2 * COLUMNS] = all[2 * COLUMNS + 1] = 255;
  known_u8 ("two weak pixels", "canny", "sigma=0 low=100 high=200 drawn=4,1", COLUMNS, ROWS, 1, in, out);
  known_u8 ("a weak one draws what is stronger", "canny", "sigma=0 low=100 high=200 drawn=0,2", COLUMNS, ROWS, 1, in, all);
  known_u8 ("of equally near ones in a row the left one", "canny", "sigma=0 low=100 high=200 drawn=3,2 erased=9,9", COLUMNS,
            ROWS, 1, in, U8 (0, 0, 255, 0, 0, 0,  0, 0, 255, 0, 0, 0,  0, 0, 255, 0, 0, 0,  0, 0, 0, 0, 0, 0,
                             0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0));
  known_u8 ("other stages do not know of it", "canny", "sigma=0 low=100 high=200 stage=classes drawn=2,1", COLUMNS, ROWS, 1,
            in, (guint8[ROWS * COLUMNS]) { 0 });
  known_u8 ("what is drawn is widened, dark on white", "canny", "sigma=0 low=9 high=99 width=3 style=black-on-white drawn=2,0",
            COLUMNS, 1, 1, in, U8 (255, 0, 0, 0, 255, 255));
}

/* Returns an image whose strength is known without the code that draws: one edge through several tiles. */
static void
tiles (void)
{
  CeView tall;

  test_image_init (&tall, COLUMNS, 1200, 1, CE_U8);
  for (int i = 0; i < 1200 * COLUMNS; i++)
    ((guint8 *) ce_view_row (&tall, i / COLUMNS))[i % COLUMNS] = (guint8) (i % COLUMNS < 3 ? 90 : 110);
  known_same ("an edge through three tiles", "canny", &tall, "sigma=3 low=300 high=800 drawn=2,700", &tall,
              "sigma=3 low=1 high=2");
  test_image_clear (&tall);
}

/* The same rule, pixel by pixel over a whole plane. */
static void
draw_slowly (const CeView *strength, CePoint point, guint8 *edges)
{
  g_autoptr (GArray)  open = g_array_new (FALSE, FALSE, sizeof (CePoint));
  gsize               n = (gsize) strength->width * (gsize) strength->height;
  g_autofree guint8  *reached = g_malloc0 (n);
  const float        *s = (const float *) (gconstpointer) strength->data;
  int                 best = 9;
  CePoint             named = { 0, 0 };

  for (int y = MAX (point.y - 2, 0); y <= MIN (point.y + 2, strength->height - 1); y++)
    for (int x = MAX (point.x - 2, 0); x <= MIN (point.x + 2, strength->width - 1); x++)
      {
        int distance = (x - point.x) * (x - point.x) + (y - point.y) * (y - point.y);

        if (distance < best && s[y * strength->width + x] > 0)
          best = distance, named = (CePoint) { x, y };
      }
  if (best == 9)
    return;

  g_array_append_val (open, named);
  while (open->len)
    {
      CePoint at = g_array_index (open, CePoint, open->len - 1);

      g_array_set_size (open, open->len - 1);
      for (int y = MAX (at.y - 1, 0); y <= MIN (at.y + 1, strength->height - 1); y++)
        for (int x = MAX (at.x - 1, 0); x <= MIN (at.x + 1, strength->width - 1); x++)
          {
            int i = y * strength->width + x;

            if (reached[i] || s[i] < s[named.y * strength->width + named.x])
              continue;
            reached[i] = edges[i] = 255;
            g_array_append_vals (open, &(CePoint) { x, y }, 1);
          }
    }
}

/* Draws a few points of a photo of several tiles, and looks at all of it and at parts that cut what is drawn. */
static void
photo (const char *backend)
{
  const CeFilter     *canny = ce_filter_get (CE_FILTER_CANNY);
  TestRandom          random = { 77 };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree guint8  *edges = g_malloc0 (1100 * 600);
  CeView              image, strength, part, expected = { edges, 1100, 1100, 600, 1, CE_U8 };
  CeArea              all = { 0, 0, 1100, 600 };
  CeParams            params;
  CeSession          *session;
  int                 n_drawn = 0, n_wrong = 0;
  g_autofree char    *diff = NULL;

  test_image_init (&image, 1100, 600, 3, CE_U8);
  test_image_natural (&image, 5);
  test_image_init (&strength, 1100, 600, 1, CE_F32);
  session = test_session_new ("canny", backend, &image, FALSE, NULL);
  ce_params_init (&params, canny);
  ce_params_parse (&params, canny, "sigma=2 low=1500 high=1500", NULL);
  ce_session_render_part (session, &params, NULL, &all, CE_PART_STRENGTH, &strength, NULL, NULL, NULL);
  for (int i = 0; i < 200; i++)
    {
      CePoint point = { test_random_int (&random, -2, 1101), test_random_int (&random, -2, 601) };

      draw_slowly (&strength, point, edges);
      g_string_append_printf (text, " %d,%d", point.x, point.y);
    }
  for (int i = 0; i < 1100 * 600; i++)
    n_drawn += edges[i] > 0;
  params.drawn = g_intern_string (text->str);
  ce_session_render (session, &params, NULL, NULL, NULL);
  diff = test_image_diff (&expected, ce_session_get_result (session));
  test_ok (! diff && n_drawn > 2000, "%s: 200 points of a photo draw %d pixels", backend, n_drawn);

  test_image_init (&part, 203, 99, 1, CE_U8);
  for (int i = 0; i < 12; i++)
    {
      CeArea           area = { test_random_int (&random, 0, 890), test_random_int (&random, 0, 500), 203, 99 };
      CeView           there = ce_view_part (&expected, &area);
      g_autofree char *wrong = NULL;

      ce_session_render_part (session, &params, NULL, &area, CE_PART_RESULT, &part, NULL, NULL, NULL);
      n_wrong += (wrong = test_image_diff (&there, &part)) != NULL;
    }
  test_ok (n_wrong == 0, "%s: and no part cuts them, %d of 12 do", backend, n_wrong);
  ce_session_free (session);
  test_image_clear (&image);
  test_image_clear (&strength);
  test_image_clear (&part);
}

static gboolean
cancel (double share, gpointer data)
{
  return FALSE;
}

static int
n_edges (CeSession *session)
{
  const CeView *result = ce_session_get_result (session);
  int           n = 0;

  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      n += ((const guint8 *) ce_view_row (result, y))[x] > 0;

  return n;
}

/* Cancel leaves the last result, and points of another size or that are turned draw nothing. */
static void
refused (void)
{
  const CeFilter    *canny = ce_filter_get (CE_FILTER_CANNY);
  g_autoptr (GError) error = NULL;
  CeView             image;
  CeParams           params;
  CeSession         *session;
  int                n;

  test_image_init (&image, 200, 200, 1, CE_U8);
  test_image_natural (&image, 5);
  session = test_session_new ("canny", "cpu", &image, FALSE, NULL);
  ce_params_init (&params, canny);
  ce_params_parse (&params, canny, "drawn=100,100", NULL);
  test_ok (! ce_session_render (session, &params, cancel, NULL, &error)
             && g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED), "Cancel is heard while an edge is drawn");
  ce_params_parse (&params, canny, "low=1500 high=1500 drawn=300x200 100,100", NULL);
  ce_session_render (session, &params, NULL, NULL, NULL);
  test_ok (ce_session_get_status (session)->found.erased_width == 300 && n_edges (session) == 0,
           "points of another size draw nothing, and that is said");
  ce_params_parse (&params, canny, "drawn=300x200 1100,120", NULL);
  ce_session_set_origin (session, (CePoint) { 1000, 20 }, (CePoint) { 300, 200 });
  ce_session_render (session, &params, NULL, NULL, NULL);
  n = n_edges (session);
  ce_session_set_origin (session, (CePoint) { 0, 0 }, (CePoint) { 0, 0 });
  ce_session_render (session, &params, NULL, NULL, NULL);
  test_ok (n > 0 && n_edges (session) == 0 && ce_session_get_status (session)->found.erased_width == -1,
           "points are the layer's, %d pixels, and draw nothing once it was turned", n);
  ce_session_free (session);
  test_image_clear (&image);
}

/* A CeProgressFunc. */
static gboolean
count_down (double share, gpointer left)
{
  return --*(int *) left > 0;
}

/* Checks that Cancel is heard at each poll of a drawn edge whose point is at the border of tiles, where the next one may be
 * lacking. */
static void
at_a_border (void)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);
  CeView          image;
  CeParams        params;
  int             n_cancelled = 0, left = 0;

  test_image_init (&image, 1100, 1100, 3, CE_U8);
  test_image_natural (&image, 3);
  ce_params_init (&params, canny);
  ce_params_parse (&params, canny, "sigma=0 low=90 high=90 drawn=100,511 511,100 511,511", NULL);
  for (int polls = 1; left == 0 && polls < 300; polls++)
    {
      g_autoptr (CeSession) session = test_session_new ("canny", "cpu", &image, FALSE, NULL);
      g_autoptr (GError)    error = NULL;

      left = polls;
      if (! ce_session_render (session, &params, count_down, &left, &error))
        n_cancelled += g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED);
      left = MAX (left, 0);
    }
  test_ok (left > 0 && n_cancelled > 5, "Cancel is heard at each of %d polls", n_cancelled);
  test_image_clear (&image);
}

void
known_drawn (void)
{
  at_a_border ();
  levels ();
  points ();
  with_edges ();
  weak ();
  tiles ();
  for (char **backend = known_backends; *backend; backend++)
    photo (*backend);
  refused ();
}
