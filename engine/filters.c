/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "filters.h"

#include <math.h>
#include <string.h>

extern const CeFilter ce_catalogue[CE_N_FILTERS];

G_DEFINE_QUARK (ce-error-quark, ce_error)

/**
 * ce_filter_get:
 * @id: a filter
 *
 * Returns: its row in the catalogue
 */
const CeFilter *
ce_filter_get (CeFilterId id)
{
  g_return_val_if_fail (id >= 0 && id < CE_N_FILTERS, NULL);

  return &ce_catalogue[id];
}

/**
 * ce_filter_find:
 * @name: the filter's name or its procedure's
 *
 * Returns: (nullable): the filter, %NULL if there is none of that name
 */
const CeFilter *
ce_filter_find (const char *name)
{
  for (int i = 0; i < CE_N_FILTERS; i++)
    if (g_str_equal (ce_catalogue[i].name, name) || g_str_equal (ce_catalogue[i].procedure, name))
      return &ce_catalogue[i];

  return NULL;
}

/**
 * ce_filter_find_param:
 * @filter: a filter
 * @name: the parameter's name in scripts
 *
 * Returns: (nullable): the parameter, %NULL if the filter has none of that name
 */
const CeParam *
ce_filter_find_param (const CeFilter *filter, const char *name)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (g_str_equal (param->name, name))
      return param;

  return NULL;
}

/**
 * ce_filter_result_format:
 * @filter: a filter
 * @source: the source image
 * @result: (out): size, channels, type and stride of the result; data is not touched
 *
 * Edge filters give one channel of levels, sharpening the channels of the
 * source; the type is the source's. Rows are padded to 64 bytes.
 */
void
ce_filter_result_format (const CeFilter *filter, const CeView *source, CeView *result)
{
  gsize row;

  result->width = source->width;
  result->height = source->height;
  result->channels = filter->id == CE_FILTER_SHARPEN ? source->channels : 1;
  result->type = source->type;
  row = (gsize) result->width * result->channels * ce_type_size (result->type);
  result->stride = (row + 63) & ~(gsize) 63;
}

/**
 * ce_filter_has_style:
 * @filter: a filter
 * @params: its parameters
 *
 * Returns: whether the parameter style has an effect; it has none on
 *   sharpening, directions, single derivatives and signed responses
 */
gboolean
ce_filter_has_style (const CeFilter *filter, const CeParams *params)
{
  const CeParam *style = ce_filter_find_param (filter, "style");

  return style && ce_params_applies (params, filter, style);
}

static const char *
choice_nick (const CeFilter *filter, const CeParams *params, const char *name)
{
  const CeParam *param = ce_filter_find_param (filter, name);

  return param->choices[(int) ce_params_get (params, param)].nick;
}

/**
 * ce_filter_describe:
 * @filter: a filter
 * @params: its parameters; automatic thresholds as they were found
 *
 * Returns: (transfer full): the filter and what it was set to, for a layer's
 *   name: "CUDA Canny σ 1.4, 40–80"
 */
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
      if (params->method == CE_METHOD_UNSHARP)
        g_string_append_printf (text, " σ %.4g", params->sigma);
      else
        g_string_append (text, " 3×3");
      g_string_append_printf (text, ", ×%.4g", params->amount);
      break;

    case CE_FILTER_LAPLACIAN:
      g_string_append_printf (text, " σ %.4g", params->sigma);
      if (params->response == CE_RESPONSE_SIGNED)
        g_string_append_printf (text, ", ×%.4g", params->gain);
      else
        g_string_append_printf (text, ", %s > %.4g", choice_nick (filter, params, "response"), params->threshold);
      break;

    case CE_FILTER_CANNY:
    default:
      if (params->stage != CE_STAGE_LUMA)
        g_string_append_printf (text, " σ %.4g", params->sigma);
      if (params->stage == CE_STAGE_EDGES || params->stage == CE_STAGE_CLASSES)
        g_string_append_printf (text, ", %.4g–%.4g", MIN (params->low, params->high), MAX (params->low, params->high));
      if (params->stage == CE_STAGE_EDGES && params->width > 1)
        g_string_append_printf (text, ", %d px", params->width);
      if (params->stage != CE_STAGE_EDGES)
        g_string_append_printf (text, " (%s)", choice_nick (filter, params, "stage"));
      break;
    }

  return g_string_free (g_steal_pointer (&text), FALSE);
}
