/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads, writes and checks parameters through their rows in the catalogue.
 */
#include "filters.h"
#include "text.h"

#include <string.h>

/* Returns the value of @param, the index of a choice. */
double
ce_params_get (const CeParams *params, const CeParam *param)
{
  if (param->kind != CE_PARAM_DOUBLE)
    return G_STRUCT_MEMBER (int, params, param->offset);

  return G_STRUCT_MEMBER (double, params, param->offset);
}

/* Sets the value of @param, the index of a choice, without a check. */
void
ce_params_put (CeParams *params, const CeParam *param, double value)
{
  if (param->kind != CE_PARAM_DOUBLE)
    G_STRUCT_MEMBER (int, params, param->offset) = (int) CLAMP (value, G_MININT, G_MAXINT);
  else
    G_STRUCT_MEMBER (double, params, param->offset) = value;
}

/* Returns (transfer none) the value of @param, a text, perhaps empty. */
const char *
ce_params_get_text (const CeParams *params, const CeParam *param)
{
  const char *text = G_STRUCT_MEMBER (const char *, params, param->offset);

  return text ? text : "";
}

/* Returns the default of @param, given the choice that it may depend on. */
double
ce_params_get_default (const CeParams *params, const CeFilter *filter, const CeParam *param)
{
  const CeDefaults *by = &param->defaults;
  double            choice = by->param ? ce_params_get (params, ce_filter_find_param (filter, by->param)) : 0;

  return by->param ? by->values[(int) CLAMP (choice, 0, G_N_ELEMENTS (by->values) - 1)] : param->def;
}

/* Returns whether a value is a default that stands for one by choice: CE_BY_CHOICE, or its own if all others of its choice
 * after it have theirs. So 80 and 20 of middles are the same threshold, which is above what middles of bytes reach, and 40
 * is one of its own unless the other is 80. */
static gboolean
stands_for_default (const CeParams *params, const CeParam *param)
{
  if (param->defaults.param)
    for (const CeParam *other = param; other->name; other++)
      if (other->defaults.param && ce_params_get (params, other) != other->def)
        return FALSE;

  return param->defaults.param != NULL;
}

/* Replaces each default that stands for one by choice. */
void
ce_params_resolve (CeParams *params, const CeFilter *filter)
{
  const CeParams stated = *params;

  for (const CeParam *param = filter->params; param->name; param++)
    if (stands_for_default (&stated, param))
      ce_params_put (params, param, ce_params_get_default (params, filter, param));
}

/* Returns whether both have the same value of @param. */
gboolean
ce_params_same (const CeParams *a, const CeParams *b, const CeParam *param)
{
  if (param->kind == CE_PARAM_TEXT)
    return g_str_equal (ce_params_get_text (a, param), ce_params_get_text (b, param));

  return ce_params_get (a, param) == ce_params_get (b, param);
}

/* Sets the defaults of @filter, after those of the filter that finds its edges, and 0 everywhere else. */
void
ce_params_init (CeParams *params, const CeFilter *filter)
{
  const CeFilter *const rows[] = { ce_filter_get (filter->id), filter };

  memset (params, 0, sizeof *params);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    for (const CeParam *param = rows[i]->params; param->name; param++)
      if (param->kind != CE_PARAM_TEXT)
        ce_params_put (params, param, param->def);
}

static int
n_choices (const CeParam *param)
{
  int n = 0;

  while (param->choices[n].nick)
    n++;

  return n;
}

static gboolean
check_text (const char *text, GError **error)
{
  g_autoptr (GArray) points = ce_params_parse_erased (text, NULL, error);

  return points != NULL;
}

static gboolean
check_number (const CeParam *param, double value, GError **error)
{
  double min = param->kind == CE_PARAM_CHOICE ? 0 : param->min;
  double max = param->kind == CE_PARAM_CHOICE ? n_choices (param) - 1 : param->max;

  if ((value >= min && value <= max) || (param->defaults.param && value == param->def))
    return TRUE;

  if (param->kind == CE_PARAM_CHOICE)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” has no choice number %g."), param->name, value);
  else
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is %.9g, but must be from %g to %g."),
                 param->name, value, param->min, param->max);

  return FALSE;
}

/* Returns whether @param is in its range and well-formed; if not, sets CE_ERROR_INVALID. */
gboolean
ce_params_check_one (const CeParams *params, const CeParam *param, GError **error)
{
  return param->kind == CE_PARAM_TEXT ? check_text (ce_params_get_text (params, param), error)
                                      : check_number (param, ce_params_get (params, param), error);
}

/* Returns whether all parameters of @filter are in their ranges and well-formed; if not, sets CE_ERROR_INVALID. */
gboolean
ce_params_check (const CeParams *params, const CeFilter *filter, GError **error)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (! ce_params_check_one (params, param, error))
      return FALSE;

  return TRUE;
}

/* Returns whether @param has an effect, given the other parameters. */
gboolean
ce_params_applies (const CeParams *params, const CeFilter *filter, const CeParam *param)
{
  for (guint i = 0; i < G_N_ELEMENTS (param->applies); i++)
    {
      const CeCondition *condition = &param->applies[i];

      if (condition->param)
        {
          int value = (int) ce_params_get (params, ce_filter_find_param (filter, condition->param));

          if (! (condition->values & (1u << value)))
            return FALSE;
        }
    }

  return TRUE;
}

/* Returns the style of a filter's own levels, its default: ink on paper of line art, light on black of other filters. */
CeStyle
ce_filter_get_style (const CeFilter *filter)
{
  const CeParam *param = ce_filter_find_param (filter, "style");

  return param ? (CeStyle) param->def : CE_STYLE_WHITE_ON_BLACK;
}

/* Returns the kind of the result of @params. */
CeResultKind
ce_filter_get_kind (const CeFilter *filter, const CeParams *params)
{
  const CeParam *style = ce_filter_find_param (filter, "style");
  CeResultKind   kind = 0;

  if (style && ce_params_applies (params, filter, style))
    kind |= params->style == CE_STYLE_LINES ? CE_RESULT_STYLED | CE_RESULT_COVERAGE : CE_RESULT_STYLED;
  if (filter->makes_paths || (filter->id == CE_FILTER_CANNY && params->output == CE_OUTPUT_PATH))
    kind |= CE_RESULT_PATHS;

  return kind;
}

/* Returns how to make lines of edges, in a call of lines or of Canny, which has the defaults. */
CeLinesParams
ce_lines_get_params (const CeParams *params)
{
  return params->tolerance > 0 ? (CeLinesParams) { params->tolerance, params->least_length, params->gap }
                               : (CeLinesParams) CE_LINES_DEFAULTS;
}

/* Returns the first step of @filter that has to be computed again for @after instead of @before. */
CeStep
ce_params_first_step (const CeParams *before, const CeParams *after, CeFilterId filter)
{
  CeStep first = CE_STEP_NONE;

  for (const CeParam *param = ce_filter_get (filter)->params; param->name; param++)
    if (! ce_params_same (before, after, param))
      first = MIN (first, param->step);

  return first;
}
