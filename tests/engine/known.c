/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "known.h"

#include <string.h>

char **known_backends;

static gboolean
matches (const char *backend, const char *filter, const char *params, const CeView *in, CeView *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *diff = NULL;
  CeView             result;

  if (! test_render (filter, backend, params, in, &result, &error))
    {
      test_note ("%s: %s", backend, error->message);
      return FALSE;
    }

  diff = test_image_diff (expected, &result);
  if (diff)
    test_note ("%s, %s, expected and found: %s", backend, params, diff);
  test_image_clear (&result);

  return diff == NULL;
}

static void
known (const char *what, const char *filter, const char *params, CeView *in, gconstpointer out)
{
  CeView   expected = *in;
  gboolean ok = TRUE;

  if (! g_str_equal (filter, "sharpen"))
    expected.channels = 1;
  expected.stride = test_image_row (&expected);
  expected.data = (guint8 *) out;

  for (char **backend = known_backends; *backend; backend++)
    ok &= matches (*backend, filter, params, in, &expected);

  test_ok (ok, "%s: %s (%s)", filter, what, params);
}

void
known_u8 (const char *what, const char *filter, const char *params, int width, int height, int channels,
          const guint8 *in, const guint8 *out)
{
  CeView image = { (guint8 *) in, (gsize) width * channels, width, height, channels, CE_U8 };

  known (what, filter, params, &image, out);
}

void
known_f32 (const char *what, const char *filter, const char *params, int width, int height, int channels,
           const float *in, const float *out)
{
  CeView image = { (guint8 *) in, (gsize) width * channels * sizeof (float), width, height, channels, CE_F32 };

  known (what, filter, params, &image, out);
}

void
known_same (const char *what, const char *filter, const CeView *a, const char *params_a,
            const CeView *b, const char *params_b)
{
  gboolean ok = TRUE;

  for (char **backend = known_backends; *backend; backend++)
    {
      g_autoptr (GError) error = NULL;
      CeView             expected;

      if (! test_render (filter, *backend, params_b, b, &expected, &error))
        {
          test_note ("%s: %s", *backend, error->message);
          ok = FALSE;
          continue;
        }
      ok &= matches (*backend, filter, params_a, a, &expected);
      test_image_clear (&expected);
    }

  test_ok (ok, "%s: %s (%s; %s)", filter, what, params_a, params_b);
}

int
main (int argc, char **argv)
{
  known_backends = test_backends (argc > 1 ? argv[1] : NULL);

  known_format ();
  known_gradient ();
  known_laplacian ();
  known_sharpen ();
  known_canny ();
  known_alpha ();
  known_colors ();
  known_automatic ();
  known_ties ();
  known_floats ();
  known_drawn ();
  known_line_art ();
  g_strfreev (known_backends);

  return test_done ();
}
