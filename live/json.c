/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes JSON, as far as reports need it.
 */
#include "json.h"

/* Writes the comma before a member, and its name if it is not in an array. */
static void
begin_member (GString *json, const char *name)
{
  char last = json->len ? json->str[json->len - 1] : '[';

  if (last != '{' && last != '[')
    g_string_append_c (json, ',');
  if (name)
    g_string_append_printf (json, "\"%s\":", name);
}

/* Begins an object or an array; a member of an array and the outermost object have no name. */
void
ce_json_open (GString *json, const char *name, char bracket)
{
  begin_member (json, name);
  g_string_append_c (json, bracket);
}

/* Ends an object or an array. */
void
ce_json_close (GString *json, char bracket)
{
  g_string_append_c (json, bracket);
}

/* Writes a string; NULL becomes null. */
void
ce_json_string (GString *json, const char *name, const char *value)
{
  begin_member (json, name);
  if (! value)
    {
      g_string_append (json, "null");
      return;
    }

  g_string_append_c (json, '"');
  for (const char *c = value; *c; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (json, "\\%c", *c);
    else if ((guchar) *c < 0x20)
      g_string_append_printf (json, "\\u%04x", (guchar) *c);
    else
      g_string_append_c (json, *c);
  g_string_append_c (json, '"');
}

/* Writes a number, which has to be finite. */
void
ce_json_number (GString *json, const char *name, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  begin_member (json, name);
  g_string_append (json, g_ascii_formatd (text, sizeof text, "%.15g", value));
}

/* Writes true or false. */
void
ce_json_bool (GString *json, const char *name, gboolean value)
{
  begin_member (json, name);
  g_string_append (json, value ? "true" : "false");
}
