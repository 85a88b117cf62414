/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs tasks on all cores. The calling thread works, too, and reports progress, which may cancel; if the system refuses
 * threads, it does all of the work.
 */
#include "threads.h"

/* The largest number of threads that work at once. */
#define MOST_THREADS 256

/* Seconds without work after which a thread of the pool ends. */
#define IDLE_S 15

static GMutex pool_lock;
static GCond  pool_wanted;
static GQueue pool_work;        /* of Work, each for an idle thread */
static guint  pool_idle;        /* threads that wait */

/* Work that a thread of the pool does once. It is the first member of a larger struct that stays until the work is done. */
typedef struct _CeWork CeWork;
struct _CeWork
{
  void (*func) (CeWork *work);
};

typedef struct
{
  CeWork            work;
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

G_DEFINE_QUARK (ce-error-quark, ce_error)

/* Sets CE_ERROR_CANCELLED and returns FALSE. */
gboolean
ce_error_set_cancelled (GError **error)
{
  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return FALSE;
}

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
help (CeWork *work)
{
  Tasks *run = (Tasks *) work;
  int    task;

  while (take (run, &task))
    run->task (task, run->data);

  g_mutex_lock (&run->lock);
  run->n_running--;
  g_cond_signal (&run->idle);
  g_mutex_unlock (&run->lock);
}

/* Returns the next work for a thread of the pool, or NULL after IDLE_S seconds without any. */
static CeWork *
wait_for_work (void)
{
  gint64  end = g_get_monotonic_time () + IDLE_S * G_TIME_SPAN_SECOND;
  CeWork *work;

  g_mutex_lock (&pool_lock);
  pool_idle++;
  while (g_queue_is_empty (&pool_work) && g_cond_wait_until (&pool_wanted, &pool_lock, end))
    ;
  pool_idle--;
  work = g_queue_pop_head (&pool_work);
  g_mutex_unlock (&pool_lock);

  return work;
}

/* A GThreadFunc: does the work @first, then waits for more. */
static gpointer
do_work (gpointer first)
{
  for (CeWork *work = first; work; work = wait_for_work ())
    work->func (work);

  return NULL;
}

/* Hands @work to a thread of the pool. FALSE if no thread can start. */
static gboolean
push (CeWork *work)
{
  GThread *thread = NULL;
  gboolean idle;

  g_mutex_lock (&pool_lock);
  idle = pool_idle > pool_work.length;
  if (idle)
    {
      g_queue_push_tail (&pool_work, work);
      g_cond_signal (&pool_wanted);
    }
  else
    thread = g_thread_try_new ("ce-work", do_work, work, NULL);
  if (thread)
    g_thread_unref (thread);
  g_mutex_unlock (&pool_lock);

  return idle || thread;
}

/* Takes back the queued copies of @work that no thread has begun. Returns their number. */
static int
withdraw (CeWork *work)
{
  int n = 0;

  g_mutex_lock (&pool_lock);
  while (g_queue_remove (&pool_work, work))
    n++;
  g_mutex_unlock (&pool_lock);

  return n;
}

/* Returns (nullable) a thread of its own that runs @func and has to be joined. If no thread can start, runs @func at once
 * and returns NULL, so @func must not wait for the caller. */
GThread *
ce_threads_start (const char *name, GThreadFunc func, gpointer data)
{
  GThread *thread = g_thread_try_new (name, func, data, NULL);

  if (! thread)
    func (data);

  return thread;
}

/* Requests @n helpers and continues with those that can start. */
static void
call_helpers (Tasks *run, int n)
{
  g_mutex_lock (&run->lock);
  while (run->n_running < n && push (&run->work))
    run->n_running++;
  g_mutex_unlock (&run->lock);
}

static void
report (Tasks *run, int n_done)
{
  if (run->progress && ! g_atomic_int_get (&run->cancelled)
      && ! ce_progress_report (run->progress, (double) n_done / run->n_tasks, NULL))
    g_atomic_int_set (&run->cancelled, TRUE);
}

/* Waits for the helpers and reports progress meanwhile. Helpers that have not begun are withdrawn, because waking a thread
 * takes as long as much of a small image. */
static void
wait_for_helpers (Tasks *run)
{
  int n_late = withdraw (&run->work);

  g_mutex_lock (&run->lock);
  run->n_running -= n_late;
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
  Tasks run = { .work = { help }, .task = task, .data = data, .progress = progress, .n_tasks = n_tasks };
  int   index;

  g_mutex_init (&run.lock);
  g_cond_init (&run.idle);

  report (&run, 0);
  call_helpers (&run, MIN (ce_threads_count (), n_tasks) - 1);
  while (take (&run, &index))
    {
      task (index, data);
      report (&run, index + 1);
    }

  wait_for_helpers (&run);

  g_mutex_clear (&run.lock);
  g_cond_clear (&run.idle);

  return ! run.cancelled || ce_error_set_cancelled (error);
}

/* Does the tasks 0 to @n_tasks - 1 on all threads. */
void
ce_threads_share (int n_tasks, CeTask task, gpointer data)
{
  ce_threads_run (n_tasks, task, data, NULL, NULL);
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
