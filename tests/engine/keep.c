/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests ce_session_keep_stages(): a session whose parameters change gives the results of new sessions, on images large
 * enough for several tiles and threads. CE_TESTING=keep-memory=BYTES limits the kept memory. On the CPU the best instruction
 * set computes, because what is kept does not depend on it.
 */
#include "tests/support/cases.h"

#include <string.h>

#define STEPS 25

/* Changes parameters; every other step changes only thresholds, style or amount. */
static void
change (CeParams *params, const CeFilter *filter, gboolean thresholds, TestRandom *random)
{
  CeParams other = *params;

  test_case_params (&other, filter, 0.5, random);
  other.sigma = MIN (other.sigma, 4);
  for (const CeParam *param = filter->params; param->name; param++)
    if (! thresholds || param->step == CE_STEP_THRESHOLDS || g_str_equal (param->name, "style")
        || g_str_equal (param->name, "amount"))
      test_params_copy (params, &other, param);
}

/* Returns (nullable) the difference between a kept and a new session. */
static char *
compare (CeSession *kept, const CeFilter *filter, const char *backend, const CeView *image, const CeParams *params)
{
  g_autoptr (CeSession) fresh = test_session_new (filter->name, backend, image, FALSE, NULL);

  if (! ce_session_render (kept, params, NULL, NULL, NULL) || ! ce_session_render (fresh, params, NULL, NULL, NULL))
    return g_strdup ("a render failed");

  return test_image_diff (ce_session_get_result (kept), ce_session_get_result (fresh));
}

static gboolean
same_counts (CeSession *kept, const char *backend, const CeView *image, const CeParams *params, CeHistogram what)
{
  static guint64        counts[2][CE_HISTOGRAM_BINS];
  g_autoptr (CeSession) fresh = test_session_new ("canny", backend, image, FALSE, NULL);

  return ce_session_histogram (kept, params, what, NULL, counts[0], NULL, NULL, NULL)
         && ce_session_histogram (fresh, params, what, NULL, counts[1], NULL, NULL, NULL)
         && memcmp (counts[0], counts[1], sizeof counts[0]) == 0;
}

static int
run (const CeFilter *filter, const char *backend, const CeView *image, TestRandom *random)
{
  g_autoptr (CeSession) session = test_session_new (filter->name, backend, image, TRUE, NULL);
  CeParams              params, earlier[STEPS];
  int                   n_different = 0;

  ce_params_init (&params, filter);
  for (int i = 0; i < STEPS; i++)
    {
      g_autofree char *diff = NULL;
      int              calls = test_random_int (random, 1, 40);

      earlier[i] = params;
      change (&params, filter, i % 3 != 0, random);
      if (test_random_chance (random, 0.3))
        {
          ce_session_render (session, &params, test_give_up, &calls, NULL);
          if (test_random_chance (random, 0.5))
            params = earlier[test_random_int (random, MAX (0, i - 3), i)];
        }
      if (filter->id == CE_FILTER_CANNY && test_random_chance (random, 0.2))
        n_different += ! same_counts (session, backend, image, &params, test_random_int (random, 0, 1));

      diff = compare (session, filter, backend, image, &params);
      if (diff)
        {
          g_autofree char *text = ce_params_to_text (&params, filter, NULL);

          test_note ("%s, %s, step %d, %s: %s", filter->name, backend, i, text, diff);
          n_different++;
        }
    }

  return n_different;
}

/* Tests a filter: Canny keeps the pixels that thinning leaves, sharpening the blurred luminance of colors. */
static void
run_filter (CeFilterId id, const char *backend, TestContent content, int channels, CeType type, guint64 seed)
{
  const CeFilter *filter = ce_filter_get (id);
  TestRandom      random = { seed };
  CeView          image;
  int             n_different;

  test_image_init (&image, 1403, 1100, channels, type);
  test_image_fill (&image, content, TEST_ALPHA_SOME, &random);
  n_different = run (filter, backend, &image, &random);
  test_ok (n_different == 0, "%s: %d of %d renders of %s differ, %d channels%s", backend, n_different, STEPS,
           filter->name, channels, type == CE_F32 ? " in float" : type == CE_U16 ? " in words" : "");
  test_image_clear (&image);
}

/* Two renders that keep a plane, and a third one that cannot use the plane. */
typedef struct
{
  const char *filter;
  const char *first;
  const char *second;
  const char *other;
} Interrupted;

static const Interrupted interrupted[] = {
  { "canny", "sigma=1.4 low=20 high=60", "sigma=1.4 low=30 high=50", "sigma=3 low=20 high=60" },
  { "canny", "sigma=1.4 thresholds=otsu", "sigma=1.4 thresholds=percentile", "sigma=3 thresholds=otsu" },
  { "sharpen", "method=unsharp radius=2 amount=1", "method=unsharp radius=2 amount=2", "method=unsharp radius=5 amount=1" },
  { "sharpen", "method=deconvolve iterations=12 radius=2", "method=deconvolve iterations=12 radius=2 amount=0.5",
    "method=deconvolve iterations=20 radius=3" },
};

typedef enum { RESULT, PART, HISTOGRAM, N_ASKED } Asked;

static const char *const asked_names[] = { "render", "part", "histogram" };

/* Renders a part of the result. With its surroundings it is less than the whole, but so large that its plane is kept. */
static gboolean
render_part (CeSession *session, const CeParams *params, CeView *part, int reports)
{
  const CeView *result = ce_session_get_result (session);
  CeArea        area = { 0, 0, result->width, result->height - 100 };

  test_image_init (part, area.width, area.height, result->channels, result->type);

  return ce_session_render_part (session, params, NULL, &area, CE_PART_RESULT, part, test_give_up, &reports, NULL);
}

/* Renders or counts, with at most @reports reports of progress. Returns whether it was completed. */
static gboolean
ask (CeSession *session, Asked what, const CeParams *params, int reports)
{
  static guint64 bins[CE_HISTOGRAM_BINS];
  CeView         part;
  gboolean       done;

  if (what == RESULT)
    return ce_session_render (session, params, test_give_up, &reports, NULL);
  if (what == HISTOGRAM)
    return ce_session_histogram (session, params, CE_HISTOGRAM_THINNED, NULL, bins, test_give_up, &reports, NULL);

  done = render_part (session, params, &part, reports);
  test_image_clear (&part);

  return done;
}

/* Returns whether a render, a part and the counts equal those of a new session. */
static gboolean
is_right (CeSession *session, const char *backend, const CeView *image, const CeFilter *filter, const CeParams *params)
{
  g_autofree char      *diff = compare (session, filter, backend, image, params);
  g_autofree char      *part_diff = NULL;
  g_autoptr (CeSession) fresh = test_session_new (filter->name, backend, image, FALSE, NULL);
  CeView                part, expected;
  gboolean              done;

  done = render_part (session, params, &part, G_MAXINT);
  done = render_part (fresh, params, &expected, G_MAXINT) && done;
  part_diff = test_image_diff (&expected, &part);
  test_image_clear (&part);
  test_image_clear (&expected);

  return done && ! diff && ! part_diff
         && (filter->id != CE_FILTER_CANNY || (same_counts (session, backend, image, params, CE_HISTOGRAM_THINNED)
                                              && same_counts (session, backend, image, params, CE_HISTOGRAM_MAGNITUDE)));
}

/* Makes two renders, a third one that is cancelled at each of its reports in turn, and the two again; then cancels the third
 * one once more, and renders it. A @familiar third one was rendered before with another amount or other thresholds. */
static void
interrupt (const Interrupted *one, const char *backend, Asked what, gboolean familiar)
{
  const CeFilter *filter = ce_filter_find (one->filter);
  TestRandom      random = { 83 };
  CeParams        first, second, other, before;
  CeView          image;
  int             n_wrong = 0, n_cancelled = 0;
  gboolean        done = FALSE;

  test_image_init (&image, 301, 400, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&first, filter);
  second = other = first;
  if (! ce_params_parse (&first, filter, one->first, NULL) || ! ce_params_parse (&second, filter, one->second, NULL)
      || ! ce_params_parse (&other, filter, one->other, NULL))
    g_error ("these are no parameters of %s", one->filter);
  before = other;
  before.amount += 1;
  before.low += 1;

  for (int reports = 1; reports <= STEPS && ! done; reports++)
    {
      g_autoptr (CeSession) session = test_session_new (one->filter, backend, &image, TRUE, NULL);

      for (int i = 0; i < 3; i++)
        n_wrong += ! ce_session_render (session, i == 0 ? &first : &second, NULL, NULL, NULL);
      ask (session, what == HISTOGRAM ? what : PART, &second, G_MAXINT);
      if (familiar)
        ce_session_render (session, &before, NULL, NULL, NULL);
      done = ask (session, what, &other, reports);
      n_cancelled += ! done;
      n_wrong += ! is_right (session, backend, &image, filter, &second)
                 || ! is_right (session, backend, &image, filter, &first);
      if (familiar)
        ce_session_render (session, &before, NULL, NULL, NULL);
      ask (session, what, &other, reports);
      n_wrong += ! is_right (session, backend, &image, filter, &other);
    }
  test_ok (n_wrong == 0 && (n_cancelled > 0 || familiar),
           "%s: %s, then a %s of %s%s that is cancelled in %d ways: %d times wrong afterwards",
           backend, one->first, asked_names[what], one->other, familiar ? ", known," : "", n_cancelled, n_wrong);
  test_image_clear (&image);
}

/* Renders two parts of one size in turn, large enough to be kept, also with another amount. */
static void
two_parts (const char *backend)
{
  static const CeArea areas[] = { { 0, 0, 301, 240 }, { 0, 17, 301, 240 } };
  const CeFilter     *filter = ce_filter_find ("sharpen");
  TestRandom          random = { 84 };
  CeParams            params;
  CeView              image, part;
  int                 n_wrong = 0;
  g_autoptr (CeSession) session = NULL;

  test_image_init (&image, 301, 257, 3, CE_U8);
  test_image_init (&part, 301, 240, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&params, filter);
  session = test_session_new ("sharpen", backend, &image, TRUE, NULL);
  for (int i = 0; i < 8; i++)
    {
      g_autofree char *diff = NULL;
      CeView           inside;

      params.amount = 1 + i / 4;
      n_wrong += ! ce_session_render (session, &params, NULL, NULL, NULL);
      inside = ce_view_part (ce_session_get_result (session), &areas[i % 2]);
      n_wrong += ! ce_session_render_part (session, &params, NULL, &areas[i % 2], CE_PART_RESULT, &part, NULL, NULL, NULL);
      diff = test_image_diff (&inside, &part);
      n_wrong += diff != NULL;
    }
  test_ok (n_wrong == 0, "%s: of two parts in turn %d of 8 are not those of the result", backend, n_wrong);
  test_image_clear (&image);
  test_image_clear (&part);
}

/* Deconvolves many tiles in several passes; no pass may write the plane that others still read. */
static void
many_tiles (const char *backend)
{
  static const char params[] = "method=deconvolve radius=5 iterations=5";
  TestRandom        random = { 85 };
  CeView            image, expected, result;
  g_autofree char  *diff = NULL;

  test_image_init (&image, 900, 700, 1, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  if (! test_render ("sharpen", "cpu:plain", params, &image, &expected, NULL)
      || ! test_render ("sharpen", backend, params, &image, &result, NULL))
    g_error ("a render failed");

  diff = test_image_diff (&expected, &result);
  test_ok (! diff, "%s: %s in several passes%s%s", backend, params, diff ? ": " : "", diff ? diff : "");
  test_image_clear (&image);
  test_image_clear (&expected);
  test_image_clear (&result);
}

static void
interrupt_all (const char *backend)
{
  for (guint i = 0; i < G_N_ELEMENTS (interrupted); i++)
    for (Asked what = RESULT; what < N_ASKED; what++)
      if (what != HISTOGRAM || g_str_equal (interrupted[i].filter, "canny"))
        for (int familiar = 0; familiar < 2; familiar++)
          interrupt (&interrupted[i], backend, what, familiar);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);

  for (char **backend = backends; *backend; backend++)
    if (! g_str_equal (*backend, "cpu:plain")
        && (! g_str_has_prefix (*backend, "cpu:") || ! backend[1] || ! g_str_has_prefix (backend[1], "cpu:")))
      {
        run_filter (CE_FILTER_CANNY, *backend, TEST_NATURAL, 1, CE_U8, 77);
        run_filter (CE_FILTER_CANNY, *backend, TEST_NOISE, 1, CE_F32, 78);
        run_filter (CE_FILTER_CANNY, *backend, TEST_NATURAL, 4, CE_U8, 79);
        run_filter (CE_FILTER_SHARPEN, *backend, TEST_NATURAL, 3, CE_U8, 80);
        run_filter (CE_FILTER_SHARPEN, *backend, TEST_NOISE, 3, CE_F32, 81);
        run_filter (CE_FILTER_SHARPEN, *backend, TEST_NATURAL, 4, CE_U16, 82);
        interrupt_all (*backend);
        two_parts (*backend);
        many_tiles (*backend);
      }

  return test_done ();
}
