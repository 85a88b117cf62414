/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a dialog that follows its layer, without a window: changed pixels, a change of the device while they arrive, and a
 * rectangle alone. "follow BACKEND" tests that backend.
 */
#include "screen.h"

#include <string.h>

#include "engine/focus.h"

static CeView image;

static void
wait_for (const guint *count, guint n, const char *what)
{
  guint alarm = screen_set_alarm (what);

  while (*count < n)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

/* Waits for the last painting of the source, because one of the old source may still arrive. */
static void
wait_for_source (Screen *screen, const CeView *source)
{
  guint alarm = screen_set_alarm ("the source that was read anew");

  while (! screen_is_of (screen, CE_PICTURE_BEFORE, source))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

/* Chooses another device while the layer is read: the old session goes as soon as it is complete, and its measured noise is
 * still right. */
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
      ce_params_init (&params, screen.filter);
      screen_request (&screen, &params);
      screen_feed (&screen, 0, image.height - 1);
      ce_render_set_place (screen.render, &other);
      screen_feed (&screen, image.height - 1, 1);
      wait_for (&screen.n_found, 1, "noise");
      if (turn == 0)
        test_ok (screen.found.noise == expected, "%s: noise is measured while the device changes", backend);
      screen_close (&screen);
    }
}

/* Reads a painted layer again: neither its old pixels nor their result come back. */
static void
reading_anew (const char *backend)
{
  TestRandom random = { 31 };
  CeView     painted, result;
  CeArea     part = { 200, 100, 300, 128 };
  CeView     view;
  CePlace    place = test_place (backend);
  CeParams   params;
  Screen     screen;

  test_image_init (&painted, image.width, image.height, image.channels, image.type);
  test_image_fill (&painted, TEST_NOISE, TEST_ALPHA_OPAQUE, &random);
  screen_open (&screen, "canny", backend, &image, NULL);
  ce_params_init (&params, screen.filter);
  params.thresholds = CE_THRESHOLDS_OTSU;
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_request (&screen, &params);
  screen_feed_all (&screen);
  screen_wait (&screen, CE_PICTURE_AFTER, 1);
  view = ce_view_part (&image, &part);
  test_ok (ce_painter_has_part (ce_render_get_painter (screen.render), &part, &view), "%s: what was read is there", backend);
  view = ce_view_part (&painted, &part);
  test_ok (! ce_painter_has_part (ce_render_get_painter (screen.render), &part, &view), "and what was painted is not");

  ce_render_start (screen.render, &place);
  wait_for (&screen.n_started, 1, "the end of a session");
  screen_load (&screen, backend, &painted, NULL);
  screen.region.width = 0;      /* the source is not requested before it arrives */
  for (int y = 0; y < image.height; y += 101)
    screen_feed (&screen, y, MIN (101, image.height - y));
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  test_render ("canny", "cpu:plain", "thresholds=otsu", &painted, &result, NULL);
  test_ok (screen_is_of (&screen, CE_PICTURE_AFTER, &result), "the result is that of the pixels that were read anew");
  wait_for_source (&screen, &painted);
  test_ok (ce_painter_has_part (ce_render_get_painter (screen.render), &part, &view), "and so are they");
  test_image_clear (&result);
  test_image_clear (&painted);
  screen_close (&screen);
}

/* Makes GIMP's picture of an effect under a selection: the rectangle computed as an image of its own, and the layer
 * around. */
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
  const CeRegion     *region = &screen->frame->viewport.region;
  gsize               n = (gsize) region->width * region->height;
  g_autofree guint32 *expected = g_new (guint32, n);
  g_autofree char    *text = ce_params_to_text (params, screen->filter, NULL);
  CeView              part = ce_view_part (&image, &look->cut), result, whole;
  CeLook              shown = *look;

  shown.source = image;
  if (! test_render (screen->filter->name, "cpu:plain", text, &part, &result, NULL))
    return FALSE;
  lay (&result, &look->cut, &whole);
  ce_raster_paint (&whole, NULL, &shown, region, NULL, expected, region->width);
  test_image_clear (&whole);
  test_image_clear (&result);

  return memcmp (screen->frame->after, expected, n * sizeof *expected) == 0;
}

static guint
request (Screen *screen, const CeParams *params, const CeLook *look)
{
  guint generation = ce_render_ask (screen->render, &(CeRequest) { .params = *params, .look = *look });

  screen_wait (screen, CE_PICTURE_AFTER, generation);

  return generation;
}

/* Explains an edge of the rectangle by its position in the image. */
static void
ask_in_cut (const char *backend, Screen *screen, const CeParams *params, const CeArea *cut)
{
  CeView part = ce_view_part (&image, cut);
  Screen alone;
  guint  alarm = screen_set_alarm ("edges");

  screen_open (&alone, "canny", backend, &part, NULL);
  screen_request (&alone, params);
  screen_feed (&alone, 0, part.height);
  ce_render_explain (alone.render, 100, 90, 30);
  ce_render_explain (screen->render, cut->x + 100, cut->y + 90, 30);
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
  CeView       whole;
  g_autofree char *text = NULL;

  look.mask = (CeView) { g_malloc ((gsize) image.width * image.height), image.width, image.width, image.height, 1, CE_U8 };
  screen_open (&screen, "canny", backend, &image, NULL);
  ce_params_init (&params, screen.filter);
  params.thresholds = CE_THRESHOLDS_OTSU;
  screen_show (&screen, 1, 90, 40, 500, 400);
  screen_feed_all (&screen);
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
  text = ce_params_to_text (&params, screen.filter, NULL);
  test_render ("canny", "cpu:plain", text, &image, &whole, NULL);
  test_ok (screen_is_of (&screen, CE_PICTURE_AFTER, &whole), "and then the whole image again");
  test_image_clear (&whole);
  screen_close (&screen);
  g_free (look.mask.data);
}

static void
wait_for_counts (const Screen *screen, guint generation)
{
  guint alarm = screen_set_alarm ("a histogram");

  while (screen->of_more != generation || ! screen->bins)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

/* Makes of a result an effect under a selection, with the same parameters: what is counted then is the rectangle, and its
 * session is not taken for the image's. */
static void
counting_cut (const char *backend)
{
  const CeArea cut = { 130, 77, 401, 300 };
  CeView       part = ce_view_part (&image, &cut);
  CeParams     params;
  Screen       screen, alone;

  screen_open (&alone, "canny", backend, &part, NULL);
  ce_params_init (&params, alone.filter);
  screen_feed_all (&alone);
  wait_for_counts (&alone, screen_request (&alone, &params));

  screen_open (&screen, "canny", backend, &image, NULL);
  screen_feed_all (&screen);
  wait_for_counts (&screen, screen_request (&screen, &params));
  screen.look = (CeLook) { .replace = TRUE, .cut = cut };
  wait_for_counts (&screen, screen_request (&screen, &params));
  test_ok (memcmp (screen.bins, alone.bins, CE_HISTOGRAM_BINS * sizeof *screen.bins) == 0,
           "%s: the histogram of a rectangle is that of the rectangle alone", backend);
  test_ok (ce_render_steal (screen.render) == NULL, "whose session is not handed over as the image's");
  screen_close (&screen);
  screen_close (&alone);
}

/* Returns whether the lines are those of a call on the specification's edges. */
static gboolean
are_lines (const Screen *screen, const CeParams *params, const CeView *mask)
{
  const CeSvg           svg = { .is_one = FALSE };
  CePlace               plain = test_place ("cpu:plain");
  g_autoptr (CeSession) session = ce_session_new (screen->filter, &plain, image.width, image.height, image.channels,
                                                  image.type, NULL);
  g_autoptr (CeLines)   lines = NULL;
  g_autofree guint     *order = NULL;
  double                travel;
  GString              *a, *b;
  gboolean              same;

  ce_session_put_rows (session, 0, image.height, image.data, image.stride);
  lines = ce_lines_find (session, params, mask, NULL, NULL, NULL);
  order = ce_lines_order (lines, &travel, NULL, NULL, NULL);
  a = ce_lines_to_svg (screen->lines, &svg);
  b = ce_lines_to_svg (lines, &svg);
  same = g_string_equal (a, b) && screen->travel == travel;
  test_note ("%u lines", lines->n_paths);
  g_string_free (a, TRUE);
  g_string_free (b, TRUE);

  return same;
}

/* Checks that lines follow a slider, a selection, and another tolerance. */
static void
lines_following (const char *backend)
{
  TestRandom    random = { 6 };
  CePlace       place = test_place (backend);
  Screen        screen;
  CeParams      params;
  guint         generation = 0, alarm = screen_set_alarm ("lines");

  screen_open (&screen, "canny", backend, &image, NULL);
  screen.traced = TRUE;
  ce_params_init (&params, screen.filter);
  test_image_init (&screen.look.mask, image.width, image.height, 1, CE_U8);
  test_image_fill (&screen.look.mask, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  screen_show (&screen, 0.5, 0, 0, 5000, 5000);
  screen_feed_all (&screen);
  for (int i = 0; i < 40; i++)
    {
      params.low = 20 + i;
      params.tolerance = 0.05 * (i + 1);
      params.least_length = 8;
      generation = screen_request (&screen, &params);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  while (screen.of_lines != generation || screen.travel < 0)
    g_main_context_iteration (NULL, TRUE);
  test_ok (are_lines (&screen, &params, &screen.look.mask), "%s: the lines are those of the last of 40 changes", backend);
  screen.traced = FALSE;
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  test_ok (screen.of_lines == generation, "and none are made any more where none are wanted");
  g_source_remove (alarm);
  ce_render_start (screen.render, &place);     /* the mask must not be read afterwards */
  while (screen.n_started == 0)
    g_main_context_iteration (NULL, TRUE);
  test_image_clear (&screen.look.mask);
  screen_close (&screen);
}

/* The focus is that of the whole image, also of its rectangles, and while a slider moves. */
static void
finding_focus (const char *backend)
{
  CePlace               place = test_place ("cpu:plain");
  const CeFilter       *filter = ce_filter_find ("sharpen");
  g_autoptr (CeSession) session = ce_open_copy (filter, &place, &image, FALSE, NULL, NULL, NULL);
  CeFound               expected;
  CeParams              params;
  Screen                screen;

  ce_session_find_focus (session, &expected, NULL, NULL, NULL);
  screen_open (&screen, "sharpen", backend, &image, NULL);
  ce_params_init (&params, screen.filter);
  screen.look.cut = (CeArea) { 130, 77, 401, 300 };
  screen_request (&screen, &params);
  screen_feed_all (&screen);
  for (int i = 0; i < 20; i++)
    {
      params.amount = 1 + i / 20.0;
      screen_request (&screen, &params);
      g_main_context_iteration (NULL, FALSE);
    }
  wait_for (&screen.n_found, 1, "the focus");
  test_ok (memcmp (&screen.found, &expected, sizeof expected) == 0, "%s: the focus is found in the whole image", backend);
  test_ok (screen.n_steps > 0 && screen.n_steps == (guint) expected.edges && ! ce_session_get_status (session)->steps,
           "and told with its %u edges, once, which only a dialog keeps", screen.n_steps);
  screen_close (&screen);
}

static void
run (const char *backend)
{
  Screen screen;
  GError *error = NULL;

  if (! screen_open (&screen, "sobel", backend, &image, &error))
    {
      test_skip (error->message, "following on %s", backend);
      g_error_free (error);
      return;
    }
  screen_close (&screen);

  measuring (backend);
  finding_focus (backend);
  reading_anew (backend);
  cutting (backend);
  counting_cut (backend);
  lines_following (backend);
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
