/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record of what a render found, in the catalogue's words: “low=11;high=22;line-width=3”. The session, the operations'
 * reports, the dialog, the shell program and the names of layers all have it from here.
 */
#include "filters.h"

#include "focus.h"
#include "text.h"

#include <math.h>
#include <string.h>

/* A note says how far samples go that are above this; 1 is white. */
#define FAR_ABOVE 10

#define NO_PARAM G_MAXSIZE

static const struct { const char *name; gsize in_found, in_params; } values[] = {
  { "low", G_STRUCT_OFFSET (CeFound, low), G_STRUCT_OFFSET (CeParams, low) },
  { "high", G_STRUCT_OFFSET (CeFound, high), G_STRUCT_OFFSET (CeParams, high) },
  { "line-width", G_STRUCT_OFFSET (CeFound, line_width), G_STRUCT_OFFSET (CeParams, line_width) },
  { "largest", G_STRUCT_OFFSET (CeFound, largest), NO_PARAM },
  { "noise", G_STRUCT_OFFSET (CeFound, noise), NO_PARAM },
  { "wider-lines", G_STRUCT_OFFSET (CeFound, wider_lines), NO_PARAM },
  { "dots", G_STRUCT_OFFSET (CeFound, dots), NO_PARAM },
  { "erased-width", G_STRUCT_OFFSET (CeFound, erased_width), NO_PARAM },
  { "erased-height", G_STRUCT_OFFSET (CeFound, erased_height), NO_PARAM },
  { "radius", G_STRUCT_OFFSET (CeFound, radius), G_STRUCT_OFFSET (CeParams, sigma) },
  { "blur", G_STRUCT_OFFSET (CeFound, blur), NO_PARAM },
  { "edges", G_STRUCT_OFFSET (CeFound, edges), NO_PARAM },
  { "sharpness", G_STRUCT_OFFSET (CeFound, sharpness), NO_PARAM },
  { "focus", G_STRUCT_OFFSET (CeFound, focus), NO_PARAM },
  { "is-left", G_STRUCT_OFFSET (CeFound, is_left), NO_PARAM }
};

/* Sets the values that @text, a (nullable) word of ce_found_to_text(), has; other words change nothing. */
static void
take_text (CeFound *found, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text ? text : "", ";", -1);

  for (char **word = words; *word; word++)
    for (guint i = 0; i < G_N_ELEMENTS (values); i++)
      if (g_str_has_prefix (*word, values[i].name) && (*word)[strlen (values[i].name)] == '=')
        G_STRUCT_MEMBER (double, found, values[i].in_found) = g_ascii_strtod (*word + strlen (values[i].name) + 1, NULL);
}

/* Sets @found to what a render found that computed with @params, and then to what a (nullable) @text of ce_found_to_text()
 * says, which may be of another version, with fewer or more values. */
void
ce_found_init (CeFound *found, const CeParams *params, const char *text)
{
  *found = (CeFound) { 0 };
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i].in_params != NO_PARAM)
      G_STRUCT_MEMBER (double, found, values[i].in_found) = G_STRUCT_MEMBER (double, params, values[i].in_params);
  take_text (found, text);
}

/* Returns (transfer none) (nullable) the value of @param in @found; NULL if it is no parameter that a render finds. */
const double *
ce_found_get (const CeFound *found, const CeParam *param)
{
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    if (values[i].in_params == param->offset)
      return &G_STRUCT_MEMBER (double, found, values[i].in_found);

  return NULL;
}

/* Returns (transfer full) one word, with every digit. */
char *
ce_found_to_text (const CeFound *found)
{
  GString *text = g_string_new (NULL);
  char     number[G_ASCII_DTOSTR_BUF_SIZE];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    g_string_append_printf (text, "%s%s=%s", i ? ";" : "", values[i].name,
                            g_ascii_dtostr (number, sizeof number, G_STRUCT_MEMBER (double, found, values[i].in_found)));

  return g_string_free (text, FALSE);
}

/* Returns (transfer full) a sentence on why the blur of a picture is not taken back. */
static char *
note_of_focus (const CeFound *found)
{
  gulong n = (gulong) found->edges;

  switch ((int) found->focus - 1)
    {
    case CE_FOCUS_SHARP:
      return g_strdup (_("Sharp already: nothing to take back."));
    case CE_FOCUS_MIXED:
      return g_strdup (_("Cannot tell the radius: only parts of it are in focus."));
    case CE_FOCUS_NOISE:
      return g_strdup_printf (_("Cannot tell the radius: its noise of %.0f levels hides the edges."), found->noise);
    default:
      if (n >= CE_FOCUS_LEAST)
        return g_strdup (_("Cannot tell the radius: no two parts of it have enough clear edges."));
      return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Cannot tell the radius: too few clear edges (%'lu).",
                                           "Cannot tell the radius: too few clear edges (%'lu).", n), n);
    }
}

/* Returns (transfer full) (nullable) a sentence on a picture that stays as it is, on edges by hand that were dropped, on
 * drawn lines that may be missing, or on samples far above white, which are what another program's white is. */
static char *
note_of_picture (const CeFound *found)
{
  if (found->is_left)
    return note_of_focus (found);

  if (found->erased_width < 0)
    return g_strdup (_("Edges erased or drawn by hand were those of the picture before it was mirrored or turned, so none counts."));

  if (found->erased_width > 0)
    return g_strdup_printf (_("Edges erased or drawn by hand were those of a picture of %g × %g pixels, so none counts."),
                            found->erased_width, found->erased_height);

  if (found->wider_lines > 0)
    return g_strdup_printf (_("Its lines of about %.0f pixels may be missing, since most have about %.0f: state a width of %.0f."),
                            found->wider_lines, found->line_width, ceil (found->wider_lines - 0.1));

  return found->largest > FAR_ABOVE ? g_strdup_printf (_("Its samples go to %'.0f; 1 is white."), found->largest) : NULL;
}

/* Returns (transfer full) (nullable) that sentence, and how many dots of a drawing were left out. */
char *
ce_found_note (const CeFound *found)
{
  g_autofree char *first = note_of_picture (found), *dots = NULL;
  gulong           n = (gulong) found->dots;

  if (n == 0)
    return g_steal_pointer (&first);

  dots = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%'lu dot or stroke, too short for a line, was left out.",
                                       "%'lu dots or strokes, too short for a line, were left out.", n), n);

  return first ? g_strjoin (" ", first, dots, NULL) : g_steal_pointer (&dots);
}
