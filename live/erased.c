/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "erased.h"

/* Returns the points of a text. A malformed text has none here, and the render refuses it. */
static GArray *
points_of (const char *erased)
{
  GArray *points = ce_params_parse_erased (erased, NULL, NULL);

  return points ? points : g_array_new (FALSE, FALSE, sizeof (CePoint));
}

static char *
text_of (GArray *points)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < points->len; i++)
    {
      const CePoint *point = &g_array_index (points, CePoint, i);

      g_string_append_printf (text, "%s%d,%d", i ? " " : "", point->x, point->y);
    }

  return g_string_free (text, FALSE);
}

/* Returns whether @point is within reach of one of these pixels, so that it names their edge. */
static gboolean
is_near (const CePoint *point, const CePoint *pixels, gsize n_pixels)
{
  for (gsize i = 0; i < n_pixels; i++)
    if (ABS (pixels[i].x - point->x) <= CE_ERASE_REACH && ABS (pixels[i].y - point->y) <= CE_ERASE_REACH)
      return TRUE;

  return FALSE;
}

/* Returns the number of erased edges. */
guint
ce_erased_count (const char *erased)
{
  g_autoptr (GArray) points = points_of (erased);

  return points->len;
}

/* Returns (transfer full) the erased edges with more points, one for each edge to erase; at most CE_MAX_ERASED stay. */
char *
ce_erased_add (const char *erased, const CePoint *points, gsize n_points)
{
  g_autoptr (GArray) all = points_of (erased);

  g_array_append_vals (all, points, (guint) MIN (n_points, CE_MAX_ERASED - all->len));

  return text_of (all);
}

/* Returns the index of the last point on the edge of these pixels, or within reach of it, or -1. */
int
ce_erased_find (const char *erased, const CePoint *pixels, gsize n_pixels)
{
  g_autoptr (GArray) points = points_of (erased);
  int                i = (int) points->len - 1;

  while (i >= 0 && ! is_near (&g_array_index (points, CePoint, i), pixels, n_pixels))
    i--;

  return i;
}

/* Returns (transfer full) the erased edges without that of these pixels. */
char *
ce_erased_restore (const char *erased, const CePoint *pixels, gsize n_pixels)
{
  g_autoptr (GArray) points = points_of (erased);

  for (guint i = points->len; i-- > 0;)
    if (is_near (&g_array_index (points, CePoint, i), pixels, n_pixels))
      g_array_remove_index (points, i);

  return text_of (points);
}
