/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A helper off the processor of who called it, where there are two.
 *
 * Whoever wakes a helper goes on working. Linux wakes the helper on the same
 * processor unless another is idle, and moves it when another becomes idle.
 * While GIMP hands over tiles, none is and none does: the plug-in keeps the
 * second processor busy at the lowest priority (plugin/company.c), which makes
 * the exchange fast, and which for Linux is work like any other. So the helper
 * took its turns from GIMP and the plug-in: reading 24 megapixels for Canny
 * took 98 ms, medians of 12 interleaved calls, and 81 since it steps aside.
 *
 * With more processors one that is idle is found.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "aside.h"

#ifdef __linux__
#include <sched.h>

static int noted = -1;          /* atomic: the processor of who called last */
#endif

/**
 * ce_aside_note:
 *
 * To be called before a helper is woken.
 */
void
ce_aside_note (void)
{
#ifdef __linux__
  g_atomic_int_set (&noted, sched_getcpu ());
#endif
}

/**
 * ce_aside_step:
 *
 * To be called by a helper before it works. Moves it to the other of two
 * processors if it is on that of who called it; it may be moved back, and may
 * use the processors that it could use before.
 */
void
ce_aside_step (void)
{
#ifdef __linux__
  int       here = sched_getcpu ();
  cpu_set_t all, other;

  if (here < 0 || here != g_atomic_int_get (&noted) || sched_getaffinity (0, sizeof all, &all) != 0
      || CPU_COUNT (&all) != 2)
    return;

  other = all;
  CPU_CLR (here, &other);
  if (sched_setaffinity (0, sizeof other, &other) == 0)
    sched_setaffinity (0, sizeof all, &all);
#endif
}
