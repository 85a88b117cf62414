/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace.h"

#include <time.h>

#define TICK_MS 2

struct _CeTrace
{
  guint   timer;
  gint64  ticked;
  gint64  begun;
  gint64  stall;           /* the longest, microseconds */
  gint64  worked;          /* processor time at the last tick */
  gint64  busy;            /* the most processor time between two ticks */
  GArray *changes;         /* gint64 by generation */
  GArray *latencies;       /* double, milliseconds */
};

/* Processor time of this thread: on a busy machine a gap is also time that
 * others had. */
static gint64
get_worked (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* GSourceFunc, before anything else: the gap to the last one is what the
 * main loop spent elsewhere. */
static gboolean
tick (gpointer data)
{
  CeTrace *trace = data;
  gint64   now = g_get_monotonic_time ();
  gint64   worked = get_worked ();

  if (trace->ticked)
    {
      trace->stall = MAX (trace->stall, now - trace->ticked - TICK_MS * 1000);
      trace->busy = MAX (trace->busy, worked - trace->worked);
    }
  trace->ticked = now;
  trace->worked = worked;

  return G_SOURCE_CONTINUE;
}

/**
 * ce_trace_new:
 *
 * Returns: (nullable): a trace, %NULL unless CUDA_EDGES_TRACE is set; the
 *   other functions take %NULL
 */
CeTrace *
ce_trace_new (void)
{
  CeTrace *trace;

  if (! g_getenv ("CUDA_EDGES_TRACE"))
    return NULL;

  trace = g_new0 (CeTrace, 1);
  trace->begun = g_get_monotonic_time ();
  trace->changes = g_array_new (FALSE, TRUE, sizeof (gint64));
  trace->latencies = g_array_new (FALSE, FALSE, sizeof (double));
  trace->timer = g_timeout_add_full (G_PRIORITY_HIGH, TICK_MS, tick, trace, NULL);

  return trace;
}

/**
 * ce_trace_changed:
 * @trace: (nullable): a trace
 * @generation: of the request the change led to
 */
void
ce_trace_changed (CeTrace *trace, guint generation)
{
  if (! trace)
    return;

  g_array_set_size (trace->changes, MAX (trace->changes->len, generation + 1));
  g_array_index (trace->changes, gint64, generation) = g_get_monotonic_time ();
}

/**
 * ce_trace_shown:
 * @trace: (nullable): a trace
 * @generation: whose pixels are about to be drawn
 */
void
ce_trace_shown (CeTrace *trace, guint generation)
{
  gint64 *change;
  double  latency;

  if (! trace || generation >= trace->changes->len)
    return;

  change = &g_array_index (trace->changes, gint64, generation);
  if (! *change)
    return;

  latency = (g_get_monotonic_time () - *change) / 1000.0;
  g_array_append_val (trace->latencies, latency);
  *change = 0;
}

/**
 * ce_trace_note:
 * @trace: (nullable): a trace
 * @event: what happened
 *
 * Prints when it happened and what held the main loop up since the last event.
 */
void
ce_trace_note (CeTrace *trace, const char *event)
{
  if (! trace)
    return;

  g_printerr ("cuda-edges trace: %s at %.1f ms, longest stall since the last event %.1f ms, "
              "longest work of the main loop %.1f ms\n", event,
              (g_get_monotonic_time () - trace->begun) / 1000.0, trace->stall / 1000.0, trace->busy / 1000.0);
  trace->stall = trace->busy = 0;
}

/**
 * ce_trace_place:
 * @trace: (nullable): a trace
 * @what: something that a test wants to click on
 * @x, @y, @width, @height: where it is in the window
 */
void
ce_trace_place (CeTrace *trace, const char *what, int x, int y, int width, int height)
{
  if (trace)
    g_printerr ("cuda-edges trace: %s at %d %d %d %d\n", what, x, y, width, height);
}

/**
 * ce_trace_values:
 * @trace: (nullable): a trace
 * @filter: what is rendered
 * @params: and how, from now on
 */
void
ce_trace_values (CeTrace *trace, const CeFilter *filter, const CeParams *params)
{
  g_autofree char *text = trace ? ce_params_to_text (params, filter) : NULL;

  if (trace)
    g_printerr ("cuda-edges trace: values %s\n", text);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

/**
 * ce_trace_free:
 * @trace: (nullable): a trace
 *
 * Prints it and frees it.
 */
void
ce_trace_free (CeTrace *trace)
{
  guint n;

  if (! trace)
    return;

  g_source_remove (trace->timer);
  g_array_sort (trace->latencies, compare);
  n = trace->latencies->len;
  ce_trace_note (trace, "end");
  if (n)
    g_printerr ("cuda-edges trace: change to pixels, %u changes: median %.1f ms, longest %.1f ms\n", n,
                g_array_index (trace->latencies, double, n / 2), g_array_index (trace->latencies, double, n - 1));
  g_array_unref (trace->changes);
  g_array_unref (trace->latencies);
  g_free (trace);
}
