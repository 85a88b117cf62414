/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests "Keep edges like this" and "Drop edges like this": the proposed thresholds do it, and the next tenth of a level does
 * not.
 */
#include "tests/support/support.h"

#include <string.h>

#include "live/erased.h"
#include "live/explain.h"

#define STEP 0.1

static CeSession *
open_session (const CeView *image)
{
  CePlace    cpu = { .choice = CE_BACKEND_CPU };
  CeSession *session = ce_session_new (ce_filter_get (CE_FILTER_CANNY), &cpu, image->width, image->height,
                                       image->channels, image->type, NULL);

  ce_session_put_rows (session, 0, image->height, image->data, image->stride);

  return session;
}

static gboolean
is_edge (CeSession *session, const CeParams *params, double low, double high, int x, int y)
{
  CeParams      used = *params;
  const CeView *result;

  used.low = low;
  used.high = high;
  ce_session_render (session, &used, NULL, NULL, NULL);
  result = ce_session_get_result (session);

  return result->type == CE_U8 ? ((guint8 *) ce_view_row (result, y))[x] > 0 : ((float *) ce_view_row (result, y))[x] > 0;
}

/* A vertical step whose magnitude is 48 in the upper half and 100 in the
 * lower, 4 times the difference, and one of 52 from its middle to the right:
 * 520 and 299 pixels that hang together, over several tiles. */
static void
step_image (CeView *image)
{
  test_image_init (image, 600, 520, 1, CE_U8);
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      ((guint8 *) ce_view_row (image, y))[x] = x < 300 ? 50 : y < 260 ? 62 : 75;
}

static void
is_chain (const CeEdge *edge, gboolean kept, gint64 n, double low, double high, const char *what)
{
  test_ok (edge->found && edge->possible && edge->kept == kept && edge->n_pixels == n
           && edge->new_low == low && edge->new_high == high,
           "%s: %s, %d pixels, low %g, high %g", what, edge->kept ? "kept" : "dropped", (int) edge->n_pixels,
           edge->new_low, edge->new_high);
}

/* Explains the edge at @x; the answer replaces the last one. */
static void
ask_line (CeSession *session, double low, double high, CeStage stage, int width, int x, CeEdge *edge)
{
  CeParams params;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.sigma = 0;
  params.low = low;
  params.high = high;
  params.stage = stage;
  params.width = width;
  ce_session_render (session, &params, NULL, NULL, NULL);
  g_clear_pointer (&edge->points, g_free);
  ce_explain_edge (session, x, 20, 3, NULL, NULL, edge);
}

static void
ask (CeSession *session, double low, double high, CeStage stage, int x, CeEdge *edge)
{
  ask_line (session, low, high, stage, 1, x, edge);
}

static void
known_step (void)
{
  CeView     image;
  CeSession *session;
  CeEdge     edge = { .found = FALSE };

  step_image (&image);
  session = open_session (&image);

  ask (session, 40, 80, CE_STAGE_CLASSES, 301, &edge);
  is_chain (&edge, TRUE, 819, 40, 100, "a faint part of a chain that is strong elsewhere");
  test_ok (edge.x == 299 && edge.y == 20 && edge.strongest == 99.9, "the pixel %d, %d, strongest above %g", edge.x,
           edge.y, edge.strongest);

  ask (session, 120, 20, CE_STAGE_EDGES, 301, &edge);      /* the other way round */
  is_chain (&edge, FALSE, 819, 20, 99.9, "too weak for the high threshold");

  ask (session, 60, 80, CE_STAGE_EDGES, 301, &edge);
  test_ok (edge.found && ! edge.kept && edge.new_low == 47.9 && edge.new_high == 80,
           "below low, and strong elsewhere: low %g, high %g", edge.new_low, edge.new_high);

  ask (session, 60, 120, CE_STAGE_EDGES, 301, &edge);
  test_ok (edge.found && ! edge.kept && edge.new_low == 47.9 && edge.new_high == 99.9,
           "below low, and nowhere strong enough: low %g, high %g", edge.new_low, edge.new_high);

  ask_line (session, 40, 80, CE_STAGE_EDGES, 2, 300, &edge);
  is_chain (&edge, TRUE, 819, 40, 100, "the other pixel of a line of 2 pixels");
  ask_line (session, 40, 80, CE_STAGE_EDGES, 20, 308, &edge);
  is_chain (&edge, TRUE, 819, 40, 100, "the border of a line of 20 pixels");
  ask_line (session, 40, 80, CE_STAGE_CLASSES, 20, 308, &edge);
  test_ok (! edge.found, "a stage has no lines");

  ask (session, 60, 120, CE_STAGE_EDGES, 100, &edge);
  test_ok (! edge.found, "where nothing changes there is no edge");

  g_free (edge.points);
  ce_session_free (session);
  test_image_clear (&image);
}

static gboolean
stop (double share, gpointer data)
{
  return FALSE;
}

static void
cancelled (void)
{
  CeView     image;
  CeSession *session;
  CeEdge     edge = { .found = FALSE };

  step_image (&image);
  session = open_session (&image);
  ask (session, 40, 80, CE_STAGE_CLASSES, 301, &edge);
  g_free (edge.points);
  test_ok (! ce_explain_edge (session, 300, 20, 3, stop, NULL, &edge), "cancelled");
  g_free (edge.points);
  ce_session_free (session);
  test_image_clear (&image);
}

/* Returns whether the proposal keeps or drops the pixel as it says, and the next tenth of a level does not. */
static gboolean
does_it (CeSession *session, const CeParams *params, const CeEdge *edge)
{
  gboolean before = is_edge (session, params, edge->low, edge->high, edge->x, edge->y);
  gboolean after = is_edge (session, params, edge->new_low, edge->new_high, edge->x, edge->y);
  gboolean nearly = edge->new_low < edge->low
                    ? is_edge (session, params, edge->new_low + STEP, edge->new_high, edge->x, edge->y)
                    : is_edge (session, params, edge->new_low, edge->new_high + (edge->kept ? -STEP : STEP), edge->x,
                               edge->y);

  /* A chain may hold together without the pixel that was just lowered to; then
   * the next tenth may keep it too, but only if low decides. */
  return before == edge->kept && after == ! edge->kept && (nearly == edge->kept || edge->new_low < edge->low);
}

/* Returns the number of chains that the first thresholds keep and the second ones drop. */
static int
count_lost (CeSession *session, const CeParams *params, const CeEdge *edge)
{
  CeParams           used = *params;
  const CeView      *old, *new;
  g_autofree guint8 *lost = NULL;
  int                n = 0, width, height;

  used.low = edge->low;
  used.high = MIN (edge->high, edge->new_high);
  ce_session_render (session, &used, NULL, NULL, NULL);
  old = ce_session_get_result (session);
  width = old->width;
  height = old->height;
  lost = g_new0 (guint8, (gsize) width * height);
  for (int i = 0; i < width * height; i++)
    lost[i] = old->type == CE_U8 ? ((guint8 *) ce_view_row (old, i / width))[i % width] > 0
                                 : ((float *) ce_view_row (old, i / width))[i % width] > 0;
  used.high = MAX (edge->high, edge->new_high);
  ce_session_render (session, &used, NULL, NULL, NULL);
  new = ce_session_get_result (session);
  for (int i = 0; i < width * height; i++)
    lost[i] &= ! (new->type == CE_U8 ? ((guint8 *) ce_view_row (new, i / width))[i % width] > 0
                                     : ((float *) ce_view_row (new, i / width))[i % width] > 0);

  for (int i = 0; i < width * height; i++)
    {
      g_autoptr (GArray) open = NULL;

      if (! lost[i])
        continue;

      n++;
      open = g_array_new (FALSE, FALSE, sizeof (int));
      lost[i] = 0;
      g_array_append_val (open, i);
      while (open->len)
        {
          int at = g_array_index (open, int, open->len - 1);

          g_array_set_size (open, open->len - 1);
          for (int y = MAX (at / width - 1, 0); y <= MIN (at / width + 1, height - 1); y++)
            for (int x = MAX (at % width - 1, 0); x <= MIN (at % width + 1, width - 1); x++)
              if (lost[y * width + x])
                {
                  lost[y * width + x] = 0;
                  g_array_append_vals (open, &(int) { y * width + x }, 1);
                }
        }
    }

  return n;
}

/* Checks that one pixel of an explained edge erases exactly the explained pixels. */
static void
erased_edges (CeType type, CeStyle style)
{
  TestRandom       random = { 9 };
  CeView           image, before;
  const CeView    *result;
  CeSession       *session;
  CeParams         params;
  CeEdge           edge = { .found = FALSE };
  g_autofree char *erased = NULL, *restored = NULL;
  int              n_changed = 0, n_wrong = 0;

  test_image_init (&image, 203, 181, 1, type);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  session = open_session (&image);
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.style = style;
  ce_session_render (session, &params, NULL, NULL, NULL);
  for (int i = 0; i < 200 && ! (edge.found && edge.kept && edge.n_pixels > 20); i++)
    {
      g_free (edge.points);
      ce_explain_edge (session, test_random_int (&random, 0, 202), test_random_int (&random, 0, 180), 6, NULL, NULL, &edge);
    }
  erased = ce_erased_add (NULL, &(CePoint) { edge.x, edge.y }, 1);
  restored = ce_erased_restore (erased, edge.points, (gsize) edge.n_pixels);

  test_image_init (&before, 203, 181, 1, type);
  for (int y = 0; y < 181; y++)
    memcpy (ce_view_row (&before, y), ce_view_row (ce_session_get_result (session), y), (gsize) 203 * ce_type_size (type));
  params.erased = g_intern_string (erased);
  ce_session_render (session, &params, NULL, NULL, NULL);
  result = ce_session_get_result (session);
  for (int i = 0; i < 203 * 181; i++)
    {
      gsize    size = ce_type_size (type);
      gboolean member = FALSE, changed = memcmp ((guint8 *) ce_view_row (result, i / 203) + i % 203 * size,
                                                 (guint8 *) ce_view_row (&before, i / 203) + i % 203 * size, size) != 0;

      for (gint64 j = 0; j < edge.n_pixels && ! member; j++)
        member = edge.points[j].x == i % 203 && edge.points[j].y == i / 203;
      n_changed += changed;
      n_wrong += changed != member;
    }
  test_ok (n_changed == edge.n_pixels && n_wrong == 0, "an edge of %d pixels is erased, and nothing else, %d wrong",
           (int) edge.n_pixels, n_wrong);
  test_ok (ce_erased_find (erased, edge.points, (gsize) edge.n_pixels) == 0 && ce_erased_count (restored) == 0,
           "by its pixels it is found again, and restored");

  g_free (edge.points);
  ce_session_free (session);
  test_image_clear (&image);
  test_image_clear (&before);
}

static void
erased_texts (void)
{
  const CePoint    two[] = { { 5, 6 }, { 40, 3 } }, near_second[] = { { 42, 1 }, { 90, 90 } };
  const CePoint    far_from_both[] = { { 8, 6 } };
  g_autofree char *one = ce_erased_add (NULL, two, 1);
  g_autofree char *both = ce_erased_add (one, two + 1, 1);
  g_autofree char *last = ce_erased_restore (both, two, 1);
  g_autofree char *first = ce_erased_restore (both, near_second, 2);

  test_ok (g_str_equal (both, "5,6 40,3") && ce_erased_count (both) == 2 && ce_erased_count (NULL) == 0
           && ce_erased_count ("nonsense") == 0, "erased edges are told as “%s”", both);
  test_ok (g_str_equal (last, "40,3") && g_str_equal (first, "5,6"), "the first of two is restored, or the last");
  test_ok (ce_erased_find (both, near_second, 2) == 1 && ce_erased_find (both, far_from_both, 1) == -1,
           "a point two pixels off is found, one of three is not");
}

/* Erases more edges at once than a layer may have erased: the first ones are, and the text is one that a render takes. */
static void
most_erased (void)
{
  CePoint          points[CE_MAX_ERASED + 5];
  g_autofree char *one = ce_erased_add (NULL, &(CePoint) { 7, 7 }, 1), *most = NULL, *more = NULL;

  for (int i = 0; i < (int) G_N_ELEMENTS (points); i++)
    points[i] = (CePoint) { i, 3 };
  most = ce_erased_add (one, points, G_N_ELEMENTS (points));
  more = ce_erased_add (most, points, 2);
  test_ok (ce_erased_count (most) == CE_MAX_ERASED && g_str_has_prefix (most, "7,7 0,3 1,3 "), "%u edges at most are erased",
           ce_erased_count (most));
  test_ok (g_str_equal (more, most), "and to these none is added");
}

static void
random_clicks (CeType type, int channels, CeLuma luma, TestAlpha alpha, double sigma, CeNorm norm)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);
  TestRandom      random = { 5 };
  CeView          image;
  CeSession      *session;
  CeParams        params;
  int             n_kept = 0, n_dropped = 0, n_wrong = 0, n_miscounted = 0;

  test_image_init (&image, 331, 283, channels, type);
  test_image_fill (&image, TEST_NATURAL, alpha, &random);
  session = open_session (&image);
  ce_params_init (&params, canny);
  params.sigma = sigma;
  params.norm = norm;
  params.luma = luma;
  params.low = 20.5;

  for (int i = 0; i < 40; i++)
    {
      int    x = test_random_int (&random, 0, image.width - 1), y = test_random_int (&random, 0, image.height - 1);
      CeEdge edge;

      params.stage = i % 2 ? CE_STAGE_EDGES : CE_STAGE_CLASSES;
      ce_session_render (session, &params, NULL, NULL, NULL);
      if (! ce_explain_edge (session, x, y, 6, NULL, NULL, &edge) || ! edge.found || ! edge.possible)
        {
          g_free (edge.points);
          continue;
        }

      ce_count_other_edges (session, NULL, NULL, &edge);
      params.stage = CE_STAGE_EDGES;
      if (edge.new_low == edge.low)
        n_miscounted += edge.n_others + 1 != count_lost (session, &params, &edge);
      g_free (edge.points);
      n_kept += edge.kept;
      n_dropped += ! edge.kept;
      if (! does_it (session, &params, &edge))
        {
          n_wrong++;
          test_note ("at %d, %d: %s, low %g to %g, high %g to %g", edge.x, edge.y, edge.kept ? "kept" : "dropped",
                     edge.low, edge.new_low, edge.high, edge.new_high);
        }
    }
  test_ok (n_miscounted == 0, "so many other edges change sides as is said, %d times not", n_miscounted);
  test_ok (n_wrong == 0 && n_kept + n_dropped > 5, "%d channels, type %d, sigma %g, norm %d: %d kept and %d dropped edges "
           "change sides as proposed", channels, type, sigma, norm, n_kept, n_dropped);

  ce_session_free (session);
  test_image_clear (&image);
}

int
main (void)
{
  known_step ();
  cancelled ();
  erased_edges (CE_U8, CE_STYLE_WHITE_ON_BLACK);
  erased_edges (CE_F32, CE_STYLE_BLACK_ON_WHITE);
  erased_texts ();
  most_erased ();
  random_clicks (CE_U8, 1, CE_LUMA_709, TEST_ALPHA_OPAQUE, 0, CE_NORM_L2);
  random_clicks (CE_U8, 3, CE_LUMA_709, TEST_ALPHA_OPAQUE, 1.4, CE_NORM_L1);
  random_clicks (CE_U8, 3, CE_LUMA_STRONGEST, TEST_ALPHA_OPAQUE, 1.4, CE_NORM_L1);
  random_clicks (CE_F32, 3, CE_LUMA_709, TEST_ALPHA_OPAQUE, 2, CE_NORM_L2);
  random_clicks (CE_U8, 4, CE_LUMA_STRONGEST, TEST_ALPHA_SHAPES, 1, CE_NORM_L2);

  return test_done ();
}
