/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters through the catalogue.
 */
#include "filters.h"
#include "erase.h"
#include "text.h"

#include <string.h>

/**
 * ce_params_get:
 * @params: parameters
 * @param: one row of a filter's parameters
 *
 * Returns: the value; of a choice its index
 */
double
ce_params_get (const CeParams *params, const CeParam *param)
{
  if (param->kind != CE_PARAM_DOUBLE)
    return G_STRUCT_MEMBER (int, params, param->offset);

  return G_STRUCT_MEMBER (double, params, param->offset);
}

/**
 * ce_params_put:
 * @params: parameters
 * @param: one row of a filter's parameters
 * @value: the value; of a choice its index
 *
 * Sets one parameter, unchecked.
 */
void
ce_params_put (CeParams *params, const CeParam *param, double value)
{
  if (param->kind != CE_PARAM_DOUBLE)
    G_STRUCT_MEMBER (int, params, param->offset) = (int) CLAMP (value, G_MININT, G_MAXINT);
  else
    G_STRUCT_MEMBER (double, params, param->offset) = value;
}

/**
 * ce_params_get_text:
 * @params: parameters
 * @param: a text of a filter's parameters
 *
 * Returns: (transfer none): it, perhaps empty
 */
const char *
ce_params_get_text (const CeParams *params, const CeParam *param)
{
  const char *text = G_STRUCT_MEMBER (const char *, params, param->offset);

  return text ? text : "";
}

/**
 * ce_params_put_text:
 * @params: parameters
 * @param: a text of a filter's parameters
 * @text: (nullable): the value
 *
 * Sets it, unchecked. A text stays in memory until the process ends.
 */
void
ce_params_put_text (CeParams *params, const CeParam *param, const char *text)
{
  G_STRUCT_MEMBER (const char *, params, param->offset) = text && *text ? g_intern_string (text) : NULL;
}

/* Whether both have the same value of @param. */
gboolean
ce_params_same (const CeParams *a, const CeParams *b, const CeParam *param)
{
  if (param->kind == CE_PARAM_TEXT)
    return g_str_equal (ce_params_get_text (a, param), ce_params_get_text (b, param));

  return ce_params_get (a, param) == ce_params_get (b, param);
}

/**
 * ce_param_is_placement:
 * @param: one row of a filter's parameters
 *
 * Returns: whether it is about where the result goes in GIMP's image, which
 *   operations of GEGL, batch runs and recipes have no use for
 */
gboolean
ce_param_is_placement (const CeParam *param)
{
  return param->offset == G_STRUCT_OFFSET (CeParams, output) || param->offset == G_STRUCT_OFFSET (CeParams, opacity)
         || param->offset == G_STRUCT_OFFSET (CeParams, blend);
}

/**
 * ce_params_init:
 * @params: (out): the defaults of @filter, everything else 0
 * @filter: a filter
 */
void
ce_params_init (CeParams *params, const CeFilter *filter)
{
  memset (params, 0, sizeof *params);

  for (const CeParam *param = filter->params; param->name; param++)
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
  g_autoptr (GArray) points = ce_erase_parse (text, error);

  return points != NULL;
}

static gboolean
check_number (const CeParam *param, double value, GError **error)
{
  double min = param->kind == CE_PARAM_CHOICE ? 0 : param->min;
  double max = param->kind == CE_PARAM_CHOICE ? n_choices (param) - 1 : param->max;

  if (value >= min && value <= max)
    return TRUE;

  if (param->kind == CE_PARAM_CHOICE)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” has no choice number %g."), param->name, value);
  else
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is %g, but must be from %g to %g."),
                 param->name, value, param->min, param->max);

  return FALSE;
}

/* Whether @param is in its range and well-formed; FALSE with CE_ERROR_INVALID. */
gboolean
ce_params_check_one (const CeParams *params, const CeParam *param, GError **error)
{
  return param->kind == CE_PARAM_TEXT ? check_text (ce_params_get_text (params, param), error)
                                      : check_number (param, ce_params_get (params, param), error);
}

/**
 * ce_params_check:
 * @params: parameters
 * @filter: a filter
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_INVALID if a parameter that
 *   @filter takes is out of its range, or a text of it malformed
 */
gboolean
ce_params_check (const CeParams *params, const CeFilter *filter, GError **error)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (! ce_params_check_one (params, param, error))
      return FALSE;

  return TRUE;
}

/* The shortest decimal number whose 32-bit float is that of @value. */
static double
shortest (double value)
{
  char  text[G_ASCII_DTOSTR_BUF_SIZE];
  float wanted = (float) value;

  for (int digits = 1; digits <= 9; digits++)
    {
      char   format[8];
      double found;

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, wanted);
      found = g_ascii_strtod (text, NULL);
      if ((float) found == wanted)
        return found;
    }

  return value;
}

/**
 * ce_params_quantize:
 * @params: (inout): parameters as they came as arguments or properties
 * @filter: a filter
 *
 * Takes each number in the shortest decimal form of its 32-bit float, to be
 * computed with as a double: 1.37 stays 1.37, also when a file that keeps
 * floats gives back 1.3700000047683716, and 5.214472948190403 is 5.214473. So
 * what was saved and loaded gives the same bits.
 */
void
ce_params_quantize (CeParams *params, const CeFilter *filter)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (param->kind == CE_PARAM_DOUBLE)
      ce_params_put (params, param, shortest (ce_params_get (params, param)));
}

/**
 * ce_params_applies:
 * @params: parameters
 * @filter: a filter
 * @param: one of its parameters
 *
 * Returns: whether @param has an effect, given the others
 */
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

/**
 * ce_filter_draws_lines:
 * @filter: a filter
 * @params: its parameters
 *
 * Returns: whether the result is coverage of a color
 */
gboolean
ce_filter_draws_lines (const CeFilter *filter, const CeParams *params)
{
  return params->style == CE_STYLE_LINES && ce_filter_has_style (filter, params);
}

/**
 * ce_params_first_step:
 * @before: parameters of a result
 * @after: other parameters
 * @filter: whose they are
 *
 * Returns: the first step that has to be done again for @after
 */
CeStep
ce_params_first_step (const CeParams *before, const CeParams *after, CeFilterId filter)
{
  CeStep first = CE_STEP_NONE;

  for (const CeParam *param = ce_filter_get (filter)->params; param->name; param++)
    if (! ce_params_same (before, after, param))
      first = MIN (first, param->step);

  return first;
}
