/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMP's arguments as the engine's parameters.
 */
#include "config.h"

/**
 * ce_config_get_params:
 * @config: the arguments of a procedure made from @filter
 * @filter: a filter
 * @params: (out): the same as the engine reads them
 *
 * Nothing is checked here: GIMP refuses what the arguments' specifications do
 * not allow before a procedure runs.
 */
void
ce_config_get_params (GimpProcedureConfig *config, const CeFilter *filter, CeParams *params)
{
  ce_params_init (params, filter);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      double value;

      if (param->kind == CE_PARAM_CHOICE)
        value = gimp_procedure_config_get_choice_id (config, param->name);
      else
        g_object_get (config, param->name, &value, NULL);

      ce_params_put (params, param, value);
    }
}
