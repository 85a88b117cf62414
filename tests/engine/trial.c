/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests a driver that ends the process that starts it: an automatic place continues on the CPU, a named one fails with a
 * sentence, and a driver that has started once is not tried again. It uses tests/fake-cuda; each case is a process
 * of its own.
 */
#include "tests/support/support.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static CeView   image;
static CeView   expected;
static gboolean ignores_children;       /* ignores SIGCHLD, as a program with GEGL may, so that no child has a status */

/* Sharpens by an amount of 0, because the driver for tests does not compute. */
static CeSession *
render (const char *place, GError **error)
{
  const CeFilter *filter = ce_filter_find ("sharpen");
  CeSession      *session = test_session_new ("sharpen", place, &image, FALSE, error);
  CeParams        params;

  ce_params_init (&params, filter);
  params.method = CE_METHOD_KERNEL;
  params.amount = 0;
  if (session && ! ce_session_render (session, &params, NULL, NULL, error))
    g_clear_pointer (&session, ce_session_free);

  return session;
}

/* Returns 0 if the results are right for a driver that @dies or lives. */
static int
use (gboolean dies)
{
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) chosen = render ("auto:cuda", NULL);
  g_autoptr (CeSession) named = render ("cuda", &error);
  g_autofree char      *diff = chosen ? test_image_diff (&expected, ce_session_get_result (chosen)) : NULL;

  if (! chosen || diff)
    return 1;
  if (! dies)
    return ! named || ce_session_get_status (chosen)->fallback ? 2 : 0;
  if (named || ! test_is_sentence (error->message) || ! strstr (error->message, "ends the program"))
    return 3;

  return ce_session_get_status (chosen)->fallback && ce_session_get_status (chosen)->place.choice == CE_BACKEND_CPU ? 0 : 4;
}

static void
run_case (const char *how, gboolean dies, const char *what)
{
  int   status = -1;
  pid_t child = fork ();

  if (child == 0)
    {
      g_autofree char *number = g_strdup_printf ("%d", (int) getpid ());

      if (how)
        g_setenv ("FAKE_CUDA_DIES", g_str_equal (how, "in a child") ? number : how, TRUE);
      alarm (test_patience (60));
      if (ignores_children)
        signal (SIGCHLD, SIG_IGN);
      exit (use (dies));
    }
  if (child < 0 || waitpid (child, &status, 0) != child)
    status = -1;
  test_ok (status == 0, "%s (status %d)", what, status);
}

int
main (void)
{
  TestRandom       random = { 3 };
  g_autofree char *cache = g_dir_make_tmp ("ce-trial-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (cache, "cuda-edges", NULL);
  g_autofree char *record = g_build_filename (folder, "driver", NULL);

  g_setenv ("XDG_CACHE_HOME", cache, TRUE);
  test_image_init (&image, 300, 200, 3, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);
  test_render ("sharpen", "cpu:plain", "method=kernel amount=0", &image, &expected, NULL);

  run_case ("abort", TRUE, "a driver that aborts");
  run_case ("crash", TRUE, "a driver that crashes");
  run_case ("exit", TRUE, "a driver that exits");
  test_ok (! g_file_test (record, G_FILE_TEST_EXISTS), "it is not taken for one that works");
  run_case (NULL, FALSE, "a driver that works");
  test_ok (g_file_test (record, G_FILE_TEST_IS_REGULAR), "is known from then on");
  run_case ("in a child", FALSE, "and not tried in a child again");
  g_file_set_contents (record, "another one\n", -1, NULL);
  run_case ("abort", TRUE, "another driver is tried");
  g_unlink (record);
  ignores_children = TRUE;
  run_case ("abort", TRUE, "a driver that aborts, where nobody waits for children");
  test_ok (! g_file_test (record, G_FILE_TEST_EXISTS), "it is not taken for one that works, either");
  run_case (NULL, FALSE, "a driver that works, where nobody waits for children");
  g_unlink (record);
  g_rmdir (folder);
  g_rmdir (cache);

  return test_done ();
}
