/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * ce_session_begin: a render that begins while rows arrive gives the same as
 * one that does not, whatever arrives and whatever is rendered after all. Rows
 * that have not arrived hold poison, and the threads of the pool do all they may
 * before more arrive: a tile that begins too early is wrong.
 *
 *   begin [BACKEND [SEED]]
 */
#include "cases.h"

#include "engine/threads.h"

#include <string.h>

#define CASES 150

/* What happens to the expected render. */
typedef enum { AS_EXPECTED, OTHER_PARAMS, NEVER, N_ENDINGS } Ending;

/* As numbers of any type, far from what images hold. */
static void
poison (CeSession *session)
{
  const CeView *source = ce_session_get_source (session);

  memset (source->data, 0xc7, source->stride * (gsize) source->height);
}

static void
feed (CeSession *session, const CeView *image, TestRandom *random)
{
  /* By few at a time a tile begins as soon as it may. */
  int most = test_random_chance (random, 0.5) ? 2 : 90;

  for (int y = 0; y < image->height;)
    {
      int n_rows = test_random_int (random, 1, most);

      n_rows = MIN (n_rows, image->height - y);
      ce_session_put_rows (session, y, n_rows, ce_view_row (image, y), image->stride);
      ce_threads_settle ();
      y += n_rows;
    }
}

/* Returns what differs, NULL for nothing. */
static char *
compare (const CeFilter *filter, const char *backend, const CeView *image, const CeParams *expected,
         const CeParams *rendered, TestRandom *random)
{
  g_autoptr (CeSession) early = test_session_empty (filter, backend, image, FALSE, NULL);
  g_autoptr (CeSession) after = test_session_empty (filter, backend, image, FALSE, NULL);

  poison (early);
  ce_session_begin (early, expected);
  feed (early, image, random);
  feed (after, image, random);
  if (! rendered)
    return NULL;

  if (! ce_session_render (early, rendered, NULL, NULL, NULL) || ! ce_session_render (after, rendered, NULL, NULL, NULL))
    return g_strdup ("a render failed");

  return test_image_diff (ce_session_get_result (early), ce_session_get_result (after));
}

static int
run_case (const CeFilter *filter, const char *backend, TestRandom *random)
{
  int              width = test_random_int (random, 1, 500);
  int              height = test_random_int (random, 1, 700);
  CeType           type = test_random_int (random, CE_U8, CE_F32);
  Ending           ending = (Ending) test_random_int (random, 0, N_ENDINGS - 1);
  CeParams         expected, rendered;
  CeView           image;
  g_autofree char *diff = NULL;

  test_image_init (&image, width, height, test_random_int (random, 1, 4), type);
  test_image_fill (&image, TEST_SHAPES, test_random_chance (random, 0.5) ? TEST_ALPHA_OPAQUE : TEST_ALPHA_SOME, random);
  ce_params_init (&expected, filter);
  test_case_params (&expected, filter, 0.5, random);
  rendered = expected;
  if (ending == OTHER_PARAMS)
    test_case_params (&rendered, filter, 0.5, random);

  diff = compare (filter, backend, &image, &expected, ending == NEVER ? NULL : &rendered, random);
  if (diff)
    {
      g_autofree char *params = ce_params_to_text (&rendered, filter);

      test_note ("%s on %s, %dx%d, %d channels, type %d, ending %d, %s: %s", filter->name, backend, width, height,
                 image.channels, type, ending, params, diff);
    }
  test_image_clear (&image);

  return diff != NULL;
}

/* Transparency that shows only in the last rows: what was computed before
 * took the image for opaque. */
static void
late_transparency (const char *backend)
{
  const CeFilter  *filter = ce_filter_find ("canny");
  TestRandom       random = { 3 };
  CeParams         params;
  CeView           image;
  g_autofree char *diff = NULL;

  test_image_init (&image, 300, 2000, 4, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
  for (int x = 0; x < 40; x++)
    ((guint8 *) ce_view_row (&image, 1990))[4 * x + 3] = 0;

  ce_params_init (&params, filter);
  diff = compare (filter, backend, &image, &params, &params, &random);
  test_ok (! diff, "transparency in the last rows counts on %s", backend);
  test_image_clear (&image);
}

/* Canny of an image with weak pixels that hang on a few strong ones far away, many of which come later. */
static void
long_chains (const char *backend, CeType type, int style)
{
  const CeFilter  *filter = ce_filter_find ("canny");
  TestRandom       random = { 4 };
  CeParams         params;
  CeView           image;
  g_autofree char *diff = NULL;

  test_image_init (&image, 2611, 1700, 1, type);
  test_image_fill (&image, TEST_NOISE, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&params, filter);
  params.low = 30;
  params.high = 300;
  params.style = style;
  diff = compare (filter, backend, &image, &params, &params, &random);
  if (diff)
    test_note ("type %d, style %d: %s", type, style, diff);
  test_ok (! diff, "long chains are followed on %s", backend);
  test_image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);
  guint64        seed = argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : (guint64) g_get_real_time () % 1000000;

  test_note ("seed %" G_GUINT64_FORMAT, seed);
  for (char **backend = backends; *backend; backend++)
    {
      TestRandom random = { seed };
      int        n_different = 0;

      for (int i = 0; i < CASES && ! g_str_equal (*backend, "cpu:plain"); i++)
        n_different += run_case (ce_filter_get (i % CE_N_FILTERS), *backend, &random);
      test_ok (n_different == 0, "%d of %d renders begun early differ on %s", n_different, CASES, *backend);
      late_transparency (*backend);
      long_chains (*backend, CE_U8, CE_STYLE_WHITE_ON_BLACK);
      long_chains (*backend, CE_U8, CE_STYLE_BLACK_ON_WHITE);
      long_chains (*backend, CE_U16, CE_STYLE_BLACK_ON_WHITE);
      long_chains (*backend, CE_F32, CE_STYLE_WHITE_ON_BLACK);
    }

  return test_done ();
}
