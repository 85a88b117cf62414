/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs tasks on all cores. The calling thread works, too, and reports progress; where the system gives no thread, it does
 * all of the work.
 */
#include "threads.h"

#include "testing.h"

/* The largest number of threads that work at once. */
#define MOST_THREADS 256

/* The tasks of one call. Helpers that come too late find it, too, and no task in it. */
typedef struct
{
  CeTask            task;
  gpointer          data;
  const CeProgress *progress;   /* nullable */
  int               n_tasks;
  int               next;       /* atomic */
  int               cancelled;  /* atomic */
  int               n_running;  /* helpers, under the lock */
  GMutex            lock;
  GCond             idle;
} Tasks;

/* Returns the number of threads that ce_threads_run() uses, the calling one included. */
int
ce_threads_count (void)
{
  static gsize count;

  /* The system counts its processors by reading a file, which takes longer than a small image. */
  if (g_once_init_enter (&count))
    {
      int n = ce_testing ()->threads;

      g_once_init_leave (&count, (gsize) CLAMP (n > 0 ? n : (int) g_get_num_processors (), 1, MOST_THREADS));
    }

  return (int) count;
}

static gboolean
take (Tasks *run, int *task)
{
  if (g_atomic_int_get (&run->cancelled))
    return FALSE;

  *task = g_atomic_int_add (&run->next, 1);

  return *task < run->n_tasks;
}

static void
clear (gpointer data)
{
  Tasks *run = data;

  g_mutex_clear (&run->lock);
  g_cond_clear (&run->idle);
}

static void
count_running (Tasks *run, int by)
{
  g_mutex_lock (&run->lock);
  run->n_running += by;
  g_cond_signal (&run->idle);
  g_mutex_unlock (&run->lock);
}

/* A GFunc of the pool. */
static void
help (gpointer data, gpointer unused)
{
  Tasks *run = data;
  int    task;

  count_running (run, 1);
  while (take (run, &task))
    run->task (task, run->data);
  count_running (run, -1);
  g_atomic_rc_box_release_full (run, clear);
}

/* Returns the pool that helps the threads that call, with as many threads as the system gives. */
static GThreadPool *
get_pool (void)
{
  static gsize pool;

  if (g_once_init_enter (&pool))
    g_once_init_leave (&pool, (gsize) g_thread_pool_new (help, NULL, ce_threads_count () - 1, TRUE, NULL));

  return (GThreadPool *) pool;
}

/* Returns (nullable) a thread of its own that runs @func and has to be joined. If no thread can be had, runs @func at once
 * and returns NULL; @func must therefore not wait for the caller. */
GThread *
ce_threads_start (const char *name, GThreadFunc func, gpointer data)
{
  GThread *thread = g_thread_try_new (name, func, data, NULL);

  if (! thread)
    func (data);

  return thread;
}

/* Asks for as many helpers as there are tasks for. */
static void
call_helpers (Tasks *run)
{
  int n = MIN (ce_threads_count (), run->n_tasks) - 1;

  for (int i = 0; i < n && i < (int) g_thread_pool_get_num_threads (get_pool ()); i++)
    g_thread_pool_push (get_pool (), g_atomic_rc_box_acquire (run), NULL);
}

static void
report (Tasks *run, int n_done)
{
  if (run->progress && ! ce_progress_report (run->progress, (double) n_done / run->n_tasks, NULL))
    g_atomic_int_set (&run->cancelled, TRUE);
}

/* Waits for the helpers that have begun, and reports progress meanwhile. Waking the others may take as long as much of a
 * small image. */
static void
wait_for_helpers (Tasks *run)
{
  g_mutex_lock (&run->lock);
  while (run->n_running > 0)
    if (! g_cond_wait_until (&run->idle, &run->lock, g_get_monotonic_time () + 10 * G_TIME_SPAN_MILLISECOND))
      {
        int begun = MIN (g_atomic_int_get (&run->next), run->n_tasks);

        g_mutex_unlock (&run->lock);
        report (run, begun);
        g_mutex_lock (&run->lock);
      }
  g_mutex_unlock (&run->lock);
}

/* Does the tasks 0 to @n_tasks - 1 on all threads. The (nullable) @progress is called before the first task, after each task
 * of the calling thread, and about every 10 ms while only other threads work. FALSE with CE_ERROR_CANCELLED, after the tasks
 * that had begun have ended. */
gboolean
ce_threads_run (int n_tasks, CeTask task, gpointer data, const CeProgress *progress, GError **error)
{
  Tasks   *run = g_atomic_rc_box_new0 (Tasks);
  gboolean cancelled;
  int      index;

  *run = (Tasks) { .task = task, .data = data, .progress = progress, .n_tasks = n_tasks };
  g_mutex_init (&run->lock);
  g_cond_init (&run->idle);

  report (run, 0);
  call_helpers (run);
  while (take (run, &index))
    {
      task (index, data);
      report (run, index + 1);
    }
  wait_for_helpers (run);
  cancelled = run->cancelled;
  g_atomic_rc_box_release_full (run, clear);

  return ! cancelled || ce_error_set_cancelled (error);
}

/* Calls the function of @progress, if any, with the share done, 0 to 1. FALSE with CE_ERROR_CANCELLED. */
gboolean
ce_progress_report (const CeProgress *progress, double share, GError **error)
{
  double whole = progress->before + (1 - progress->before - progress->after) * share;

  return ! progress->func || progress->func (whole, progress->data) || ce_error_set_cancelled (error);
}

/* Returns the section of a progress from the share @from to the share @to. */
CeProgress
ce_progress_section (const CeProgress *progress, double from, double to)
{
  double size = 1 - progress->before - progress->after;

  return (CeProgress) { progress->func, progress->data, progress->before + from * size, progress->after + (1 - to) * size };
}
