/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Describes a filter's parameters for people, as the name of a layer.
 */
#include "filters.h"

static const char *
choice_nick (const CeFilter *filter, const CeParams *params, const char *name)
{
  const CeParam *param = ce_filter_find_param (filter, name);

  return param->choices[(int) ce_params_get (params, param)].nick;
}

/* Returns (transfer full) what Canny finds: "σ 1.4", or of middles "dark-lines 3 px". */
char *
ce_params_describe_found (const CeParams *params)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);

  return params->of == CE_OF_EDGES ? g_strdup_printf ("σ %.4g", params->sigma)
                                   : g_strdup_printf ("%s %.3g px", choice_nick (canny, params, "of"), params->line_width);
}

/* Returns (transfer full) the filter and its parameters, with the thresholds that were found, as the name of a layer:
 * "CUDA Canny σ 1.4, 40–80". */
char *
ce_filter_describe (const CeFilter *filter, const CeParams *params)
{
  g_autoptr (GString) text = g_string_new (filter->title);

  switch (filter->id)
    {
    case CE_FILTER_SOBEL:
      if (params->operator_ != CE_OPERATOR_SOBEL)
        g_string_append_printf (text, " %s", choice_nick (filter, params, "operator"));
      g_string_append_printf (text, " %s", choice_nick (filter, params, "component"));
      if (params->component == CE_COMPONENT_MAGNITUDE && params->norm == CE_NORM_L1)
        g_string_append (text, " L1");
      if (params->component != CE_COMPONENT_DIRECTION && params->gain != 1)
        g_string_append_printf (text, " ×%.4g", params->gain);
      break;

    case CE_FILTER_SHARPEN:
      if (params->method == CE_METHOD_KERNEL)
        g_string_append (text, " 3×3");
      else if (params->method != CE_METHOD_UNSHARP)
        g_string_append_printf (text, " %s", choice_nick (filter, params, "method"));
      if (params->method == CE_METHOD_UNSHARP || params->method == CE_METHOD_DECONVOLVE)
        g_string_append_printf (text, " σ %.4g", params->sigma);
      if (params->method == CE_METHOD_DECONVOLVE)
        g_string_append_printf (text, ", %d iterations", params->iterations);
      g_string_append_printf (text, ", ×%.4g", params->amount);
      if (params->shown == CE_SHOWN_MASK)
        g_string_append_printf (text, " (%s)", choice_nick (filter, params, "stage"));
      break;

    case CE_FILTER_LAPLACIAN:
      g_string_append_printf (text, " σ %.4g", params->sigma);
      if (params->response == CE_RESPONSE_SIGNED)
        g_string_append_printf (text, ", ×%.4g", params->gain);
      else
        g_string_append_printf (text, ", %s > %.4g", choice_nick (filter, params, "response"), params->threshold);
      break;

    case CE_FILTER_CANNY:
      if (params->stage != CE_STAGE_LUMA)
        {
          g_autofree char *found = ce_params_describe_found (params);

          g_string_append_printf (text, " %s", found);
        }
      if (params->stage == CE_STAGE_EDGES || params->stage == CE_STAGE_CLASSES)
        g_string_append_printf (text, ", %.4g–%.4g", MIN (params->low, params->high), MAX (params->low, params->high));
      if (params->stage == CE_STAGE_EDGES && params->width > 1)
        g_string_append_printf (text, ", %d px", params->width);
      if (params->stage != CE_STAGE_EDGES)
        g_string_append_printf (text, " (%s)", choice_nick (filter, params, "stage"));
      break;

    case CE_N_FILTERS:
      g_warn_if_reached ();
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}
