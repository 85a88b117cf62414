/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Our operations in GIMP's core, as filters of a drawable.
 */
#include "effect.h"

#include <unistd.h>

#include <glib/gi18n.h>

#include "ui/config.h"

/* Of the operations of operation/call.c: by which they are made, and which they have. */
#define CALL "gimp-cuda-edges:call"
#define NAME_OF_CALLS "GraphNode"

static GObject *
config_of (GimpDrawableFilter *operation)
{
  return G_OBJECT (gimp_drawable_filter_get_config (operation));
}

static gboolean
has_property (GObject *config, const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (config), name) != NULL;
}

static void
set_color (GObject *config)
{
  GeglColor *color = gimp_context_get_foreground ();

  g_object_set (config, "color", color, NULL);
  g_object_unref (color);
}

/* Returns FALSE if the operation is of another version, which has not all parameters. */
static gboolean
set_params (GObject *config, const CeFilter *filter, const CeParams *params)
{
  for (const CeParam *param = filter->params; param->name; param++)
    {
      if (ce_param_is_placement (param))
        continue;
      if (! has_property (config, param->name))
        return FALSE;
      ce_config_set_param (config, param, params);
    }

  if (has_property (config, "color"))
    set_color (config);

  return TRUE;
}

/* GIMP's name of the blend mode. */
GimpLayerMode
ce_effect_get_mode (const CeParams *params)
{
  static const GimpLayerMode modes[CE_N_BLENDS] = {
    GIMP_LAYER_MODE_NORMAL, GIMP_LAYER_MODE_MULTIPLY, GIMP_LAYER_MODE_SCREEN, GIMP_LAYER_MODE_OVERLAY,
    GIMP_LAYER_MODE_SOFTLIGHT, GIMP_LAYER_MODE_HARDLIGHT, GIMP_LAYER_MODE_DARKEN_ONLY, GIMP_LAYER_MODE_LIGHTEN_ONLY,
    GIMP_LAYER_MODE_ADDITION, GIMP_LAYER_MODE_SUBTRACT, GIMP_LAYER_MODE_DIFFERENCE, GIMP_LAYER_MODE_LUMINANCE
  };

  return modes[params->blend];
}

/* Of what replaces the drawable's pixels. */
static void
set_mode (GimpDrawableFilter *operation)
{
  gimp_drawable_filter_set_blend_mode (operation, GIMP_LAYER_MODE_REPLACE);
  gimp_drawable_filter_set_opacity (operation, 1.0);
}

/* Lays a filter over the drawable as GIMP will show that output. What replaces pixels is laid as it is, and so is an effect
 * in normal mode. */
void
ce_effect_blend (GimpDrawableFilter *operation, const CeParams *params)
{
  gboolean layer = params->output == CE_OUTPUT_NEW_LAYER;

  set_mode (operation);
  if (layer || (params->output == CE_OUTPUT_EFFECT && params->blend != CE_BLEND_NORMAL))
    gimp_drawable_filter_set_blend_mode (operation, ce_effect_get_mode (params));
  if (layer)
    gimp_drawable_filter_set_opacity (operation, params->opacity / 100);
}

/* A filter that is to stay on a layer and in a file, not on @drawable yet; NULL if GIMP's core does not have it. */
static GimpDrawableFilter *
new_effect (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params)
{
  g_autofree char    *name = g_strconcat ("cuda-edges:", filter->name, NULL);
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, name, _(filter->title));

  if (operation && ! set_params (config_of (operation), filter, params))
    {
      gimp_drawable_filter_delete (operation);
      return NULL;
    }
  if (operation)
    ce_effect_blend (operation, params);

  return operation;
}

static void
set_work (GObject *config, const CeFilter *filter, const CeParams *params)
{
  g_autofree char *text = ce_params_to_text (params, filter);
  g_autofree char *work = g_strconcat (filter->name, " ", text, NULL);

  g_object_set (config, "work", work, NULL);
  if (ce_filter_find_param (filter, "style"))
    set_color (config);
}

/* A filter that computes for this process alone, because GIMP saves and copies none of it. It is not on @drawable yet,
 * and changes nothing before ce_effect_set_call(); where it is strict and lacks the GPU that was named it changes
 * nothing either, which ce_effect_merge_call() tells. NULL if GIMP's core does not have it. */
GimpDrawableFilter *
ce_effect_new_call (GimpDrawable *drawable, const CeFilter *filter, gboolean strict)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, CALL, _(filter->title));

  if (! operation)
    return NULL;

  g_object_set (config_of (operation), "strict", strict, NULL);
  set_mode (operation);

  return operation;
}

/* Has an operation of ce_effect_new_call() compute; GIMP is told with whatever is done to it next. */
void
ce_effect_set_call (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params)
{
  set_work (config_of (operation), filter, params);
  g_object_set (config_of (operation), "process", (int) getpid (), NULL);
}

/* Has an operation of ce_effect_new_call(), wherever it is, give its source unchanged. */
void
ce_effect_let_go (GimpDrawableFilter *operation)
{
  g_object_set (config_of (operation), "process", 0, NULL);
  gimp_drawable_filter_update (operation);
}

/* Whether a drawable's filter is one of ce_effect_new_call() that computes for nobody. */
gboolean
ce_effect_is_stray (GimpDrawableFilter *operation)
{
  g_autofree char *name = gimp_drawable_filter_get_operation_name (operation);
  int              process = 0;

  if (g_strcmp0 (name, NAME_OF_CALLS) != 0 || ! has_property (config_of (operation), "process"))
    return FALSE;

  g_object_get (config_of (operation), "process", &process, NULL);

  return process == 0;
}

/* What gives @drawable the pixels of @result, of the same size, when it is merged; NULL if GIMP's core does not have
 * it. */
GimpDrawableFilter *
ce_effect_new_result (GimpDrawable *drawable, GimpDrawable *result, const char *title)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, "gimp-cuda-edges:result", title);
  int                 x, y, width, height;

  if (! operation)
    return NULL;

  /* GIMP shows the operation the selected rectangle alone, from the origin. */
  if (gimp_drawable_mask_intersect (drawable, &x, &y, &width, &height))
    g_object_set (config_of (operation), "x", x, "y", y, NULL);
  gimp_drawable_filter_set_aux_input (operation, "aux", result);
  set_mode (operation);

  return operation;
}

/* What our operations in GIMP's core tell. */
typedef struct
{
  gint64 failed;      /* when one of this process last gave its source unchanged, monotonic time; 0: never */
  char  *reason;      /* why */
  double low;         /* the thresholds of what one of this process last computed */
  double high;
  int    n_strays;    /* how many operations of ce_effect_new_call() compute for nobody any more */
} Report;

/* Of the lines “PROCESS TIME LOW HIGH REASON” the one of this process. */
static void
find_call (const char *calls, Report *report)
{
  g_auto (GStrv) lines = g_strsplit (calls ? calls : "", "\n", -1);

  for (char **line = lines; *line; line++)
    {
      g_auto (GStrv) parts = g_strsplit (*line, " ", 5);

      if (g_strv_length (parts) == 5 && g_ascii_strtoll (parts[0], NULL, 10) == getpid ())
        {
          report->failed = g_ascii_strtoll (parts[1], NULL, 10);
          report->low = g_ascii_strtod (parts[2], NULL);
          report->high = g_ascii_strtod (parts[3], NULL);
          g_free (report->reason);
          report->reason = g_strdup (parts[4]);
        }
    }
}

/* FALSE if GIMP's core does not have our operations. */
static gboolean
ask_report (GimpDrawable *drawable, Report *report)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, "gimp-cuda-edges:report", "");
  g_autofree char    *calls = NULL;
  gboolean            is_ours;

  *report = (Report) { 0 };
  if (! operation)
    return FALSE;

  is_ours = has_property (config_of (operation), "strays");
  if (is_ours)
    {
      g_object_get (config_of (operation), "calls", &calls, "strays", &report->n_strays, NULL);
      find_call (calls, report);
    }
  gimp_drawable_filter_delete (operation);

  return is_ours;
}

/* Whether GIMP's core has our operations. */
gboolean
ce_effect_is_there (GimpDrawable *drawable)
{
  Report   report;
  gboolean is_there = ask_report (drawable, &report);

  g_free (report.reason);

  return is_there;
}

/* Whether an operation of ce_effect_new_call() computes for nobody, in any image. */
gboolean
ce_effect_are_strays (GimpDrawable *drawable)
{
  Report report;

  ask_report (drawable, &report);
  g_free (report.reason);

  return report.n_strays > 0;
}

static gboolean
succeeded (void)
{
  return gimp_pdb_get_last_status (gimp_get_pdb ()) == GIMP_PDB_SUCCESS;
}

/* Merges an operation, or NULL, into its drawable; FALSE if GIMP refused. */
gboolean
ce_effect_merge (GimpDrawable *drawable, GimpDrawableFilter *operation)
{
  if (! operation)
    return FALSE;

  gimp_drawable_merge_filter (drawable, operation);

  return succeeded ();
}

/* Merges an operation of ce_effect_new_call(), or NULL; @found gets the thresholds that were found. An operation
 * cannot say that it failed, so the report is asked: then the layer is as it was, with CE_ERROR_DEVICE. Where GIMP
 * refuses there is no error. */
gboolean
ce_effect_merge_call (GimpDrawable *drawable, GimpDrawableFilter *operation, CeParams *found, GError **error)
{
  gint64   begin = g_get_monotonic_time ();
  Report   report;
  gboolean done;

  if (! ce_effect_merge (drawable, operation))
    return FALSE;

  done = ask_report (drawable, &report) && report.failed < begin;
  if (! done)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_DEVICE, report.reason ? report.reason : "");
  else if (found)
    {
      found->low = report.low;
      found->high = report.high;
    }
  g_free (report.reason);

  return done;
}

/* Puts the filter on the layer as an effect; NULL if that did not work. */
GimpDrawableFilter *
ce_effect_append (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params)
{
  GimpDrawableFilter *operation = new_effect (drawable, filter, params);

  if (! operation)
    return NULL;

  gimp_drawable_append_filter (drawable, operation);

  return succeeded () ? operation : NULL;
}
