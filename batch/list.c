/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which files, and what their results are called.
 */
#include "batch.h"

#include <glib/gi18n.h>

#include <string.h>
#include <sys/stat.h>

#include "codec.h"

typedef struct
{
  GPtrArray  *jobs;
  GHashTable *names;            /* of results, to their jobs' inputs */
  const char *format;
  const char *output;
} List;

static void
free_job (gpointer data)
{
  CeJob *job = data;

  g_free (job->input);
  g_free (job->name);
  g_free (job->refusal);
  g_free (job);
}

static const char *
ending_of (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot && dot != name ? dot : name + strlen (name);
}

static gboolean
is_same_file (const char *a, const char *b)
{
  struct stat one, other;

  return stat (a, &one) == 0 && stat (b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static void
add (List *list, const char *input)
{
  g_autofree char *base = g_path_get_basename (input);
  g_autofree char *result = NULL;
  CeJob           *job = g_new0 (CeJob, 1);
  const char      *other;

  job->input = g_strdup (input);
  job->name = g_strdup_printf ("%.*s.%s", (int) (ending_of (base) - base), base, list->format);
  result = g_build_filename (list->output, job->name, NULL);
  other = g_hash_table_lookup (list->names, job->name);
  if (other)
    {
      g_autofree char *shown = g_filename_display_name (other);

      job->refusal = g_strdup_printf (_("Its result would have the name of that of “%s”."), shown);
    }
  else if (is_same_file (input, result))
    job->refusal = g_strdup (_("Its result would take its place: choose another folder."));
  else
    g_hash_table_insert (list->names, job->name, job->input);

  g_ptr_array_add (list->jobs, job);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Its pictures, not those of folders in it, in the order of their bytes. */
static void
add_folder (List *list, const char *path, GDir *folder)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char           *name;

  while ((name = g_dir_read_name (folder)))
    {
      const char *ending = ending_of (name);

      if (name[0] != '.' && *ending && ce_codec_knows (ending + 1))
        g_ptr_array_add (names, g_build_filename (path, name, NULL));
    }
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    add (list, g_ptr_array_index (names, i));
}

static void
add_any (List *list, const char *path)
{
  GDir *folder = g_file_test (path, G_FILE_TEST_IS_DIR) ? g_dir_open (path, 0, NULL) : NULL;

  if (! folder)
    {
      add (list, path);
      return;
    }

  add_folder (list, path, folder);
  g_dir_close (folder);
}

/* Names from a file, or from stdin ("-"), each ended by a zero byte as find -print0 does. */
static gboolean
add_from (List *list, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize            size = 0;

  if (! g_file_get_contents (g_str_equal (path, "-") ? "/dev/stdin" : path, &text, &size, error))
    return FALSE;

  for (const char *name = text; name < text + size; name += strlen (name) + 1)
    if (*name)
      add_any (list, name);

  return TRUE;
}

/**
 * ce_list_jobs:
 * @files: (nullable): files and folders
 * @files_from: (nullable): a file with names of more, ended by zero bytes
 * @format: ending of the results
 * @output: their folder
 * @error: return location
 *
 * Returns: (transfer full) (nullable): #CeJob for each file, which may not
 *   exist; %NULL if @files_from cannot be read
 */
GPtrArray *
ce_list_jobs (char **files, const char *files_from, const char *format, const char *output, GError **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray)  jobs = g_ptr_array_new_with_free_func (free_job);
  List                   list = { jobs, names, format, output };

  for (char **file = files; file && *file; file++)
    add_any (&list, *file);

  return ! files_from || add_from (&list, files_from, error) ? g_steal_pointer (&jobs) : NULL;
}
