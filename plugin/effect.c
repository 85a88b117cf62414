/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Our operations in GIMP's core, as filters of a drawable.
 */
#include "effect.h"

#include <unistd.h>

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
      if (ce_param_places (param))
        continue;
      if (! has_property (config, param->name))
        return FALSE;
      ce_config_set_param (config, param, ce_params_get (params, param));
    }

  if (has_property (config, "color"))
    set_color (config);

  return TRUE;
}

/* Of what replaces the drawable's pixels. */
static void
set_mode (GimpDrawableFilter *operation)
{
  gimp_drawable_filter_set_blend_mode (operation, GIMP_LAYER_MODE_REPLACE);
  gimp_drawable_filter_set_opacity (operation, 1.0);
}

/**
 * ce_effect_new:
 * @drawable: a drawable
 * @filter: what to do
 * @params: and how
 *
 * Makes what stays on a layer and in a file.
 *
 * Returns: (transfer none) (nullable): a filter that is not on @drawable yet;
 *   %NULL if GIMP's core does not have it
 */
GimpDrawableFilter *
ce_effect_new (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params)
{
  g_autofree char    *name = g_strconcat ("cuda-edges:", filter->name, NULL);
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, name, filter->title);

  if (operation && ! set_params (config_of (operation), filter, params))
    {
      gimp_drawable_filter_delete (operation);
      return NULL;
    }
  if (operation)
    set_mode (operation);

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

/**
 * ce_effect_new_call:
 * @drawable: a drawable
 * @filter: what to do
 * @strict: without the GPU that is asked for, its source is to stay as it is;
 *   ce_effect_report() tells
 *
 * Makes what computes for this process alone: GIMP saves and copies none of it.
 *
 * Returns: (transfer none) (nullable): a filter that is not on @drawable yet, and
 *   changes nothing before ce_effect_set_call(); %NULL if GIMP's core does not
 *   have it
 */
GimpDrawableFilter *
ce_effect_new_call (GimpDrawable *drawable, const CeFilter *filter, gboolean strict)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, CALL, filter->title);

  if (! operation)
    return NULL;

  g_object_set (config_of (operation), "strict", strict, NULL);
  set_mode (operation);

  return operation;
}

/**
 * ce_effect_set_call:
 * @operation: one of ce_effect_new_call()
 * @filter: its filter
 * @params: what it is to do
 *
 * Has it computed for this process. GIMP is told with whatever is done to
 * @operation next.
 */
void
ce_effect_set_call (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params)
{
  set_work (config_of (operation), filter, params);
  g_object_set (config_of (operation), "process", (int) getpid (), NULL);
}

/**
 * ce_effect_let_go:
 * @operation: one of ce_effect_new_call(), wherever it is
 *
 * Has it give its source unchanged.
 */
void
ce_effect_let_go (GimpDrawableFilter *operation)
{
  g_object_set (config_of (operation), "process", 0, NULL);
  gimp_drawable_filter_update (operation);
}

/**
 * ce_effect_is_stray:
 * @operation: any filter of a drawable
 *
 * Returns: whether it is one of ce_effect_new_call() that computes for nobody
 */
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

/**
 * ce_effect_new_result:
 * @drawable: a drawable
 * @result: another of its size
 * @title: of the step of undo
 *
 * Returns: (transfer none) (nullable): what gives @drawable the pixels of @result
 *   when it is merged; %NULL if GIMP's core does not have it
 */
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

/* Of the lines “PROCESS TIME REASON” the one of this process. */
static void
find_failure (const char *calls, CeEffectReport *report)
{
  g_auto (GStrv) lines = g_strsplit (calls ? calls : "", "\n", -1);

  for (char **line = lines; *line; line++)
    {
      g_auto (GStrv) parts = g_strsplit (*line, " ", 3);

      if (g_strv_length (parts) == 3 && g_ascii_strtoll (parts[0], NULL, 10) == getpid ())
        {
          report->failed = g_ascii_strtoll (parts[1], NULL, 10);
          g_free (report->reason);
          report->reason = g_strdup (parts[2]);
        }
    }
}

/**
 * ce_effect_report:
 * @drawable: a drawable
 * @report: (out): what our operations in GIMP's core tell
 *
 * Returns: whether GIMP's core has our operations
 */
gboolean
ce_effect_report (GimpDrawable *drawable, CeEffectReport *report)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, "gimp-cuda-edges:report", "");
  g_autofree char    *calls = NULL;
  gboolean            is_ours;

  if (! operation)
    return FALSE;

  is_ours = has_property (config_of (operation), "strays");
  if (is_ours)
    {
      g_object_get (config_of (operation), "gpu", &report->gpu, "calls", &calls, "strays", &report->n_strays, NULL);
      find_failure (calls, report);
    }
  gimp_drawable_filter_delete (operation);

  return is_ours;
}

/**
 * ce_effect_report_clear:
 * @report: a report, or zeros
 *
 * Frees what it has.
 */
void
ce_effect_report_clear (CeEffectReport *report)
{
  g_free (report->reason);
  g_free (report->gpu);
}

/**
 * ce_effect_is_there:
 * @drawable: a drawable
 *
 * Returns: whether GIMP's core has our operations
 */
gboolean
ce_effect_is_there (GimpDrawable *drawable)
{
  CeEffectReport report = { 0 };
  gboolean       is_there = ce_effect_report (drawable, &report);

  ce_effect_report_clear (&report);

  return is_there;
}
