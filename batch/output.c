/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* renameat2 */
#endif

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

/* "HOST.NAMESPACE.": process ids mean something inside one of both. */
static const char *
host (void)
{
  static char  text[64];
  static gsize once;
  char         name[40] = "", space[40] = "";

  if (g_once_init_enter (&once))
    {
      gethostname (name, sizeof name - 1);
      if (readlink ("/proc/self/ns/pid", space, sizeof space - 1) < 0)
        space[0] = '\0';
      g_snprintf (text, sizeof text, "%s.%s.", g_strdelimit (name, "/", '_'), g_strcanon (space, "0123456789", '0'));
      g_once_init_leave (&once, 1);
    }

  return text;
}

/* Whether nobody writes the hidden file @name any more. */
static gboolean
is_dead (int folder, const char *name)
{
  gsize       length = strlen (PREFIX) + strlen (host ());
  struct stat info;
  long        pid = 0;

  if (fstatat (folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0 || ! S_ISREG (info.st_mode))
    return FALSE;
  if (g_str_has_prefix (name + strlen (PREFIX), host ()))
    pid = strtol (name + length, NULL, 10);

  return (pid > 0 && (pid == getpid () || (kill ((pid_t) pid, 0) != 0 && errno == ESRCH)))
         || info.st_mtime < time (NULL) - DAY_S;
}

static void
remove_dead (int folder)
{
  int            copy = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR           *list = copy >= 0 ? fdopendir (copy) : NULL;
  struct dirent *entry;

  while (list && (entry = readdir (list)))
    if (g_str_has_prefix (entry->d_name, PREFIX) && is_dead (folder, entry->d_name))
      unlinkat (folder, entry->d_name, 0);
  if (list)
    closedir (list);
}

/* Removes what dead runs left in @folder, once a run. */
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
  const char      *slash = strrchr (job->result, '/');

  *spot = (CeSpot) { .folder = -1, .fd = -1, .name = slash ? slash + 1 : job->result };
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
  static int count;

  do
    {
      g_snprintf (spot->hidden, sizeof spot->hidden, PREFIX "%s%ld.%d", host (), (long) getpid (), g_atomic_int_add (&count, 1));
      spot->fd = openat (spot->folder, spot->hidden, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
  while (spot->fd < 0 && errno == EEXIST);
  if (spot->fd >= 0)
    return TRUE;
  spot->hidden[0] = '\0';

  return fail (error);
}

/* Whether @name is still the file that was looked at. */
static gboolean
is_old (const CeSpot *spot, const char *name)
{
  struct stat now;

  return fstatat (spot->folder, name, &now, AT_SYMLINK_NOFOLLOW) == 0 && now.st_dev == spot->old.st_dev
         && now.st_ino == spot->old.st_ino;
}

/* Some file systems cannot rename without replacing: there a second name is made first or, where none can be, the name is
 * looked for once more. */
static int
name_new (CeSpot *spot)
{
  struct stat info;

  if (renameat2 (spot->folder, spot->hidden, spot->folder, spot->name, RENAME_NOREPLACE) == 0)
    return 0;
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (linkat (spot->folder, spot->hidden, spot->folder, spot->name, 0) == 0)
    return unlinkat (spot->folder, spot->hidden, 0);
  if (errno == EEXIST)
    return -1;
  errno = EEXIST;

  return fstatat (spot->folder, spot->name, &info, AT_SYMLINK_NOFOLLOW) == 0
         ? -1 : renameat (spot->folder, spot->hidden, spot->folder, spot->name);
}

/* What takes the hidden name in exchange is what was looked at, or it goes back. */
static int
name_again (CeSpot *spot)
{
  if (renameat2 (spot->folder, spot->hidden, spot->folder, spot->name, RENAME_EXCHANGE) == 0)
    {
      if (is_old (spot, spot->hidden))
        return unlinkat (spot->folder, spot->hidden, 0);
      renameat2 (spot->folder, spot->hidden, spot->folder, spot->name, RENAME_EXCHANGE);
      errno = EEXIST;
      return -1;
    }
  if (errno == ENOENT)
    return name_new (spot);
  if (errno != EINVAL && errno != ENOSYS)
    return -1;
  if (is_old (spot, spot->name))
    return renameat (spot->folder, spot->hidden, spot->folder, spot->name);
  errno = EEXIST;

  return -1;
}

/* Gives the file its name when it is on the disk; fails with EEXIST where another file has taken the name meanwhile. */
gboolean
ce_spot_finish (CeSpot *spot, GError **error)
{
  if (fsync (spot->fd) != 0 || (spot->exists ? name_again (spot) : name_new (spot)) != 0)
    return fail (error);
  spot->hidden[0] = '\0';
  fsync (spot->folder);

  return TRUE;
}

/* Removes what has not got its name. */
void
ce_spot_leave (CeSpot *spot)
{
  if (spot->hidden[0])
    unlinkat (spot->folder, spot->hidden, 0);
  if (spot->fd >= 0)
    close (spot->fd);
  if (spot->folder >= 0)
    close (spot->folder);
  *spot = (CeSpot) { .folder = -1, .fd = -1 };
}
