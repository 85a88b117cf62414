/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a GPU whose driver compiles kernels first, on the driver for tests: only a session that named the GPU waits for it.
 * An automatic session gives the reason, and moves to the GPU when the kernels are ready.
 */
#include "tests/support/support.h"

#include "engine/threads.h"

#include <dlfcn.h>

/* The kernels that sharpening by the default values launches, at most. */
#define MOST_LAUNCHED 3

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

/* Makes the driver's compiler wait after @n more kernels. One kernel is compiled when the GPU starts, which has to be
 * before. */
static void
let_compile (int n)
{
  int *left = dlsym (dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), "fake_compiler_left");

  g_atomic_int_set (left, n);
}

static gboolean
is_on (CeSession *session, CeBackendChoice choice)
{
  return ce_session_get_status (session)->place.choice == choice;
}

/* Returns whether the session is on the GPU before long. */
static gboolean
moves (CeSession *session)
{
  gint64 end = g_get_monotonic_time () + test_patience (60) * G_TIME_SPAN_SECOND;

  while (ce_session_get_status (session)->is_waiting && g_get_monotonic_time () < end)
    {
      g_usleep (20000);
      if (! renders (session, "meanwhile"))
        return FALSE;
    }

  return is_on (session, CE_BACKEND_CUDA) && ! ce_session_get_status (session)->fallback;
}

/* Checks that an automatic session uses the CPU first, and the GPU as soon as the kernels are ready that it needs: before
 * any others, but for one of each thread that is under way. */
static void
check_chosen (const CeView *image, const CeView *expected)
{
  CePlace               cuda = { .choice = CE_BACKEND_CUDA };
  gboolean              has_started = ce_backend_start (&cuda, NULL) != NULL;
  g_autoptr (CeSession) session = NULL;
  g_autofree char      *diff = NULL;
  const char           *reason;
  int                   most = 2 * ce_threads_count () + MOST_LAUNCHED;

  let_compile (0);
  session = test_session_new ("sharpen", "auto:cuda", image, TRUE, NULL);
  if (! has_started || ! renders (session, "a GPU that was chosen"))
    g_error ("the driver for tests does not start, or nothing renders");

  reason = ce_session_get_status (session)->fallback;
  diff = test_image_diff (expected, ce_session_get_result (session));
  test_ok (is_on (session, CE_BACKEND_CPU) && ! diff, "the CPU computes while the driver compiles");
  test_ok (ce_session_get_status (session)->is_waiting && reason && test_is_sentence (reason), "and the session says so: %s", reason);
  let_compile (most);
  test_ok (moves (session), "then the GPU takes over, with %d kernels of the filter", most);
  let_compile (G_MAXINT);
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

/* Returns whether a GPU runs in this process. */
static gboolean
is_started (const GArray *devices)
{
  for (guint i = 0; i < devices->len; i++)
    {
      const CeDeviceEntry *entry = &g_array_index (devices, CeDeviceEntry, i);

      if (entry->place.choice == CE_BACKEND_CUDA && g_atomic_int_get (&entry->device->has_started))
        return TRUE;
    }

  return FALSE;
}

/* Releases the GPU, once the kernels are compiled that are under way. */
static void
release (void)
{
  g_autoptr (GArray) devices = ce_devices_list (TRUE, NULL);

  while (is_started (devices))
    {
      g_usleep (20000);
      ce_release (TRUE);
    }
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
  release ();
  check_chosen (&image, &expected);
  test_image_clear (&image);
  test_image_clear (&expected);

  return test_done ();
}
