/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GEGL's loaders and savers return no errors: what goes wrong they, or the
 * libraries below, say on stderr. A worker's stderr is a file in memory, which
 * its parent can still read when a library ended the process.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* memfd_create */
#endif
#include "said.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Said of files that are whole. */
static const char *const harmless[] = { "libpng warning", "extraneous bytes", "Unknown field with tag", NULL };

/**
 * ce_said_new:
 *
 * Returns: a file for a worker's stderr, or -1
 */
int
ce_said_new (void)
{
  return memfd_create ("cuda-edges-stderr", MFD_CLOEXEC);
}

/**
 * ce_said_hear:
 * @said: from ce_said_new()
 *
 * From now on this process's stderr goes there.
 */
void
ce_said_hear (int said)
{
  if (said >= 0)
    dup2 (said, STDERR_FILENO);
}

/* Without what GLib puts before a message: "(name:123): GEGL-WARNING **: 12:00:00.000: " */
static const char *
plain (const char *line)
{
  const char *stars = strstr (line, "**: ");

  return stars && strlen (stars) > 18 && stars[6] == ':' ? stars + 18 : line;
}

/**
 * ce_said_take:
 * @said: from ce_said_new()
 *
 * Returns: (transfer full) (nullable): the first thing said since this was
 *   asked that is no mere warning, or %NULL
 */
char *
ce_said_take (int said)
{
  char           text[4096];
  ssize_t        n = said >= 0 ? pread (said, text, sizeof text - 1, 0) : 0;
  g_auto (GStrv) lines = NULL;

  if (n <= 0)
    return NULL;

  text[n] = '\0';
  /* Both processes write at the same place of the same file. */
  if (ftruncate (said, 0) == 0)
    lseek (said, 0, SEEK_SET);

  lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line; line++)
    {
      gboolean matters = g_strstrip (*line)[0] != '\0';

      for (int i = 0; harmless[i]; i++)
        matters = matters && ! strstr (*line, harmless[i]);
      if (matters)
        return g_utf8_make_valid (plain (*line), -1);
    }

  return NULL;
}
