/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ending at once: a process leaves another one behind that shares its memory and
 * its files, keeps its own exit status, and the other one ends as well.
 */
#include "support.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plugin/leave.h"

#define STATUS 7
#define SOON_MS 5000

/* In a process of its own. Its status tells whether there is another one. */
static void
run_and_leave (void)
{
  ce_leave_soon ();
  _exit (waitpid (-1, NULL, __WALL | WNOHANG) == 0 ? STATUS : 1);
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

  return test_done ();
}
