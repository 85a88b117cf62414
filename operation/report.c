/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What operations did for processes. An operation cannot fail, and what merged
 * one cannot ask it anything after, because GIMP has let go of it. So a process
 * asks any operation of call.c after its merge: it knows when that began, and is
 * told when an operation last gave its source unchanged, why, and which thresholds
 * were found.
 */
#include "operation.h"

/* Processes that are remembered: more than ever compute at once. */
#define MOST_CALLS 64

/* What operations last did for a process. */
typedef struct
{
  int    process;
  gint64 failed;         /* monotonic time, which all processes share; 0: never */
  char  *reason;
  double low;            /* thresholds, as they were found */
  double high;
} Call;

static GMutex lock;
static gint64 last_failed;        /* for any process or none */
static Call   calls[MOST_CALLS];  /* one of each process; 0: none */
static int    n_calls;            /* that were begun */

/* Under the lock. The one of @process; a new one takes the place of the first that was begun. */
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

/* An operation for a process, 0 for none, computed with the thresholds of @found or, if that is NULL, gave its source
 * unchanged, because of @reason, one sentence. */
void
ce_report (int process, const CeParams *found, const char *reason)
{
  Call *call;

  g_mutex_lock (&lock);
  if (! found)
    last_failed = g_get_monotonic_time ();
  call = process ? call_of (process) : NULL;
  if (call && found)
    {
      call->low = found->low;
      call->high = found->high;
    }
  else if (call)
    {
      call->failed = last_failed;
      g_free (call->reason);
      call->reason = g_strdelimit (g_strdup (reason), "\n", ' ');
    }
  g_mutex_unlock (&lock);
}

/* When an operation last gave its source unchanged, for whomever, monotonic time. */
gint64
ce_report_get_failed (void)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);

  return last_failed;
}

/* (transfer full): a line each: the process, when an operation failed it, microseconds, its thresholds, and why. */
char *
ce_report_list_calls (void)
{
  GString *text = g_string_new (NULL);
  char     low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];

  g_mutex_lock (&lock);
  for (int i = 0; i < MIN (n_calls, MOST_CALLS); i++)
    g_string_append_printf (text, "%d %" G_GINT64_FORMAT " %s %s %s\n", calls[i].process, calls[i].failed,
                            g_ascii_dtostr (low, sizeof low, calls[i].low),
                            g_ascii_dtostr (high, sizeof high, calls[i].high), calls[i].reason ? calls[i].reason : "");
  g_mutex_unlock (&lock);

  return g_string_free (text, FALSE);
}
