/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Operations that compute for our procedures in GIMP's core: a dialog's result on the canvas, and a call's merge. Such an
 * operation belongs to a process. It returns its input unchanged once the process has ended or has let go of it, in a
 * copy, and in a loaded image. An operation without a process reports the results of all others (report.c), and how many
 * others there are, because one whose process has ended is a stray.
 *
 * The operation for merges, which GIMP never puts on a canvas, has an aux pad: another drawable is its source. Without a
 * process it copies the pixels of that drawable. So a procedure that has computed the results of several layers merges
 * each layer with one request that computes nothing.
 *
 * While an operation for the canvas exists, its class has the name that GIMP's own filter tools have on the canvas until
 * they are confirmed. GIMP neither saves nor copies a filter of that name (xcf-save.c, gimp_drawable_filter_duplicate()),
 * so a preview is in no file, no export and no duplicate. A second name makes the operation. It begins with “gimp”, so
 * GIMP lists it nowhere.
 */
#include "operation.h"

#include <errno.h>
#include <signal.h>

#define NAME "gimp-cuda-edges:call"
#define NAME_OF_TOOLS "GraphNode"
#define NAME_OF_MERGES "gimp-cuda-edges:merge"

/* Seconds between two checks that a process still runs. */
#define WATCH_S 1

enum { PROP_0, PROP_WORK, PROP_COLOR, PROP_STRICT, PROP_PROCESS, PROP_FAILED, PROP_CALLS, PROP_OTHERS, PROP_GPU };

/* An operation that computes a procedure's filter. */
typedef struct
{
  CeOperation parent_instance;
  char       *work;              /* the filter's name, then a line “name=value” for each parameter */
  guint       watch;             /* the GSource that checks the process; 0: none */
  gboolean    had_owner;         /* the operation belongs or belonged to a process */
} CeCall;

static int          n_calls;    /* operations for the canvas; atomic */

static void       (*finalize_operation) (GObject *);
static void       (*attach_pads) (GeglOperation *);
static GeglRectangle (*find_cached) (GeglOperation *, const GeglRectangle *);

static void
count_calls (gpointer klass, int change)
{
  gboolean are_some;

  if (! gegl_operation_class_get_key (klass, "compat-name"))
    return;

  are_some = g_atomic_int_add (&n_calls, change) + change > 0;
  GEGL_OPERATION_CLASS (klass)->name = are_some ? NAME_OF_TOOLS : NAME;
}

static gboolean
has_ended (int process)
{
  return kill (process, 0) != 0 && errno == ESRCH;
}

static void
unwatch (CeCall *call)
{
  if (call->watch)
    g_source_remove (call->watch);
  call->watch = 0;
}

/* A GSourceFunc: shows the input again if the process has ended. */
static gboolean
watch_process (gpointer data)
{
  CeCall *call = data;

  if (! has_ended (call->parent_instance.process))
    return G_SOURCE_CONTINUE;

  call->watch = 0;
  g_object_set (call, "process", 0, NULL);      /* this makes GEGL drop its cache */

  return G_SOURCE_REMOVE;
}

static void
set_process (CeCall *call, int process)
{
  call->parent_instance.process = MAX (process, 0);
  call->had_owner |= process > 0;
  if (process > 0 && ! call->watch)
    call->watch = g_timeout_add_seconds (WATCH_S, watch_process, call);
  else if (process <= 0)
    unwatch (call);
}

/* Sets the parameters of @filter that @lines state, each by itself, so that no value can state another one. */
static gboolean
set_lines (CeParams *params, const CeFilter *filter, char **lines)
{
  for (; *lines; lines++)
    {
      g_auto (GStrv) pair = g_strsplit (*lines, "=", 2);
      const CeParam *param = ce_filter_find_param (filter, pair[0]);

      if (! param || ! pair[1] || ! ce_params_put_text (params, param, pair[1], NULL))
        return FALSE;
    }

  return ce_params_parse (params, filter, "", NULL);
}

/* Sets filter and parameters. The first line of @work names the filter; a later call cannot change it. */
static void
set_work (CeCall *call, const char *work)
{
  CeOperation     *self = &call->parent_instance;
  g_auto (GStrv)   parts = g_strsplit (work ? work : "", "\n", -1);
  const CeFilter  *filter = parts[0] ? ce_filter_find (parts[0]) : NULL;
  CeParams         params;

  if (! filter || filter->makes_paths || (call->work && filter != self->filter))
    return;

  ce_params_init (&params, filter);
  if (! set_lines (&params, filter, parts + 1))
    return;

  self->filter = filter;
  self->params = params;
  g_free (call->work);
  call->work = g_strdup (work);
}

/* Ignores the properties that only report, because GIMP sets every property that it has read. */
static void
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  CeOperation *self = (CeOperation *) object;

  if (id == PROP_WORK)
    set_work ((CeCall *) object, g_value_get_string (value));
  else if (id == PROP_STRICT)
    self->strict = g_value_get_boolean (value);
  else if (id == PROP_PROCESS)
    set_process ((CeCall *) object, g_value_get_int (value));
  else if (id == PROP_COLOR)
    ce_operation_set_color (self, value);
}

/* Returns whether the operation belongs to a process that runs. */
static gboolean
has_owner (CeOperation *self)
{
  return self->process && ! has_ended (self->process);
}

/* Returns what the owner reads as, which is no process's id, so that a copy belongs to no process. */
static int
describe_owner (CeCall *call)
{
  return has_owner (&call->parent_instance) ? -1 : call->had_owner ? -2 : 0;
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  CeOperation *self = (CeOperation *) object;

  if (id == PROP_WORK)
    g_value_set_string (value, ((CeCall *) object)->work);
  else if (id == PROP_STRICT)
    g_value_set_boolean (value, self->strict);
  else if (id == PROP_PROCESS)
    g_value_set_int (value, describe_owner ((CeCall *) object));
  else if (id == PROP_COLOR)
    g_value_set_object (value, self->color);
  else if (id == PROP_FAILED)
    g_value_set_double (value, (double) ce_report_get_failed ());
  else if (id == PROP_CALLS)
    g_value_take_string (value, ce_report_list_calls ());
  else if (id == PROP_OTHERS)
    g_value_set_int (value, MAX (g_atomic_int_get (&n_calls) - 1, 0));
  else if (id == PROP_GPU)
    g_value_set_boolean (value, ce_operation_has_gpu ());
}

/* Adds the aux pad, but no property for it, because GIMP would read its value. */
static void
attach_aux (GeglOperation *operation)
{
  GParamSpec *spec = g_param_spec_object ("aux", "Source", "What is computed of", GEGL_TYPE_BUFFER,
                                          G_PARAM_READWRITE | GEGL_PARAM_PAD_INPUT);

  attach_pads (operation);
  gegl_operation_create_pad (operation, g_param_spec_ref_sink (spec));
  g_param_spec_unref (spec);
}

static GeglRectangle
get_bounding_box (GeglOperation *operation)
{
  const GeglRectangle *box = gegl_operation_source_get_bounding_box (operation, "input");

  return box ? *box : (GeglRectangle) { 0, 0, 0, 0 };
}

static GeglRectangle
get_cached_region (GeglOperation *operation, const GeglRectangle *roi)
{
  return has_owner ((CeOperation *) operation) ? find_cached (operation, roi) : *roi;
}

static void
pass (GeglOperation *operation, GeglBuffer *source, gboolean is_input, GeglBuffer *output, const GeglRectangle *roi)
{
  CePoint       origin = is_input ? (CePoint) { roi->x, roi->y } : ce_operation_find_origin (operation, roi, NULL);
  GeglRectangle from = { origin.x, origin.y, roi->width, roi->height };

  if (source)
    gegl_buffer_copy (source, &from, GEGL_ABYSS_NONE, output, roi);
}

static gboolean
process (GeglOperation *operation, GeglOperationContext *context, const char *pad, const GeglRectangle *roi, int level)
{
  const char *from = ce_operation_source_pad (operation);
  GeglBuffer *source = (GeglBuffer *) gegl_operation_context_get_object (context, from);
  GeglBuffer *output = gegl_operation_context_get_target (context, "output");

  if (has_owner ((CeOperation *) operation))
    return GEGL_OPERATION_FILTER_GET_CLASS (operation)->process (operation, source, output, roi, level);

  pass (operation, source, g_str_equal (from, "input"), output, roi);

  return TRUE;
}

static void
finalize (GObject *object)
{
  CeCall *call = (CeCall *) object;

  unwatch (call);
  g_free (call->work);
  count_calls (G_OBJECT_GET_CLASS (object), -1);
  finalize_operation (object);
}

static void
add_properties (GObjectClass *klass)
{
  klass->set_property = set_property;
  klass->get_property = get_property;

  g_object_class_install_property (klass, PROP_WORK,
    g_param_spec_string ("work", "Work", "The filter and its parameters", "", G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_COLOR,
    gegl_param_spec_color_from_string ("color", "Color", "The color of lines", "black", G_PARAM_READWRITE));
  ce_operation_add_strict (klass, PROP_STRICT);
  g_object_class_install_property (klass, PROP_PROCESS,
    g_param_spec_int ("process", "Process", "Id of the owner's process; it reads as -1, or -2 after the process", -2, G_MAXINT, 0,
                      G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_FAILED,
    g_param_spec_double ("failed", "Failed", "When an operation last gave its source unchanged, microseconds", 0,
                         G_MAXDOUBLE, 0, G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_CALLS,
    g_param_spec_string ("calls", "Calls", "Results by process", "", G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_OTHERS,
    g_param_spec_int ("others", "Others", "How many other operations for the canvas there are", 0, G_MAXINT, 0,
                      G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_GPU,
    g_param_spec_boolean ("gpu", "GPU", "Whether a GPU has computed, and none has failed since", FALSE, G_PARAM_READWRITE));
}

static void
init (GTypeInstance *instance, gpointer klass)
{
  ce_operation_init (instance, klass);
  count_calls (klass, 1);
}

static void
class_init (gpointer klass, gpointer merges)
{
  GeglOperationClass *operation_class = klass;

  ((CeOperationClass *) klass)->filter = ce_filter_get (0);
  ce_operation_class_setup (klass);
  finalize_operation = G_OBJECT_CLASS (klass)->finalize;
  attach_pads = operation_class->attach;
  find_cached = operation_class->get_cached_region;
  operation_class->get_bounding_box = get_bounding_box;
  operation_class->get_cached_region = get_cached_region;
  operation_class->process = process;
  G_OBJECT_CLASS (klass)->finalize = finalize;
  add_properties (klass);
  gegl_operation_class_set_keys (klass,
    "name", merges ? NAME_OF_MERGES : NAME,
    "title", "CUDA Edges: call",
    "description", "What the procedures of CUDA Edges compute in GIMP",
    /* The operation is not hidden, because GIMP 3.2 makes no filter of a hidden one. */
    "categories", "information",
    NULL);
  if (merges)
    operation_class->attach = attach_aux;
  else                                  /* GIMP reads an operation's properties by this name */
    gegl_operation_class_set_key (klass, "compat-name", NAME_OF_TOOLS);
}

/* Registers the types of both operations. */
void
ce_call_register (GTypeModule *module)
{
  GTypeInfo info = { sizeof (CeOperationClass), NULL, NULL, class_init, NULL, NULL,
                     sizeof (CeCall), 0, init, NULL };

  gegl_module_register_type (module, GEGL_TYPE_OPERATION_FILTER, "CeOperation-call", &info, 0);
  info.class_data = NAME_OF_MERGES;
  gegl_module_register_type (module, GEGL_TYPE_OPERATION_FILTER, "CeOperation-merge", &info, 0);
}
