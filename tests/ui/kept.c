/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files that dialogs keep for a user: nothing in them is ever lost.
 * With arguments it is one of many processes that save at once.
 */
#include "tests/support.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "live/kept.h"

#define N_PROCESSES 6
#define N_SAVED 10

static void
write_bytes (const char *file, const char *bytes)
{
  g_file_set_contents (file, bytes, -1, NULL);
}

static gboolean
has_bytes (const char *file, const char *bytes)
{
  g_autofree char *now = NULL;

  return g_file_get_contents (file, &now, NULL, NULL) && g_str_equal (now, bytes);
}

typedef struct { const char *name; double value; } Entry;

/* CeKeptFunc. */
static void
put (GKeyFile *keys, gpointer data)
{
  const Entry *entry = data;

  g_key_file_set_double (keys, entry->name, "low", entry->value);
}

static gboolean
save (const char *file, const char *name, double low, GError **error)
{
  return ce_kept_change (file, put, &(Entry) { name, low }, error);
}

/* Groups. */
static gsize
count (const char *file)
{
  g_autoptr (GKeyFile) keys = ce_kept_load (file, NULL);
  gsize                n = 0;

  if (keys)
    g_strfreev (g_key_file_get_groups (keys, &n));

  return n;
}

/* Saving fails with a sentence, the file stays, and the dialog can say why. */
static void
left_alone (const char *file, const char *what)
{
  g_autoptr (GError)   problem = NULL;
  g_autoptr (GError)   error = NULL;
  g_autoptr (GKeyFile) keys = ce_kept_load (file, &problem);

  test_ok (! keys && test_is_sentence (problem->message), "%s: said when it is read: %s", what, problem->message);
  test_ok (! save (file, "New", 1, &error) && error && test_is_sentence (error->message), "%s: and nothing is saved", what);
}

static void
not_understood (const char *file)
{
  static const struct { const char *what, *bytes; } cases[] = {
    { "a stray line", "[canny: One]\nfilter=canny\nparameters=low=1\nhello\n" },
    { "a missing bracket", "[canny: One\nfilter=canny\nparameters=low=1\n" },
    { "a key before any group", "filter=canny\n" },
    { "bytes that are no text", "[canny: One]\nfilter=\xff\xfe\n\xff\xfe\xff\n" },
    { "another kind of file", "{\\rtf1 recipes}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      write_bytes (file, cases[i].bytes);
      left_alone (file, cases[i].what);
      test_ok (has_bytes (file, cases[i].bytes), "%s: the file is as it was", cases[i].what);
    }
  g_remove (file);
}

/* Other than files: none of them ends, or can be written. */
static void
no_files (const char *file)
{
  struct stat info;

  mkfifo (file, 0600);
  left_alone (file, "a pipe");
  test_ok (stat (file, &info) == 0 && S_ISFIFO (info.st_mode), "a pipe: it is still one");
  g_remove (file);

  g_mkdir (file, 0700);
  left_alone (file, "a folder");
  g_rmdir (file);

  if (symlink ("/dev/zero", file) == 0)
    left_alone (file, "a device");
  g_remove (file);

  if (symlink (file, file) == 0)
    left_alone (file, "a link to itself");
  g_remove (file);

  write_bytes (file, "[canny: One]\nfilter=canny\nparameters=low=1\n");
  g_chmod (file, 0);
  if (geteuid () == 0)
    test_skip ("root reads everything", "a file that may not be read");
  else
    left_alone (file, "a file that may not be read");
  g_chmod (file, 0600);
  test_ok (count (file) == 1, "what could not be read is there when it can be");
  g_remove (file);
}

static void
understood (const char *folder, const char *file)
{
  static const char marked[] = "\xef\xbb\xbf# mine\n[canny: One]\nfilter=canny\nparameters=low=1\n"
                               "[canny: Later]\nfilter=canny\nparameters=unheard-of=1\n";
  g_autofree char *backup = g_strconcat (file, "~", NULL), *there = g_build_filename (folder, "there.ini", NULL);
  g_autofree char *now = NULL;
  struct stat      info;

  write_bytes (file, marked);
  g_chmod (file, 0640);
  test_ok (count (file) == 2 && save (file, "Two", 2, NULL) && count (file) == 3, "a byte order mark hides nothing");
  test_ok (has_bytes (backup, marked), "what the file was before is kept");
  test_ok (stat (file, &info) == 0 && (info.st_mode & 0777) == 0640, "who may read it is as before");
  g_file_get_contents (file, &now, NULL, NULL);
  test_ok (now && strstr (now, "unheard-of") && strstr (now, "# mine"), "other versions' groups and remarks stay");
  g_remove (file);

  test_ok (symlink ("there.ini", file) == 0 && save (file, "One", 1, NULL) && save (file, "Two", 2, NULL)
           && count (there) == 2 && lstat (file, &info) == 0 && S_ISLNK (info.st_mode), "a link leads to the file and stays");
  g_remove (file);
  g_remove (there);
}

static void
at_once (const char *program, const char *file)
{
  GPid pids[N_PROCESSES];
  int  failed = 0;

  for (int i = 0; i < N_PROCESSES; i++)
    {
      g_autofree char *number = g_strdup_printf ("%d", i);
      const char      *command[] = { program, file, number, NULL };

      if (! g_spawn_async (NULL, (char **) command, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pids[i], NULL))
        pids[i] = 0;
    }
  for (int i = 0; i < N_PROCESSES; i++)
    {
      int status = 1;

      if (pids[i])
        waitpid (pids[i], &status, 0);
      failed += status != 0;
    }
  test_ok (failed == 0 && count (file) == N_PROCESSES * N_SAVED, "%d processes that save at once lose nothing: %u of %d",
           N_PROCESSES, (guint) count (file), N_PROCESSES * N_SAVED);
}

static int
save_many (const char *file, const char *number)
{
  int failed = 0;

  for (int i = 0; i < N_SAVED; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%d", number, i);

      failed += ! save (file, name, i, NULL);
    }

  return failed;
}

static void
remove_all (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char      *name;

  while ((name = g_dir_read_name (dir)))
    {
      g_autofree char *file = g_build_filename (folder, name, NULL);

      g_remove (file);
    }
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL, *file = NULL;

  if (argc == 3)
    return save_many (argv[1], argv[2]);

  folder = g_dir_make_tmp ("cuda-edges-XXXXXX", NULL);
  file = g_build_filename (folder, "kept.ini", NULL);
  alarm (test_patience (60));                   /* whoever waits for a pipe does so for ever */
  not_understood (file);
  no_files (file);
  understood (folder, file);
  at_once (argv[0], file);
  remove_all (folder);

  return test_done ();
}
