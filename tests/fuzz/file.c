/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#include <glib/gstdio.h>

static char *folder;

static void
remove_folder (void)
{
  g_autofree char *path = g_build_filename (folder, "kept", NULL);

  g_remove (path);
  g_rmdir (folder);
}

/* Writes the input to a file, the same one each time; returns its name. */
char *
fuzz_file (const guint8 *data, gsize size)
{
  g_autofree char *path = NULL;

  if (! folder)
    {
      folder = g_dir_make_tmp ("ce-fuzz-XXXXXX", NULL);
      atexit (remove_folder);
    }
  path = g_build_filename (folder, "kept", NULL);
  if (! g_file_set_contents (path, (const char *) data, (gssize) size, NULL))
    g_error ("%s cannot be written", path);

  return g_steal_pointer (&path);
}

gboolean
fuzz_is_as_before (const char *path, const guint8 *data, gsize size)
{
  g_autofree char *text = NULL;
  gsize            length = 0;

  return g_file_get_contents (path, &text, &length, NULL) && length == size && memcmp (text, data, size) == 0;
}
