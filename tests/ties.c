/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening of bytes where it is hardest: some variants find out by
 * shorter ways what rounding will make of a level, and must see when it is too
 * close for that. Amounts are chosen that put one sample after the other right
 * between two bytes, or as near to that as a float can be; and for 3x3
 * sharpening all eighths, of which many make ties.
 *
 *   ties --seed SEED
 */
#include "support.h"

#include <math.h>
#include <string.h>

static gint64 seed = 1;

static const GOptionEntry options[] = {
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Begin with this seed", "SEED" },
  { NULL }
};

typedef struct
{
  char     **names;             /* "cpu:plain" first */
  CeSession *sessions[16];
  int        n_renders;
  int        n_different;
} Subjects;

static CeSession *
open_session (const char *name, const CeView *image)
{
  g_autoptr (GError) error = NULL;
  CeSession         *session = test_session_new ("sharpen", name, image, FALSE, &error);

  if (! session)
    g_error ("%s: %s", name, error->message);

  return session;
}

static const CeView *
render (CeSession *session, const CeParams *params)
{
  g_autoptr (GError) error = NULL;

  if (! ce_session_render (session, params, NULL, NULL, &error))
    g_error ("%s", error->message);

  return ce_session_get_result (session);
}

static void
compare (Subjects *subjects, const CeParams *params)
{
  const CeView *expected = render (subjects->sessions[0], params);

  for (int i = 1; subjects->names[i]; i++)
    {
      g_autofree char *diff = test_image_diff (expected, render (subjects->sessions[i], params));

      subjects->n_renders++;
      if (diff && ++subjects->n_different <= 5)
        test_note ("%s, radius %g, amount %.9g, threshold %.9g: %s", subjects->names[i], params->sigma, params->amount,
                   params->threshold, diff);
    }
}

/* What the contract's floats make of bytes with an amount of 1: the details. */
static void
find_details (const CeView *image, const CeParams *params, float *details)
{
  CeParams  all = *params;
  CeView    levels;
  CeSession *session;
  gsize     n = (gsize) image->width * image->channels;

  test_image_init (&levels, image->width, image->height, image->channels, CE_F32);
  for (int y = 0; y < image->height; y++)
    for (gsize i = 0; i < n; i++)
      ((float *) ce_view_row (&levels, y))[i] = ((const guint8 *) ce_view_row (image, y))[i] / 255.0f;

  all.amount = 1;
  all.threshold = 0;
  session = open_session ("cpu:plain", &levels);
  for (int y = 0; y < image->height; y++)
    for (gsize i = 0; i < n; i++)
      details[(gsize) y * n + i] = ((const float *) ce_view_row (render (session, &all), y))[i] * 255.0f
                                   - ((const guint8 *) ce_view_row (image, y))[i];

  ce_session_free (session);
  test_image_clear (&levels);
}

/* Amounts around the one at which @detail ends up between two bytes, and
 * thresholds around the detail itself. */
static void
try_detail (Subjects *subjects, CeParams *params, float detail, TestRandom *random)
{
  float tie = fabsf ((float) test_random_int (random, 0, (int) fminf (254, 9 * fabsf (detail))) + 0.5f) / fabsf (detail);
  float threshold = fabsf (detail);

  for (int i = 0; i < 4; i++)
    tie = nextafterf (tie, 0);
  for (int i = 0; i < 9 && tie < 10; i++, tie = nextafterf (tie, 20))
    {
      params->amount = tie;
      params->threshold = 0;
      compare (subjects, params);
    }

  for (int i = 0; i < 2; i++)
    threshold = nextafterf (threshold, 0);
  for (int i = 0; i < 5; i++, threshold = nextafterf (threshold, 300))
    {
      params->threshold = threshold;
      compare (subjects, params);
    }
}

static void
try_image (Subjects *subjects, const CeView *image, double radius, TestRandom *random)
{
  gsize             n = (gsize) image->width * image->height * image->channels;
  g_autofree float *details = g_new (float, n);
  CeParams          params;

  ce_params_init (&params, ce_filter_find ("sharpen"));
  params.method = CE_METHOD_UNSHARP;
  params.channels = CE_CHANNELS_RGB;
  params.sigma = radius;
  find_details (image, &params, details);

  for (int i = 0; subjects->names[i]; i++)
    subjects->sessions[i] = open_session (subjects->names[i], image);
  for (int i = 0; i < 60; i++)
    {
      float detail = details[test_random_int (random, 0, (int) n - 1)];

      if (fabsf (detail) > 0.01f)
        try_detail (subjects, &params, detail, random);
    }

  params.method = CE_METHOD_KERNEL;
  params.threshold = 0;
  for (int i = 0; i <= 80; i++)
    {
      params.amount = i / 8.0;
      compare (subjects, &params);
      params.amount = test_random_double (random, 0, 10);
      compare (subjects, &params);
    }

  for (int i = 0; subjects->names[i]; i++)
    ce_session_free (subjects->sessions[i]);
}

int
main (int argc, char **argv)
{
  static const double        radii[] = { 0.3, 0.5, 1, 1.4, 2, 3, 7, 20 };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;
  TestRandom                 random;
  Subjects                   subjects = { .names = test_backends ("cpu") };

  g_option_context_add_main_entries (context, options, NULL);
  if (! g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);

  random.state = (guint64) seed;
  for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
    {
      CeView image;

      test_image_init (&image, test_random_int (&random, 1, 90), test_random_int (&random, 1, 20), 1 + (int) i % 4, CE_U8);
      test_image_fill (&image, i % 2 ? TEST_NOISE : TEST_FEW_LEVELS, TEST_ALPHA_OPAQUE, &random);
      try_image (&subjects, &image, radii[i], &random);
      test_image_clear (&image);
    }

  test_ok (subjects.n_renders > 0 && ! subjects.n_different, "%d renders between two bytes, seed %" G_GINT64_FORMAT,
           subjects.n_renders, seed);
  g_strfreev (subjects.names);

  return test_done ();
}
