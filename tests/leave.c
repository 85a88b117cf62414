/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ending at once: a process leaves another one behind that shares its memory and
 * its files, keeps its own exit status, and the other one ends as well. Where
 * process 1 does not ask for orphans, few are made.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "support.h"

#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/leave.h"

#define STATUS 7
#define SOON_MS 5000
#define PILE 8
#define UNKNOWN 99

/* Processes that each leave, and how many of those left behind nobody asks for: this is process 1 of
 * its own, and does not ask. */
static int
leave_often (void)
{
  int n_left = 0;

  for (int i = 0; i < 3 * PILE; i++)
    {
      pid_t child = fork ();

      if (child == 0)
        {
          ce_leave_soon ();
          _exit (0);
        }
      waitpid (child, NULL, 0);
      g_usleep (20000);
    }
  while (waitpid (-1, NULL, __WALL | WNOHANG) > 0)
    n_left++;

  return n_left;
}

/* In a process of its own. Its status tells whether there is another one. */
static void
run_and_leave (void)
{
  ce_leave_soon ();
  _exit (waitpid (-1, NULL, __WALL | WNOHANG) == 0 ? STATUS : 1);
}

/* As the only program of a container, which root can make. */
static void
in_container (void)
{
  int   status = 0;
  pid_t child = fork ();

  if (child == 0)
    {
      if (unshare (CLONE_NEWPID | CLONE_NEWNS) != 0)
        _exit (UNKNOWN);

      child = fork ();
      if (child == 0)
        {
          mount (NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
          if (mount ("proc", "/proc", "proc", 0, NULL) != 0)
            _exit (UNKNOWN);
          _exit (leave_often ());
        }
      waitpid (child, &status, 0);
      _exit (WIFEXITED (status) ? WEXITSTATUS (status) : UNKNOWN);
    }

  waitpid (child, &status, 0);
  if (WEXITSTATUS (status) == UNKNOWN)
    test_skip ("a container cannot be made here", "processes do not pile up where nobody asks for them");
  else
    test_ok (WEXITSTATUS (status) >= 1 && WEXITSTATUS (status) <= PILE + 1,
             "where nobody asks for them, %d of %d processes are left", WEXITSTATUS (status), 3 * PILE);
}

int
main (void)
{
  int           status = 0, ends[2];
  char          byte;
  pid_t         child;
  struct pollfd reading = { .events = POLLIN };

  if (pipe (ends) != 0)
    return 2;

  child = fork ();
  if (child == 0)
    run_and_leave ();

  close (ends[1]);
  waitpid (child, &status, 0);
  test_ok (WIFEXITED (status) && WEXITSTATUS (status) == STATUS, "a process that leaves has another one and its own status");

  /* The pipe ends when nobody can write to it any more. */
  reading.fd = ends[0];
  test_ok (poll (&reading, 1, SOON_MS) == 1 && read (ends[0], &byte, 1) == 0, "files close soon after");

  in_container ();

  return test_done ();
}
