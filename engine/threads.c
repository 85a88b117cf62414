/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs tasks on all cores. The calling thread works too, and is the one that
 * reports progress. Where the system gives no thread, it does all of the work.
 */
#include "threads.h"

#include "testing.h"

/* More processors than this are left alone. */
#define MOST_THREADS 256

/* A thread that has had nothing to do for so long ends. */
#define IDLE_S 15

static GMutex pool_lock;
static GCond  pool_wanted;
static GQueue pool_work;        /* of CeWork, each for a thread that is idle */
static guint  pool_idle;        /* threads that wait for work */
static guint  pool_busy;        /* work that is not done */
static GCond  pool_done;

typedef struct
{
  CeWork   work;
  CeTask   task;
  gpointer data;
  int      n_tasks;
  int      next;                /* atomic */
  int      cancelled;           /* atomic */
  int      n_running;           /* helpers, under the lock */
  GMutex   lock;
  GCond    idle;
} Tasks;

/**
 * ce_threads_count:
 *
 * Returns: threads that ce_threads_run() uses, the calling one included
 */
int
ce_threads_count (void)
{
  static gsize count;

  /* The system is asked once: to count its processors it reads a file, for longer than a small image takes. */
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

/* Returns what the calling thread of the pool does next, NULL for nothing. */
static CeWork *
wait_for_work (void)
{
  gint64  end = g_get_monotonic_time () + IDLE_S * G_TIME_SPAN_SECOND;
  CeWork *work;

  g_mutex_lock (&pool_lock);
  pool_idle++;
  pool_busy--;
  g_cond_broadcast (&pool_done);
  while (g_queue_is_empty (&pool_work) && g_cond_wait_until (&pool_wanted, &pool_lock, end))
    ;
  pool_idle--;
  work = g_queue_pop_head (&pool_work);
  g_mutex_unlock (&pool_lock);

  return work;
}

/* GThreadFunc. */
static gpointer
do_work (gpointer first)
{
  for (CeWork *work = first; work; work = wait_for_work ())
    work->func (work);

  return NULL;
}

/**
 * ce_threads_push:
 * @work: what to do, on a thread of the pool, soon
 *
 * Returns: %FALSE where no thread can be had; @work is not done then
 */
gboolean
ce_threads_push (CeWork *work)
{
  GThread *thread = NULL;
  gboolean idle;

  g_mutex_lock (&pool_lock);
  pool_busy++;
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
  else if (! idle)
    pool_busy--;
  g_mutex_unlock (&pool_lock);

  return idle || thread;
}

/* Takes back what no thread has begun. Returns how often that was. */
static int
withdraw (CeWork *work)
{
  int n = 0;

  g_mutex_lock (&pool_lock);
  while (g_queue_remove (&pool_work, work))
    n++;
  pool_busy -= (guint) n;
  g_cond_broadcast (&pool_done);
  g_mutex_unlock (&pool_lock);

  return n;
}

/**
 * ce_threads_settle:
 *
 * Waits until the pool has nothing to do. For tests: what began too early has
 * begun then.
 */
void
ce_threads_settle (void)
{
  g_mutex_lock (&pool_lock);
  while (pool_busy > 0)
    g_cond_wait (&pool_done, &pool_lock);
  g_mutex_unlock (&pool_lock);
}

/**
 * ce_threads_start:
 * @name: of the thread
 * @func: what to do
 * @data: for @func
 *
 * Runs @func on a thread of its own, or on the calling one where none can be
 * had; it must not wait for the caller.
 *
 * Returns: (transfer full) (nullable): a thread to be joined, or %NULL when
 *   @func has returned
 */
GThread *
ce_threads_start (const char *name, GThreadFunc func, gpointer data)
{
  GThread *thread = g_thread_try_new (name, func, data, NULL);

  if (! thread)
    func (data);

  return thread;
}

/* Asks for @n helpers; those that cannot be had are not waited for. */
static void
call_helpers (Tasks *run, int n)
{
  g_mutex_lock (&run->lock);
  while (run->n_running < n && ce_threads_push (&run->work))
    run->n_running++;
  g_mutex_unlock (&run->lock);
}

static void
report (Tasks *run, const CeProgress *progress, double share)
{
  if (progress->func && ! progress->func (share, progress->data))
    g_atomic_int_set (&run->cancelled, TRUE);
}

/* Waits for the helpers, and goes on reporting: the last tasks may be theirs.
 * Those that have not come yet come too late: waking one takes as long as much
 * of a small image. */
static void
wait_for_helpers (Tasks *run, const CeProgress *progress, double from, double to)
{
  int n_late = withdraw (&run->work);

  g_mutex_lock (&run->lock);
  run->n_running -= n_late;
  while (run->n_running > 0)
    if (! g_cond_wait_until (&run->idle, &run->lock, g_get_monotonic_time () + 10 * G_TIME_SPAN_MILLISECOND))
      {
        int begun = MIN (g_atomic_int_get (&run->next), run->n_tasks);

        g_mutex_unlock (&run->lock);
        report (run, progress, from + (to - from) * begun / run->n_tasks);
        g_mutex_lock (&run->lock);
      }
  g_mutex_unlock (&run->lock);
}

/**
 * ce_threads_run:
 * @n_tasks: how many
 * @task: does one
 * @data: for @task
 * @progress: told before the first task and after each of the calling thread,
 *   and about every 10 ms while only other threads work
 * @from, @to: the part of the whole that these tasks are
 * @error: return location
 *
 * Returns: %TRUE when all tasks are done, or %FALSE with %CE_ERROR_CANCELLED
 *   when those that had begun are
 */
gboolean
ce_threads_run (int n_tasks, CeTask task, gpointer data, const CeProgress *progress,
                double from, double to, GError **error)
{
  Tasks run = { .work = { help }, .task = task, .data = data, .n_tasks = n_tasks };
  int   index;

  g_mutex_init (&run.lock);
  g_cond_init (&run.idle);

  report (&run, progress, from);
  call_helpers (&run, MIN (ce_threads_count (), n_tasks) - 1);
  while (take (&run, &index))
    {
      task (index, data);
      report (&run, progress, from + (to - from) * (index + 1) / n_tasks);
    }

  wait_for_helpers (&run, progress, from, to);

  g_mutex_clear (&run.lock);
  g_cond_clear (&run.idle);

  if (run.cancelled)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
      return FALSE;
    }

  return TRUE;
}
