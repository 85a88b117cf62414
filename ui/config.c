/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts GIMP's arguments to the engine's parameters and back.
 */
#include "config.h"

/* Returns whether the settings of a procedure or an effect have a property. */
gboolean
ce_config_has (gpointer config, const char *name)
{
  return g_object_class_find_property (G_OBJECT_GET_CLASS (config), name) != NULL;
}

/* Returns whether this GIMP can do the choice @nick; vector layers came with GIMP 3.2. */
gboolean
ce_config_offers (const char *nick)
{
  return ! g_str_equal (nick, "vector-layer") || gimp_pdb_procedure_exists (gimp_get_pdb (), "gimp-vector-layer-new");
}

/* Sets @params from the arguments. It checks no value, because GIMP refuses values outside the arguments' specifications. */
void
ce_config_get_params (GimpProcedureConfig *config, const CeFilter *filter, CeParams *params)
{
  ce_params_init (params, filter);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      g_value_init (&value, param->kind == CE_PARAM_TEXT ? G_TYPE_STRING : G_TYPE_DOUBLE);
      if (param->kind == CE_PARAM_CHOICE)
        g_value_set_double (&value, gimp_procedure_config_get_choice_id (config, param->name));
      else
        g_object_get_property (G_OBJECT (config), param->name, &value);
      if (param->old_name && g_value_get_double (&value) == param->def)
        g_object_get_property (G_OBJECT (config), param->old_name, &value);

      if (param->kind == CE_PARAM_TEXT)
        ce_params_put_text (params, param, g_value_get_string (&value), NULL);
      else
        ce_params_put (params, param, g_value_get_double (&value));
    }

  ce_params_quantize (params, filter);
}

/* Sets the property of @param in @config, the settings of a procedure or an effect, to its value in @params. Its old name
 * gets the default, which says nothing. */
void
ce_config_set_param (GObject *config, const CeParam *param, const CeParams *params)
{
  g_auto (GValue) value = G_VALUE_INIT;

  if (param->kind == CE_PARAM_CHOICE || param->kind == CE_PARAM_TEXT)
    {
      g_autofree char *text = ce_params_value_to_text (params, param);

      g_object_set (config, param->name, text, NULL);
      return;
    }

  g_value_init (&value, G_TYPE_DOUBLE);
  g_value_set_double (&value, ce_params_get (params, param));
  g_object_set_property (config, param->name, &value);
  if (param->old_name)
    g_object_set (config, param->old_name, param->def, NULL);
}

/* Sets all properties, and notifies of changes when all are set. */
void
ce_config_set_params (GimpProcedureConfig *config, const CeFilter *filter, const CeParams *params)
{
  g_object_freeze_notify (G_OBJECT (config));

  for (const CeParam *param = filter->params; param->name; param++)
    ce_config_set_param (G_OBJECT (config), param, params);

  g_object_thaw_notify (G_OBJECT (config));
}
