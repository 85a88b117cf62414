/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters of one to four signals. A plan gets signals by hand here: red, green, blue and alpha, each blurred and
 * differentiated alone. Every backend gives the plain specification's samples, a picture of one color gives those of its
 * channel, and colors that are equal give those of the first one.
 */
#include "tests/support/support.h"

static const CeSignals of_colors[] = {
  { 1, { { 1, FALSE } } },
  { 2, { { 2, FALSE }, { 0, FALSE } } },
  { 3, { { 0, FALSE }, { 1, FALSE }, { 2, FALSE } } }
};

static const CeSignals of_colors_and_alpha[] = {
  { 1, { { 1, TRUE } } },
  { 2, { { 0, TRUE }, { 3, FALSE } } },
  { 3, { { 0, TRUE }, { 1, TRUE }, { 3, FALSE } } },
  { 4, { { 0, TRUE }, { 1, TRUE }, { 2, TRUE }, { 3, FALSE } } }
};

static const CeSignals gray = { 1, { { 0, FALSE } } };

/* @most: of CUDA's signals; the Laplacian and middles of lines compare luma and alpha alone. */
static const struct { CeFilterId filter; int most; const char *params; } cases[] = {
  { CE_FILTER_SOBEL, 4, "gain=0.5" },
  { CE_FILTER_SOBEL, 4, "norm=l1 operator=scharr" },
  { CE_FILTER_SOBEL, 4, "component=direction operator=prewitt" },
  { CE_FILTER_SOBEL, 4, "component=vertical" },
  { CE_FILTER_CANNY, 4, "sigma=0 low=20 high=60" },
  { CE_FILTER_CANNY, 4, "sigma=1.4 low=10 high=30 norm=l1" },
  { CE_FILTER_CANNY, 4, "sigma=6 low=2 high=6 width=3" },
  { CE_FILTER_CANNY, 4, "sigma=1 stage=classes" },
  { CE_FILTER_CANNY, 4, "sigma=0 stage=thinned" },
  { CE_FILTER_CANNY, 4, "sigma=2 stage=thinned norm=l1" },
  { CE_FILTER_CANNY, 4, "sigma=1 stage=magnitude" },
  { CE_FILTER_CANNY, 4, "sigma=1 stage=direction" },
  { CE_FILTER_CANNY, 2, "of=dark-lines line-width=4 low=1 high=3" },
  { CE_FILTER_LAPLACIAN, 2, "sigma=1.5 response=signed" },
  { CE_FILTER_LAPLACIAN, 2, "sigma=1 response=zero-crossings threshold=1" }
};

/* Renders @signals of @image into @result, whose memory is the pool's. */
static void
render (const char *backend_name, int number, const CeView *image, const CeSignals *signals, CeView *result)
{
  const CeFilter       *filter = ce_filter_get (cases[number].filter);
  CePlace               place = test_place (backend_name);
  const CeArea          area = { 0, 0, image->width, image->height };
  g_autoptr (CeSession) session = test_session_new (filter->name, "cpu:plain", image, FALSE, NULL);
  CeSource              source = { *ce_session_get_source (session), image->channels == 3 || image->channels == 1, TRUE };
  const CeProgress      progress = { 0 };
  g_autoptr (GError)    error = NULL;
  const CeBackend      *backend = ce_backend_start (&place, &error);
  gpointer              job = backend ? backend->open (&source, &place, &error) : NULL;
  CeParams              params;
  CePlan                plan;

  *result = (CeView) { .channels = 1, .type = image->type };
  ce_params_init (&params, filter);
  if (! job || ! ce_params_parse (&params, filter, cases[number].params, &error)
      || ! ce_plan_init (&plan, filter->id, &params, NULL, &source, &error)
      || ! ce_memory_take (result, image->width, image->height, &error))
    g_error ("%s", error->message);

  plan.taps = plan.taps / plan.signals.n * signals->n;
  plan.signals = *signals;
  if (! backend->render (job, &plan, &area, result, &progress, &error))
    g_error ("%s", error->message);
  backend->close (job);
}

/* Returns (nullable) the difference of two renders, the first of which is the specification's. */
static char *
compare (int number, const CeView *image, const CeSignals *signals, const char *backend, const CeView *other,
         const CeSignals *of_other)
{
  CeView expected, result;
  char  *diff;

  render ("cpu:plain", number, image, signals, &expected);
  render (backend, number, other, of_other, &result);
  diff = test_image_diff (&expected, &result);
  ce_memory_put (&expected);
  ce_memory_put (&result);

  return diff;
}

static gboolean
has_kernels (const char *backend, int number, int n)
{
  return g_str_has_prefix (backend, "cpu") || n <= cases[number].most;
}

static void
check_pictures (const char *backend, int width, int height)
{
  TestRandom random = { 40 };

  for (int k = 0; k < 6; k++)
    {
      CeType           type = (CeType) (k / 2);
      int              channels = 3 + k % 2, n_sets = channels, n_different = 0;
      const CeSignals *sets = channels == 3 ? of_colors : of_colors_and_alpha;
      CeView           image;

      test_image_init (&image, width, height, channels, type);
      test_image_fill (&image, k % 3 ? TEST_SHAPES : TEST_FEW_LEVELS, channels == 4 ? TEST_ALPHA_SHAPES : TEST_ALPHA_OPAQUE,
                       &random);
      for (int number = 0; number < (int) G_N_ELEMENTS (cases); number++)
        for (int i = 0; i < n_sets; i++)
          {
            g_autofree char *diff = has_kernels (backend, number, sets[i].n)
                                    ? compare (number, &image, &sets[i], backend, &image, &sets[i]) : NULL;

            if (diff)
              test_note ("%s, %d signals: %s", cases[number].params, sets[i].n, diff);
            n_different += diff != NULL;
          }
      test_ok (n_different == 0, "%s: %d renders of %dx%d pixels of %d channels in %s differ", backend, n_different, width,
               height, channels, test_type_names[type]);
      test_image_clear (&image);
    }
}

/* Copies a picture of one channel to each channel of @colors that is a bit of @which; the others are black. */
static void
put_colors (const CeView *one, CeView *colors, guint which)
{
  for (int y = 0; y < one->height; y++)
    for (int x = 0; x < one->width; x++)
      for (int c = 0; c < 3; c++)
        ((guint8 *) ce_view_row (colors, y))[3 * x + c] = which >> c & 1 ? ((guint8 *) ce_view_row (one, y))[x] : 0;
}

static void
check_colors (const char *backend)
{
  TestRandom random = { 41 };
  CeView     one, colors;

  test_image_init (&one, 131, 77, 1, CE_U8);
  test_image_init (&colors, 131, 77, 3, CE_U8);
  test_image_fill (&one, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
  for (guint which = 1; which < 8; which++)
    {
      int n_different = 0;

      put_colors (&one, &colors, which);
      for (int number = 0; number < (int) G_N_ELEMENTS (cases); number++)
        {
          g_autofree char *diff = has_kernels (backend, number, 3)
                                  ? compare (number, &one, &gray, backend, &colors, &of_colors[2]) : NULL;

          if (diff)
            test_note ("%s: %s", cases[number].params, diff);
          n_different += diff != NULL;
        }
      test_ok (n_different == 0, "%s: %d renders of%s%s%s differ from those of gray", backend, n_different,
               which & 1 ? " red" : "", which & 2 ? " green" : "", which & 4 ? " blue" : "");
    }
  test_image_clear (&one);
  test_image_clear (&colors);
}

/* Renders stages of all colors in turn in one session, which may keep planes of signals, and each in a new one. */
static void
check_stages (const char *backend)
{
  static const char *const stages[] = {
    "stage=luma sigma=1.4", "stage=edges sigma=1.4", "stage=blurred sigma=1.4", "stage=luma sigma=1.4",
    "stage=magnitude sigma=3", "stage=classes sigma=0", "stage=luma sigma=3", "stage=magnitude sigma=3 channel=luma-709", "stage=edges sigma=3"
  };
  const CeFilter       *canny = ce_filter_get (CE_FILTER_CANNY);
  TestRandom            random = { 43 };
  CeView                image;
  int                   n_different = 0;
  g_autoptr (CeSession) session = NULL;

  test_image_init (&image, 131, 77, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  session = test_session_new ("canny", backend, &image, TRUE, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (stages); i++)
    {
      g_autoptr (CeSession) fresh = test_session_new ("canny", backend, &image, FALSE, NULL);
      CeParams              params;

      ce_params_init (&params, canny);
      params.luma = CE_LUMA_STRONGEST;
      if (! ce_params_parse (&params, canny, stages[i], NULL) || ! ce_session_render (session, &params, NULL, NULL, NULL)
          || ! ce_session_render (fresh, &params, NULL, NULL, NULL))
        g_error ("no result of %s", stages[i]);
      n_different += test_image_diff (ce_session_get_result (session), ce_session_get_result (fresh)) != NULL;
    }
  test_ok (n_different == 0, "%s: %d of %d stages in turn differ", backend, n_different, (int) G_N_ELEMENTS (stages));
  test_image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);

  for (char **backend = backends; *backend; backend++)
    {
      check_pictures (*backend, 131, 77);
      check_pictures (*backend, 5, 3);
      check_colors (*backend);
      check_stages (*backend);
    }

  return test_done ();
}
