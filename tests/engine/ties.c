/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests sharpening of bytes at ties, where rounding is hardest. Some variants predict the rounding of a level by a shorter
 * computation, and must notice when a level is too close to a tie. Chosen amounts put one sample after the other exactly
 * between two bytes, or as near as a float can be; for 3x3 sharpening all eighths are tried, because many make ties.
 * Modulation has ties of its own: a detail equal to the soft threshold, a slope at the begin or end of a mask, a level at
 * its limit.
 *
 *   ties --seed SEED
 */
#include "tests/support/support.h"

#include "engine/arithmetic.h"

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
        test_note ("%s, method %d, radius %g, amount %.9g, threshold %.9g, noise %.9g: %s", subjects->names[i],
                   params->method, params->sigma, params->amount, params->threshold, params->detail, diff);
    }
}

/* Computes the details: the changes of bytes with an amount of 1, by the contract's floats. */
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

/* Tries amounts around the one that puts @detail between two bytes, and thresholds around the detail itself. */
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

/* Methods beside adding detail, and their largest amounts. */
static const struct
{
  CeMethod        method;
  CeThresholdKind kind;
  double          threshold;
  double          edge_mask;
  double          detail;
  double          halo_light;
  double          halo_dark;
  double          most;
} shapes[] = {
  { CE_METHOD_UNSHARP,    CE_THRESHOLD_SOFT, 3, 0,  0,   100, 100, 9 },
  { CE_METHOD_UNSHARP,    CE_THRESHOLD_HARD, 0, 60, 0,   100, 100, 9 },
  { CE_METHOD_UNSHARP,    CE_THRESHOLD_HARD, 0, 0,  8,   100, 100, 9 },
  { CE_METHOD_UNSHARP,    CE_THRESHOLD_HARD, 0, 0,  0,   30,  70,  9 },
  { CE_METHOD_UNSHARP,    CE_THRESHOLD_SOFT, 1, 40, 5.5, 0,   0,   9 },
  { CE_METHOD_KERNEL,     CE_THRESHOLD_HARD, 0, 60, 0,   50,  50,  3 },
  { CE_METHOD_ADAPTIVE,   CE_THRESHOLD_HARD, 0, 0,  0,   100, 100, 1 },
  { CE_METHOD_ADAPTIVE,   CE_THRESHOLD_HARD, 0, 30, 12,  20,  50,  1 },
  { CE_METHOD_DECONVOLVE, CE_THRESHOLD_HARD, 0, 0,  0,   100, 100, 2 },
  { CE_METHOD_DECONVOLVE, CE_THRESHOLD_HARD, 0, 20, 9,   40,  60,  2 },
};

/* Returns the level of sample @i by floats. */
static double
level_of (CeSession *floats, const CeParams *params, const CeView *image, gsize i)
{
  gsize         n = (gsize) image->width * image->channels;
  const CeView *result = render (floats, params);

  return ((const float *) ce_view_row (result, (int) (i / n)))[i % n] * 255.0;
}

/* Tries amounts around the one that changes sample @i by half a level, or by a whole one. */
static void
try_amounts (Subjects *subjects, CeSession *floats, CeParams *params, const CeView *image, gsize i, double most,
             TestRandom *random)
{
  double from = 0, to = most, first, last, target;
  float  amount;

  params->amount = from;
  first = level_of (floats, params, image, i);
  params->amount = to;
  last = level_of (floats, params, image, i);
  if (fabs (last - first) < 1)
    return;

  target = first + copysign (test_random_int (random, 1, 2 * (int) fmin (fabs (last - first), 250)) / 2.0, last - first);
  for (int step = 0; step < 26; step++)
    {
      double level;

      params->amount = (float) ((from + to) / 2);
      level = level_of (floats, params, image, i);
      if ((level < target) == (first < last))
        from = params->amount;
      else
        to = params->amount;
    }

  amount = (float) from;
  for (int step = 0; step < 3; step++)
    amount = nextafterf (amount, 0);
  for (int step = 0; step < 7; step++, amount = nextafterf (amount, 20))
    {
      params->amount = amount;
      compare (subjects, params);
    }
}

/* Returns the softened slope at a pixel of a gray image, from which sharpening computes its masks. */
static float
slope_at (const CeView *image, int x, int y)
{
  float rows[5], slopes[5];

#define AT(i, j) \
  ((const guint8 *) ce_view_row (image, CLAMP (y + (j), 0, image->height - 1)))[CLAMP (x + (i), 0, image->width - 1)]
  for (int j = -2; j <= 2; j++)
    {
      for (int i = -2; i <= 2; i++)
        {
          float dx = ce_gradient_x (AT (i - 1, j - 1), AT (i - 1, j), AT (i - 1, j + 1),
                                    AT (i + 1, j - 1), AT (i + 1, j), AT (i + 1, j + 1), 1, 2, 1);
          float dy = ce_gradient_y (AT (i - 1, j - 1), AT (i, j - 1), AT (i + 1, j - 1),
                                    AT (i - 1, j + 1), AT (i, j + 1), AT (i + 1, j + 1), 1, 2, 1);

          slopes[i + 2] = ce_sqrt (dx * dx + dy * dy) * 0.125f;
        }
      rows[j + 2] = ce_soften (slopes[0], slopes[1], slopes[2], slopes[3], slopes[4]);
    }
#undef AT

  return ce_soften (rows[0], rows[1], rows[2], rows[3], rows[4]);
}

/* Tries bounds of noise at which the mask just begins or just ends at a pixel. */
static void
try_ramps (Subjects *subjects, CeParams *params, const CeView *image, TestRandom *random)
{
  for (int i = 0; i < 10; i++)
    {
      int   x = test_random_int (random, MIN (2, image->width / 2), MAX (image->width - 3, image->width / 2));
      int   y = test_random_int (random, MIN (2, image->height / 2), MAX (image->height - 3, image->height / 2));
      float bound = slope_at (image, x, y) / (1 + i % 2);

      bound = nextafterf (bound, 0);
      for (int step = 0; step < 3 && bound > 0; step++, bound = nextafterf (bound, 255))
        {
          params->detail = bound;
          compare (subjects, params);
        }
    }
}

static void
try_shapes (Subjects *subjects, const CeView *image, double radius, TestRandom *random)
{
  gsize    n = (gsize) image->width * image->channels;
  CeParams params;
  CeView   levels;

  test_image_init (&levels, image->width, image->height, image->channels, CE_F32);
  for (int y = 0; y < image->height; y++)
    for (gsize i = 0; i < n; i++)
      ((float *) ce_view_row (&levels, y))[i] = ((const guint8 *) ce_view_row (image, y))[i] / 255.0f;
  for (int i = 0; subjects->names[i]; i++)
    subjects->sessions[i] = open_session (subjects->names[i], image);

  ce_params_init (&params, ce_filter_find ("sharpen"));
  params.sigma = radius;
  params.iterations = 2;
  for (guint shape = 0; shape < G_N_ELEMENTS (shapes); shape++)
    {
      CeSession *floats = open_session ("cpu:plain", &levels);

      params.method = shapes[shape].method;
      params.threshold_kind = shapes[shape].kind;
      params.threshold = shapes[shape].threshold;
      params.edge_mask = shapes[shape].edge_mask;
      params.detail = shapes[shape].detail;
      params.halo_light = shapes[shape].halo_light;
      params.halo_dark = shapes[shape].halo_dark;
      params.channels = shape % 2 ? CE_CHANNELS_RGB : CE_CHANNELS_LUMINANCE;
      for (int i = 0; i < 4; i++)
        try_amounts (subjects, floats, &params, image, (gsize) test_random_int (random, 0, (int) n * image->height - 1),
                     shapes[shape].most, random);
      ce_session_free (floats);
    }

  params.method = CE_METHOD_UNSHARP;
  params.amount = 1.5;
  if (image->channels == 1)
    try_ramps (subjects, &params, image, random);

  for (int i = 0; subjects->names[i]; i++)
    ce_session_free (subjects->sessions[i]);
  test_image_clear (&levels);
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
      try_shapes (&subjects, &image, radii[i], &random);
      test_image_clear (&image);
    }

  test_ok (subjects.n_renders > 0 && ! subjects.n_different, "%d renders between two bytes, seed %" G_GINT64_FORMAT,
           subjects.n_renders, seed);
  g_strfreev (subjects.names);

  return test_done ();
}
