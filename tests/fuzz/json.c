/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes reports with any texts and numbers in any order: the output is JSON (RFC 8259), and has the same texts.
 */
#include "fuzz.h"

#include "live/json.h"

#include <math.h>
#include <string.h>

#define MOST_OPEN 20

typedef struct
{
  const char *at;
  GPtrArray  *texts;            /* in order */
} Reader;

static void read_value (Reader *reader);

static void
want (Reader *reader, gboolean right)
{
  if (! right)
    g_error ("this is no JSON: %s", reader->at);
}

static void
take (Reader *reader, const char *word)
{
  want (reader, g_str_has_prefix (reader->at, word));
  reader->at += strlen (word);
}

static char *
read_text (Reader *reader)
{
  GString *text = g_string_new (NULL);

  for (take (reader, "\""); *reader->at != '"'; reader->at++)
    {
      want (reader, (guchar) *reader->at >= 0x20);
      if (*reader->at != '\\')
        g_string_append_c (text, *reader->at);
      else if (*++reader->at != 'u')
        {
          want (reader, *reader->at == '"' || *reader->at == '\\');
          g_string_append_c (text, *reader->at);
        }
      else
        {
          for (int i = 1; i <= 4; i++)
            want (reader, g_ascii_isxdigit (reader->at[i]));
          g_string_append_c (text, (char) (16 * g_ascii_xdigit_value (reader->at[3])
                                            + g_ascii_xdigit_value (reader->at[4])));
          reader->at += 4;
        }
    }
  reader->at++;

  return g_string_free (text, FALSE);
}

static void
read_number (Reader *reader)
{
  g_autoptr (GMatchInfo) match = NULL;
  g_autoptr (GRegex)     number = g_regex_new ("^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?", G_REGEX_RAW, 0, NULL);
  int                    end = 0;

  want (reader, g_regex_match (number, reader->at, 0, &match) && g_match_info_fetch_pos (match, 0, NULL, &end));
  reader->at += end;
}

static void
read_members (Reader *reader, char end)
{
  gboolean named = *reader->at++ == '{';

  for (gboolean first = TRUE; *reader->at != end; first = FALSE)
    {
      if (! first)
        take (reader, ",");
      if (named)
        {
          g_free (read_text (reader));
          take (reader, ":");
        }
      read_value (reader);
    }
  reader->at++;
}

static void
read_value (Reader *reader)
{
  switch (*reader->at)
    {
    case '{': read_members (reader, '}'); break;
    case '[': read_members (reader, ']'); break;
    case '"': g_ptr_array_add (reader->texts, read_text (reader)); break;
    case 't': take (reader, "true"); break;
    case 'f': take (reader, "false"); break;
    case 'n': take (reader, "null"); break;
    default: read_number (reader);
    }
}

/* Writes members as the input tells, and notes the texts. */
static void
write_all (GString *json, GPtrArray *texts, const guint8 *data, gsize size)
{
  char open[MOST_OPEN] = { '[' };
  int  depth = 1;

  ce_json_open (json, NULL, '[');
  while (size)
    {
      const char      *name = open[depth - 1] == '{' ? "name" : NULL;
      gsize            length = MIN (size, 1 + data[0] / 8u);
      g_autofree char *raw = g_strndup ((const char *) data, length);
      g_autofree char *text = g_utf8_make_valid (raw, -1);
      double           number = 0;

      memcpy (&number, data, MIN (length, sizeof number));
      switch (data[0] % 6)
        {
        case 0:
          if (depth < MOST_OPEN)
            {
              open[depth] = length % 2 ? '{' : '[';
              ce_json_open (json, name, open[depth++]);
            }
          break;
        case 1:
          if (depth > 1)
            ce_json_close (json, open[--depth] == '{' ? '}' : ']');
          break;
        case 2: ce_json_number (json, name, isfinite (number) ? number : 0.5); break;
        case 3: ce_json_bool (json, name, length % 2); break;
        case 4: ce_json_string (json, name, NULL); break;
        default:
          ce_json_string (json, name, text);
          g_ptr_array_add (texts, g_steal_pointer (&text));
        }
      data += length, size -= length;
    }
  while (depth > 0)
    ce_json_close (json, open[--depth] == '{' ? '}' : ']');
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GString)   json = g_string_new (NULL);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (g_free);
  Reader                reader;

  write_all (json, texts, data, size);
  if (! g_utf8_validate (json->str, -1, NULL))
    g_error ("a report is no text");
  reader = (Reader) { json->str, found };
  read_value (&reader);
  want (&reader, ! *reader.at);
  for (guint i = 0; i < MAX (found->len, texts->len); i++)
    if (found->len != texts->len || strcmp (found->pdata[i], texts->pdata[i]) != 0)
      g_error ("%u texts went in, %u came out, or other ones", texts->len, found->len);

  return 0;
}
