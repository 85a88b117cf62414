/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads presets: a filter's values in GIMP's own format. Unlike GIMP's library, it refuses values that it cannot use.
 */
#include "preset.h"

#define GETTEXT_PACKAGE "cuda-edges"
#include <glib/gi18n-lib.h>

#include <string.h>
#include <sys/stat.h>

/* The most bytes of a file that is read; a preset of all parameters has some thousands. */
#define LONGEST 1000000

/* Returns (transfer full) the folder with the user's own recipes for @filter, each a preset, below GIMP's folder of the
 * user. */
char *
ce_preset_get_folder (const char *gimp_folder, const CeFilter *filter)
{
  return g_build_filename (gimp_folder, "cuda-edges", "recipes", filter->name, NULL);
}

/* Returns (transfer full) the file name of the recipe @name, whose special characters are escaped. */
char *
ce_preset_get_base (const char *name)
{
  g_autofree char *escaped = g_uri_escape_string (name, " !#$&'()+,;=@[]{}^~", TRUE);

  return g_strconcat (escaped, CE_PRESET_SUFFIX, NULL);
}

/* Returns whether the file @path is no longer than a preset may be; else sets CE_ERROR_INVALID. */
gboolean
ce_preset_is_short (const char *path, GError **error)
{
  struct stat info;

  if (stat (path, &info) != 0 || info.st_size <= LONGEST)
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is no recipe: it has %.1f MB, and a recipe has at most %.1f MB."), path,
               (double) info.st_size / 1e6, LONGEST / 1e6);

  return FALSE;
}

/* Reads the next token: an identifier, a number, a string or a bracket. A string with control characters is none. */
static GTokenType
next (GScanner *scanner, char **text)
{
  GTokenType token = g_scanner_get_next_token (scanner);

  g_free (*text);
  *text = NULL;
  if (token == G_TOKEN_STRING || token == G_TOKEN_IDENTIFIER)
    *text = g_strdup (scanner->value.v_string);
  else if (token == G_TOKEN_FLOAT)
    *text = g_new (char, G_ASCII_DTOSTR_BUF_SIZE), g_ascii_dtostr (*text, G_ASCII_DTOSTR_BUF_SIZE, scanner->value.v_float);
  for (const char *c = *text; c && *c; c++)
    token = g_ascii_iscntrl (*c) ? G_TOKEN_ERROR : token;
  if (token == G_TOKEN_ERROR)
    g_clear_pointer (text, g_free);

  return token;
}

/* Reads "name value)" into @params and counts it in @n; skips names that the filter does not have, such as a run mode. FALSE
 * for anything else, or with @error for a value that is not allowed. */
static gboolean
read_line (GScanner *scanner, const CeFilter *filter, CeParams *params, int *n, GError **error)
{
  g_autofree char *name = NULL, *value = NULL, *text = NULL;
  gboolean         negative = FALSE;
  const CeParam   *param;
  GTokenType       token;

  if (next (scanner, &name) != G_TOKEN_IDENTIFIER)
    return FALSE;

  token = next (scanner, &value);
  if (token == '-')
    {
      negative = TRUE;
      token = next (scanner, &value);
    }
  if (! value || g_scanner_get_next_token (scanner) != G_TOKEN_RIGHT_PAREN)
    return FALSE;

  param = ce_filter_find_param (filter, name);
  *n += param != NULL;
  text = g_strconcat (negative ? "-" : "", value, NULL);

  return ! param || ce_params_put_text (params, param, text, error);
}

static GScanner *
new_scanner (const char *text)
{
  GScanner *scanner = g_scanner_new (NULL);

  scanner->config->cset_identifier_nth = (char *) G_CSET_a_2_z "-_0123456789" G_CSET_A_2_Z;
  scanner->config->int_2_float = TRUE;
  scanner->config->scan_octal = FALSE;
  scanner->config->scan_identifier_1char = TRUE;
  g_scanner_input_text (scanner, text, (guint) strlen (text));

  return scanner;
}

/* Reads the parameters of @filter from lines of "(name value)"; parameters that are missing get their defaults. FALSE with
 * CE_ERROR_INVALID if @text is no preset, has no value of this filter, or one that is not allowed. */
gboolean
ce_preset_parse (const char *text, const CeFilter *filter, CeParams *params, GError **error)
{
  GScanner  *scanner = new_scanner (text);
  GError    *refused = NULL;
  CeParams   parsed;
  GTokenType token;
  int        n = 0;

  ce_params_init (&parsed, filter);
  while ((token = g_scanner_get_next_token (scanner)) == G_TOKEN_LEFT_PAREN
         && read_line (scanner, filter, &parsed, &n, &refused))
    continue;
  g_scanner_destroy (scanner);

  if (refused)
    g_propagate_error (error, refused);
  else if (token != G_TOKEN_EOF || n == 0)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("This is no preset of %s."), filter->title);
  else if (ce_params_parse (&parsed, filter, "", error))
    {
      *params = parsed;
      return TRUE;
    }

  return FALSE;
}
