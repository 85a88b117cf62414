/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads and writes parameters as text, through the catalogue.
 */
#include "filters.h"
#include "text.h"

#include <math.h>
#include <string.h>

#define SEPARATORS " \t\n,"

/* The most bytes that the points of erased or drawn edges need. */
#define MOST_TEXT 100000

/* Finds the choice @text, in upper or lower case; an error lists them. */
static gboolean
parse_choice (const CeParam *param, const char *text, double *value, GError **error)
{
  g_autoptr (GString) nicks = g_string_new (NULL);

  for (int i = 0; param->choices[i].nick; i++)
    {
      if (g_ascii_strcasecmp (param->choices[i].nick, text) == 0)
        {
          *value = i;
          return TRUE;
        }
      g_string_append_printf (nicks, "%s%s", i ? ", " : "", param->choices[i].nick);
    }
  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” has no choice “%s”: %s."), param->name, text, nicks->str);

  return FALSE;
}

static gboolean
parse_value (const CeParam *param, const char *text, double *value, GError **error)
{
  char *end;

  if (param->kind == CE_PARAM_CHOICE)
    return parse_choice (param, text, value, error);

  *value = g_ascii_strtod (text, &end);
  if (param->kind == CE_PARAM_INT && end != text && ! *end && *value != floor (*value))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is “%s”, which is not a whole number."), param->name, text);
      return FALSE;
    }
  if (end == text || text[strspn (text, "+-.0123456789eE")] || *end || ! isfinite (*value))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is “%s”, which is not a number."), param->name, text);
      return FALSE;
    }

  return TRUE;
}

/* Sets @param to the (nullable) points of edges. The text stays in memory until the process ends, and in XCF files,
 * so one that is longer than any of use is cut off, and is not well-formed then. */
static void
put_points (CeParams *params, const CeParam *param, const char *text)
{
  g_autofree char *cut = text && strlen (text) > MOST_TEXT ? g_strdup_printf ("%.*s…", MOST_TEXT, text) : NULL;

  G_STRUCT_MEMBER (const char *, params, param->offset) = text && *text ? g_intern_string (cut ? cut : text) : NULL;
}

/* Sets @param to the value of the whole @text, which may be NULL for points. FALSE with CE_ERROR_INVALID and unchanged
 * @params for an unknown choice or an invalid number. Ranges and points are checked by ce_params_parse(), also of an empty
 * text, and by each render. */
gboolean
ce_params_put_text (CeParams *params, const CeParam *param, const char *text, GError **error)
{
  double number;

  if (param->kind == CE_PARAM_TEXT)
    put_points (params, param, text);
  else if (parse_value (param, text, &number, error))
    ce_params_put (params, param, number);
  else
    return FALSE;

  return TRUE;
}

/* Reads the value of @param at @rest, one word or all characters of a text, and advances @rest behind it. */
static gboolean
take_value (CeParams *params, const CeParam *param, const char **rest, GError **error)
{
  gsize            n = param->kind == CE_PARAM_TEXT ? strspn (*rest, "-0123456789,x ") : strcspn (*rest, SEPARATORS);
  g_autofree char *value = g_strndup (*rest, n);

  *rest += n;

  return ce_params_put_text (params, param, param->kind == CE_PARAM_TEXT ? g_strchomp (value) : value, error);
}

/* Sets the parameters of @filter that @text names: "sigma=1.4 low=40 stage=edges", numbers with a point in any locale.
 * FALSE with CE_ERROR_INVALID and unchanged @params for an unknown name, an error of ce_params_put_text(), and a number out
 * of range or malformed points, also of a parameter that @text does not name. */
gboolean
ce_params_parse (CeParams *params, const CeFilter *filter, const char *text, GError **error)
{
  CeParams parsed = *params;

  for (text += strspn (text, SEPARATORS); *text; text += strspn (text, SEPARATORS))
    {
      g_autofree char *name = g_strndup (text, strcspn (text, "=" SEPARATORS));
      const CeParam   *param = ce_filter_find_param (filter, name);

      text += strlen (name);
      if (! param || *text++ != '=')
        {
          g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("%s has no parameter “%s”, or no value follows it."),
                       filter->title, name);
          return FALSE;
        }
      if (! take_value (&parsed, param, &text, error))
        return FALSE;
    }

  if (! ce_params_check (&parsed, filter, error))
    return FALSE;

  *params = parsed;
  return TRUE;
}

/* Writes @value with the fewest digits, @least or more, that read back as it, or as its 32-bit float if @single. Returns the
 * number that they read back as. */
static double
write_number (double value, int least, gboolean single, char text[G_ASCII_DTOSTR_BUF_SIZE])
{
  double found = value;

  for (int digits = least; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (text, G_ASCII_DTOSTR_BUF_SIZE, format, value);
      found = g_ascii_strtod (text, NULL);
      if (single ? (float) found == (float) value : found == value)
        break;
    }

  return found;
}

/* Resolves defaults that depend on a choice, and rounds each number to the shortest decimal number that has its 32-bit
 * float: 1.3700000047683716 becomes 1.37, and 5.214472948190403 becomes 5.214473. Parameters that were saved as floats and
 * loaded then give the same bits. */
void
ce_params_quantize (CeParams *params, const CeFilter *filter)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  ce_params_resolve (params, filter);
  for (const CeParam *param = filter->params; param->name; param++)
    if (param->kind == CE_PARAM_DOUBLE)
      ce_params_put (params, param, write_number ((float) ce_params_get (params, param), 1, TRUE, text));
}

/* Returns (transfer full) the nick of a choice, a text, or a number with the fewest digits that read back as it and a
 * point in any locale: 1.4, not 1.3999999999999999. */
char *
ce_params_value_to_text (const CeParams *params, const CeParam *param)
{
  char   text[G_ASCII_DTOSTR_BUF_SIZE];
  double value;

  if (param->kind == CE_PARAM_TEXT)
    return g_strdup (ce_params_get_text (params, param));
  value = ce_params_get (params, param);
  if (param->kind == CE_PARAM_CHOICE)
    return g_strdup (param->choices[(int) value].nick);
  write_number (value, 6, FALSE, text);

  return g_strdup (text);
}

/* Returns (transfer full) the default of @param, or, where it depends on a choice, “3; deconvolve: 1”. */
char *
ce_param_default_to_text (const CeFilter *filter, const CeParam *param)
{
  const CeDefaults *by = &param->defaults;
  const CeParam    *choice = by->param ? ce_filter_find_param (filter, by->param) : NULL;
  g_autofree char  *first = NULL;
  GString          *text;
  CeParams          params;

  ce_params_init (&params, filter);
  ce_params_resolve (&params, filter);
  first = ce_params_value_to_text (&params, param);
  text = g_string_new (first);
  for (int i = 0; choice && choice->choices[i].nick; i++)
    if (by->values[i] != by->values[0])
      g_string_append_printf (text, "; %s: %g", choice->choices[i].nick, by->values[i]);

  return g_string_free (text, FALSE);
}

/* Returns (transfer full) every parameter of @filter, with what was (nullable) @found, in the form that ce_params_parse()
 * reads. A radius that was found is a stated one there. */
char *
ce_params_to_text (const CeParams *params, const CeFilter *filter, const CeFound *found)
{
  GString *text = g_string_new (NULL);
  CeParams stated = *params;

  if (found && found->focus && ! found->is_left && filter->id == CE_FILTER_SHARPEN && ce_params_find_radius (params))
    stated.radius_from = CE_RADIUS_GIVEN;
  for (const CeParam *param = filter->params; param->name; param++)
    {
      const double    *instead = found ? ce_found_get (found, param) : NULL;
      g_autofree char *value = ce_params_value_to_text (&stated, param);
      char             number[G_ASCII_DTOSTR_BUF_SIZE];

      if (instead)
        write_number (*instead, 6, FALSE, number);
      g_string_append_printf (text, "%s%s=%s", text->len ? " " : "", param->name, instead ? number : value);
    }

  return g_string_free (text, FALSE);
}
