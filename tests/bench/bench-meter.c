/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Replaces a plug-in: runs the program in BENCH_METER_TARGET with its own arguments, and appends the peak memory of each
 * "-run" in KiB to the file in BENCH_METER_LOG.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int
is_run (char **argv)
{
  for (; *argv; argv++)
    if (strcmp (*argv, "-run") == 0)
      return 1;

  return 0;
}

int
main (int argc, char **argv)
{
  char         *target = getenv ("BENCH_METER_TARGET");
  char         *log = getenv ("BENCH_METER_LOG");
  struct rusage usage;
  int           status = 1;
  pid_t         child;
  FILE         *file;

  if (! target || ! log)
    return 2;

  child = fork ();
  if (child == 0)
    {
      argv[0] = target;
      execv (target, argv);
      _exit (127);
    }

  waitpid (child, &status, 0);
  getrusage (RUSAGE_CHILDREN, &usage);
  if (is_run (argv) && (file = fopen (log, "a")))
    {
      fprintf (file, "%ld\n", usage.ru_maxrss);
      fclose (file);
    }

  return WIFEXITED (status) ? WEXITSTATUS (status) : 1;
}
