/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the fallback from a failing GPU, which a hook simulates: an automatic session continues on the CPU with the same
 * result and gives the reason; a session on CUDA fails with one sentence; neither affects the next session.
 */
#include "tests/support/support.h"

#include "engine/cuda-edges.h"

#include <string.h>

/* Makes an image so large that "auto" takes the GPU. */
static gboolean
large_image (CeView *image)
{
  CePlace automatic = { .choice = CE_BACKEND_AUTO };

  for (int height = 512; height <= 32768; height *= 2)
    {
      CeView view = { NULL, 4096, 4096, height, 1, CE_U8 };

      CePlace place = ce_choose_place (&automatic, ce_filter_get (CE_FILTER_CANNY), NULL, &view, CE_USE_ONCE);

      if (place.choice == CE_BACKEND_CUDA)
        {
          TestRandom random = { 5 };

          test_image_init (image, 4096, height, 1, CE_U8);
          test_image_fill (image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
          return TRUE;
        }
    }

  return FALSE;
}

static void
expect_fallback (const char *what, const CeView *image, const CeView *expected)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_new ("canny", "auto", image, FALSE, &error);
  CeParams              params;
  g_autofree char      *diff = NULL;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  if (! session || ! ce_session_render (session, &params, NULL, NULL, &error))
    {
      test_ok (FALSE, "auto goes on when “%s” fails: %s", what, error->message);
      return;
    }

  diff = test_image_diff (expected, ce_session_get_result (session));
  test_ok (! diff, "auto gives the same result when “%s” fails", what);
  test_ok (ce_session_get_status (session)->place.choice == CE_BACKEND_CPU, "auto is on the CPU then");
  test_ok (ce_session_get_status (session)->fallback && test_is_sentence (ce_session_get_status (session)->fallback), "and says why: %s",
           ce_session_get_status (session)->fallback);
}

static void
expect_refusal (const char *what, const CeView *image)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = test_session_new ("canny", "cuda", image, FALSE, &error);
  CeParams              params;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  if (session)
    ce_session_render (session, &params, NULL, NULL, &error);

  test_ok (error && error->domain == CE_ERROR && test_is_sentence (error->message), "cuda says what failed with “%s”: %s", what,
           error ? error->message : "nothing");
}

static void
check (const char *what, const CeView *image, const CeView *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *diff = NULL;
  CeView             result;

  ce_testing ()->cuda_fail = g_str_equal (what, "launch") ? CE_FAULT_LAUNCH : CE_FAULT_MEMORY;
  expect_fallback (what, image, expected);
  expect_refusal (what, image);
  ce_testing ()->cuda_fail = 0;

  if (! test_ok (test_render ("canny", "cuda", "", image, &result, &error), "cuda works again after “%s” failed: %s", what,
                 error ? error->message : "yes"))
    return;

  diff = test_image_diff (expected, &result);
  test_ok (! diff, "and gives the same result");
  test_image_clear (&result);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  CePlace            cuda = { .choice = CE_BACKEND_CUDA };
  CeView             image;
  CeView             expected;

  /* The caller of the test set this fault: a backend that has not started never starts. */
  if (ce_testing ()->cuda_fail)
    {
      ce_backend_start (&cuda, &error);
      test_error (error, CE_ERROR_UNAVAILABLE, "CUDA does not start");
      return test_done ();
    }

  if (! ce_backend_start (&cuda, &error))
    test_skip (error->message, "fall back from CUDA");
  else if (! large_image (&image))
    test_skip ("auto never takes the GPU", "fall back from CUDA");
  else
    {
      if (! test_render ("canny", "cpu", "", &image, &expected, &error))
        g_error ("%s", error->message);
      check ("memory", &image, &expected);
      check ("launch", &image, &expected);
      test_image_clear (&image);
      test_image_clear (&expected);
    }

  return test_done ();
}
