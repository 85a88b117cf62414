/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the pool: each task is done once, also with several callers at the same time, and no task of a run that is
 * cancelled before it begins.
 */
#include "tests/support/support.h"
#include "engine/threads.h"

#define TASKS 64
#define ROUNDS 200
#define CALLERS 3

typedef struct
{
  int done[TASKS];              /* atomic: how often each was */
} Tally;

/* A CeTask, long enough for helpers to come. */
static void
do_task (int task, gpointer data)
{
  Tally *tally = data;
  gint64 end = g_get_monotonic_time () + 20;

  g_atomic_int_inc (&tally->done[task]);
  while (g_get_monotonic_time () < end)
    ;
}

/* GThreadFunc: returns whether each task was done in each round. */
static gpointer
run_rounds (gpointer unused)
{
  Tally    tally = { { 0 } };
  gboolean   right = TRUE;

  for (int round = 0; round < ROUNDS; round++)
    right = ce_threads_run (TASKS, do_task, &tally, NULL, NULL) && right;
  for (int i = 0; i < TASKS; i++)
    right = right && tally.done[i] == ROUNDS;

  return GINT_TO_POINTER (right);
}

/* A CeProgressFunc. */
static gboolean
cancel (double share, gpointer data)
{
  return FALSE;
}

static void
test_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  CeProgress         progress = { .func = cancel };
  Tally              tally = { { 0 } };
  int                n_done = 0;

  test_ok (! ce_threads_run (TASKS, do_task, &tally, &progress, &error)
           && g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED), "a run is cancelled");
  for (int i = 0; i < TASKS; i++)
    n_done += tally.done[i];
  test_ok (n_done == 0, "%d of its %d tasks were done", n_done, TASKS);
}

int
main (void)
{
  GThread *others[CALLERS];
  gboolean right;

  test_ok (GPOINTER_TO_INT (run_rounds (NULL)), "each task is done once in each round");
  for (int i = 0; i < CALLERS; i++)
    others[i] = g_thread_new ("caller", run_rounds, NULL);
  right = GPOINTER_TO_INT (run_rounds (NULL));
  for (int i = 0; i < CALLERS; i++)
    right = GPOINTER_TO_INT (g_thread_join (others[i])) && right;
  test_ok (right, "also with %d callers at once", CALLERS + 1);
  test_cancelled ();

  return test_done ();
}
