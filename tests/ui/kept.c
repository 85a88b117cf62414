/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files that dialogs keep for a user: nothing in them is ever lost.
 * With arguments it is one of many processes that save recipes at once.
 */
#include "tests/support.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "live/kept.h"
#include "live/preset.h"
#include "live/recipes.h"

#define N_PROCESSES 6
#define N_SAVED 10

static const CeFilter *filter;

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

static gboolean
save (const char *file, const char *name, double low, GError **error)
{
  g_autoptr (CeRecipes) recipes = ce_recipes_new (filter, "", file);
  CeParams              params;

  ce_params_init (&params, filter);
  params.low = low;

  return ce_recipes_save (recipes, name, &params, error);
}

static guint
count (const char *file)
{
  g_autoptr (CeRecipes) recipes = ce_recipes_new (filter, "", file);

  return ce_recipes_count (recipes);
}

/* Saving fails with a sentence, the file stays, and the dialog can say why. */
static void
left_alone (const char *file, const char *what)
{
  g_autoptr (CeRecipes) recipes = ce_recipes_new (filter, "", file);
  g_autoptr (GError)    error = NULL;
  const char           *problem = ce_recipes_get_problem (recipes);

  test_ok (problem && test_is_sentence (problem), "%s: said when it is read: %s", what, problem);
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
  test_ok (count (file) == 1 && save (file, "Two", 2, NULL) && count (file) == 2, "a byte order mark hides nothing");
  test_ok (has_bytes (backup, marked), "what the file was before is kept");
  test_ok (stat (file, &info) == 0 && (info.st_mode & 0777) == 0640, "who may read it is as before");
  g_file_get_contents (file, &now, NULL, NULL);
  test_ok (now && strstr (now, "unheard-of") && strstr (now, "# mine"), "other versions' recipes and remarks stay");
  g_remove (file);

  test_ok (symlink ("there.ini", file) == 0 && save (file, "One", 1, NULL) && save (file, "Two", 2, NULL)
           && count (there) == 2 && lstat (file, &info) == 0 && S_ISLNK (info.st_mode), "a link leads to the file and stays");
  g_remove (file);
  g_remove (there);
}

static void
names (const char *file)
{
  static const char *const asked[] = { "With\ttab", "With\rreturn", "With\nline", "[With] brackets", "Mit ümlaut #;=",
                                       "  spaces  ", "\x01", "\t\t", "a\\tb" };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      guint              before = count (file);
      g_autoptr (GError) error = NULL;
      gboolean           saved = save (file, asked[i], i + 1, &error);
      g_autofree char   *shown = g_strescape (asked[i], NULL);

      test_ok (count (file) == before + saved && (saved || test_is_sentence (error->message)),
               "a recipe called “%s” is %s", shown, saved ? "saved" : "refused");
    }
  g_remove (file);
}

static void
own_group (const char *file)
{
  CeRecipes *recipes;

  write_bytes (file, "[By hand]\nfilter=canny\nparameters=low=1\n");
  recipes = ce_recipes_new (filter, "", file);
  test_ok (ce_recipes_delete (recipes, 0, NULL) && count (file) == 0, "one written by hand can be deleted, too");
  ce_recipes_free (recipes);
  g_remove (file);
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
           N_PROCESSES, count (file), N_PROCESSES * N_SAVED);
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

/* GIMP's own format, as its library writes it. */
static void
presets (void)
{
  static const char *const refused[] = {
    "", "# nothing\n", "(sigma 2", "(sigma)", "sigma 2", "(sigma 2) x", "(run-mode noninteractive)", "(sigma 51)",
    "(sigma -1)", "(stage \"nothing\")", "(sigma (2))", "\xff\xfe(sigma 2)"
  };
  static const char text[] = "# plug-in-cuda-canny\n\n(run-mode noninteractive)\n(sigma 2.25)\n(thresholds \"otsu\")\n"
                             "(width 3)\n(output\n    \"replace\")\n";
  CeParams params, defaults;
  guint    n_refused = 0;

  ce_params_init (&defaults, filter);
  test_ok (ce_preset_parse (text, filter, &params, NULL) && params.sigma == 2.25 && params.width == 3
           && params.thresholds == CE_THRESHOLDS_OTSU && params.output == CE_OUTPUT_REPLACE && params.low == defaults.low,
           "a preset of GIMP's gives its values, and the defaults of what it has not");
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;

      if (! ce_preset_parse (refused[i], filter, &params, &error) && error)
        n_refused++;
      else
        test_note ("taken: %s", refused[i]);
    }
  test_ok (n_refused == G_N_ELEMENTS (refused), "what is no preset, or not allowed, is refused");
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL, *file = NULL;

  filter = ce_filter_get (CE_FILTER_CANNY);
  if (argc == 3)
    return save_many (argv[1], argv[2]);

  folder = g_dir_make_tmp ("cuda-edges-XXXXXX", NULL);
  file = g_build_filename (folder, "recipes.ini", NULL);
  alarm (test_patience (60));                   /* whoever waits for a pipe does so for ever */
  not_understood (file);
  no_files (file);
  understood (folder, file);
  names (file);
  own_group (file);
  at_once (argv[0], file);
  presets ();
  remove_all (folder);

  return test_done ();
}
