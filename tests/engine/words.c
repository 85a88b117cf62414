/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares words of 16 bits with floats of the same values: on every backend each result of words is that of floats, rounded
 * to words. Every word comes back unchanged.
 */
#include "tests/support/cases.h"

#define CASES 60

/* Converts the words of @image to floats. */
static void
to_floats (const CeView *image, CeView *floats)
{
  gsize n = (gsize) image->width * (gsize) image->height * (gsize) image->channels;

  test_image_init (floats, image->width, image->height, image->channels, CE_F32);
  for (gsize i = 0; i < n; i++)
    ((float *) floats->data)[i] = (float) ((const guint16 *) image->data)[i] / 65535.0f;
}

/* Converts floats to words, as for GIMP. */
static void
to_words (const CeView *floats, CeView *words)
{
  gsize n = (gsize) floats->width * (gsize) floats->height * (gsize) floats->channels;

  test_image_init (words, floats->width, floats->height, floats->channels, CE_U16);
  for (gsize i = 0; i < n; i++)
    {
      float value = ((const float *) floats->data)[i];

      value = value > 0.0f ? value : 0.0f;
      value = value < 1.0f ? value : 1.0f;
      ((guint16 *) words->data)[i] = (guint16) (value * 65535.0f + 0.5f);
    }
}

/* Returns (transfer full) (nullable) the difference. */
static char *
compare (const char *filter, const char *backend, const char *params, const CeView *image)
{
  g_autoptr (GError) error = NULL;
  CeView             floats, of_floats, expected, result;
  char              *diff;

  to_floats (image, &floats);
  if (! test_render (filter, "cpu:plain", params, &floats, &of_floats, &error)
      || ! test_render (filter, backend, params, image, &result, &error))
    return g_strdup (error->message);

  to_words (&of_floats, &expected);
  diff = test_image_diff (&expected, &result);
  test_image_clear (&floats);
  test_image_clear (&of_floats);
  test_image_clear (&expected);
  test_image_clear (&result);

  return diff;
}

/* Checks all words, in one picture. */
static void
every_word (const char *backend)
{
  static const struct { const char *filter, *params; } cases[] = {
    { "canny", "stage=luma" }, { "sharpen", "method=kernel amount=0" }, { "sharpen", "radius=1 amount=0" },
    { "sobel", "gain=0.37" }, { "sobel", "component=vertical gain=0.0123" }, { "laplacian", "response=signed sigma=0.5" },
  };
  CeView image;

  test_image_init (&image, 256, 256, 1, CE_U16);
  for (int i = 0; i < 65536; i++)
    ((guint16 *) image.data)[i] = (guint16) (i * 40503);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *diff = compare (cases[i].filter, backend, cases[i].params, &image);

      if (! diff && i < 3)
        {
          CeView result;

          test_render (cases[i].filter, backend, cases[i].params, &image, &result, NULL);
          diff = test_image_diff (&image, &result);
          test_image_clear (&result);
        }
      test_ok (! diff, "%s: every word, %s %s%s%s", backend, cases[i].filter, cases[i].params, diff ? ": " : "",
               diff ? diff : "");
    }
  test_image_clear (&image);
}

/* Checks opacities of which only the lower byte, or only the higher one, is 255. */
static void
nearly_opaque (const char *backend)
{
  static const guint16 opacities[] = { 0x12ff, 0xff12, 0xfffe, 0xffff };

  for (guint i = 0; i < G_N_ELEMENTS (opacities); i++)
    {
      g_autofree char *diff = NULL;
      CeView           image;

      test_image_init (&image, 9, 5, 2, CE_U16);
      for (int x = 0; x < 9 * 5; x++)
        {
          ((guint16 *) image.data)[2 * x] = (guint16) (x * 1400);
          ((guint16 *) image.data)[2 * x + 1] = opacities[i];
        }
      diff = compare ("sobel", backend, "", &image);
      test_ok (! diff, "%s: an opacity of %d%s%s", backend, opacities[i], diff ? ": " : "", diff ? diff : "");
      test_image_clear (&image);
    }
}

static void
random_cases (const char *backend, const CeFilter *filter)
{
  TestRandom random = { 16 + (guint64) filter->id };
  int        n_wrong = 0;

  for (int i = 0; i < CASES; )
    {
      TestCase one;
      CeParams params;

      test_case_init (&one, CASES_SMALL, &random);
      ce_params_init (&params, filter);
      test_case_params (&params, filter, 0.7, &random);
      if (one.image.type == CE_U16)
        {
          g_autofree char *text = ce_params_to_text (&params, filter, NULL);
          g_autofree char *diff = compare (filter->name, backend, text, &one.image);

          if (diff && n_wrong++ < 3)
            test_note ("%s, %s, %s: %s", backend, one.text, text, diff);
          i++;
        }
      test_case_clear (&one);
    }
  test_ok (n_wrong == 0, "%s: %s of words is that of floats: %d of %d differ", backend, filter->name, n_wrong, CASES);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);

  for (char **name = backends; *name; name++)
    {
      every_word (*name);
      nearly_opaque (*name);
      for (int id = 0; id < CE_N_FILTERS; id++)
        random_cases (*name, ce_filter_get (id));
    }

  return test_done ();
}
