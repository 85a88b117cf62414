/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looks filters and their parameters up in the catalogue.
 */
#include "filters.h"

extern const CeFilter ce_catalogue[CE_N_FILTERS], ce_catalogue_lines;

/* Returns the filter's row in the catalogue. */
const CeFilter *
ce_filter_get (CeFilterId id)
{
  g_return_val_if_fail (id >= 0 && id < CE_N_FILTERS, NULL);

  return &ce_catalogue[id];
}

/* Returns the row of Canny's edges as lines (engine/lines/), which stands beside the filters. */
const CeFilter *
ce_filter_get_lines (void)
{
  return &ce_catalogue_lines;
}

/* Returns (nullable) the filter, or the row of lines, whose name or procedure is @name. */
const CeFilter *
ce_filter_find (const char *name)
{
  for (int i = 0; i <= CE_N_FILTERS; i++)
    {
      const CeFilter *filter = i < CE_N_FILTERS ? &ce_catalogue[i] : &ce_catalogue_lines;

      if (g_str_equal (filter->name, name) || g_str_equal (filter->procedure, name))
        return filter;
    }

  return NULL;
}

/* Returns (nullable) the parameter of @filter whose name in scripts is, or was, @name. */
const CeParam *
ce_filter_find_param (const CeFilter *filter, const char *name)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (g_str_equal (param->name, name) || g_strcmp0 (param->old_name, name) == 0)
      return param;

  return NULL;
}

/* Sets the size and format of a result for @source. The type is the source's, and rows are padded to 64 bytes. */
void
ce_filter_result_format (const CeFilter *filter, const CeView *source, CeView *result)
{
  gsize row;

  result->width = source->width;
  result->height = source->height;
  result->channels = filter->keeps_channels ? source->channels : 1;
  result->type = source->type;
  row = (gsize) result->width * result->channels * ce_type_size (result->type);
  result->stride = (row + 63) & ~(gsize) 63;
}
