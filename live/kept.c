/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a user keeps in a file is the user's: it is read before it is written,
 * and what cannot be understood is left alone. Two dialogs may save at once,
 * each a process of its own; the file may be a link into a folder that is
 * shared between machines, or come from an editor that begins it with a byte
 * order mark.
 */
#include "kept.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

/* Nobody has that many recipes; what is larger is another file. */
#define MAX_BYTES (4 << 20)

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* Links that lead to links. */
#define MAX_LINKS 16

/* How long another process may take to save. */
#define PATIENCE_US (2 * G_USEC_PER_SEC)

/* Of what cannot be understood, that much is quoted. */
#define MAX_QUOTED 160

static gboolean
fail (GError **error, int code, const char *file, const char *reason)
{
  g_autofree char *valid = g_utf8_make_valid (reason, -1);
  g_autofree char *name = g_filename_display_name (file);
  g_autofree char *start = NULL;

  if (g_utf8_strlen (valid, -1) > MAX_QUOTED)
    {
      start = g_utf8_substring (valid, 0, MAX_QUOTED - 1);
      g_free (valid);
      valid = g_strconcat (start, "…", NULL);
    }
  g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (code), _("“%s” is left as it is: %s."), name, valid);

  return FALSE;
}

/* The bytes of a file. A pipe or a device would not end. */
static char *
read_regular (const char *file, int fd, gsize *size, GError **error)
{
  g_autofree char *bytes = NULL;
  struct stat      info;

  if (fstat (fd, &info) == 0 && (! S_ISREG (info.st_mode) || info.st_size > MAX_BYTES))
    {
      fail (error, EINVAL, file, _("it is not a file of settings"));
      return NULL;
    }

  bytes = g_malloc (MAX_BYTES + 1);
  *size = 0;
  for (;;)
    {
      gssize n = read (fd, bytes + *size, MAX_BYTES - *size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        {
          fail (error, errno, file, g_strerror (errno));
          return NULL;
        }
      if (n == 0)
        break;
      *size += n;
    }

  return g_realloc (g_steal_pointer (&bytes), *size + 1);
}

/* FALSE: there is a file, and it cannot be read; otherwise *bytes is %NULL if there is none. */
static gboolean
read_file (const char *file, char **bytes, gsize *size, GError **error)
{
  int fd = g_open (file, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0);

  *bytes = NULL;
  *size = 0;
  if (fd < 0)
    return errno == ENOENT || fail (error, errno, file, g_strerror (errno));

  *bytes = read_regular (file, fd, size, error);
  close (fd);

  return *bytes != NULL;
}

static GKeyFile *
parse (const char *file, const char *bytes, gsize size, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError)   reason = NULL;
  gsize                skipped = size >= 3 && memcmp (bytes, BYTE_ORDER_MARK, 3) == 0 ? 3 : 0;

  if (size == skipped
      || g_key_file_load_from_data (keys, bytes + skipped, size - skipped, G_KEY_FILE_KEEP_COMMENTS, &reason))
    return g_steal_pointer (&keys);

  fail (error, EINVAL, file, reason->message);

  return NULL;
}

/**
 * ce_kept_load:
 * @file: its name
 * @error: return location
 *
 * Returns: (transfer full) (nullable): what the file has, nothing if there is
 *   none; %NULL with an error of #GFileError, one sentence, if there is a file that
 *   cannot be understood
 */
GKeyFile *
ce_kept_load (const char *file, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize            size;

  return read_file (file, &bytes, &size, error) ? parse (file, bytes, size, error) : NULL;
}

/* Where links lead, also to a file that is not there yet. */
static char *
follow (const char *file)
{
  char *path = g_strdup (file);

  for (int i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *target = g_file_read_link (path, NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      if (! target)
        break;
      g_free (path);
      path = g_path_is_absolute (target) ? g_steal_pointer (&target) : g_build_filename (folder, target, NULL);
    }

  return path;
}

/* A file beside it, because it is another one after each save. Where such
 * locks are not to be had the last one to save wins. */
static gboolean
lock (const char *file, int *fd, GError **error)
{
  g_autofree char *name = g_strconcat (file, ".lock", NULL);
  gint64           end = g_get_monotonic_time () + PATIENCE_US;

  *fd = g_open (name, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (*fd < 0)
    return fail (error, errno, file, g_strerror (errno));

  while (flock (*fd, LOCK_EX | LOCK_NB) != 0 && (errno == EWOULDBLOCK || errno == EINTR))
    {
      if (g_get_monotonic_time () > end)
        {
          close (*fd);
          return fail (error, EBUSY, file, _("another program is just saving it"));
        }
      g_usleep (5000);
    }

  return TRUE;
}

static int
mode_of (const char *file)
{
  struct stat info;

  return stat (file, &info) == 0 ? (int) (info.st_mode & 0777) : 0600;
}

/* Whole or not at all, as the user's other programs may read it. Of what GLib says, which names another file, the reason at
 * the end is for @of's user. */
static gboolean
write_file (const char *file, const char *of, const char *bytes, gsize size, int mode, GError **error)
{
  GFileSetContentsFlags whole = G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE;
  g_autoptr (GError)    failure = NULL;
  const char           *reason;

  if (g_file_set_contents_full (file, bytes, size, whole, mode, &failure))
    return TRUE;

  reason = g_strrstr (failure->message, ": ");
  fail (error, 0, of, reason ? reason + 2 : failure->message);
  if (error && *error)
    (*error)->code = failure->code;

  return FALSE;
}

/* Under the lock. */
static gboolean
change (const char *file, CeKeptFunc func, gpointer data, GError **error)
{
  g_autoptr (GKeyFile) keys = NULL;
  g_autofree char     *old = NULL, *new = NULL, *backup = g_strconcat (file, "~", NULL);
  gsize                old_size, new_size;
  int                  mode = mode_of (file);

  if (! read_file (file, &old, &old_size, error))
    return FALSE;
  keys = parse (file, old, old_size, error);
  if (! keys)
    return FALSE;

  func (keys, data);
  new = g_key_file_to_data (keys, &new_size, NULL);
  if (old && old_size == new_size && memcmp (old, new, new_size) == 0)
    return TRUE;

  return (! old || write_file (backup, file, old, old_size, mode, error))
         && write_file (file, file, new, new_size, mode, error);
}

/**
 * ce_kept_change:
 * @file: its name
 * @func: changes it
 * @data: for @func
 * @error: return location
 *
 * Reads a file, has it changed and saves it, while no other process does: whole
 * or not at all, with what it was before in a file of the same name with a tilde.
 *
 * Returns: %TRUE, or %FALSE with an error of #GFileError and the file as it was
 */
gboolean
ce_kept_change (const char *file, CeKeptFunc func, gpointer data, GError **error)
{
  g_autofree char *path = follow (file);
  gboolean         done;
  int              fd;

  if (! lock (path, &fd, error))
    return FALSE;

  done = change (path, func, data, error);
  close (fd);

  return done;
}
