/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Colors by the names of CSS, or as #rgb, #rrggbb and #rrggbbaa.
 */
#include "batch.h"

#include <string.h>

static const struct { const char *name; guint32 rgb; } named[] = {
  { "black", 0x000000 }, { "silver", 0xc0c0c0 }, { "gray", 0x808080 }, { "grey", 0x808080 }, { "white", 0xffffff },
  { "maroon", 0x800000 }, { "red", 0xff0000 }, { "purple", 0x800080 }, { "fuchsia", 0xff00ff }, { "magenta", 0xff00ff },
  { "green", 0x008000 }, { "lime", 0x00ff00 }, { "olive", 0x808000 }, { "yellow", 0xffff00 }, { "orange", 0xffa500 },
  { "navy", 0x000080 }, { "blue", 0x0000ff }, { "teal", 0x008080 }, { "aqua", 0x00ffff }, { "cyan", 0x00ffff },
};

static gboolean
parse_digits (const char *digits, guint32 *rgba)
{
  gsize length = strlen (digits);

  *rgba = 0;
  if ((length != 3 && length != 6 && length != 8) || strspn (digits, "0123456789abcdefABCDEF") != length)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      guint32 digit = (guint32) g_ascii_xdigit_value (digits[i]);

      *rgba = length == 3 ? *rgba << 8 | digit * 17 : *rgba << 4 | digit;
    }
  if (length < 8)
    *rgba = *rgba << 8 | 255;

  return TRUE;
}

/* Sets @color, red, green, blue and coverage from 0 to 1; returns FALSE if @text is no color. */
gboolean
ce_color_parse (const char *text, float *color)
{
  guint32  rgba = 0;
  gboolean found = text[0] == '#' && parse_digits (text + 1, &rgba);

  for (guint i = 0; i < G_N_ELEMENTS (named) && ! found; i++)
    if (g_ascii_strcasecmp (named[i].name, text) == 0)
      {
        rgba = named[i].rgb << 8 | 255;
        found = TRUE;
      }
  for (int c = 0; c < 4; c++)
    color[c] = (float) (rgba >> (24 - 8 * c) & 255) / 255.0f;

  return found;
}
