/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests sessions: refusals, Cancel, repeated renders, fallback.
 */
#include "tests/support/support.h"

#include <math.h>
#include <string.h>

static CeSession *
new_session (const CeFilter *filter, const char *text, int width, int height, int channels)
{
  CePlace place = test_place (text);

  return ce_session_new (filter, &place, width, height, channels, CE_U8, NULL);
}

static void
refused_backends (void)
{
  static const char *const names[] = { "gpu", "cpu:z80", "cp", "cpux", "", "cuda:77", "cpu:" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError)    error = NULL;
      g_autoptr (CeSession) session = NULL;
      CePlace               place;
      g_autofree char      *what = g_strdup_printf ("backend “%s” is refused", names[i]);

      if (ce_place_parse (&place, names[i], &error))
        session = ce_session_new (ce_filter_get (CE_FILTER_SOBEL), &place, 4, 4, 1, CE_U8, &error);
      if (session && ce_session_open (session, &error))
        test_ok (FALSE, "%s", what);
      else
        test_unavailable (error, what);
    }
}

/* Checks refusals of a backend that starts while rows arrive. */
static void
refused_meanwhile (void)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GError)    again = NULL;
  CePlace               nowhere = { CE_BACKEND_CUDA, 99, CE_VARIANT_BEST, FALSE };
  g_autoptr (CeSession) session = ce_session_new (ce_filter_get (CE_FILTER_SOBEL), &nowhere, 4, 4, 1, CE_U8, NULL);
  guint8                rows[16] = { 0 };
  CeParams              params;

  ce_params_init (&params, ce_filter_get (CE_FILTER_SOBEL));
  ce_session_put_rows (session, 0, 2, rows, 4);
  test_ok (! ce_session_open (session, &error), "a session on the hundredth GPU does not open");
  test_unavailable (error, "and says why");
  ce_session_put_rows (session, 2, 2, rows, 4);
  test_ok (! ce_session_render (session, &params, NULL, NULL, &again), "nor does it render");
  test_ok (again && g_str_equal (again->message, error->message), "for the same reason");
}

static void
refused_values (void)
{
  g_autoptr (CeSession) session = new_session (ce_filter_get (CE_FILTER_CANNY), "cpu", 2, 2, 1);
  CeParams              params;
  const double          bad[] = { -0.001, 50.001, NAN, INFINITY };

  ce_session_put_rows (session, 0, 2, "\1\2\3\4", 2);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
      params.sigma = bad[i];
      ce_session_render (session, &params, NULL, NULL, &error);
      test_error (error, CE_ERROR_INVALID, "a render refuses a number out of range");
    }

  for (int value = -1; value <= 99; value += 100)
    {
      g_autoptr (GError) error = NULL;

      ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
      params.stage = value;
      ce_session_render (session, &params, NULL, NULL, &error);
      test_error (error, CE_ERROR_INVALID, "a render refuses an unknown choice");
    }
}

static gboolean
stop (double share, gpointer data)
{
  int *calls = data;

  return --*calls > 0;
}

/* Checks that shares lie in 0 to 1 and never fall. */
typedef struct
{
  int      calls;
  double   last;
  gboolean ok;
} Shares;

static gboolean
watch (double share, gpointer data)
{
  Shares *shares = data;

  shares->ok &= share >= shares->last && share <= 1;
  shares->last = share;
  shares->calls++;

  return TRUE;
}

static CeSession *
photo_session (const char *filter, const char *backend, CeView *image)
{
  test_image_init (image, 700, 600, 3, CE_U8);
  test_image_natural (image, 3);

  return test_session_new (filter, backend, image, FALSE, NULL);
}

/* Checks that a cancelled render sets its error and keeps the last result, and that the session stays usable. */
static void
cancel (const char *filter, const char *backend)
{
  g_autoptr (GError)    error = NULL;
  CeView                image, first;
  g_autoptr (CeSession) session = photo_session (filter, backend, &image);
  CeParams              params, changed;
  double                sigma;
  int                   calls = 1;
  Shares                shares = { 0, 0, TRUE };
  g_autofree char      *diff = NULL;
  g_autofree char      *diff_again = NULL;
  g_autofree char      *what = g_strdup_printf ("%s on %s is cancelled", filter, backend);

  ce_params_init (&params, ce_filter_find (filter));
  changed = params;
  changed.sigma = 2.5;
  changed.operator_ = CE_OPERATOR_SCHARR;
  changed.amount = 3;

  test_ok (ce_session_render (session, &params, watch, &shares, &error), "%s on %s renders", filter, backend);
  test_ok (shares.ok && shares.calls > 0, "%s on %s: progress rises (%d calls, last %.2f)", filter, backend,
           shares.calls, shares.last);
  sigma = ce_session_get_status (session)->params.sigma;
  test_image_init (&first, 700, 600, ce_session_get_result (session)->channels, CE_U8);
  for (int y = 0; y < 600; y++)
    memcpy (ce_view_row (&first, y), ce_view_row (ce_session_get_result (session), y), test_image_row (&first));

  test_ok (! ce_session_render (session, &changed, stop, &calls, &error), "%s", what);
  test_ok (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED), "%s with its own error", what);
  diff = test_image_diff (&first, ce_session_get_result (session));
  test_ok (! diff && ce_session_get_status (session)->params.sigma == sigma, "%s, and the last result stays", what);

  g_clear_error (&error);
  test_ok (ce_session_render (session, &params, NULL, NULL, &error), "%s, and renders again", what);
  diff_again = test_image_diff (&first, ce_session_get_result (session));
  test_ok (! diff_again, "%s, and gives the same result again", what);

  test_image_clear (&first);
  test_image_clear (&image);
}

/* Checks progress with automatic thresholds, which walk over the image twice in one render. */
static void
two_walks (const char *backend)
{
  CeView                image;
  g_autoptr (CeSession) session = photo_session ("canny", backend, &image);
  CeParams              params;
  Shares                shares = { 0, 0, TRUE };
  gboolean              ok;

  ce_params_init (&params, ce_filter_find ("canny"));
  params.thresholds = CE_THRESHOLDS_OTSU;
  ok = ce_session_render (session, &params, watch, &shares, NULL);
  test_ok (ok && shares.ok && shares.calls > 0,
           "progress of automatic thresholds rises on %s (%d calls, last %.2f)", backend, shares.calls, shares.last);
  test_image_clear (&image);
}

/* Checks that rows one by one through ce_session_put_rows() and all rows at once in place give the same result. */
static void
arrival (const char *backend)
{
  CeView                image;
  g_autoptr (CeSession) bands = photo_session ("canny", backend, &image);
  g_autoptr (CeSession) whole = new_session (ce_filter_find ("canny"), backend, 700, 600, 3);
  g_autoptr (CeSession) single = new_session (ce_filter_find ("canny"), backend, 700, 600, 3);
  const CeView         *source = ce_session_get_source (whole);
  CeParams              params;
  g_autofree char      *diff = NULL;
  g_autofree char      *diff_single = NULL;

  for (int y = 0; y < 600; y++)
    {
      memcpy (ce_view_row (source, y), ce_view_row (&image, y), test_image_row (&image));
      ce_session_put_rows (single, y, 1, ce_view_row (&image, y), image.stride);
    }
  ce_session_put_rows (whole, 0, 600, NULL, 0);

  ce_params_init (&params, ce_filter_find ("canny"));
  ce_session_render (bands, &params, NULL, NULL, NULL);
  ce_session_render (whole, &params, NULL, NULL, NULL);
  ce_session_render (single, &params, NULL, NULL, NULL);
  diff = test_image_diff (ce_session_get_result (bands), ce_session_get_result (whole));
  diff_single = test_image_diff (ce_session_get_result (bands), ce_session_get_result (single));
  test_ok (! diff && ! diff_single, "rows may arrive in any bands on %s", backend);
  test_image_clear (&image);
}

/* Returns whether it renders the result of a new session with this image. */
static gboolean
is_as_new (CeSession *session, const CeParams *params, const CeView *image)
{
  g_autoptr (CeSession) fresh = test_session_new ("sobel", "cpu:plain", image, FALSE, NULL);
  g_autofree char      *diff = NULL;

  if (! ce_session_render (session, params, NULL, NULL, NULL) || ! ce_session_render (fresh, params, NULL, NULL, NULL))
    return FALSE;

  diff = test_image_diff (ce_session_get_result (session), ce_session_get_result (fresh));

  return ! diff;
}

/* Checks the first transparent pixel of an image in the last band that arrives, and one that is painted later. */
static void
late_transparency (const char *backend)
{
  TestRandom            random = { 5 };
  CeView                image;
  CeParams              params;
  g_autoptr (CeSession) arriving = NULL;
  g_autoptr (CeSession) painted = NULL;
  const CeView         *source;

  ce_params_init (&params, ce_filter_find ("sobel"));
  test_image_init (&image, 200, 300, 4, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  painted = test_session_new ("sobel", backend, &image, TRUE, NULL);
  test_ok (is_as_new (painted, &params, &image), "%s: an opaque image", backend);

  memset (ce_view_row (&image, 290), 100, 400);
  arriving = test_session_new ("sobel", backend, &image, FALSE, NULL);
  test_ok (is_as_new (arriving, &params, &image), "%s: transparency in the last rows that arrive", backend);

  source = ce_session_get_source (painted);
  memset (ce_view_row (source, 290), 100, 400);
  ce_session_put_rows (painted, 290, 1, NULL, 0);
  test_ok (is_as_new (painted, &params, &image), "%s: and where it is painted later", backend);
  test_image_clear (&image);
}

/* Checks that found thresholds give the same result when they are set by hand, and that a part has those that are known of
 * it, also after it had others. */
static void
told_thresholds (const char *backend)
{
  TestRandom            random = { 6 };
  CeView                image, part;
  CeParams              params, told;
  CeArea                all = { 0, 0, 200, 150 };
  CeFound               known;
  g_autoptr (CeSession) found = NULL;
  g_autoptr (CeSession) by_hand = NULL;

  test_image_init (&image, all.width, all.height, 1, CE_U8);
  test_image_init (&part, all.width, all.height, 1, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&params, ce_filter_find ("canny"));
  params.thresholds = CE_THRESHOLDS_OTSU;
  told = params;
  told.thresholds = CE_THRESHOLDS_MANUAL;
  found = test_session_new ("canny", backend, &image, TRUE, NULL);
  by_hand = test_session_new ("canny", "cpu:plain", &image, FALSE, NULL);
  ce_session_render (found, &params, NULL, NULL, NULL);
  known = ce_session_get_status (found)->found;
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *diff = NULL, *part_diff = NULL;

      told.low = known.low = ce_session_get_status (found)->found.low * (i == 1 ? 2 : 1);
      told.high = known.high = ce_session_get_status (found)->found.high * (i == 1 ? 2 : 1);
      ce_session_render (by_hand, &told, NULL, NULL, NULL);
      ce_session_render_part (found, &params, &known, &all, CE_PART_RESULT, &part, NULL, NULL, NULL);
      diff = i == 1 ? NULL : test_image_diff (ce_session_get_result (found), ce_session_get_result (by_hand));
      part_diff = test_image_diff (&part, ce_session_get_result (by_hand));
      test_ok (! diff && ! part_diff && told.low != params.low && told.high != params.high && told.low < told.high,
               "%s: thresholds of %g and %g are told, and known of a part", backend, told.low, told.high);
    }
  test_image_clear (&part);
  test_image_clear (&image);
}

/* Checks a session that will not render again. */
static void
retirement (const char *backend)
{
  CePlace               place = test_place (backend);
  CeView                image, again;
  g_autoptr (CeSession) session = photo_session ("canny", backend, &image);
  g_autoptr (CeSession) other = photo_session ("canny", backend, &again);
  g_autofree char      *diff = NULL;
  CeParams              params;

  ce_params_init (&params, ce_filter_find ("canny"));
  ce_session_render (session, &params, NULL, NULL, NULL);
  ce_session_render (other, &params, NULL, NULL, NULL);
  ce_session_finish (session);
  diff = test_image_diff (ce_session_get_result (session), ce_session_get_result (other));
  test_ok (! diff && ! ce_session_get_source (session)->data, "%s: a session that retires keeps its result alone", backend);
  test_ok (ce_place_equal (&ce_session_get_status (session)->place, &place) && ce_session_get_status (session)->device
           && ce_session_get_status (session)->times.compute_ms > 0, "%s: and what it says of it", backend);
  test_image_clear (&image);
  test_image_clear (&again);
}

/* Checks the texts of a session: place, device, reason. */
static void
names (const char *backend)
{
  CePlace               place = test_place (backend);
  CeView                image;
  g_autoptr (CeSession) session = photo_session ("sobel", backend, &image);
  CeParams              params;

  ce_params_init (&params, ce_filter_find ("sobel"));
  ce_session_render (session, &params, NULL, NULL, NULL);
  test_ok (ce_place_equal (&ce_session_get_status (session)->place, &place), "the session of %s says so", backend);
  test_ok (ce_session_get_status (session)->device && *ce_session_get_status (session)->device, "%s computes on “%s”", backend,
           ce_session_get_status (session)->device);
  test_ok (ce_session_get_status (session)->fallback == NULL, "%s did not fall back", backend);
  test_ok (ce_session_get_status (session)->times.compute_ms > 0
           && ce_session_get_status (session)->times.total_ms >= ce_session_get_status (session)->times.compute_ms, "%s took %.2f ms to compute", backend,
           ce_session_get_status (session)->times.compute_ms);
  test_image_clear (&image);
}

/* Checks that "auto" ends with a result if the GPU fails, and gives the reason. */
static void
automatic (void)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (GError)    why_not = NULL;
  CePlace               cuda = { .choice = CE_BACKEND_CUDA };
  gboolean              has_cuda = ce_backend_start (&cuda, &why_not) != NULL;
  g_autoptr (CeSession) session = new_session (ce_filter_find ("sobel"), "auto:cuda", 4096, 4096, 1);
  CeParams              params;

  ce_params_init (&params, ce_filter_find ("sobel"));
  if (! test_ok (session && ce_session_open (session, &error), "auto opens a large image: %s", error ? error->message : "yes"))
    return;

  ce_session_put_rows (session, 0, 4096, NULL, 0);
  test_ok (ce_session_render (session, &params, NULL, NULL, &error), "auto renders it on %s",
           ce_session_get_status (session)->device);
  if (has_cuda)
    {
      test_skip ("CUDA works here", "auto falls back");
      return;
    }

  test_ok (ce_session_get_status (session)->place.choice == CE_BACKEND_CPU, "without CUDA auto takes the CPU");
  test_ok (test_is_sentence (why_not->message), "why not: %s", why_not->message);
  test_ok (g_strcmp0 (ce_session_get_status (session)->fallback, why_not->message) == 0, "the session says why");
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);

  refused_backends ();
  refused_meanwhile ();
  refused_values ();
  for (char **backend = backends; *backend; backend++)
    {
      for (int id = 0; id < CE_N_FILTERS; id++)
        cancel (ce_filter_get (id)->name, *backend);
      two_walks (*backend);
      arrival (*backend);
      late_transparency (*backend);
      told_thresholds (*backend);
      retirement (*backend);
      names (*backend);
    }
  automatic ();

  return test_done ();
}
