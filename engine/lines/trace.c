/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Allocation, which may fail, and progress, which may be cancelled, for the steps from edges to curves.
 */
#include "trace.h"

#include "engine/memory.h"
#include "engine/threads.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((guintptr) 2 << 20)

/* Steps between two questions for Cancel, of about 100 ns each. */
#define STEPS 65536

/* Asks for huge pages, whose first touch costs an eighth. */
static void
ask_for_huge (gpointer memory, gsize size)
{
#ifdef __linux__
  guintptr begin = ((guintptr) memory + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
  guintptr end = ((guintptr) memory + size) & ~(HUGE_PAGE - 1);

  if (begin < end)
    madvise ((gpointer) begin, end - begin, MADV_HUGEPAGE);
#endif
}

/* Returns memory of @n elements, or NULL with CE_ERROR_NO_MEMORY. */
gpointer
ce_trace_take (gsize n, gsize size, GError **error)
{
  gpointer memory = g_try_malloc_n (MAX (n, 1), size);

  if (memory)
    ask_for_huge (memory, n * size);
  else
    ce_memory_refuse (n * size, error);

  return memory;
}

/* Returns cleared memory of @n elements, or NULL with CE_ERROR_NO_MEMORY. */
gpointer
ce_trace_alloc (gsize n, gsize size, GError **error)
{
  gpointer memory = g_try_malloc0_n (MAX (n, 1), size);

  if (! memory)
    ce_memory_refuse (n * size, error);

  return memory;
}

/* Makes room for @n elements in *@memory, which has *@n_allocated, by doubling it. */
gboolean
ce_trace_grow (gpointer memory, guint *n_allocated, guint n, gsize size, GError **error)
{
  gpointer *old = memory;
  gpointer  grown;
  guint     more = MAX (MAX (n, 2 * *n_allocated), 64);

  if (n <= *n_allocated)
    return TRUE;

  grown = g_try_realloc_n (*old, more, size);
  if (! grown)
    return ce_memory_refuse (more * size, error);

  *old = grown;
  *n_allocated = more;

  return TRUE;
}

/* A CeProgressFunc of a team: tells what all threads have done, if it is the calling one that asks. */
static gboolean
tell (double share, gpointer data)
{
  CeTeam *team = data;
  double  done = (double) (gsize) g_atomic_pointer_get (&team->done) / (double) MAX (team->all, 1);

  if (g_thread_self () == team->caller && ! g_atomic_int_get (&team->stopped)
      && ! ce_progress_report (team->progress, done, NULL))
    g_atomic_int_set (&team->stopped, TRUE);

  return ! g_atomic_int_get (&team->stopped);
}

/* Asks for Cancel, and says when to ask again. */
gboolean
ce_steps_report (CeSteps *steps, GError **error)
{
  steps->next = steps->work + STEPS;
  if (! steps->team)
    return ce_progress_report (steps->progress, (double) steps->done / (double) MAX (steps->all, 1), error);

  g_atomic_pointer_add (&steps->team->done, (gssize) (steps->done - steps->told));
  steps->told = steps->done;

  return tell (0, steps->team) || ce_error_set_cancelled (error);
}

/* Ends a task of a team, with its (transfer full) (nullable) error, which ends the other ones. */
void
ce_team_end (CeTeam *team, CeSteps *steps, GError *error)
{
  g_atomic_pointer_add (&team->done, (gssize) (steps->done - steps->told));
  if (! error)
    return;

  g_atomic_int_set (&team->stopped, TRUE);
  if (! g_atomic_pointer_compare_and_exchange (&team->error, NULL, error))
    g_error_free (error);
}

/* Does the tasks 0 to @n_tasks - 1 on all threads; each says when it ends. FALSE with CE_ERROR_CANCELLED, or with the error
 * of a task. */
gboolean
ce_team_run (CeTeam *team, int n_tasks, CeTask task, gpointer data, GError **error)
{
  CeProgress progress = { tell, team, 0, 0 };

  if (ce_threads_run (n_tasks, task, data, &progress, NULL) && ! team->error)
    return TRUE;
  if (! team->error)
    return ce_error_set_cancelled (error);

  g_propagate_error (error, g_steal_pointer (&team->error));

  return FALSE;
}
