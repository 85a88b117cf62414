/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory that this process may still take: what the system has, and what each
 * control group that it is in leaves of its limit.
 */
#include "batch.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MARGIN (64.0 * (1 << 20))

/* The number after @key in the file @path, or @otherwise. */
static double
read_number (const char *path, const char *key, double otherwise)
{
  g_autofree char *text = NULL;
  const char      *at = g_file_get_contents (path, &text, NULL, NULL) ? strstr (text, key) : NULL;

  return at && g_ascii_isdigit (at[strlen (key) + strspn (at + strlen (key), " ")])
         ? (double) g_ascii_strtoull (at + strlen (key), NULL, 10) : otherwise;
}

/* What the group in @folder leaves; pages of files are given back when they are needed. */
static double
group_leaves (const char *folder, const char *limit, const char *usage, const char *file_pages)
{
  g_autofree char *limit_path = g_build_filename (folder, limit, NULL);
  g_autofree char *usage_path = g_build_filename (folder, usage, NULL);
  g_autofree char *stat_path = g_build_filename (folder, "memory.stat", NULL);
  double           most = read_number (limit_path, "", G_MAXDOUBLE);

  return most == G_MAXDOUBLE ? most : most - read_number (usage_path, "", 0) + read_number (stat_path, file_pages, 0);
}

/* The least that the group @path or one above it leaves. */
static double
groups_leave (const char *mount, const char *path, const char *limit, const char *usage, const char *file_pages)
{
  g_autofree char *folder = g_build_filename (mount, path, NULL);
  double           least = G_MAXDOUBLE;

  while (strlen (folder) >= strlen (mount))
    {
      char *above = g_path_get_dirname (folder);

      least = MIN (least, group_leaves (folder, limit, usage, file_pages));
      g_free (folder);
      folder = above;
    }

  return least;
}

/* What a limit on the process's addresses leaves, with room for threads and what libraries take without asking. */
static double
addresses_left (void)
{
  struct rlimit limit;
  double        used = read_number ("/proc/self/statm", "", 0) * (double) sysconf (_SC_PAGESIZE);

  if (getrlimit (RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return G_MAXDOUBLE;

  return MAX ((double) limit.rlim_cur - used - MARGIN, 0);
}

/* Returns bytes; a number beyond all memory where the system does not say. */
double
ce_memory_free_bytes (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv)   lines = NULL;
  double           least = MIN (read_number ("/proc/meminfo", "MemAvailable:", G_MAXDOUBLE / 1024) * 1024, addresses_left ());

  if (! g_file_get_contents ("/proc/self/cgroup", &text, NULL, NULL))
    return least;
  lines = g_strsplit (g_strchomp (text), "\n", -1);
  for (char **line = lines; *line; line++)
    {
      const char *colon = strchr (*line, ':'), *path = colon ? strchr (colon + 1, ':') : NULL;

      if (path && g_str_has_prefix (*line, "0::"))
        least = MIN (least, groups_leave ("/sys/fs/cgroup", path + 1, "memory.max", "memory.current", "inactive_file "));
      else if (path && g_str_has_prefix (colon, ":memory:"))
        least = MIN (least, groups_leave ("/sys/fs/cgroup/memory", path + 1, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                          "total_inactive_file "));
    }

  return least;
}
