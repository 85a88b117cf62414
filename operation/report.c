/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operation cannot fail, and what merged one cannot ask it anything after:
 * GIMP has let go of it. So there is “gimp-cuda-edges:report”, whose properties tell
 * anybody, our procedures through the PDB, when one of our operations last gave
 * its source unchanged, and why. For operations that compute for a process
 * (call.c) it tells that of each process, and the thresholds that were found: a process that asks after its merge,
 * and knows when that began, knows whether the merge did something. It also tells how
 * many operations compute for nobody any more. It changes no pixel.
 */
#include "operation.h"

#include <glib/gi18n-lib.h>

static GMutex   lock;
static gint64   failed;         /* monotonic time, which all processes share; 0: never */
static char    *last_reason;
static int      n_strays;       /* atomic */

/* Processes that are remembered: more than ever compute at once. */
#define MOST_CALLS 64

enum { PROP_0, PROP_FAILED, PROP_REASON, PROP_CALLS, PROP_STRAYS };

/* What its operations last did for a process. */
typedef struct
{
  int    process;
  gint64 failed;         /* monotonic time; 0: never */
  char  *reason;
  double low;            /* thresholds, as they were found */
  double high;
} Call;

static Call calls[MOST_CALLS];  /* one of each process; 0: none */
static int  n_calls;            /* that were begun */

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

/* One sentence: an operation for a process, 0 for none, gave its source unchanged. */
void
ce_report_failure (int process, const char *reason)
{
  g_mutex_lock (&lock);
  failed = g_get_monotonic_time ();
  g_free (last_reason);
  last_reason = g_strdup (reason);
  if (process)
    {
      Call *call = call_of (process);

      call->failed = failed;
      g_free (call->reason);
      call->reason = g_strdelimit (g_strdup (reason), "\n", ' ');
    }
  g_mutex_unlock (&lock);
}

/* An operation computed for a process, with these thresholds. */
void
ce_report_found (int process, double low, double high)
{
  Call *call;

  g_mutex_lock (&lock);
  call = call_of (process);
  call->low = low;
  call->high = high;
  g_mutex_unlock (&lock);
}

/* One operation more, or with -1 one less, computes for nobody. */
void
ce_report_stray (int n)
{
  g_atomic_int_add (&n_strays, n);
}

/* A line each: the process, when it failed, microseconds, its thresholds, and why it failed. */
static char *
list_calls (void)
{
  GString *text = g_string_new (NULL);
  char     low[G_ASCII_DTOSTR_BUF_SIZE], high[G_ASCII_DTOSTR_BUF_SIZE];

  for (int i = 0; i < MIN (n_calls, MOST_CALLS); i++)
    {
      const Call *call = &calls[i];

      g_string_append_printf (text, "%d %" G_GINT64_FORMAT " %s %s %s\n", call->process, call->failed,
                              g_ascii_dtostr (low, sizeof low, call->low), g_ascii_dtostr (high, sizeof high, call->high),
                              call->reason ? call->reason : "");
    }

  return g_string_free (text, FALSE);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_mutex_lock (&lock);
  if (id == PROP_FAILED)
    g_value_set_double (value, (double) failed);
  else if (id == PROP_CALLS)
    g_value_take_string (value, list_calls ());
  else if (id == PROP_STRAYS)
    g_value_set_int (value, g_atomic_int_get (&n_strays));
  else
    g_value_set_string (value, last_reason ? last_reason : "");
  g_mutex_unlock (&lock);
}

/* GIMP gives its filters back what it read of them. */
static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
}

static gboolean
process (GeglOperation *operation, GeglBuffer *input, GeglBuffer *output, const GeglRectangle *roi, int level)
{
  return ce_pass (input, output, roi);
}

static void
class_init (gpointer klass, gpointer data)
{
  G_OBJECT_CLASS (klass)->set_property = set_property;
  G_OBJECT_CLASS (klass)->get_property = get_property;
  ((GeglOperationFilterClass *) klass)->process = process;

  g_object_class_install_property (klass, PROP_FAILED,
    g_param_spec_double ("failed", "Failed", "When an operation last gave its source unchanged, microseconds", 0,
                         G_MAXDOUBLE, 0, G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_REASON,
    g_param_spec_string ("reason", "Reason", "Why, the last time", "", G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_CALLS,
    g_param_spec_string ("calls", "Calls", "What was done for processes", "", G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_STRAYS,
    g_param_spec_int ("strays", "Strays", "How many operations compute for nobody any more", 0, G_MAXINT, 0,
                      G_PARAM_READWRITE));
  gegl_operation_class_set_keys (klass,
    "name", "gimp-cuda-edges:report",
    "title", "CUDA Edges: report",
    "description", _("Tells procedures whether the filters of CUDA Edges did what they were asked"),
    /* GIMP shows no operation in its search and its lists whose name begins with “gimp”. It shows none that is in the
     * category “hidden” either, but 3.2 makes no filter of it. */
    "categories", "information",
    NULL);
}

/* Names the type. */
void
ce_report_register (GTypeModule *module)
{
  GTypeInfo info = { sizeof (GeglOperationFilterClass), NULL, NULL, class_init, NULL, NULL,
                     sizeof (GeglOperationFilter), 0, NULL, NULL };

  gegl_module_register_type (module, GEGL_TYPE_OPERATION_FILTER, "CeOperation-report", &info, 0);
}
