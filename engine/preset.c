/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads presets: a filter's values in GIMP's own format. Unlike GIMP's library, it refuses values that it cannot use.
 */
#include "preset.h"

#include "text.h"

#include <string.h>

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

/* Reads the next token: an identifier, a number, a string or a bracket. */
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

  return token;
}

/* Reads "name value)" into @pairs; skips names that the filter does not have, such as a run mode. FALSE for anything
 * else. */
static gboolean
read_line (GScanner *scanner, const CeFilter *filter, GString *pairs)
{
  g_autofree char *name = NULL, *value = NULL;
  gboolean         negative = FALSE;
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

  if (ce_filter_find_param (filter, name))
    g_string_append_printf (pairs, "%s%s=%s%s", pairs->len ? " " : "", name, negative ? "-" : "", value);

  return TRUE;
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
  GScanner *scanner = new_scanner (text);
  g_autoptr (GString) pairs = g_string_new (NULL);
  GTokenType token;

  while ((token = g_scanner_get_next_token (scanner)) == G_TOKEN_LEFT_PAREN && read_line (scanner, filter, pairs))
    continue;
  g_scanner_destroy (scanner);

  if (token != G_TOKEN_EOF || pairs->len == 0)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("This is no preset of %s."), filter->title);
      return FALSE;
    }

  ce_params_init (params, filter);

  return ce_params_parse (params, filter, pairs->str, error);
}
