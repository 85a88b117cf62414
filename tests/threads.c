/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pool: each task is done once, and a helper that steps aside may still use
 * every processor that it could use before.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "support.h"
#include "engine/threads.h"

#ifdef __linux__
#include <sched.h>
#endif

#define TASKS 64
#define ROUNDS 200

static int done[TASKS];         /* atomic */
static int narrow;              /* atomic: tasks whose thread may use one processor only */

/* A CeTask, long enough for helpers to come. */
static void
do_task (int task, gpointer data)
{
  gint64 end = g_get_monotonic_time () + 20;

  g_atomic_int_inc (&done[task]);
#ifdef __linux__
  cpu_set_t set;

  if (sched_getaffinity (0, sizeof set, &set) == 0 && CPU_COUNT (&set) < 2)
    g_atomic_int_inc (&narrow);
#endif
  while (g_get_monotonic_time () < end)
    ;
}

static gboolean
run_rounds (void)
{
  CeProgress nobody = { NULL, NULL };

  for (int round = 0; round < ROUNDS; round++)
    if (! ce_threads_run (TASKS, do_task, NULL, &nobody, 0, 1, NULL))
      return FALSE;

  return TRUE;
}

/* Leaves this process two processors, which is where helpers step aside. */
static gboolean
keep_two_processors (void)
{
#ifdef __linux__
  cpu_set_t all, two;

  if (sched_getaffinity (0, sizeof all, &all) != 0)
    return FALSE;

  CPU_ZERO (&two);
  for (int i = 0; i < CPU_SETSIZE && CPU_COUNT (&two) < 2; i++)
    if (CPU_ISSET (i, &all))
      CPU_SET (i, &two);

  return CPU_COUNT (&two) == 2 && sched_setaffinity (0, sizeof two, &two) == 0;
#else
  return FALSE;
#endif
}

int
main (void)
{
  gboolean two = keep_two_processors ();
  gboolean once = TRUE;

  test_ok (run_rounds (), "tasks are done");
  for (int i = 0; i < TASKS; i++)
    once = once && done[i] == ROUNDS;
  test_ok (once, "each once");
  if (two)
    test_ok (narrow == 0, "in %d of %d tasks a thread was left one processor", narrow, TASKS * ROUNDS);
  else
    test_skip ("there are no two processors", "a helper steps aside and keeps its processors");

  return test_done ();
}
