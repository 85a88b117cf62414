/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "trace.h"

#include "engine/testing.h"

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
  GArray *latencies;       /* double, milliseconds */
};

/* Marks of the last changes, microseconds; 0: not yet there. Each is written
 * by one thread, before it hands the change to the next. */
#define N_CHANGES 256

static gboolean tracing;
static gint64   marks[N_CHANGES][CE_N_MARKS];

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
 * Returns: (nullable): a trace, %NULL unless tests ask for it; the
 *   other functions take %NULL
 */
CeTrace *
ce_trace_new (void)
{
  CeTrace *trace;

  if (! ce_testing ()->trace)
    return NULL;

  trace = g_new0 (CeTrace, 1);
  trace->begun = g_get_monotonic_time ();
  tracing = TRUE;
  trace->latencies = g_array_new (FALSE, FALSE, sizeof (double));
  trace->timer = g_timeout_add_full (G_PRIORITY_HIGH, TICK_MS, tick, trace, NULL);

  return trace;
}

/**
 * ce_trace_mark:
 * @generation: of a request
 * @mark: how far it is
 *
 * Notes the time, from any thread. Nothing if there is no trace.
 */
void
ce_trace_mark (guint generation, CeMark mark)
{
  if (tracing)
    marks[generation % N_CHANGES][mark] = g_get_monotonic_time ();
}

/**
 * ce_trace_changed:
 * @trace: (nullable): a trace
 * @generation: of the request the change will lead to
 * @event_ms: when the display says the user did something; 0: unknown
 */
void
ce_trace_changed (CeTrace *trace, guint generation, guint32 event_ms)
{
  gint64 *change = marks[generation % N_CHANGES];
  gint64  age;

  if (! trace)
    return;

  for (CeMark mark = 0; mark < CE_N_MARKS; mark++)
    change[mark] = 0;
  change[CE_MARK_CHANGED] = change[CE_MARK_EVENT] = g_get_monotonic_time ();

  /* X servers date events with the same clock, in milliseconds of 32 bits. */
  age = (gint32) ((guint32) (change[CE_MARK_CHANGED] / 1000) - event_ms);
  if (event_ms && age >= 0 && age < 2000)
    change[CE_MARK_EVENT] -= age * 1000;
}

/* One line for each change, for a test that adds them up. */
static void
print_marks (CeTrace *trace, guint generation, const gint64 *change)
{
  static const char *const names[CE_N_MARKS] = {
    NULL, "event", "wait", "render", "paint", "post", "frame", "draw", "display"
  };
  GString *text = g_string_new (NULL);

  for (CeMark mark = 1; mark < CE_N_MARKS; mark++)
    g_string_append_printf (text, " %s %.1f", names[mark], (change[mark] - change[mark - 1]) / 1000.0);
  g_printerr ("cuda-edges trace: change %u:%s total %.1f busy %.1f\n", generation, text->str,
              (change[CE_MARK_SHOWN] - change[CE_MARK_EVENT]) / 1000.0, trace->busy / 1000.0);
  trace->busy = 0;
  g_string_free (text, TRUE);
}

/**
 * ce_trace_shown:
 * @trace: (nullable): a trace
 * @generation: whose pixels are on the screen
 */
void
ce_trace_shown (CeTrace *trace, guint generation)
{
  gint64 *change = marks[generation % N_CHANGES];
  double  latency;

  if (! trace || change[CE_MARK_SHOWN])
    return;

  ce_trace_mark (generation, CE_MARK_SHOWN);
  for (CeMark mark = 0; mark < CE_N_MARKS; mark++)
    if (! change[mark])
      return;

  latency = (change[CE_MARK_SHOWN] - change[CE_MARK_EVENT]) / 1000.0;
  g_array_append_val (trace->latencies, latency);
  print_marks (trace, generation, change);
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
 * ce_trace_text:
 * @trace: (nullable): a trace
 * @what: what it is
 * @text: what the user reads
 */
void
ce_trace_text (CeTrace *trace, const char *what, const char *text)
{
  if (trace)
    g_printerr ("cuda-edges trace: %s: %s\n", what, text);
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
  g_array_unref (trace->latencies);
  g_free (trace);
}
