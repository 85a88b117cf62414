/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result is written as a hidden file beside its place, and gets its name when it is on the disk.
 */
#include "batch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define PREFIX ".cuda-edges-"
#define DAY_S (24 * 60 * 60)

/* Fails with the sentence of @reason, an errno, which is the error's code. */
void
ce_set_errno (GError **error, int reason)
{
  g_set_error (error, CE_ERRNO, reason, "%s.", g_strerror (reason));
}

static gboolean
fail (GError **error)
{
  ce_set_errno (error, errno);

  return FALSE;
}

/* Makes the folder @path, and those that it is in, unless it is there. */
gboolean
ce_output_make (const char *path, GError **error)
{
  g_autofree char *shown = g_filename_display_name (path);

  if (g_mkdir_with_parents (path, 0777) == 0 && access (path, W_OK | X_OK) == 0)
    return TRUE;
  g_set_error (error, CE_ERRNO, errno, _("“%s” cannot be written: %s."), shown, g_strerror (errno));

  return FALSE;
}

/* ".cuda-edges-HOST.NAMESPACE.": process ids mean something inside one of both. */
static char *
own_prefix (void)
{
  g_autofree char *name = g_strdelimit (g_strdup (g_get_host_name ()), "/", '_');
  g_autofree char *space = g_file_read_link ("/proc/self/ns/pid", NULL);

  return g_strdup_printf (PREFIX "%.39s.%s.", name, space ? g_strcanon (space, "0123456789", '0') : "");
}

/* Removes what dead runs left in @folder: of this machine, or older than a day. */
static void
remove_dead (int folder)
{
  g_autofree char *own = own_prefix ();
  int              copy = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR             *list = copy >= 0 ? fdopendir (copy) : NULL;
  struct dirent   *entry;
  struct stat      info;

  while (list && (entry = readdir (list)))
    if (g_str_has_prefix (entry->d_name, PREFIX) && fstatat (folder, entry->d_name, &info, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG (info.st_mode))
      {
        long pid = g_str_has_prefix (entry->d_name, own) ? strtol (entry->d_name + strlen (own), NULL, 10) : 0;

        if ((pid > 0 && (pid == getpid () || (kill ((pid_t) pid, 0) != 0 && errno == ESRCH)))
            || info.st_mtime < time (NULL) - DAY_S)
          unlinkat (folder, entry->d_name, 0);
      }
  if (list)
    closedir (list);
}

/* The same, once a run. */
static void
clean (int folder, const char *path)
{
  static GMutex      lock;
  static GHashTable *seen;

  g_mutex_lock (&lock);
  seen = seen ? seen : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (g_hash_table_add (seen, g_strdup (path)))
    remove_dead (folder);
  g_mutex_unlock (&lock);
}

/* Finds where @job's result goes; makes its folder unless nothing is to be touched. */
gboolean
ce_spot_find (CeSpot *spot, const CeRun *run, const CeJob *job, GError **error)
{
  g_autofree char *path = g_build_filename (run->output, job->result, NULL);
  g_autofree char *folder = g_path_get_dirname (path);

  *spot = (CeSpot) { .folder = -1, .fd = -1, .name = g_path_get_basename (path) };
  if (! run->dry_run && ! ce_output_make (folder, error))
    return FALSE;
  spot->folder = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (spot->folder < 0)
    return run->dry_run && errno == ENOENT ? TRUE : fail (error);
  if (! run->dry_run)
    clean (spot->folder, folder);
  spot->exists = fstatat (spot->folder, spot->name, &spot->old, AT_SYMLINK_NOFOLLOW) == 0;

  return TRUE;
}

/* Opens a hidden file beside the place. */
gboolean
ce_spot_begin (CeSpot *spot, GError **error)
{
  static int       count;
  g_autofree char *own = own_prefix ();

  do
    {
      g_free (spot->hidden);
      spot->hidden = g_strdup_printf ("%s%ld.%d", own, (long) getpid (), g_atomic_int_add (&count, 1));
      spot->fd = openat (spot->folder, spot->hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  while (spot->fd < 0 && errno == EEXIST);
  if (spot->fd >= 0)
    return TRUE;
  g_clear_pointer (&spot->hidden, g_free);

  return fail (error);
}

/* Whether @name is still the file that was looked at: none where there was none. */
static gboolean
is_old (const CeSpot *spot, const char *name)
{
  struct stat now;
  gboolean    exists = fstatat (spot->folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0;

  return exists == spot->exists && (! exists || (now.st_dev == spot->old.st_dev && now.st_ino == spot->old.st_ino));
}

static int
rename_hidden (const CeSpot *spot, guint how)
{
  return renameat2 (spot->folder, spot->hidden, spot->folder, spot->name, how);
}

/* Lets the hidden file have the name instead of what was looked at, and of nothing else; returns 0, or -1 with an errno.
 * What takes the hidden name in exchange is what was looked at, or it goes back. Some file systems cannot do so: there a
 * second name is made or, where none can be, the name is looked at once more. */
static int
name_result (const CeSpot *spot)
{
  if (spot->exists && rename_hidden (spot, RENAME_EXCHANGE) == 0)
    {
      if (is_old (spot, spot->hidden))
        return unlinkat (spot->folder, spot->hidden, 0);
      rename_hidden (spot, RENAME_EXCHANGE);
      errno = EEXIST;
      return -1;
    }
  if ((! spot->exists || errno == ENOENT) && rename_hidden (spot, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (! spot->exists && linkat (spot->folder, spot->hidden, spot->folder, spot->name, 0) == 0)
    return unlinkat (spot->folder, spot->hidden, 0);
  if (is_old (spot, spot->name))
    return rename_hidden (spot, 0);
  errno = EEXIST;

  return -1;
}

/* Gives the file its name when it is on the disk; fails with EEXIST where another file has taken the name meanwhile. */
gboolean
ce_spot_finish (CeSpot *spot, GError **error)
{
  if (fsync (spot->fd) != 0 || name_result (spot) != 0)
    return fail (error);
  g_clear_pointer (&spot->hidden, g_free);
  fsync (spot->folder);

  return TRUE;
}

/* Removes what has not got its name. */
void
ce_spot_leave (CeSpot *spot)
{
  if (spot->hidden)
    unlinkat (spot->folder, spot->hidden, 0);
  if (spot->fd >= 0)
    close (spot->fd);
  if (spot->folder >= 0)
    close (spot->folder);
  g_free (spot->hidden);
  g_free (spot->name);
  *spot = (CeSpot) { .folder = -1, .fd = -1 };
}
