/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The end of a process that used a GPU, without waiting for it.
 *
 * When the last file of the driver is closed, the kernel takes the process's
 * channels apart. That is 55 to 80 ms of the process's end, with the context
 * released before or not, and 35 to 45 ms of one that only called cuInit()
 * (H200, driver 580). GIMP waits for the process of a plug-in to end before a
 * call returns.
 *
 * So a second process, which shares memory and files with this one, is made
 * just before the end and outlives it: then this process gives up no last file,
 * and its end took 8 to 10 ms. The second process computes nothing and writes
 * nothing, so nothing can be lost with it.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "driver.h"

#ifdef __linux__

#include <sched.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static char stack[16384] __attribute__ ((aligned (64)));

/* Only system calls: memory is shared with a process that ends. A process has
 * another parent when all threads of its own are gone. */
static int
linger (void *parent)
{
  for (int i = 0; syscall (SYS_getppid) == GPOINTER_TO_INT (parent); i++)
    {
      struct timespec pause = { 0, i < 2000 ? 1000000 : 100000000 };

      syscall (SYS_nanosleep, &pause, NULL);
    }
  syscall (SYS_exit_group, 0);

  return 0;
}

/**
 * ce_cuda_linger:
 *
 * Returns: whether what the driver has of this process is taken apart after
 *   its end
 */
gboolean
ce_cuda_linger (void)
{
  return clone (linger, stack + sizeof stack, CLONE_VM | CLONE_FILES | CLONE_FS, GINT_TO_POINTER (getpid ())) > 0;
}

#else

gboolean
ce_cuda_linger (void)
{
  return FALSE;
}

#endif
