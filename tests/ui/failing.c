/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Saving a file of settings where each call that opens, writes, syncs or renames a file
 * fails in turn, or is the last of the process: it is saved, or refused in a
 * sentence, and what was there is there; what is half written is
 * nowhere. Runs itself once for each case.
 */
#include "tests/support.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "live/kept.h"
#include "tests/failing.h"

#define OLD "# mine\n[canny: One]\nfilter=canny\nparameters=low=1\n\n[canny: Two]\nfilter=canny\nparameters=low=2\n"
#define SAVED 0
#define REFUSED 3
#define WRONG 4
#define KILLED 99

static Failing        *control;
static char           *file;

/* CeKeptFunc. */
static void
put (GKeyFile *keys, gpointer data)
{
  g_key_file_set_string (keys, "canny: Three", "parameters", "low=3");
}

/* A process of its own: what it ends with. */
static int
save (void)
{
  g_autoptr (GError) error = NULL;

  if (ce_kept_change (file, put, NULL, &error))
    return SAVED;

  return error && test_is_sentence (error->message) ? REFUSED
         : (test_note ("said: %s", error ? error->message : "nothing"), WRONG);
}

static int
in_process (char *program)
{
  char *arguments[] = { program, file, NULL };
  int   status = -1;
  pid_t child = fork ();

  if (child == 0)
    {
      execv (program, arguments);
      _exit (WRONG);
    }
  waitpid (child, &status, 0);

  return WIFEXITED (status) ? WEXITSTATUS (status) : WRONG;
}

/* What is in the folder that is neither the file, nor its backup and lock; what a killed process left counts not. */
static int
count_left (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int              n = 0;

  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    n += ! g_str_equal (name, "kept") && ! g_str_equal (name, "kept~") && ! g_str_equal (name, "kept.lock");

  return n;
}

static gboolean
is_whole (int status)
{
  g_autoptr (GKeyFile) keys = ce_kept_load (file, NULL);
  g_autofree char     *text = NULL;
  gsize                n = 0;

  g_file_get_contents (file, &text, NULL, NULL);
  if (keys)
    g_strfreev (g_key_file_get_groups (keys, &n));

  return text && keys && (status == SAVED || g_str_equal (text, OLD) || status == KILLED)
         && (n == 3 || (n == 2 && status != SAVED && g_str_equal (text, OLD)));
}

static void
go_through (char *program, const char *folder, int how, int error, const char *what)
{
  int n_wrong = 0, n_saved = 0, n_refused = 0, n_killed = 0, turn = 0;

  for (;; turn++)
    {
      int status;

      g_file_set_contents (file, OLD, -1, NULL);
      *control = (Failing) { .turn = turn, .how = how, .error = error };
      g_strlcpy (control->folder, folder, sizeof control->folder);
      status = in_process (program);
      n_saved += status == SAVED;
      n_refused += status == REFUSED;
      n_killed += status == KILLED;
      if (status == WRONG || ! is_whole (status) || (status != KILLED && n_killed == 0 && count_left (folder) > 0))
        {
          test_note ("%s: call %d: status %d, %d files left", what, turn + 1, status, count_left (folder));
          n_wrong++;
        }
      if (control->asked <= turn || n_wrong > 5)
        break;
    }
  test_ok (n_wrong == 0 && turn > 4 && n_saved > 0 && n_refused + n_killed > 0,
           "%s: of %d cases %d are saved, %d refused, %d killed, %d wrong", what, turn + 1, n_saved, n_refused, n_killed, n_wrong);
}

static void
empty (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = g_dir_read_name (dir); name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  static const struct { int how, error; const char *what; } cases[] = {
    { FAILING_ONE, ENOSPC, "a full disk, once" }, { FAILING_FROM, ENOSPC, "a full disk" }, { FAILING_ONE, EIO, "a broken disk, once" },
    { FAILING_FROM, EROFS, "what becomes read-only" }, { FAILING_ONE, EINTR, "an interrupted call" }, { FAILING_KILLED, 0, "a kill" },
  };
  g_autofree char *folder = NULL, *path = NULL;
  int              shared;

  if (argc > 1)
    {
      file = argv[1];
      return save ();
    }

  folder = g_dir_make_tmp ("ce-failing-XXXXXX", NULL);
  file = g_build_filename (folder, "kept", NULL);
  path = g_strconcat (folder, ".control", NULL);
  shared = g_open (path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (ftruncate (shared, sizeof *control) != 0)
    return 1;
  control = mmap (NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
  g_setenv ("CE_FAILING", path, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    go_through (argv[0], folder, cases[i].how, cases[i].error, cases[i].what);
  g_remove (path);
  empty (folder);

  return test_done ();
}
