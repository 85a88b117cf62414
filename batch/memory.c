/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory that this process may still take: the least of the system's, its control groups' and its limit's.
 */
#include "batch.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MARGIN (64.0 * (1 << 20))

/* The files of both versions of control groups with their limit and use; the system takes pages of files back on demand. */
static const struct { const char *line, *mount, *limit, *usage, *pages; } groups[] = {
  { "0::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file " },
  { ":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file " },
};

/* Returns the number after @key in the file @name of @folder, or @otherwise. */
static double
read_number (const char *folder, const char *name, const char *key, double otherwise)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
  const char      *at = g_file_get_contents (path, &text, NULL, NULL) ? strstr (text, key) : NULL;

  at = at ? at + strlen (key) + strspn (at + strlen (key), " ") : "";

  return g_ascii_isdigit (*at) ? (double) g_ascii_strtoull (at, NULL, 10) : otherwise;
}

/* Returns the least that this process's group of a version and the groups above it leave, bytes. */
static double
groups_leave (guint version, const char *cgroup)
{
  const char *line = strstr (cgroup, groups[version].line), *mount = groups[version].mount;
  const char *path = line ? line + strlen (groups[version].line) : "";
  char       *folder = g_strdup_printf ("%s%.*s", mount, (int) strcspn (path, "\n"), path);
  double      least = G_MAXDOUBLE;

  for (char *above; line && strlen (folder) >= strlen (mount); folder = above)
    {
      double most = read_number (folder, groups[version].limit, "", G_MAXDOUBLE);

      if (most < G_MAXDOUBLE)
        least = MIN (least, most - read_number (folder, groups[version].usage, "", 0)
                            + read_number (folder, "memory.stat", groups[version].pages, 0));
      above = g_path_get_dirname (folder);
      g_free (folder);
    }
  g_free (folder);

  return least;
}

/* Returns bytes, or a number beyond all memory where the system does not tell. Of a limit on addresses 64 MiB are left for
 * stacks and libraries. */
double
ce_memory_free_bytes (void)
{
  g_autofree char *cgroup = NULL;
  double           least = read_number ("/proc", "meminfo", "MemAvailable:", G_MAXDOUBLE / 1024) * 1024;
  double           used = read_number ("/proc/self", "statm", "", 0) * (double) sysconf (_SC_PAGESIZE);
  struct rlimit    limit;

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    least = MIN (least, MAX ((double) limit.rlim_cur - used - MARGIN, 0));
  if (g_file_get_contents ("/proc/self/cgroup", &cgroup, NULL, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
      least = MIN (least, groups_leave (i, cgroup));

  return least;
}
