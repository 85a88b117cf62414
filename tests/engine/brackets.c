/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests Canny's thresholds that are found in pictures whose peaks do not fit the memory: a sample of tiles brackets the
 * thresholds, one pass decides the peaks outside of the brackets, and the others follow. Edges have to be those of the
 * specification, whatever the sample says. CE_TESTING=keep-memory=BYTES limits the memory, so that small pictures are large
 * ones: with 1 byte brackets are narrow, and many ties make the lists too long.
 */
#include "tests/support/cases.h"

#include <math.h>

#define CASES 80

/* What is drawn beside the contents that all tests share. */
enum { SECRET = TEST_N_CONTENTS, STRIPES, PLATEAU, N_PICTURES };

static const char *const names[N_PICTURES] = { "natural", "noise", "few levels", "shapes", "sparse", "ramp", "flat",
                                               "texture in one place", "stripes of two levels",
                                               "many equal peaks and some" };

/* Draws a picture of @what. A sample of tiles probably misses the texture; all edges of stripes are ties. */
static void
draw (CeView *image, int what, TestRandom *random)
{
  int left = test_random_int (random, 0, image->width - 1), top = test_random_int (random, 0, image->height - 1);

  if (what < TEST_N_CONTENTS)
    {
      test_image_fill (image, what, TEST_ALPHA_SOME, random);
      return;
    }

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      for (int c = 0; c < image->channels; c++)
        {
          gboolean is_inside = x >= left && x < left + 200 && y >= top && y < top + 24;
          double   level = what == SECRET ? is_inside ? test_random_int (random, 0, 255) : 90 + x % 3
                           : x / 3 % 2 ? 60 : 200;

          if (what == PLATEAU && is_inside)
            level = test_random_int (random, 0, 255);
          test_image_put (image, x, y, c, image->channels % 2 == 0 && c == image->channels - 1 ? 255 : level);
        }
}

static void
draw_params (CeParams *params, TestRandom *random)
{
  const CeFilter *filter = ce_filter_find ("canny");
  static const double shares[] = { 0, 1, 50, 80, 95, 99, 100 };

  ce_params_init (params, filter);
  test_case_params (params, filter, 0.3, random);
  params->stage = CE_STAGE_EDGES;
  params->sigma = test_random_chance (random, 0.4) ? 0 : MIN (params->sigma, 4);
  params->thresholds = test_random_chance (random, 0.5) ? CE_THRESHOLDS_OTSU : CE_THRESHOLDS_PERCENTILE;
  params->share = shares[test_random_int (random, 0, G_N_ELEMENTS (shares) - 1)];
}

/* Returns (nullable) the difference between a render of @session and one of the specification. */
static char *
compare (CeSession *session, CeSession *plain, const CeParams *params)
{
  g_autoptr (GError) error = NULL;

  if (! ce_session_render (session, params, NULL, NULL, &error) || ! ce_session_render (plain, params, NULL, NULL, &error))
    return g_strdup (error->message);

  return test_image_diff (ce_session_get_result (plain), ce_session_get_result (session));
}

/* Makes thresholds manual: one is the found one, the other is near it, so that peaks of a count before may tell what is an
 * edge, or may not. */
static void
move_thresholds (CeParams *params, CeSession *session, TestRandom *random)
{
  CeFound found = ce_session_get_status (session)->found;
  double  by = test_random_int (random, -16, 16) / 2.0;

  params->thresholds = CE_THRESHOLDS_MANUAL;
  params->low = found.low;
  params->high = fmin (found.high, 1500);
  if (test_random_chance (random, 0.5))
    params->low = CLAMP (found.low + by, 0, 1500);
  else
    params->high = CLAMP (found.high + by, 0, 1500);
  ce_params_quantize (params, ce_filter_find ("canny"));
}

/* Renders a picture: alone, with another call that is cancelled before, and with other thresholds after a count. */
static char *
run (const char *backend, const CeView *image, const CeParams *params, TestRandom *random)
{
  static guint64        bins[CE_HISTOGRAM_BINS];
  CeParams              other = *params;
  int                   calls = test_random_int (random, 1, 30);
  g_autoptr (CeSession) session = test_session_new ("canny", backend, image, FALSE, NULL);
  g_autoptr (CeSession) plain = test_session_new ("canny", "cpu:plain", image, FALSE, NULL);
  char                 *diff;

  if (test_random_chance (random, 0.3))
    ce_session_render (session, params, test_give_up, &calls, NULL);
  diff = compare (session, plain, params);
  if (diff || test_random_chance (random, 0.2))
    return diff;

  move_thresholds (&other, session, random);
  ce_session_histogram (session, params, test_random_int (random, 0, 1), NULL, bins, NULL, NULL, NULL);

  return compare (session, plain, test_random_chance (random, 0.2) ? params : &other);
}

static void
run_pictures (const char *backend, int what)
{
  TestRandom random = { 300 + (guint64) what };
  int        n_different = 0;

  for (int i = 0; i < CASES / N_PICTURES; i++)
    {
      g_autofree char *diff = NULL;
      CeParams         params;
      CeView           image;

      test_image_init (&image, test_random_int (&random, 300, 700), test_random_int (&random, 150, 400),
                       test_random_int (&random, 1, 4), test_random_int (&random, CE_U8, CE_F32));
      draw (&image, what, &random);
      draw_params (&params, &random);
      diff = run (backend, &image, &params, &random);
      if (diff)
        {
          g_autofree char *text = ce_params_to_text (&params, ce_filter_find ("canny"), NULL);

          test_note ("%dx%d, %d channels, %s, %s: %s", image.width, image.height, image.channels,
                     test_type_names[image.type], text, diff);
          n_different++;
        }
      test_image_clear (&image);
    }
  test_ok (n_different == 0, "%s: %d of %d pictures differ, %s", backend, n_different, CASES / N_PICTURES, names[what]);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = NULL;

  g_setenv ("CE_TESTING", "threads=1 keep-memory=1", FALSE);
  backends = test_backends (argc > 1 ? argv[1] : NULL);
  for (char **backend = backends; *backend; backend++)
    if (g_str_has_prefix (*backend, "cpu") && ! g_str_equal (*backend, "cpu:plain"))
      for (int what = 0; what < N_PICTURES; what++)
        run_pictures (*backend, what);

  return test_done ();
}
