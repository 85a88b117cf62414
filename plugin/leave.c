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
#include <glib.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STACK_BYTES 16384
#define LONGEST_MS 10000
#define ORPHANS_MAX 8

static _Alignas (64) char stack[STACK_BYTES];

/* Whether @pid has ended, and its parent has not asked for its status. */
static gboolean
is_left_over (const char *pid, const char *name)
{
  g_autofree char *path = g_build_filename ("/proc", pid, "stat", NULL);
  g_autofree char *stat = NULL;
  g_autofree char *wanted = g_strdup_printf ("(%s) Z", name);

  return g_file_get_contents (path, &stat, NULL, NULL) && strstr (stat, wanted);
}

/* The other process becomes a child of process 1, which asks for the status of what
 * becomes its child: an init does, a program that is process 1 of a container may not.
 * Processes of this @name would pile up there, one for each call. */
static gboolean
orphans_pile_up (const char *name)
{
  g_autofree char *listed = NULL;
  g_auto (GStrv)   children = NULL;
  int              n_left = 0;

  if (! g_file_get_contents ("/proc/1/task/1/children", &listed, NULL, NULL))
    return FALSE;

  children = g_strsplit (g_strstrip (listed), " ", -1);
  for (int i = 0; children[i]; i++)
    n_left += is_left_over (children[i], name);

  return n_left >= ORPHANS_MAX;
}

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
  g_autofree char *name = NULL;
  sigset_t         all, before;

  if (! g_file_get_contents ("/proc/self/comm", &name, NULL, NULL) || orphans_pile_up (g_strstrip (name)))
    return;

  /* No handler of this process may run in the other one, which inherits the mask. */
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &before);
  clone (outlive, stack + STACK_BYTES, CLONE_VM | CLONE_FILES, (void *) (intptr_t) getpid ());
  sigprocmask (SIG_SETMASK, &before, NULL);
#endif
}
