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

/* Returns ".cuda-edges-HOST.NAMESPACE.", because a process id is unique within a namespace of a host. */
static char *
own_prefix (void)
{
  g_autofree char *name = g_strdelimit (g_strdup (g_get_host_name ()), "/", '_');
  g_autofree char *space = g_file_read_link ("/proc/self/ns/pid", NULL);

  return g_strdup_printf (PREFIX "%.39s.%s.", name, space ? g_strcanon (space, "0123456789", '0') : "");
}

/* Removes hidden files from the folder @path that dead runs of this machine left, or that are older than a day. */
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

/* Cleans the folder @path once a run; fails if it, or the nearest parent where it is missing, cannot be written. It is made
 * with the first result in it, so that a run without results changes nothing. */
gboolean
ce_output_check (const char *path, GError **error)
{
  static GMutex             lock;
  static GHashTable        *checked;
  g_autoptr (GMutexLocker)  locker = g_mutex_locker_new (&lock);
  g_autofree char          *shown = g_filename_display_name (path), *nearest = g_strdup (path);
  struct stat               info;

  checked = checked ? checked : g_hash_table_new (g_str_hash, g_str_equal);
  if (g_hash_table_contains (checked, path))
    return TRUE;
  while (lstat (nearest, &info) != 0 && errno == ENOENT && ! g_str_equal (nearest, "."))
    {
      char *parent = g_path_get_dirname (nearest);

      g_free (nearest);
      nearest = parent;
    }
  errno = stat (nearest, &info) == 0 && ! S_ISDIR (info.st_mode) ? ENOTDIR : 0;
  if (errno || access (nearest, W_OK | X_OK) != 0)
    {
      g_set_error (error, CE_ERRNO, errno, _("“%s” cannot be written: %s."), shown, g_strerror (errno));
      return FALSE;
    }
  if (g_str_equal (nearest, path))
    remove_dead (path);

  return g_hash_table_add (checked, g_strdup (path));
}

/* Returns whether @path is still the file @old, which nobody wrote into, or still no file where @old is NULL. */
static gboolean
is_old (const char *path, const struct stat *old)
{
  struct stat now;

  if (lstat (path, &now) != 0)
    return ! old;

  return old && now.st_dev == old->st_dev && now.st_ino == old->st_ino && now.st_size == old->st_size
         && now.st_mtim.tv_sec == old->st_mtim.tv_sec && now.st_mtim.tv_nsec == old->st_mtim.tv_nsec;
}

static int
rename_hidden (const char *hidden, const char *path, guint how)
{
  return renameat2 (AT_FDCWD, hidden, AT_FDCWD, path, how);
}

/* Renames @hidden to @path, where it replaces @old, if any, and no other file; returns 0, or -1 with an errno. The two
 * names are exchanged, and exchanged back if the file was not @old. On file systems without exchange a hard link takes the
 * name, and without links a plain rename follows one more check. */
static int
name_result (const char *hidden, const char *path, const struct stat *old)
{
  if (old && rename_hidden (hidden, path, RENAME_EXCHANGE) == 0)
    {
      if (is_old (hidden, old))
        return unlink (hidden);
      rename_hidden (hidden, path, RENAME_EXCHANGE);
      errno = EEXIST;
      return -1;
    }
  if ((! old || errno == ENOENT) && rename_hidden (hidden, path, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (! old && link (hidden, path) == 0)
    return unlink (hidden);
  if (is_old (path, old))
    return rename_hidden (hidden, path, 0);
  errno = EEXIST;

  return -1;
}

/* Writes all bytes into an open file. */
gboolean
ce_output_send (int fd, const char *bytes, gsize n, GError **error)
{
  ssize_t written = 0;

  for (; n > 0 && ce_run_goes_on (error); n -= (gsize) MAX (written, 0), bytes += MAX (written, 0))
    if ((written = write (fd, bytes, n)) < 0 && errno != EINTR)
      return ce_fail_errno (error, errno);

  return n == 0;
}

/* Writes the result @path in place of @old, which may be NULL: the file gets its name when its bytes are on the disk. Makes
 * its folder where that is missing. Fails with EEXIST if another file has taken the name meanwhile. */
gboolean
ce_output_write (const char *path, const struct stat *old, const char *bytes, gsize n, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path), *own = own_prefix ();
  g_autofree char *hidden = g_strdup_printf ("%s/%s%ld.XXXXXX", folder, own, (long) getpid ());
  gboolean         written;
  int              fd = g_mkdir_with_parents (folder, 0777) == 0 ? g_mkstemp_full (hidden, O_WRONLY | O_CLOEXEC, 0666) : -1;

  if (fd < 0)
    return ce_fail_errno (error, errno);
  written = ce_output_send (fd, bytes, n, error)
            && ((fsync (fd) == 0 && name_result (hidden, path, old) == 0) || ce_fail_errno (error, errno));
  close (fd);
  if (! written)
    unlink (hidden);
  else if ((fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) >= 0)
    {
      fsync (fd);
      close (fd);
    }

  return written;
}
