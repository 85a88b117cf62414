/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An operation cannot fail, and what merged one cannot ask it anything after:
 * GIMP has let go of it. So there is “gimp-cuda-edges:report”, whose properties tell
 * anybody, our procedures through the PDB, when one of our operations last gave
 * its source unchanged, and why. For operations that compute for a process
 * (call.c) it tells that of each process: a process that asks after its merge,
 * and knows when that began, knows whether the merge did something. It also tells
 * which filters a GPU has just computed for a procedure that needed one, and how
 * many operations compute for nobody any more. It changes no pixel.
 */
#include "report.h"

#include <glib/gi18n-lib.h>

#include "engine/filters.h"

static GMutex   lock;
static gint64   failed;         /* monotonic time, which all processes share; 0: never */
static char    *last_reason;
static GQueue   calls = G_QUEUE_INIT; /* what failed for processes, the last first, one each */
static int      n_strays;       /* atomic */
static gint64   on_gpu[CE_N_FILTERS]; /* when one last computed each, monotonic time; 0: never, or it failed since */

/* As sure as a trial is that it would compute the same again, microseconds. */
#define JUST_NOW (10 * G_TIME_SPAN_SECOND)

/* Processes whose last failure is remembered: more than ever compute at once. */
#define MOST_CALLS 64

enum { PROP_0, PROP_FAILED, PROP_REASON, PROP_GPU, PROP_CALLS, PROP_STRAYS };

typedef struct
{
  int    process;
  gint64 failed;
  char  *reason;
} Call;

static void
free_call (Call *call)
{
  if (call)
    g_free (call->reason);
  g_free (call);
}

/* The lock is held. */
static void
remember (int process, const char *reason)
{
  Call *call = g_new0 (Call, 1);

  *call = (Call) { process, failed, g_strdelimit (g_strdup (reason), "\n", ' ') };
  for (GList *other = calls.head; other; other = other->next)
    if (((Call *) other->data)->process == process)
      {
        free_call (other->data);
        g_queue_delete_link (&calls, other);
        break;
      }
  g_queue_push_head (&calls, call);
  if (calls.length > MOST_CALLS)
    free_call (g_queue_pop_tail (&calls));
}

/**
 * ce_report_failure:
 * @process: for which it was to compute; 0: for none
 * @reason: one sentence
 *
 * Tells that an operation gave its source unchanged.
 */
void
ce_report_failure (int process, const char *reason)
{
  g_mutex_lock (&lock);
  failed = g_get_monotonic_time ();
  g_free (last_reason);
  last_reason = g_strdup (reason);
  if (process)
    remember (process, reason);
  g_mutex_unlock (&lock);
}

/**
 * ce_report_stray:
 * @n: 1, or -1 when it is one no more
 *
 * Tells that an operation computes for nobody any more.
 */
void
ce_report_stray (int n)
{
  g_atomic_int_add (&n_strays, n);
}

/**
 * ce_report_computed:
 * @filter: what had to be computed on a GPU and was
 *
 * Tells it.
 */
void
ce_report_computed (CeFilterId filter)
{
  g_mutex_lock (&lock);
  on_gpu[filter] = g_get_monotonic_time ();
  g_mutex_unlock (&lock);
}

/**
 * ce_report_gpu_failed:
 *
 * Tells that a GPU failed, whatever it was to compute.
 */
void
ce_report_gpu_failed (void)
{
  g_mutex_lock (&lock);
  memset (on_gpu, 0, sizeof on_gpu);
  g_mutex_unlock (&lock);
}

/* The names of those that a GPU has just computed, each between spaces. */
static char *
name_computed (void)
{
  GString *names = g_string_new (" ");

  for (int i = 0; i < CE_N_FILTERS; i++)
    if (on_gpu[i] && g_get_monotonic_time () - on_gpu[i] < JUST_NOW)
      g_string_append_printf (names, "%s ", ce_filter_get (i)->name);

  return g_string_free (names, FALSE);
}

/* A line each: the process, when, microseconds, and why. */
static char *
list_calls (void)
{
  GString *text = g_string_new (NULL);

  for (GList *other = calls.head; other; other = other->next)
    {
      const Call *call = other->data;

      g_string_append_printf (text, "%d %" G_GINT64_FORMAT " %s\n", call->process, call->failed, call->reason);
    }

  return g_string_free (text, FALSE);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  g_mutex_lock (&lock);
  if (id == PROP_FAILED)
    g_value_set_double (value, (double) failed);
  else if (id == PROP_GPU)
    g_value_take_string (value, name_computed ());
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
  if (input)
    gegl_buffer_copy (input, roi, GEGL_ABYSS_NONE, output, roi);

  return TRUE;
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
  g_object_class_install_property (klass, PROP_GPU,
    g_param_spec_string ("gpu", "GPU", "The filters that one has just computed", "", G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_CALLS,
    g_param_spec_string ("calls", "Calls", "What failed for processes", "", G_PARAM_READWRITE));
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

/**
 * ce_report_register:
 * @module: the module
 *
 * Names the type.
 */
void
ce_report_register (GTypeModule *module)
{
  GTypeInfo info = { sizeof (GeglOperationFilterClass), NULL, NULL, class_init, NULL, NULL,
                     sizeof (GeglOperationFilter), 0, NULL, NULL };

  gegl_module_register_type (module, GEGL_TYPE_OPERATION_FILTER, "CeOperation-report", &info, 0);
}
