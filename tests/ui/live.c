/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From a slider to its pixels without a window: what is painted is the result
 * of the last values, whatever overtakes what. "live BACKEND" does it there.
 */
#include "screen.h"

#include <string.h>

#include "engine/noise.h"

static CeView image;

static void
init_params (CeParams *params, const Screen *screen)
{
  ce_params_init (params, screen->filter);
}

/* The result as a call without a dialog makes it. */
static gboolean
is_result (Screen *screen, const CeParams *params, CeSession *session)
{
  g_autofree char *text = ce_params_to_text (params, screen->filter);
  CeView           result;
  gboolean         same;

  if (! test_render (screen->filter->name, "cpu:plain", text, &image, &result, NULL))
    return FALSE;

  if (session)
    {
      g_autofree char *difference = test_image_diff (ce_session_get_result (session), &result);

      same = difference == NULL;
    }
  else
    same = screen_is_of (screen, CE_PICTURE_AFTER, &result);
  test_image_clear (&result);

  return same;
}

static void
feed_all (Screen *screen)
{
  for (int y = 0; y < image.height; y += 37)
    {
      screen_feed (screen, y, MIN (37, image.height - y));
      g_main_context_iteration (NULL, FALSE);
    }
}

/* Rows arrive while they are looked at, and the view moves in between. */
static void
arriving (const char *backend)
{
  Screen screen;

  screen_open (&screen, "sobel", backend, &image, NULL);
  screen_show (&screen, 0.37, 0, 0, 5000, 5000);
  feed_all (&screen);
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

/* CeTintFunc. */
static void
leave (const guint8 *in, guint8 *out, int n, gpointer data)
{
  memcpy (out, in, 3 * (gsize) n);
}

/* As if the window moved from one monitor to another; both show the same. */
static void
change_monitor (Screen *screen)
{
  g_autoptr (CeTint) tint = ce_tint_new (FALSE, leave, NULL, NULL);

  ce_painter_set_tint (screen->painter, tint);
}

/* A slider and the view move at the same time; the last of both counts. */
static void
moving (const char *backend, const char *filter, const char *name)
{
  Screen        screen;
  CeParams      params;
  const CeParam *param;
  guint         generation = 0, n_painted = 0, last = 0;

  screen_open (&screen, filter, backend, &image, NULL);
  init_params (&params, &screen);
  param = ce_filter_find_param (screen.filter, name);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_request (&screen, &params);
  feed_all (&screen);
  for (int i = 0; i < 120; i++)
    {
      G_STRUCT_MEMBER (double, &params, param->offset) = MIN (param->def + i * 0.05, param->max);
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

/* Of a large picture what is visible is painted first, then again as a part of
 * the whole. What is painted first are the pixels of the result, except where
 * Canny's hysteresis would have to look further. */
static void
visible_first (const char *backend, const char *filter, const char *name)
{
  Screen         screen;
  CeParams       params;
  const CeParam *param;
  gboolean       exact;
  guint          generation = 0, n_early = 0, alarm;

  ce_testing ()->soon = TRUE;
  screen_open (&screen, filter, backend, &image, NULL);
  ce_testing ()->soon = FALSE;
  init_params (&params, &screen);
  param = ce_filter_find_param (screen.filter, name);
  screen_show (&screen, 1, 310, 200, 120, 80);
  feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  wait_for_paintings (&screen, 2, "the first result once more");
  test_ok (is_result (&screen, &params, NULL), "%s, %s: while nobody asks, the first result is made once more", backend,
           filter);

  G_STRUCT_MEMBER (double, &params, param->offset) = param->def + 0.3;
  generation = screen_request (&screen, &params);
  screen_wait (&screen, CE_PICTURE_AFTER, generation);
  exact = is_result (&screen, &params, NULL);
  test_ok (screen.n_paintings == 1 && (exact || screen.filter->id == CE_FILTER_CANNY),
           "%s, %s: what is visible is painted first", backend, filter);
  /* A machine that is busy for longer than the worker rests paints both at once. */
  wait_for_paintings (&screen, 2, "the whole after its visible part");
  test_ok (is_result (&screen, &params, NULL), "and then as part of the whole");

  for (int i = 0; i < 80; i++)
    {
      G_STRUCT_MEMBER (double, &params, param->offset) = MIN (param->def + i * 0.05, param->max);
      generation = screen_request (&screen, &params);
      if (i % 10 == 0)
        screen_show (&screen, i % 3 ? 1 : 0.8, 300 + i, 200 + i / 2, 100, 70);
      for (int k = 0; k < 4; k++)
        g_main_context_iteration (NULL, FALSE);
      n_early += screen.answered != screen.generation;
      g_usleep (400);
    }
  alarm = screen_set_alarm ("the last of many results");
  while (screen.answered != generation || screen.generation != generation)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
  screen_wait (&screen, CE_PICTURE_AFTER, generation);
  /* An older result may come after a newer one here: where the view has moved to, the last whole one stands in. */
  test_ok (is_result (&screen, &params, NULL), "also while slider and view move");
  test_note ("%u times something was painted whose whole was not there", n_early);
  screen_close (&screen);
}

/* OK while renders are behind: the session handed over has the last values,
 * or there is none and the call itself renders. */
static void
accepting (const char *backend)
{
  Screen     screen;
  CeParams   params;
  CeSession *session;
  guint      generation = 0, alarm;

  screen_open (&screen, "canny", backend, &image, NULL);
  init_params (&params, &screen);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  feed_all (&screen);
  for (int i = 0; i < 20; i++)
    {
      params.low = 10 + i;
      params.sigma = 1 + i * 0.1;
      generation = screen_request (&screen, &params);
    }
  alarm = screen_set_alarm ("an answer to the last values");
  while (screen.answered != generation)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
  g_clear_pointer (&screen.painter, ce_painter_free);
  session = ce_worker_steal (screen.worker);
  test_ok (session && is_result (&screen, &params, session), "%s: what is accepted is the result of the last values", backend);
  ce_session_free (session);
  screen_close (&screen);

  screen_open (&screen, "canny", backend, &image, NULL);
  feed_all (&screen);
  screen_request (&screen, &params);
  g_clear_pointer (&screen.painter, ce_painter_free);
  session = ce_worker_steal (screen.worker);
  test_ok (! session || is_result (&screen, &params, session), "%s: a result that is not ready is not handed over", backend);
  ce_session_free (session);
  screen_close (&screen);
}

static void
wait_for (const guint *count, guint n, const char *what)
{
  guint alarm = screen_set_alarm (what);

  while (*count < n)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

/* The dialog's part when another device is chosen while the layer is read: the session that was fed goes as soon as it is
 * complete, and what is measured of its pixels is right all the same. */
static void
measuring (const char *backend)
{
  double  expected = ce_noise_estimate (&image);
  CePlace other = test_place ("cpu:plain");

  for (int turn = 0; turn < 5; turn++)
    {
      Screen   screen;
      CeParams params;

      screen_open (&screen, "sharpen", backend, &image, NULL);
      init_params (&params, &screen);
      screen_request (&screen, &params);
      screen_feed (&screen, 0, image.height - 1);
      ce_worker_set_place (screen.worker, &other);
      screen_feed (&screen, image.height - 1, 1);
      wait_for (&screen.n_noises, 1, "noise");
      if (turn == 0)
        test_ok (screen.noise == expected, "%s: noise is measured while the device changes", backend);
      screen_close (&screen);
    }
}

/* Other pixels, of a layer that was painted: neither those before nor their result come back. */
static void
reading_anew (const char *backend)
{
  TestRandom random = { 31 };
  CeView     painted, result;
  CeArea     part = { 200, 100, 300, 128 };
  CeView     view;
  CeParams   params;
  Screen     screen;

  test_image_init (&painted, image.width, image.height, image.channels, image.type);
  test_image_fill (&painted, TEST_NOISE, TEST_ALPHA_OPAQUE, &random);
  screen_open (&screen, "canny", backend, &image, NULL);
  init_params (&params, &screen);
  params.thresholds = CE_THRESHOLDS_OTSU;
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_request (&screen, &params);
  feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, 1);
  view = ce_view_part (&image, &part);
  test_ok (ce_worker_has_part (screen.worker, &part, &view), "%s: what was read is there", backend);
  view = ce_view_part (&painted, &part);
  test_ok (! ce_worker_has_part (screen.worker, &part, &view), "and what was painted is not");

  ce_worker_restart (screen.worker);
  wait_for (&screen.n_started, 1, "the end of a session");
  screen_load (&screen, backend, &painted, NULL);
  screen.region.width = screen.n_rows = 0;      /* nobody asks for the source before it is there */
  for (int y = 0; y < image.height; y += 101)
    screen_feed (&screen, y, MIN (101, image.height - y));
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  test_render ("canny", "cpu:plain", "thresholds=otsu", &painted, &result, NULL);
  test_ok (screen_is_of (&screen, CE_PICTURE_AFTER, &result), "the result is that of the pixels that were read anew");
  test_ok (screen_is_of (&screen, CE_PICTURE_BEFORE, &painted) && ce_worker_has_part (screen.worker, &part, &view),
           "and so are they");
  test_image_clear (&result);
  test_image_clear (&painted);
  screen_close (&screen);
}

/* What GIMP shows of an effect under a selection: the rectangle computed as an image of its own, the layer around it. */
static void
lay (const CeView *result, const CeArea *cut, CeView *whole)
{
  test_image_init (whole, image.width, image.height, result->channels, result->type);
  memset (whole->data, 0, whole->stride * (gsize) whole->height);
  for (int y = 0; y < cut->height; y++)
    memcpy (ce_view_pixel (whole, cut->x, cut->y + y), ce_view_row (result, y),
            (gsize) result->width * result->channels * ce_type_size (result->type));
}

static gboolean
shows_cut (Screen *screen, const CeParams *params, const CeLook *look)
{
  const CeRegion     *region = &screen->painted[CE_PICTURE_AFTER];
  gsize               n = (gsize) region->width * region->height;
  g_autofree guint32 *expected = g_new (guint32, n);
  g_autofree char    *text = ce_params_to_text (params, screen->filter);
  CeView              part = ce_view_part (&image, &look->cut), result, whole;
  CeLook              shown = *look;

  shown.straight = TRUE;
  shown.source = image;
  if (! test_render (screen->filter->name, "cpu:plain", text, &part, &result, NULL))
    return FALSE;
  lay (&result, &look->cut, &whole);
  ce_raster_paint (&whole, whole.height, &shown, region, expected, region->width * sizeof *expected);
  test_image_clear (&whole);
  test_image_clear (&result);

  return memcmp (screen->pixels[CE_PICTURE_AFTER], expected, n * sizeof *expected) == 0;
}

static guint
request (Screen *screen, const CeParams *params, const CeLook *look)
{
  guint generation = ce_worker_request (screen->worker, params, look);

  screen_wait (screen, CE_PICTURE_AFTER, generation);

  return generation;
}

/* An edge of the rectangle, asked about where it is in the image. */
static void
ask_in_cut (const char *backend, Screen *screen, const CeParams *params, const CeArea *cut)
{
  CeView part = ce_view_part (&image, cut);
  Screen alone;
  guint  alarm = screen_set_alarm ("edges");

  screen_open (&alone, "canny", backend, &part, NULL);
  screen_request (&alone, params);
  screen_feed (&alone, 0, part.height);
  ce_worker_ask_why (alone.worker, 100, 90, 30);
  ce_worker_ask_why (screen->worker, cut->x + 100, cut->y + 90, 30);
  while (! alone.edge || ! screen->edge)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
  test_ok (alone.edge->found && screen->edge->n_pixels == alone.edge->n_pixels
           && screen->edge->points[0].x == alone.edge->points[0].x + cut->x
           && screen->edge->points[0].y == alone.edge->points[0].y + cut->y, "%s: and so is an edge in it", backend);
  screen_close (&alone);
}

static void
cutting (const char *backend)
{
  const CeArea cuts[] = { { 130, 77, 401, 300 }, { 0, 250, 333, 353 } };
  CeLook       look = { .replace = TRUE };
  CeParams     params;
  Screen       screen;
  gboolean     right = TRUE;

  look.mask = (CeView) { g_malloc ((gsize) image.width * image.height), image.width, image.width, image.height, 1, CE_U8 };
  screen_open (&screen, "canny", backend, &image, NULL);
  init_params (&params, &screen);
  params.thresholds = CE_THRESHOLDS_OTSU;
  screen_show (&screen, 1, 90, 40, 500, 400);
  feed_all (&screen);
  for (guint i = 0; i < 6; i++)
    {
      look.cut = cuts[i % 2];
      memset (look.mask.data, 0, ce_view_size (&look.mask));
      for (int y = 0; y < look.cut.height; y++)
        memset (ce_view_pixel (&look.mask, look.cut.x, look.cut.y + y), 200, look.cut.width);
      params.sigma = 1 + 0.5 * i;
      request (&screen, &params, &look);
      right &= shows_cut (&screen, &params, &look);
      params.sigma += 0.2;
      request (&screen, &params, &look);
      screen_show (&screen, i % 2 ? 1 : 0.5, 20, 10 * (int) i, 300, 200);
      screen_wait (&screen, CE_PICTURE_AFTER, 0);
      right &= shows_cut (&screen, &params, &look);
    }
  test_ok (right, "%s: a rectangle is computed as an image of its own, its thresholds too", backend);
  params.thresholds = CE_THRESHOLDS_MANUAL;
  request (&screen, &params, &look);
  ask_in_cut (backend, &screen, &params, &look.cut);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  test_ok (is_result (&screen, &params, NULL), "and then the whole image again");
  screen_close (&screen);
  g_free (look.mask.data);
}

/* At moments that follow from the seed and the machine's mood. */
static void
closing (const char *backend)
{
  TestRandom random = { 4 };
  CePlace    place = test_place (backend), gpu = ce_place (CE_BACKEND_CUDA);
  gint64     longest = 0;

  for (int i = 0; i < 60; i++)
    {
      Screen   screen;
      CeParams params;
      gint64   begin;
      int      n_rows = test_random_chance (&random, 0.3) ? test_random_int (&random, 0, image.height - 1) : image.height;

      screen_open (&screen, i % 2 ? "canny" : "sharpen", backend, &image, NULL);
      init_params (&params, &screen);
      params.sigma = test_random_double (&random, 0, 20);
      screen_show (&screen, 0.5, 0, 0, 5000, 5000);
      ce_worker_set_detail (screen.worker, &(CeArea) { 20, 20, 76, 57 });
      screen_request (&screen, &params);
      screen_feed (&screen, 0, n_rows);
      for (int k = test_random_int (&random, 0, 20); k > 0; k--)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (test_random_int (&random, 0, 1500));
        }
      if (test_random_chance (&random, 0.2))
        ce_worker_set_place (screen.worker, &place);
      if (test_random_chance (&random, 0.2))
        ce_worker_compare (screen.worker, &gpu);
      if (test_random_chance (&random, 0.2))
        ce_worker_request (screen.worker, &params, &(CeLook) { .cut = { 100, 50, 300, 200 } });
      if (test_random_chance (&random, 0.1))
        ce_worker_restart (screen.worker);

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
  accepting (backend);
  measuring (backend);
  reading_anew (backend);
  cutting (backend);
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
