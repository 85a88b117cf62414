/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result is written as a hidden file beside its place, and gets its name when it is on the disk.
 */
#include "batch.h"

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
gboolean
ce_fail_errno (GError **error, int reason)
{
  g_set_error (error, CE_ERRNO, reason, "%s.", g_strerror (reason));

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

/* Removes what dead runs left in the folder @path: of this machine, or older than a day. */
static void
remove_dead (const char *path)
{
  g_autofree char *own = own_prefix ();
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  struct stat      info;

  for (const char *name; folder && (name = g_dir_read_name (folder));)
    if (g_str_has_prefix (name, PREFIX))
      {
        g_autofree char *part = g_build_filename (path, name, NULL);
        long             pid = g_str_has_prefix (name, own) ? strtol (name + strlen (own), NULL, 10) : 0;
        gboolean         is_dead = pid > 0 && (pid == getpid () || (kill ((pid_t) pid, 0) != 0 && errno == ESRCH));

        if (lstat (part, &info) == 0 && S_ISREG (info.st_mode) && (is_dead || info.st_mtime < time (NULL) - DAY_S))
          unlink (part);
      }
}

/* Makes the folder @path, and those that it is in, unless it is there, and cleans it once a run. */
gboolean
ce_output_make (const char *path, GError **error)
{
  static GMutex             lock;
  static GHashTable        *made;
  g_autoptr (GMutexLocker)  locker = g_mutex_locker_new (&lock);
  g_autofree char          *shown = g_filename_display_name (path);

  made = made ? made : g_hash_table_new (g_str_hash, g_str_equal);
  if (g_hash_table_contains (made, path))
    return TRUE;
  if (g_mkdir_with_parents (path, 0777) != 0 || access (path, W_OK | X_OK) != 0)
    {
      g_set_error (error, CE_ERRNO, errno, _("“%s” cannot be written: %s."), shown, g_strerror (errno));
      return FALSE;
    }
  remove_dead (path);

  return g_hash_table_add (made, g_strdup (path));
}

/* Finds where @job's result goes; makes its folder unless nothing is to be touched. */
gboolean
ce_spot_find (CeSpot *spot, const CeRun *run, const CeJob *job, GError **error)
{
  *spot = (CeSpot) { .fd = -1, .path = g_build_filename (run->output, job->result, NULL) };
  spot->folder = g_path_get_dirname (spot->path);
  if (! run->dry_run && ! ce_output_make (spot->folder, error))
    return FALSE;
  spot->exists = lstat (spot->path, &spot->old) == 0;

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
      spot->hidden = g_strdup_printf ("%s/%s%ld.%d", spot->folder, own, (long) getpid (), g_atomic_int_add (&count, 1));
      spot->fd = open (spot->hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  while (spot->fd < 0 && errno == EEXIST);
  if (spot->fd >= 0)
    return TRUE;
  g_clear_pointer (&spot->hidden, g_free);

  return ce_fail_errno (error, errno);
}

/* Whether @path is still the file that was looked at: none where there was none. */
static gboolean
is_old (const CeSpot *spot, const char *path)
{
  struct stat now;
  gboolean    exists = lstat (path, &now) == 0;

  return exists == spot->exists && (! exists || (now.st_dev == spot->old.st_dev && now.st_ino == spot->old.st_ino));
}

static int
rename_hidden (const CeSpot *spot, guint how)
{
  return renameat2 (AT_FDCWD, spot->hidden, AT_FDCWD, spot->path, how);
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
        return unlink (spot->hidden);
      rename_hidden (spot, RENAME_EXCHANGE);
      errno = EEXIST;
      return -1;
    }
  if ((! spot->exists || errno == ENOENT) && rename_hidden (spot, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (! spot->exists && link (spot->hidden, spot->path) == 0)
    return unlink (spot->hidden);
  if (is_old (spot, spot->path))
    return rename_hidden (spot, 0);
  errno = EEXIST;

  return -1;
}

/* Gives the file its name when it is on the disk; fails with EEXIST where another file has taken the name meanwhile. */
gboolean
ce_spot_finish (CeSpot *spot, GError **error)
{
  int folder;

  if (fsync (spot->fd) != 0 || name_result (spot) != 0)
    return ce_fail_errno (error, errno);
  g_clear_pointer (&spot->hidden, g_free);
  folder = open (spot->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0)
    {
      fsync (folder);
      close (folder);
    }

  return TRUE;
}

/* Removes what has not got its name. */
void
ce_spot_leave (CeSpot *spot)
{
  if (spot->hidden)
    unlink (spot->hidden);
  if (spot->fd >= 0)
    close (spot->fd);
  g_free (spot->hidden);
  g_free (spot->folder);
  g_free (spot->path);
}
