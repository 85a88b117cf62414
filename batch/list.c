/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of files and the names of their results. A name depends on the source and on the pictures beside it alone, so
 * that runs on many machines agree without knowing each other.
 */
#include "batch.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The paths of a folder's pictures and folders, sorted by bytes; the number of pictures by their names without ending; what
 * else it has. */
typedef struct { GPtrArray *paths; GHashTable *stems; CeLeftOut left_out; } Folder;

/* @results: jobs by the paths of their results. @folders: #Folder by path. @output is without links; @output_key is NULL
 * if that folder does not exist yet. */
typedef struct { CeRun *run; GHashTable *results, *folders; GFile *output; char *output_key; } List;

/* Returns a file's device and inode as text. */
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
ending_of (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot && dot != name ? dot : name + strlen (name);
}

/* Returns whether the file @path has the name of another picture's result there: that name and the suffix. */
static gboolean
is_named_after (const List *list, const char *path)
{
  g_autofree char  *folder = g_path_get_dirname (path), *base = g_path_get_basename (path);
  g_autofree char  *stem = g_strndup (base, (gsize) (ending_of (base) - base));
  gboolean          ends = list->run->suffix && *list->run->suffix && g_str_has_suffix (stem, list->run->suffix);
  gsize             n = ends ? strlen (stem) - strlen (list->run->suffix) : 0;
  g_autoptr (GDir)  entries = n > 0 ? g_dir_open (folder, 0, NULL) : NULL;

  for (const char *name; entries && (name = g_dir_read_name (entries));)
    if (strncmp (name, stem, n) == 0 && ending_of (name) == name + n && ce_format_find (NULL, name + n))
      return TRUE;

  return FALSE;
}

/* Whether @path is no result of this program in a folder that results go to, which is counted in @left_out; with the name of
 * one it is taken for one. */
static gboolean
is_source (const List *list, const char *path, CeLeftOut *left_out)
{
  g_autofree char  *real = realpath (path, NULL), *record = NULL;
  gboolean          is_result = FALSE;
  g_autoptr (GFile) file = g_file_new_for_path (real ? real : path);

  if (g_file_has_prefix (file, list->output))
    is_result = (record = ce_codec_get_record (path)) || is_named_after (list, path);
  left_out->results += is_result;

  return ! is_result;
}

/* Returns whether @name ends like a camera's raw file: the endings of libraw's cameras. */
static gboolean
is_raw (const char *name)
{
  static const char *const raws[] = { ".3fr", ".ari", ".arq", ".arw", ".bay", ".bmq", ".cap", ".cine", ".cr2", ".cr3", ".crw",
    ".cs1", ".dc2", ".dcr", ".dcs", ".dng", ".drf", ".dsc", ".eip", ".erf", ".fff", ".gpr", ".ia", ".iiq", ".k25", ".kc2",
    ".kdc", ".mdc", ".mef", ".mfw", ".mos", ".mrw", ".nef", ".nrw", ".orf", ".ori", ".pef", ".ptx", ".pxn", ".qtk", ".raf",
    ".raw", ".rdc", ".rw2", ".rwl", ".rwz", ".sr2", ".srf", ".srw", ".sti", ".x3f", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  return g_strv_contains (raws, ending_of (lower));
}

/* Returns whether the entry @full of a folder is a picture, or a folder of pictures, and counts what is not in @left_out. */
static gboolean
is_wanted (const List *list, const char *full, const char *name, gboolean is_folder, CeLeftOut *left_out)
{
  /* Thumbnails, deleted files and old states that storage devices and systems keep among the photos. */
  static const char *const kept_apart[] = { "@eadir", "#recycle", "@recycle", "@recently-snapshot", "#snapshot",
    "$recycle.bin", "system volume information", "lost+found", NULL };
  g_autofree char *lower = g_ascii_strdown (name, -1);
  gboolean         is_apart = is_folder && g_strv_contains (kept_apart, lower);

  if (name[0] == '.')
    return FALSE;
  left_out->raws += ! is_folder && is_raw (name);
  left_out->folders += is_apart;
  if (is_folder)
    return ! is_apart && ! g_file_test (full, G_FILE_TEST_IS_SYMLINK);

  return ce_format_find (NULL, ending_of (name)) && is_source (list, full, left_out);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Reads the folder @path once, without hidden files and links to folders. */
static const Folder *
read_folder (List *list, const char *path)
{
  Folder          *folder = g_hash_table_lookup (list->folders, path);
  g_autoptr (GDir) entries = folder ? NULL : g_dir_open (path, 0, NULL);

  if (folder)
    return folder;
  folder = g_new (Folder, 1);
  *folder = (Folder) { .paths = g_ptr_array_new (), .stems = g_hash_table_new (g_str_hash, g_str_equal) };
  g_hash_table_insert (list->folders, g_strdup (path), folder);
  for (const char *name; entries && (name = g_dir_read_name (entries));)
    {
      char    *full = g_build_filename (path, name, NULL), *stem = g_strndup (name, (gsize) (ending_of (name) - name));
      gboolean is_folder = g_file_test (full, G_FILE_TEST_IS_DIR);

      if (! is_wanted (list, full, name, is_folder, &folder->left_out))
        continue;
      g_ptr_array_add (folder->paths, full);
      if (! is_folder)
        g_hash_table_replace (folder->stems, stem,
                              GINT_TO_POINTER (GPOINTER_TO_INT (g_hash_table_lookup (folder->stems, stem)) + 1));
    }
  g_ptr_array_sort (folder->paths, compare_names);

  return folder;
}

/* Sets @job's result: @tree, the stem, a suffix, the format's ending. The source's ending stands before the format's where
 * two pictures have the same stem, and where it is no picture's ending. */
static void
name_result (List *list, CeJob *job, const char *tree)
{
  const CeRun     *run = list->run;
  g_autofree char *folder = g_path_get_dirname (job->input), *base = g_path_get_basename (job->input);
  const char      *ending = ending_of (base);
  const CeFormat  *kind = ce_format_find (NULL, ending);
  g_autofree char *stem = g_strndup (base, (gsize) (ending - base)), *name = NULL;
  gboolean         keeps = run->name || ! kind
                           || GPOINTER_TO_INT (g_hash_table_lookup (read_folder (list, folder)->stems, stem)) > 1;

  job->format = run->wanted ? run->wanted : kind ? kind : ce_format_find ("png", NULL);
  name = g_strconcat (stem, run->suffix ? run->suffix : "", keeps ? ending : "", ".", job->format->name, NULL);
  job->result = run->name ? g_strdup (run->name) : g_build_filename (tree, name, NULL);
}

/* The folders of @path below the one that keeps its tree, "" for none; NULL if it is not below it. */
static char *
tree_of (const List *list, const char *path, const char *top)
{
  const char       *from = list->run->base ? list->run->base : top;
  g_autofree char  *parent = g_path_get_dirname (path);
  g_autoptr (GFile) folder = g_file_new_for_path (parent), above = g_file_new_for_path (from ? from : parent);

  return g_file_equal (folder, above) ? g_strdup ("") : g_file_get_relative_path (above, folder);
}

/* Adds a file; @top is the folder of the command line that has it below, NULL if the command line has the file itself. */
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
    return;

  shown = g_filename_display_name (other ? other->input : list->run->base ? list->run->base : "");
  if (! tree)
    job->refusal = g_strdup_printf (_("It is not in the folder “%s”."), shown);
  else if (other)
    job->refusal = g_strdup_printf (_("Its result would have the same name as the result of “%s”."), shown);
  else if (is_raw (path))
    job->refusal = g_strdup (_("It is a raw file of a camera: develop it first."));
  else
    g_hash_table_insert (list->results, job->result, job);
  if (key)
    g_hash_table_add (list->run->inputs, g_steal_pointer (&key));
  g_ptr_array_add (list->run->jobs, job);
}

/* Adds a file, or every picture below a folder, without hidden ones, linked folders and the folder of the results; @top is
 * the folder of the command line. */
static void
add (List *list, const char *path, const char *top)
{
  g_autofree char *key = g_file_test (path, G_FILE_TEST_IS_DIR) ? key_of (path) : NULL;

  if (! key)
    add_file (list, path, top);
  else if (access (path, R_OK | X_OK) != 0)
    {
      CeJob *job = g_new (CeJob, 1);

      *job = (CeJob) { .input = g_strdup (path), .result = g_strdup (""), .refusal = g_strdup (g_strerror (errno)) };
      g_ptr_array_add (list->run->jobs, job);
    }
  else if (! top || g_strcmp0 (key, list->output_key) != 0)
    {
      const Folder *folder = read_folder (list, path);
      CeLeftOut    *left_out = &list->run->left_out;

      left_out->results += folder->left_out.results;
      left_out->raws += folder->left_out.raws;
      left_out->folders += folder->left_out.folders;
      for (guint i = 0; i < folder->paths->len; i++)
        add (list, folder->paths->pdata[i], top ? top : path);
    }
}

static void
add_named (List *list, const char *path)
{
  if (list->run->name || g_file_test (path, G_FILE_TEST_IS_DIR) || is_source (list, path, &list->run->left_out))
    add (list, path, NULL);
}

/* Returns whether @text with zero bytes looks like UTF-16 and no list: it has ends of lines beside them, or more than half
 * of its names are single characters. */
static gboolean
is_wide (const char *text, gsize size)
{
  guint n = 0, n_single = 0;

  for (const char *name = text; name < text + size; name += strlen (name) + 1)
    {
      n += *name != 0;
      n_single += *name && ! name[1];
      if (*name == '\n' || strchr (name, '\r'))
        return TRUE;
    }

  return n > 1 && 2 * n_single > n;
}

/* Returns (transfer full) a list as names that zero bytes end, NULL if it is none. A mark of UTF-8 is left out, and a text
 * with a mark of UTF-16 is converted. */
static char *
read_names (const char *text, gsize *size)
{
  gboolean is_marked = *size >= 2 && (memcmp (text, "\xff\xfe", 2) == 0 || memcmp (text, "\xfe\xff", 2) == 0);
  gsize    mark = g_str_has_prefix (text, "\xef\xbb\xbf") ? 3 : 0;
  char    *names = is_marked ? g_convert (text, (gssize) *size, "UTF-8", "UTF-16", NULL, size, NULL)
                             : g_memdup2 (text + mark, (*size -= mark) + 1);

  if (names && ! memchr (names, '\0', *size))
    g_strdelimit (names, "\r\n", '\0');
  else if (names && is_wide (names, *size))
    g_clear_pointer (&names, g_free);

  return names;
}

/* Adds names from a file, or from stdin ("-"); zero bytes end them if the text has any, else ends of lines. No list stands
 * for all files of the machine. */
static gboolean
add_from (List *list, const char *path, GError **error)
{
  g_autofree char *text = NULL, *names = NULL;
  gsize            size = 0;
  struct stat      info;
  gboolean         is_stdin = g_str_equal (path, "-");

  if (! is_stdin && stat (path, &info) == 0 && S_ISCHR (info.st_mode))
    return ce_refuse (error, _("“%s” is no list of files."), path);
  if (! g_file_get_contents (is_stdin ? "/dev/stdin" : path, &text, &size, error))
    return FALSE;
  names = read_names (text, &size);
  if (! names)
    return ce_refuse (error, _("“%s” is no list of files: it has to be in UTF-8, or in UTF-16 with a mark at its beginning."),
                      path);
  for (const char *name = names; name < names + size; name += strlen (name) + 1)
    {
      g_autofree char *real = realpath (name, NULL);

      if (g_strcmp0 (real, "/") == 0)
        return ce_refuse (error, _("The list “%s” names “%s”, which stands for all files of this machine."), path, name);
      if (*name)
        add_named (list, name);
    }

  return TRUE;
}

/* Sets @run's jobs, one for each file, which may not exist, and its inputs; fails if the list cannot be read. */
gboolean
ce_list_jobs (CeRun *run, GError **error)
{
  g_autofree char *output = realpath (run->output, NULL);
  List             list = { run, g_hash_table_new (g_str_hash, g_str_equal), g_hash_table_new (g_str_hash, g_str_equal),
                            g_file_new_for_path (output ? output : run->output), key_of (run->output) };

  run->inputs = g_hash_table_new (g_str_hash, g_str_equal);
  run->jobs = g_ptr_array_new ();
  for (char **file = run->files; file && *file; file++)
    add_named (&list, *file);

  return ! run->files_from || add_from (&list, run->files_from, error);
}
