/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The points of erased or drawn edges, as they are told in a text.
 */
#include "filters.h"
#include "text.h"

#include <string.h>

static gboolean
parse_number (const char **text, int *number)
{
  char  *end;
  gint64 value;

  if (! g_ascii_isdigit ((*text)[**text == '-']))
    return FALSE;

  value = g_ascii_strtoll (*text, &end, 10);
  *number = (int) CLAMP (value, -G_MAXINT / 2, G_MAXINT / 2);
  *text = end;

  return TRUE;
}

/* Reads the size of a picture, “640x480” or with its mark (pixels/mark.c) “640x480#0123456789abcdef”, and advances @text
 * behind it, or sets @size to 0 if there is none. */
static void
take_size (const char **text, CePoint *size)
{
  const char *rest = *text + strspn (*text, " ");

  if (! parse_number (&rest, &size->x) || *rest++ != 'x' || ! parse_number (&rest, &size->y))
    rest = "?";
  if (*rest == '#')
    rest += 1 + strspn (rest + 1, "0123456789abcdef");
  if ((! *rest || *rest == ' ') && size->x > 0 && size->y > 0)
    *text = rest;
  else
    *size = (CePoint) { 0, 0 };
}

/* Returns (transfer full) the points of a (nullable) text, “10,20 300,-4”, as an array of CePoint; NULL with
 * CE_ERROR_INVALID for another text or more than CE_MAX_ERASED points. The (nullable) @size gets that of the picture that
 * the points were told for, “640x480 10,20”, or 0. */
GArray *
ce_params_parse_erased (const char *text, CePoint *size, GError **error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  const char        *rest = text ? text : "";
  CePoint            told;

  take_size (&rest, size ? size : &told);
  for (rest += strspn (rest, " "); *rest; rest += strspn (rest, " "))
    {
      CePoint point;

      if (! parse_number (&rest, &point.x) || *rest++ != ',' || ! parse_number (&rest, &point.y) || (*rest && *rest != ' '))
        {
          g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("Edges are told as points of pixels, “10,20 300,40”."));
          return NULL;
        }
      if (points->len == CE_MAX_ERASED)
        {
          g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("At most %d edges can be erased, and as many drawn."), CE_MAX_ERASED);
          return NULL;
        }
      g_array_append_val (points, point);
    }

  return g_steal_pointer (&points);
}
