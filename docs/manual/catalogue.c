/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The catalogue as JSON, so that the manual's tables are never stale.
 */
#include <stdio.h>

#include "engine/cuda-edges.h"
#include "live/json.h"

static void
add_choices (GString *json, const CeParam *param)
{
  ce_json_open (json, "choices", '[');
  for (const CeChoice *choice = param->choices; choice && choice->nick; choice++)
    {
      ce_json_open (json, NULL, '{');
      ce_json_string (json, "nick", choice->nick);
      ce_json_string (json, "label", choice->label);
      ce_json_string (json, "blurb", choice->blurb);
      ce_json_close (json, '}');
    }
  ce_json_close (json, ']');
}

static void
add_param (GString *json, const CeFilter *filter, const CeParam *param)
{
  g_autofree char *value = ce_param_default_to_text (filter, param);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "name", param->name);
  ce_json_string (json, "label", param->label);
  ce_json_string (json, "blurb", param->blurb);
  ce_json_string (json, "unit", param->unit);
  ce_json_number (json, "min", param->min);
  ce_json_number (json, "max", param->max);
  ce_json_string (json, "default", value);
  add_choices (json, param);
  ce_json_close (json, '}');
}

static void
add_filter (GString *json, const CeFilter *filter)
{
  ce_json_open (json, filter->name, '{');
  ce_json_string (json, "title", filter->title);
  ce_json_string (json, "entry", filter->menu_label);
  ce_json_string (json, "menu", filter->menu_path);
  ce_json_string (json, "procedure", filter->procedure);
  ce_json_string (json, "blurb", filter->blurb);
  ce_json_open (json, "parameters", '[');
  for (const CeParam *param = filter->params; param->name; param++)
    add_param (json, filter, param);
  ce_json_close (json, ']');
  ce_json_close (json, '}');
}

int
main (void)
{
  g_autoptr (GString) json = g_string_new (NULL);

  ce_json_open (json, NULL, '{');
  for (int i = 0; i < CE_N_FILTERS; i++)
    add_filter (json, ce_filter_get (i));
  add_filter (json, ce_filter_find ("lines"));
  ce_json_close (json, '}');
  puts (json->str);

  return 0;
}
