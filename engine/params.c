/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading and writing parameters through the catalogue.
 */
#include "filters.h"
#include "text.h"

#include <math.h>
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
 * ce_param_places:
 * @param: one row of a filter's parameters
 *
 * Returns: whether it is about where the result goes in GIMP's image, which
 *   operations of GEGL, batch runs and recipes have no use for
 */
gboolean
ce_param_places (const CeParam *param)
{
  return param->offset == G_STRUCT_OFFSET (CeParams, output) || param->offset == G_STRUCT_OFFSET (CeParams, opacity);
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

/**
 * ce_params_check:
 * @params: parameters
 * @filter: a filter
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_INVALID if a parameter that
 *   @filter takes is out of its range
 */
gboolean
ce_params_check (const CeParams *params, const CeFilter *filter, GError **error)
{
  for (const CeParam *param = filter->params; param->name; param++)
    {
      double value = ce_params_get (params, param);
      double min = param->kind == CE_PARAM_CHOICE ? 0 : param->min;
      double max = param->kind == CE_PARAM_CHOICE ? n_choices (param) - 1 : param->max;

      if (value >= min && value <= max)
        continue;

      if (param->kind == CE_PARAM_CHOICE)
        g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” has no choice number %g."), param->name, value);
      else
        g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is %g, but must be from %g to %g."),
                     param->name, value, param->min, param->max);
      return FALSE;
    }

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
 * ce_params_settle:
 * @params: (inout): parameters as they came as arguments or properties
 * @filter: a filter
 *
 * Takes each number in the shortest decimal form of its 32-bit float, to be
 * computed with as a double: 1.37 stays 1.37, also when a file that keeps
 * floats gives back 1.3700000047683716, and 5.214472948190403 is 5.214473. So
 * what was saved and loaded gives the same bits.
 */
void
ce_params_settle (CeParams *params, const CeFilter *filter)
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
    if (ce_params_get (before, param) != ce_params_get (after, param))
      first = MIN (first, param->step);

  return first;
}

static gboolean
parse_value (const CeParam *param, const char *text, double *value, GError **error)
{
  char *end;

  if (param->kind == CE_PARAM_CHOICE)
    {
      for (int i = 0; param->choices[i].nick; i++)
        if (g_str_equal (param->choices[i].nick, text))
          {
            *value = i;
            return TRUE;
          }

      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” has no choice “%s”."), param->name, text);
      return FALSE;
    }

  *value = g_ascii_strtod (text, &end);
  if (param->kind == CE_PARAM_INT && end != text && ! *end && *value != floor (*value))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is “%s”, which is not a whole number."), param->name, text);
      return FALSE;
    }
  if (end == text || *end || ! isfinite (*value))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is “%s”, which is not a number."), param->name, text);
      return FALSE;
    }

  return TRUE;
}

/**
 * ce_params_parse:
 * @params: (inout): changed as @text says; untouched on failure
 * @filter: a filter
 * @text: "sigma=1.4 low=40 stage=edges"; numbers with a point, in any locale
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_INVALID for an unknown name, an
 *   unknown choice, or a number that is none or out of range
 */
gboolean
ce_params_parse (CeParams *params, const CeFilter *filter, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\n,", -1);
  CeParams       parsed = *params;

  for (char **word = words; *word; word++)
    {
      char          *equals = strchr (*word, '=');
      const CeParam *param;
      double         value;

      if (! **word)
        continue;

      if (equals)
        *equals = '\0';

      param = ce_filter_find_param (filter, *word);
      if (! param || ! equals)
        {
          g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("%s has no parameter “%s”, or no value follows it."),
                       filter->title, *word);
          return FALSE;
        }

      if (! parse_value (param, equals + 1, &value, error))
        return FALSE;

      ce_params_put (&parsed, param, value);
    }

  if (! ce_params_check (&parsed, filter, error))
    return FALSE;

  *params = parsed;
  return TRUE;
}

/* As few digits as give the same number again. */
static char *
number_to_text (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  for (int digits = 6; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, sizeof text, format, value);
      if (g_ascii_strtod (text, NULL) == value)
        break;
    }

  return g_strdup (text);
}

/**
 * ce_params_value_to_text:
 * @params: parameters
 * @param: one row of a filter's parameters
 *
 * Returns: (transfer full): the choice's nick, or the number with as few
 *   digits as give it back (1.4, not 1.3999999999999999) and a point in any
 *   locale
 */
char *
ce_params_value_to_text (const CeParams *params, const CeParam *param)
{
  double value = ce_params_get (params, param);

  return param->kind == CE_PARAM_CHOICE ? g_strdup (param->choices[(int) value].nick) : number_to_text (value);
}

/**
 * ce_params_to_text:
 * @params: parameters
 * @filter: a filter
 *
 * Returns: (transfer full): every parameter of @filter as ce_params_parse()
 *   reads them
 */
char *
ce_params_to_text (const CeParams *params, const CeFilter *filter)
{
  GString *text = g_string_new (NULL);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = ce_params_value_to_text (params, param);

      g_string_append_printf (text, "%s%s=%s", text->len ? " " : "", param->name, value);
    }

  return g_string_free (text, FALSE);
}
