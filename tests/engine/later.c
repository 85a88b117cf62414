/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a GPU whose driver compiles kernels first, on the driver for tests: only a session that named the GPU waits for it.
 * An automatic session gives the reason, and moves to the GPU when the kernels are ready.
 */
#include "tests/support/support.h"

#include <dlfcn.h>

static gboolean
renders (CeSession *session, const char *where)
{
  g_autoptr (GError) error = NULL;
  CeParams           params;

  ce_params_init (&params, ce_filter_get (CE_FILTER_SHARPEN));
  if (session && ce_session_render (session, &params, NULL, NULL, &error))
    return TRUE;

  test_ok (FALSE, "%s renders: %s", where, error ? error->message : "no session");
  return FALSE;
}

/* Makes the driver's compiler wait, or go on. One kernel is compiled when the GPU starts, which has to be before. */
static void
hold_compiler (gboolean waits)
{
  int *flag = dlsym (dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), "fake_compiler_waits");

  g_atomic_int_set (flag, waits);
}

static gboolean
is_on (CeSession *session, CeBackendChoice choice)
{
  return ce_session_get_status (session)->place.choice == choice;
}

/* Checks that an automatic session uses the CPU first, and the GPU as soon as it is ready. */
static void
check_chosen (const CeView *image, const CeView *expected)
{
  CePlace               cuda = { .choice = CE_BACKEND_CUDA };
  gboolean              has_started = ce_backend_start (&cuda, NULL) != NULL;
  g_autoptr (CeSession) session = NULL;
  g_autofree char      *diff = NULL;
  gint64                end = g_get_monotonic_time () + test_patience (60) * G_TIME_SPAN_SECOND;
  const char           *reason;

  hold_compiler (TRUE);
  session = test_session_new ("sharpen", "auto:cuda", image, TRUE, NULL);
  if (! has_started || ! renders (session, "a GPU that was chosen"))
    g_error ("the driver for tests does not start, or nothing renders");

  reason = ce_session_get_status (session)->fallback;
  diff = test_image_diff (expected, ce_session_get_result (session));
  test_ok (is_on (session, CE_BACKEND_CPU) && ! diff, "the CPU computes while the driver compiles");
  test_ok (ce_session_get_status (session)->is_waiting && reason && test_is_sentence (reason), "and the session says so: %s", reason);
  hold_compiler (FALSE);

  while (ce_session_get_status (session)->is_waiting && g_get_monotonic_time () < end)
    {
      g_usleep (20000);
      if (! renders (session, "meanwhile"))
        return;
    }
  test_ok (is_on (session, CE_BACKEND_CUDA) && ! ce_session_get_status (session)->fallback, "then the GPU takes over");
}

static void
check_again (const CeView *image)
{
  g_autoptr (CeSession) session = test_session_new ("sharpen", "auto:cuda", image, TRUE, NULL);

  if (renders (session, "the next session"))
    test_ok (is_on (session, CE_BACKEND_CUDA) && ! ce_session_get_status (session)->fallback, "the next one begins there");
}

/* Checks that a named GPU waits. It takes another filter, whose kernels are not compiled yet. */
static void
check_named (const CeView *image)
{
  g_autoptr (CeSession) session = test_session_new ("sobel", "cuda", image, FALSE, NULL);

  test_ok (session && is_on (session, CE_BACKEND_CUDA), "a GPU that was named is waited for");
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  TestRandom         random = { 5 };
  CeView             image, expected;

  test_image_init (&image, 300, 200, 3, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
  if (! test_render ("sharpen", "cpu", "", &image, &expected, &error))
    g_error ("%s", error->message);

  check_chosen (&image, &expected);
  check_again (&image);
  check_named (&image);
  ce_release (TRUE);
  check_chosen (&image, &expected);
  test_image_clear (&image);
  test_image_clear (&expected);

  return test_done ();
}
