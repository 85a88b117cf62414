/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Our operations in GIMP's core, as filters of a drawable.
 */
#include "effect.h"

#include "ui/config.h"

/**
 * ce_effect_set:
 * @operation: one of ce_effect_new()
 * @filter: its filter
 * @params: what it is to do; GIMP is told with whatever is done to @operation next
 *
 * Returns: %TRUE, or %FALSE if it is of another version, which has not all of them
 */
gboolean
ce_effect_set (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params)
{
  GObject      *config = G_OBJECT (gimp_drawable_filter_get_config (operation));
  GObjectClass *klass = G_OBJECT_GET_CLASS (config);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      if (ce_param_places (param))
        continue;
      if (! g_object_class_find_property (klass, param->name))
        return FALSE;
      ce_config_set_param (config, param, ce_params_get (params, param));
    }

  if (! g_object_class_find_property (klass, "strict"))
    return FALSE;
  if (g_object_class_find_property (klass, "color"))
    {
      GeglColor *color = gimp_context_get_foreground ();

      g_object_set (config, "color", color, NULL);
      g_object_unref (color);
    }

  return TRUE;
}

/**
 * ce_effect_new:
 * @drawable: a drawable
 * @filter: what to do
 * @params: and how
 * @strict: without the GPU that @params ask for, its source is to stay as it is;
 *   ce_effect_report() tells. Not for what stays in a file
 *
 * Returns: (transfer none) (nullable): a filter that is not on @drawable yet;
 *   %NULL if GIMP's core does not have it
 */
GimpDrawableFilter *
ce_effect_new (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, gboolean strict)
{
  g_autofree char    *name = g_strconcat ("cuda-edges:", filter->name, NULL);
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, name, filter->title);

  if (operation && ! ce_effect_set (operation, filter, params))
    {
      gimp_drawable_filter_delete (operation);
      return NULL;
    }
  if (operation)
    {
      g_object_set (gimp_drawable_filter_get_config (operation), "strict", strict, NULL);
      gimp_drawable_filter_set_blend_mode (operation, GIMP_LAYER_MODE_REPLACE);
      gimp_drawable_filter_set_opacity (operation, 1.0);
    }

  return operation;
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
  GObject            *config;
  gboolean            is_ours;

  if (! operation)
    return FALSE;

  config = G_OBJECT (gimp_drawable_filter_get_config (operation));
  is_ours = g_object_class_find_property (G_OBJECT_GET_CLASS (config), "gpu") != NULL;
  if (is_ours)
    g_object_get (config, "failed", &report->failed, "reason", &report->reason, "gpu", &report->gpu, NULL);
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
