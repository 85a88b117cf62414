/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which files, and what their results are called. A name is a function of the source alone, so that runs on many machines
 * agree without knowing each other.
 */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  CeRun      *run;
  GHashTable *results;          /* paths of results, to their jobs */
  GHashTable *stems;            /* paths without endings, to how many pictures have them; of folders that were looked at */
  char       *output;           /* absolute */
  char       *output_key;       /* NULL if there is no such folder yet */
} List;

static void
free_job (gpointer data)
{
  CeJob *job = data;

  g_free (job->input);
  g_free (job->result);
  g_free (job->refusal);
  g_free (job);
}

/* A file by its device and inode. */
char *
ce_list_key (const struct stat *info)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT ":%" G_GUINT64_FORMAT, (guint64) info->st_dev, (guint64) info->st_ino);
}

static char *
key_of (const char *path)
{
  struct stat info;

  return stat (path, &info) == 0 ? ce_list_key (&info) : NULL;
}

static const char *
ending_of (const char *path)
{
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr (name, '.');

  return dot && dot != name ? dot : name + strlen (name);
}

/* @path relative to @folder, both absolute; NULL if it is not below it. */
static const char *
below (const char *path, const char *folder)
{
  gsize length = strlen (folder) - g_str_has_suffix (folder, "/");

  return strncmp (path, folder, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

/* Whether @path is a result of this program in a folder that results go to: such are no sources. */
static gboolean
is_own (const List *list, const char *path)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *record = below (absolute, list->output) ? ce_codec_get_record (path) : NULL;

  return record != NULL;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Paths in the folder @path: those of pictures, or those of folders, in the order of their bytes. */
static GPtrArray *
names_in (const List *list, const char *path, gboolean folders)
{
  GPtrArray  *names = g_ptr_array_new_with_free_func (g_free);
  GDir       *folder = g_dir_open (path, 0, NULL);
  const char *name;

  while (folder && (name = g_dir_read_name (folder)))
    {
      g_autofree char *full = g_build_filename (path, name, NULL);
      gboolean         is_folder = g_file_test (full, G_FILE_TEST_IS_DIR);

      if (name[0] != '.' && is_folder == folders
          && (folders ? ! g_file_test (full, G_FILE_TEST_IS_SYMLINK)
                      : ce_format_find (NULL, ending_of (name)) && ! is_own (list, full)))
        g_ptr_array_add (names, g_steal_pointer (&full));
    }
  if (folder)
    g_dir_close (folder);
  g_ptr_array_sort (names, compare_names);

  return names;
}

/* How many pictures lie in @folder whose path without ending is that of @path, in it. */
static int
count_stem (List *list, const char *folder, const char *path)
{
  g_autofree char      *wanted = g_strndup (path, (gsize) (ending_of (path) - path));
  g_autofree char      *looked_at = g_strconcat (folder, "/", NULL);
  g_autoptr (GPtrArray) names = g_hash_table_contains (list->stems, looked_at) ? NULL : names_in (list, folder, FALSE);

  for (guint i = 0; names && i < names->len; i++)
    {
      const char *name = names->pdata[i];
      char       *stem = g_strndup (name, (gsize) (ending_of (name) - name));
      int         n = GPOINTER_TO_INT (g_hash_table_lookup (list->stems, stem));

      g_hash_table_replace (list->stems, stem, GINT_TO_POINTER (n + 1));
    }
  g_hash_table_add (list->stems, g_steal_pointer (&looked_at));

  return GPOINTER_TO_INT (g_hash_table_lookup (list->stems, wanted));
}

/* Sets @job's result: @tree, the stem, a suffix, the format's ending; before it that of the source where another picture has
 * the stem, or where it is no picture's. */
static void
name_result (List *list, CeJob *job, const char *tree)
{
  const CeRun     *run = list->run;
  g_autofree char *folder = g_path_get_dirname (job->input), *base = g_path_get_basename (job->input);
  g_autofree char *path = g_build_filename (folder, base, NULL), *name = NULL;
  const char      *ending = ending_of (base);
  const CeFormat  *kind = ce_format_find (NULL, ending);
  gboolean         keeps = ! kind || count_stem (list, folder, path) > 1;

  job->format = run->wanted ? run->wanted : kind ? kind : ce_format_find ("png", NULL);
  name = g_strdup_printf ("%.*s%s%s.%s", (int) (ending - base), base, run->suffix ? run->suffix : "", keeps ? ending : "",
                          job->format->name);
  job->result = g_build_filename (tree, name, NULL);
}

/* The folders of @path below the one that keeps its tree, "" for none; NULL if it is not below it. */
static char *
tree_of (const List *list, const char *path, const char *top)
{
  const char      *from = list->run->base ? list->run->base : top;
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *folder = from ? g_canonicalize_filename (from, NULL) : NULL;
  const char      *rest = folder ? below (absolute, folder) : NULL;

  if (! from || (rest && ! strchr (rest, '/')))
    return g_strdup ("");

  return rest ? g_path_get_dirname (rest) : NULL;
}

/* A file; @top is the folder that was named and has it somewhere below, NULL if it was named itself. */
static void
add_file (List *list, const char *path, const char *top)
{
  CeJob           *job = g_new0 (CeJob, 1), *other;
  g_autofree char *tree = tree_of (list, path, top), *key = key_of (path), *other_key = NULL, *shown = NULL;

  job->input = g_strdup (path);
  name_result (list, job, tree ? tree : "");
  other = g_hash_table_lookup (list->results, job->result);
  other_key = other ? key_of (other->input) : NULL;
  if (other && (key ? g_strcmp0 (key, other_key) == 0 : g_str_equal (path, other->input)))
    {
      free_job (job);
      return;
    }

  shown = g_filename_display_name (other ? other->input : list->run->base ? list->run->base : "");
  if (! tree)
    job->refusal = g_strdup_printf (_("It is not in the folder “%s”."), shown);
  else if (other)
    job->refusal = g_strdup_printf (_("Its result would have the name of that of “%s”."), shown);
  else
    g_hash_table_insert (list->results, job->result, job);
  if (key)
    g_hash_table_add (list->run->inputs, g_steal_pointer (&key));
  g_ptr_array_add (list->run->jobs, job);
}

/* All below a folder, but what is hidden, what links lead to, and where the results go. */
static void
add_folder (List *list, const char *path, const char *top)
{
  g_autoptr (GPtrArray) files = names_in (list, path, FALSE), folders = names_in (list, path, TRUE);

  if (access (path, R_OK | X_OK) != 0)
    {
      CeJob *job = g_new0 (CeJob, 1);

      *job = (CeJob) { .input = g_strdup (path), .result = g_strdup (""), .refusal = g_strdup (g_strerror (errno)) };
      g_ptr_array_add (list->run->jobs, job);
    }
  for (guint i = 0; i < files->len; i++)
    add_file (list, files->pdata[i], top);
  for (guint i = 0; i < folders->len; i++)
    {
      g_autofree char *key = key_of (folders->pdata[i]);

      if (g_strcmp0 (key, list->output_key) != 0)
        add_folder (list, folders->pdata[i], top);
    }
}

static void
add_any (List *list, const char *path)
{
  if (g_file_test (path, G_FILE_TEST_IS_DIR))
    add_folder (list, path, path);
  else
    add_file (list, path, NULL);
}

/* Names from a file, or from stdin ("-"), each ended by a zero byte if there is one, else by the end of a line. */
static gboolean
add_from (List *list, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize            size = 0;
  struct stat      info;
  gboolean         is_stdin = g_str_equal (path, "-");

  if (! is_stdin && stat (path, &info) == 0 && S_ISCHR (info.st_mode))
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is no list of files."), path);
  else if (g_file_get_contents (is_stdin ? "/dev/stdin" : path, &text, &size, error))
    {
      if (! memchr (text, '\0', size))
        g_strdelimit (text, "\n", '\0');
      for (const char *name = text; name < text + size; name += strlen (name) + 1)
        if (*name)
          add_any (list, name);
    }

  return text != NULL;
}

/* Sets @run's jobs, one for each file, which may not exist, and its inputs; fails if its list cannot be read. */
gboolean
ce_list_jobs (CeRun *run, GError **error)
{
  List     list = { .run = run, .results = g_hash_table_new (g_str_hash, g_str_equal),
                    .output = g_canonicalize_filename (run->output, NULL), .output_key = key_of (run->output),
                    .stems = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  gboolean read;

  run->inputs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  run->jobs = g_ptr_array_new_with_free_func (free_job);
  for (char **file = run->files; file && *file; file++)
    add_any (&list, *file);
  read = ! run->files_from || add_from (&list, run->files_from, error);
  g_hash_table_unref (list.results);
  g_hash_table_unref (list.stems);
  g_free (list.output);
  g_free (list.output_key);

  return read;
}
