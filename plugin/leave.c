/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Ending without keeping GIMP waiting.
 *
 * A call is over for GIMP when the plug-in's process is, and before it is, the
 * system takes back its memory and closes its files, one of which is the GPU.
 * Memory and open files go when the last process that shares them ends. So one is
 * made that shares them, does nothing, and ends after this one.
 */
#ifdef __linux__
#define _GNU_SOURCE
#endif
#include "leave.h"

#ifdef __linux__
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK_BYTES 16384
#define LONGEST_MS 10000

static _Alignas (64) char stack[STACK_BYTES];

/* In the other process, with this one's memory, thread-local storage included: nothing
 * here may call what writes to that, as functions of the C library do. */
static int
outlive (void *process)
{
  const struct timespec millisecond = { 0, 1000000 };

  for (int i = 0; i < LONGEST_MS && syscall (SYS_getppid) == (intptr_t) process; i++)
    syscall (SYS_nanosleep, &millisecond, NULL);

  return 0;
}
#endif

/**
 * ce_leave_soon:
 *
 * To be called when all that is left is to return from main(). Where it cannot
 * do what it is for, it does nothing.
 */
void
ce_leave_soon (void)
{
#ifdef __linux__
  sigset_t all, before;

  /* No handler of this process may run in the other one, which inherits the mask. */
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &before);
  clone (outlive, stack + STACK_BYTES, CLONE_VM | CLONE_FILES, (void *) (intptr_t) getpid ());
  sigprocmask (SIG_SETMASK, &before, NULL);
#endif
}
