/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the German advice about a GPU that cannot be used: the code of the error decides it, not the error's sentence. With
 * the driver of tests/fake-cuda each failing start has the code of its reason.
 *
 *   ui-advice CATALOGUES [fake]
 */
#include "tests/support/support.h"

#include "engine/backend.h"
#include "live/comparison.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <sys/wait.h>
#include <unistd.h>

#define LOCALE "/usr/lib/locale/C.utf8"

#define DRIVER "To use an NVIDIA GPU, this plug-in needs nothing but NVIDIA’s driver."

static const struct { CeError code; const char *advice; } answers[] = {
  { CE_ERROR_UNAVAILABLE, DRIVER },
  { CE_ERROR_NOT_BUILT, "Build the plug-in where NVIDIA’s CUDA toolkit (nvcc) is installed; the README says how." },
  { CE_ERROR_NO_DRIVER, "If this computer has an NVIDIA GPU, install NVIDIA’s driver and restart the computer." },
  { CE_ERROR_OLD_DRIVER, "Install a newer driver by NVIDIA and restart the computer." },
  { CE_ERROR_UPDATED_DRIVER, "Restart the computer." },
  { CE_ERROR_NO_GPU, "CUDA runs on GPUs by NVIDIA only." },
  { CE_ERROR_HIDDEN_GPU, "Unset that environment variable and start GIMP again." },
  { CE_ERROR_NO_MEMORY, NULL },
  { CE_ERROR_DEVICE, NULL },
};

static const char *
advise (CeError code, const char *sentence)
{
  CeComparison       comparison = { 0 };
  g_autoptr (GError) error = g_error_new_literal (CE_ERROR, (int) code, sentence);

  comparison.errors[CE_SIDE_GPU] = error;

  return ce_comparison_advise (&comparison);
}

/* Checks the advice for each code, in German; the errors' sentences are in another language. */
static void
answered_codes (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      const char *english = answers[i].advice;
      const char *found = advise (answers[i].code, "ドライバーが古いため、CUDA を使用できません。");

      if (english)
        test_ok (! g_str_equal (english, _(english)), "code %d: its advice has a German text", answers[i].code);
      test_ok (g_strcmp0 (found, english ? _(english) : NULL) == 0, "code %d: %s", answers[i].code, found ? found : "no advice");
    }
}

/* Returns 0 if the start fails with this code. */
static int
start (CeError code)
{
  CePlace            cuda = { .choice = CE_BACKEND_CUDA };
  g_autoptr (GError) error = NULL;

  return ! ce_backend_find (&cuda, &error) && g_error_matches (error, CE_ERROR, (int) code)
         && test_is_sentence (error->message) ? 0 : 1;
}

/* Checks one start in a process of its own, because a driver is loaded once. */
static void
check_start (const char *result, const char *visible, CeError code)
{
  pid_t child = fork ();
  int   status = -1;

  if (child == 0)
    {
      g_setenv ("FAKE_CUDA_INIT", result, TRUE);
      g_setenv ("XDG_CACHE_HOME", "/dev/null", TRUE);           /* a driver that was tried is not kept */
      if (visible)
        g_setenv ("CUDA_VISIBLE_DEVICES", visible, TRUE);
      else
        g_unsetenv ("CUDA_VISIBLE_DEVICES");
      _exit (start (code));
    }
  if (child < 0 || waitpid (child, &status, 0) != child)
    status = -1;
  test_ok (status == 0, "a driver that starts with %s has code %d (status %d)", result, code, status);
}

static gboolean
speak_german (const char *catalogues, const char *folder)
{
  g_autofree char *name = g_build_filename (folder, "de_DE.UTF-8", NULL);

  g_setenv ("LOCPATH", folder, TRUE);
  g_setenv ("LANGUAGE", "de", TRUE);
  if (symlink (LOCALE, name) != 0 || ! setlocale (LC_ALL, "de_DE.UTF-8"))
    return FALSE;

  bindtextdomain ("cuda-edges", catalogues);
  bind_textdomain_codeset ("cuda-edges", "UTF-8");
  textdomain ("cuda-edges");

  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp ("ce-advice-XXXXXX", NULL);
  g_autofree char *name = g_build_filename (folder, "de_DE.UTF-8", NULL);

  if (speak_german (argv[1], folder))
    answered_codes ();
  else
    test_skip ("there is no " LOCALE, "advice in German");

  if (! ce_backend_get (CE_BACKEND_CUDA))
    test_ok (start (CE_ERROR_NOT_BUILT) == 0, "a build without CUDA has its code");
  else if (argc > 2)
    {
      check_start ("100", NULL, CE_ERROR_NO_GPU);
      check_start ("100", "7", CE_ERROR_HIDDEN_GPU);
      check_start ("803", NULL, CE_ERROR_UPDATED_DRIVER);
      check_start ("999", NULL, CE_ERROR_UNAVAILABLE);
    }
  unlink (name);
  rmdir (folder);

  return test_done ();
}
