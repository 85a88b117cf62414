/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a failing GPU: a hook makes the start, every reservation of memory or every launch fail. "cuda" then fails with one
 * sentence, "auto" continues on the CPU with the same result, and sessions stay usable and can be closed.
 *
 *   failures start|memory|launch
 */
#include "tests/support/support.h"

static CeView     image;
static const char *what;

static guint
fault (void)
{
  return g_str_equal (what, "start") ? CE_FAULT_START : g_str_equal (what, "memory") ? CE_FAULT_MEMORY : CE_FAULT_LAUNCH;
}

static gboolean
render_all (const char *backend, CeFilterId id, CeSession **session, GError **error)
{
  const CeFilter *filter = ce_filter_get (id);
  CeParams        params;

  ce_params_init (&params, filter);
  *session = test_session_new (filter->name, backend, &image, FALSE, error);

  return *session && ce_session_render (*session, &params, NULL, NULL, error);
}

/* Renders twice, because the first failure must not change the second. */
static void
named (CeFilterId id)
{
  CeError code = g_str_equal (what, "start") ? CE_ERROR_UNAVAILABLE
                 : g_str_equal (what, "memory") ? CE_ERROR_NO_MEMORY : CE_ERROR_DEVICE;

  for (int i = 0; i < 2; i++)
    {
      g_autoptr (CeSession) session = NULL;
      g_autoptr (GError)    error = NULL;

      test_ok (! render_all ("cuda", id, &session, &error), "a failing %s fails %s on cuda", what, ce_filter_get (id)->name);
      test_error (error, code, what);
      if (! session)
        continue;

      g_clear_error (&error);
      ce_testing ()->cuda_fail = 0;
      CeParams params;

      ce_params_init (&params, ce_filter_get (id));
      test_ok (ce_session_render (session, &params, NULL, NULL, &error), "the same session works once the GPU does");
      ce_testing ()->cuda_fail = fault ();
    }
}

static void
automatic (CeFilterId id)
{
  g_autoptr (CeSession) session = NULL;
  g_autoptr (CeSession) expected = NULL;
  g_autoptr (GError)    error = NULL;
  g_autofree char      *diff = NULL;

  if (! test_ok (render_all ("cpu:plain", id, &expected, &error)
                 && render_all ("auto:cuda", id, &session, &error), "auto renders %s after a failing %s",
                 ce_filter_get (id)->name, what))
    return;

  diff = test_image_diff (ce_session_get_result (expected), ce_session_get_result (session));
  test_ok (diff == NULL, "its result is the CPU's%s%s", diff ? ": " : "", diff ? diff : "");
  test_ok (ce_session_get_status (session)->place.choice == CE_BACKEND_CPU, "it computed on the CPU");
  test_ok (ce_session_get_status (session)->fallback && test_is_sentence (ce_session_get_status (session)->fallback), "it says why: %s",
           ce_session_get_status (session)->fallback);
}

int
main (int argc, char **argv)
{
  TestRandom         random = { 1 };
  g_autoptr (GError) error = NULL;
  CePlace            cuda = { .choice = CE_BACKEND_CUDA };

  what = argc > 1 ? argv[1] : "start";
  ce_testing ()->cuda_fail = 0;
  if (! g_str_equal (what, "start") && ! ce_backend_start (&cuda, &error))
    {
      test_skip (error->message, "a failing %s", what);
      return test_done ();
    }

  ce_testing ()->cuda_fail = fault ();
  test_image_init (&image, 301, 203, 4, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_SOME, &random);
  for (int id = 0; id < CE_N_FILTERS; id++)
    {
      named (id);
      automatic (id);
    }
  test_image_clear (&image);

  return test_done ();
}
