/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The output folder, and in it the hidden one of this run, where results are
 * written before they get their names. It is locked as long as the run lives;
 * what ended runs left is removed by the next one.
 */
#include "folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* A folder has the second name once it is locked, so a lock that can be had there is a dead run's. One that keeps the first
 * for so long is an empty one of a run that was killed at once. */
#define FRESH ".cuda-edges-new-"
#define LOCKED ".cuda-edges-run-"
#define FRESH_S 60

static gboolean
refuse (const char *path, GError **error)
{
  int              reason = errno;
  g_autofree char *shown = g_filename_display_name (path);

  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” cannot be written: %s."), shown, g_strerror (reason));

  return FALSE;
}

/* Files only: a run makes nothing else there. */
static void
empty (int folder)
{
  int            copy = dup (folder);
  DIR           *list = copy >= 0 ? fdopendir (copy) : NULL;
  struct dirent *entry;

  if (! list)
    return;
  rewinddir (list);
  while ((entry = readdir (list)))
    if (entry->d_name[0] != '.' || g_str_has_prefix (entry->d_name, ".goutputstream"))
      unlinkat (folder, entry->d_name, 0);
  closedir (list);
}

static void
remove_if_dead (const CeRun *run, const char *name)
{
  int part = openat (run->folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (part < 0)
    return;
  if (flock (part, LOCK_EX | LOCK_NB) == 0)
    {
      empty (part);
      unlinkat (run->folder, name, AT_REMOVEDIR);
    }
  close (part);
}

static void
remove_if_old (const CeRun *run, const char *name)
{
  struct stat info;

  if (fstatat (run->folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && info.st_mtime < time (NULL) - FRESH_S)
    unlinkat (run->folder, name, AT_REMOVEDIR);
}

static void
remove_dead (const CeRun *run)
{
  GDir       *list = g_dir_open (run->output, 0, NULL);
  const char *name;

  while (list && (name = g_dir_read_name (list)))
    if (g_str_has_prefix (name, LOCKED))
      remove_if_dead (run, name);
    else if (g_str_has_prefix (name, FRESH))
      remove_if_old (run, name);
  if (list)
    g_dir_close (list);
}

static gboolean
make_part (CeRun *run, GError **error)
{
  g_autofree char *fresh = g_build_filename (run->output, FRESH "XXXXXX", NULL);
  g_autofree char *locked = NULL;

  if (! g_mkdtemp_full (fresh, 0700))
    return refuse (run->output, error);
  locked = g_strconcat (run->output, G_DIR_SEPARATOR_S, LOCKED, fresh + strlen (fresh) - 6, NULL);
  run->part = open (fresh, O_RDONLY | O_DIRECTORY);
  if (run->part < 0 || flock (run->part, LOCK_EX | LOCK_NB) != 0 || g_rename (fresh, locked) != 0)
    {
      refuse (run->output, error);
      g_rmdir (fresh);
      return FALSE;
    }
  run->part_name = g_path_get_basename (locked);

  return TRUE;
}

/**
 * ce_folder_open:
 * @run: (inout): has an output
 * @error: return location
 *
 * Makes the output folder if it is not there, and this run's in it.
 *
 * Returns: %TRUE, or %FALSE if it cannot be written
 */
gboolean
ce_folder_open (CeRun *run, GError **error)
{
  if (g_mkdir_with_parents (run->output, 0777) != 0)
    return refuse (run->output, error);
  run->folder = open (run->output, O_RDONLY | O_DIRECTORY);
  if (run->folder < 0)
    return refuse (run->output, error);
  remove_dead (run);

  return make_part (run, error);
}

/**
 * ce_folder_close:
 * @run: an open run, whose workers have ended
 *
 * Removes what has not become whole.
 */
void
ce_folder_close (CeRun *run)
{
  empty (run->part);
  unlinkat (run->folder, run->part_name, AT_REMOVEDIR);
  close (run->part);
  close (run->folder);
  g_free (run->part_name);
}
