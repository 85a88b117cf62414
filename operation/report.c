/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Records the results of operations for processes. An operation cannot fail, and a process cannot query an operation after
 * its merge, because GIMP has freed it. So after a merge the process queries any other operation of call.c. It learns when
 * an operation last returned its source unchanged, the reason, and what was found. It compares that time with the
 * beginning of its merge.
 */
#include "operation.h"

/* The number of recorded processes; fewer compute at once. */
#define MOST_CALLS 64

/* The last results of operations for a process. */
typedef struct
{
  int    process;
  gint64 failed;         /* monotonic time of the last failure, the same clock in all processes; 0: never */
  char  *reason;
  CeFound found;
} Call;

static GMutex lock;
static gint64 last_failed;        /* monotonic time of the last failure of any operation */
static Call   calls[MOST_CALLS];  /* one for each process */
static int    n_calls;            /* records that were begun */

/* Returns the record of @process; the caller has the lock. A new record replaces the oldest one. */
static Call *
call_of (int process)
{
  Call *call;

  for (int i = 0; i < MOST_CALLS; i++)
    if (calls[i].process == process)
      return &calls[i];

  call = &calls[n_calls++ % MOST_CALLS];
  g_free (call->reason);
  *call = (Call) { .process = process };

  return call;
}

/* Records the result of an operation for @process, 0 for none: it computed with @found, or, if @found is
 * NULL, returned its source unchanged because of @reason, one sentence. */
void
ce_report (int process, const CeFound *found, const char *reason)
{
  Call *call;

  g_mutex_lock (&lock);
  if (! found)
    last_failed = g_get_monotonic_time ();
  call = process ? call_of (process) : NULL;
  if (call && found)
    call->found = *found;
  else if (call)
    {
      call->failed = last_failed;
      g_free (call->reason);
      call->reason = g_strdelimit (g_strdup (reason), "\n", ' ');
    }
  g_mutex_unlock (&lock);
}

/* Returns the monotonic time at which any operation last returned its source unchanged. */
gint64
ce_report_get_failed (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  return last_failed;
}

/* Returns (transfer full) a line for each process: its id, the time of its last failure in microseconds, what was found, and
 * the reason of the failure. */
char *
ce_report_list_calls (void)
{
  GString *text = g_string_new (NULL);

  g_mutex_lock (&lock);
  for (int i = 0; i < MIN (n_calls, MOST_CALLS); i++)
    {
      g_autofree char *found = ce_found_to_text (&calls[i].found);

      g_string_append_printf (text, "%d %" G_GINT64_FORMAT " %s %s\n", calls[i].process, calls[i].failed, found,
                              calls[i].reason ? calls[i].reason : "");
    }
  g_mutex_unlock (&lock);

  return g_string_free (text, FALSE);
}
