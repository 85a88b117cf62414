/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the way from a slider to its pixels, without a window: the painted result is that of the last values, in any order
 * of events. "live BACKEND" tests that backend.
 */
#include "screen.h"

#include <string.h>

static CeView image;

/* Returns whether the screen shows the result of a call without a dialog. */
static gboolean
is_result (Screen *screen, const CeParams *params, CeSession *session)
{
  g_autofree char *text = ce_params_to_text (params, screen->filter, NULL), *difference = NULL;
  CeView           result;
  gboolean         same;

  if (! test_render (screen->filter->name, "cpu:plain", text, &image, &result, NULL))
    return FALSE;

  difference = session ? test_image_diff (ce_session_get_result (session), &result) : NULL;
  same = session ? difference == NULL : screen_is_of (screen, CE_PICTURE_AFTER, &result);
  test_image_clear (&result);

  return same;
}

/* Moves the view while rows arrive. */
static void
arriving (const char *backend)
{
  Screen screen;

  screen_open (&screen, "sobel", backend, &image, NULL);
  screen_show (&screen, 0.37, 0, 0, 5000, 5000);
  screen_feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  test_ok (screen_is_of (&screen, CE_PICTURE_BEFORE, &image), "%s: the source in pieces, as its rows arrive", backend);
  screen_close (&screen);

  screen_open (&screen, "sobel", backend, &image, NULL);
  screen_show (&screen, 0.37, 0, 0, 5000, 5000);
  for (int y = 0; y < image.height; y++)
    {
      screen_feed (&screen, y, 1);
      if (y % 97 == 0)
        screen_show (&screen, y % 2 ? 1 : 0.6, y / 4, y / 8, 300, 200);
      g_main_context_iteration (NULL, FALSE);
    }
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  test_ok (screen_is_of (&screen, CE_PICTURE_BEFORE, &image), "%s: also while the view moves", backend);
  screen_close (&screen);
}

/* CeLutFunc. */
static void
leave (const float *in, float *out, int n, gpointer data)
{
  memmove (out, in, 3 * (gsize) n * sizeof *in);
}

/* Changes the monitor; both have the same colors. */
static void
change_monitor (Screen *screen)
{
  ce_lut_unref (screen->lut);
  screen_set_lut (screen, ce_lut_new (leave, leave, NULL));
}

/* A slider and the view move at the same time; the last of both counts. */
static void
moving (const char *backend, const char *filter, const char *name)
{
  Screen        screen;
  CeParams      params;
  const CeParam *param;
  double        usual;
  guint         generation = 0, n_painted = 0, last = 0;

  screen_open (&screen, filter, backend, &image, NULL);
  ce_params_init (&params, screen.filter);
  param = ce_filter_find_param (screen.filter, name);
  usual = ce_params_get_default (&params, screen.filter, param);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_request (&screen, &params);
  screen_feed_all (&screen);
  for (int i = 0; i < 120; i++)
    {
      G_STRUCT_MEMBER (double, &params, param->offset) = MIN (usual + i * 0.05, param->max);
      generation = screen_request (&screen, &params);
      if (i % 5 == 0)
        screen_show (&screen, i % 3 ? 0.5 : 1, i, i / 2, 500, 300);
      if (i % 11 == 0)
        change_monitor (&screen);
      for (int k = 0; k < 4; k++)
        g_main_context_iteration (NULL, FALSE);
      n_painted += screen.generation != last;
      last = screen.generation;
      g_usleep (400);
    }
  screen_wait (&screen, CE_PICTURE_AFTER, generation);
  test_ok (is_result (&screen, &params, NULL), "%s, %s: the last of 120 changes is what is painted", backend, filter);
  test_ok (! screen.backwards, "and never an older one after a newer one");
  test_note ("%u painted on the way", n_painted);
  screen_close (&screen);
}

static void
wait_for_paintings (const Screen *screen, guint n, const char *what)
{
  guint alarm = screen_set_alarm (what);

  while (screen->n_paintings < n)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

static void
wait_for_answer (const Screen *screen, guint generation)
{
  guint alarm = screen_set_alarm ("an answer to the last values");

  while (screen->answered != generation)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

/* Checks that the visible part of a large picture is painted first, then again with the whole. The part has the pixels of
 * the whole result, except where Canny's hysteresis needs more pixels. */
static void
visible_first (const char *backend, const char *filter, const char *name)
{
  Screen         screen;
  CeParams       params;
  const CeParam *param;
  double         usual;
  guint          generation = 0, n_early = 0;

  ce_testing ()->soon = TRUE;
  screen_open (&screen, filter, backend, &image, NULL);
  ce_testing ()->soon = FALSE;
  ce_params_init (&params, screen.filter);
  param = ce_filter_find_param (screen.filter, name);
  usual = ce_params_get_default (&params, screen.filter, param);
  screen_show (&screen, 1, 310, 200, 120, 80);
  screen_feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  wait_for_paintings (&screen, 2, "the first result once more");
  test_ok (is_result (&screen, &params, NULL), "%s, %s: while nobody asks, the first result is made once more", backend,
           filter);

  G_STRUCT_MEMBER (double, &params, param->offset) = usual + 0.3;
  screen.holds = TRUE;
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  test_ok (screen.n_paintings == 1 && (is_result (&screen, &params, NULL) || screen.filter->id == CE_FILTER_CANNY),
           "%s, %s: what is visible is painted first", backend, filter);
  screen_go_on (&screen);
  wait_for_paintings (&screen, 2, "the whole after its visible part");
  test_ok (is_result (&screen, &params, NULL), "and then as part of the whole");

  for (int i = 0; i < 80; i++)
    {
      G_STRUCT_MEMBER (double, &params, param->offset) = MIN (usual + i * 0.05, param->max);
      generation = screen_request (&screen, &params);
      if (i % 10 == 0)
        screen_show (&screen, i % 3 ? 1 : 0.8, 300 + i, 200 + i / 2, 100, 70);
      for (int k = 0; k < 4; k++)
        g_main_context_iteration (NULL, FALSE);
      n_early += screen.answered != screen.generation;
      g_usleep (400);
    }
  wait_for_answer (&screen, generation);
  screen_wait (&screen, CE_PICTURE_AFTER, generation);
  /* An older result may come after a newer one here, because the last whole result is shown where the view has moved to. */
  test_ok (is_result (&screen, &params, NULL), "also while slider and view move");
  test_note ("%u times something was painted whose whole was not there", n_early);
  screen_close (&screen);
}

/* CeLutFunc. */
static void
invert (const float *in, float *out, int n, gpointer data)
{
  for (int i = 0; i < 3 * n; i++)
    out[i] = 1 - in[i];
}

/* Paints the upper half of the source in the colors of one monitor, then moves the window to another. */
static void
recolored (const char *backend)
{
  g_autoptr (CeLut) lut = ce_lut_new (invert, leave, NULL);
  Screen             screen;
  guint              alarm;

  screen_open (&screen, "sobel", backend, &image, NULL);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_feed (&screen, 0, image.height / 2);
  alarm = screen_set_alarm ("half of the source");
  while (screen.frame->n_rows < image.height / 2)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);

  screen_set_lut (&screen, lut);
  screen_feed (&screen, image.height / 2, image.height - image.height / 2);
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  test_ok (screen_is_of (&screen, CE_PICTURE_BEFORE, &image), "%s: rows that were painted get another monitor's colors", backend);
  screen_close (&screen);
}

/* Checks the first painting of the visible part under a selection of stripes, some of them half selected. */
static void
selected_first (const char *backend)
{
  Screen   screen;
  CeParams params;
  CeView   mask;

  test_image_init (&mask, image.width, image.height, 1, CE_U8);
  for (int y = 0; y < mask.height; y++)
    for (int x = 0; x < mask.width; x++)
      ((guint8 *) ce_view_row (&mask, y))[x] = (x + y) % 50 < 20 ? 255 : (x + y) % 50 < 25 ? 100 : 0;

  ce_testing ()->soon = TRUE;
  screen_open (&screen, "sobel", backend, &image, NULL);
  ce_testing ()->soon = FALSE;
  screen.look = (CeLook) { .mask = mask, .replace = TRUE };
  ce_params_init (&params, screen.filter);
  screen_show (&screen, 1, 310, 201, 120, 80);
  screen_feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  wait_for_paintings (&screen, 2, "the first result once more");

  params.gain += 0.3;
  screen.holds = TRUE;
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  test_ok (screen.n_paintings == 1 && is_result (&screen, &params, NULL), "%s: under a selection, too", backend);
  screen_go_on (&screen);
  wait_for_paintings (&screen, 2, "the whole after its visible part");
  test_ok (is_result (&screen, &params, NULL), "and then as part of the whole");
  screen_close (&screen);
  test_image_clear (&mask);
}

/* Checks that no part is painted first with automatic thresholds, because they would be found in the whole image twice. */
static void
automatic_once (const char *backend)
{
  Screen   screen;
  CeParams params;
  gboolean right = TRUE;

  ce_testing ()->soon = TRUE;
  screen_open (&screen, "canny", backend, &image, NULL);
  ce_testing ()->soon = FALSE;
  ce_params_init (&params, screen.filter);
  params.thresholds = CE_THRESHOLDS_PERCENTILE;
  screen_show (&screen, 1, 310, 200, 120, 80);
  screen_feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  wait_for_paintings (&screen, 2, "the first result once more");
  for (int i = 0; i < 5; i++)
    {
      params.sigma += 0.3;
      wait_for_answer (&screen, screen_request (&screen, &params));
      right &= screen.n_paintings == 1 && is_result (&screen, &params, NULL);
    }
  test_ok (right, "%s: with automatic thresholds each result is painted once, the whole", backend);
  screen_close (&screen);
}

/* Presses OK while renders are late: the session that the call gets has the last values, or the call itself renders. */
static void
accepting (const char *backend)
{
  Screen     screen;
  CeParams   params;
  CeSession *session;
  guint      generation = 0;

  screen_open (&screen, "canny", backend, &image, NULL);
  ce_params_init (&params, screen.filter);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_feed_all (&screen);
  for (int i = 0; i < 20; i++)
    {
      params.low = 10 + i;
      params.sigma = 1 + i * 0.1;
      generation = screen_request (&screen, &params);
    }
  wait_for_answer (&screen, generation);
  session = ce_render_steal (screen.render);
  test_ok (session && is_result (&screen, &params, session), "%s: what is accepted is the result of the last values", backend);
  ce_session_free (session);
  screen_close (&screen);

  screen_open (&screen, "canny", backend, &image, NULL);
  screen_feed_all (&screen);
  screen_request (&screen, &params);
  session = ce_render_steal (screen.render);
  test_ok (! session || is_result (&screen, &params, session), "%s: a result that is not ready is not handed over", backend);
  ce_session_free (session);
  screen_close (&screen);

  screen_open (&screen, "canny", backend, &image, NULL);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  params.sigma = 20;
  screen_request (&screen, &params);
  session = ce_render_steal (screen.render);
  test_ok (! session || is_result (&screen, &params, session), "%s: nor is the one before it", backend);
  ce_session_free (session);
  screen_close (&screen);
}

/* Closes at moments that depend on the seed and on the machine's load. */
static void
closing (const char *backend)
{
  TestRandom random = { 4 };
  CePlace    place = test_place (backend), gpu = { .choice = CE_BACKEND_CUDA };
  gint64     longest = 0;

  for (int i = 0; i < 60; i++)
    {
      Screen   screen;
      CeParams params;
      gint64   begin;
      int      n_rows = test_random_chance (&random, 0.3) ? test_random_int (&random, 0, image.height - 1) : image.height;

      screen_open (&screen, i % 2 ? "canny" : "sharpen", backend, &image, NULL);
      ce_params_init (&params, screen.filter);
      params.sigma = test_random_double (&random, 0, 20);
      screen_show (&screen, 0.5, 0, 0, 5000, 5000);
      ce_render_set_detail (screen.render, &(CeArea) { 20, 20, 76, 57 });
      if (i % 4 == 1)
        screen.traced = TRUE;
      screen_request (&screen, &params);
      screen_feed (&screen, 0, n_rows);
      for (int k = test_random_int (&random, 0, 20); k > 0; k--)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (test_random_int (&random, 0, 1500));
        }
      if (test_random_chance (&random, 0.2))
        ce_render_set_place (screen.render, &place);
      if (test_random_chance (&random, 0.2))
        ce_render_compare (screen.render, &gpu);
      if (test_random_chance (&random, 0.2))
        ce_render_ask (screen.render, &(CeRequest) { .params = params, .look.cut = { 100, 50, 300, 200 } });
      if (test_random_chance (&random, 0.1))
        ce_render_start (screen.render, &place);

      begin = g_get_monotonic_time ();
      screen_close (&screen);
      longest = MAX (longest, g_get_monotonic_time () - begin);
    }
  test_ok (TRUE, "%s: closed 60 times in the middle of something", backend);
  test_note ("the longest took %.1f ms", longest / 1000.0);
}

static void
run (const char *backend)
{
  Screen screen;
  GError *error = NULL;

  if (! screen_open (&screen, "sobel", backend, &image, &error))
    {
      test_skip (error->message, "live on %s", backend);
      g_error_free (error);
      return;
    }
  screen_close (&screen);

  arriving (backend);
  moving (backend, "sobel", "gain");
  moving (backend, "canny", "low");
  moving (backend, "canny", "sigma");
  moving (backend, "laplacian", "threshold");
  moving (backend, "sharpen", "amount");
  visible_first (backend, "sobel", "gain");
  visible_first (backend, "laplacian", "sigma");
  visible_first (backend, "sharpen", "radius");
  visible_first (backend, "canny", "sigma");
  selected_first (backend);
  automatic_once (backend);
  recolored (backend);
  accepting (backend);
  closing (backend);
}

int
main (int argc, char **argv)
{
  TestRandom random = { 9 };

  test_image_init (&image, 901, 603, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  run (argc > 1 ? argv[1] : "cpu");
  test_image_clear (&image);

  return test_done ();
}
