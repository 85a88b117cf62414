/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "outline.h"

#include <math.h>
#include <string.h>

/* GIMP's own outline runs where a pixel is at least half selected. */
#define SELECTED 128

/* Which pixel of the picture each screen pixel shows, -1: none. */
static int *
new_map (int from, int n, double scale, int size)
{
  int *map = g_new (int, n);

  for (int i = 0; i < n; i++)
    {
      /* The middle of the screen pixel: of a reduced picture the pixel there. */
      double at = floor ((from + i + 0.5) / scale);

      map[i] = at >= 0 && at < size ? (int) at : -1;
    }

  return map;
}

/* One byte for each screen pixel of a row: whether it is selected. */
static void
sample_row (const CeView *mask, int n_rows, int y, const int *columns, int n, guint8 *inside)
{
  const guint8 *row;

  memset (inside, 0, n);
  if (y < 0 || y >= n_rows)
    return;

  row = ce_view_row (mask, y);
  for (int i = 0; i < n; i++)
    inside[i] = columns[i] >= 0 && row[columns[i]] >= SELECTED;
}

/* Selected, with something that is not within a distance: inside the
 * selection, as GIMP draws it. rows[thickness] is the row itself. */
static void
outline_row (guint8 *const *rows, int thickness, guint8 *out, int n)
{
  const guint8 *row = rows[thickness];

  memset (out, 0, n);
  for (int i = 0; i < n; i++)
    {
      gboolean surrounded = TRUE;

      if (! row[i + thickness])
        continue;

      for (int d = 1; d <= thickness; d++)
        surrounded &= row[i + thickness - d] & row[i + thickness + d]
                      & rows[thickness - d][i + thickness] & rows[thickness + d][i + thickness];
      out[i] = surrounded ? 0 : 255;
    }
}

/**
 * ce_outline_paint:
 * @mask: a selection, one byte for each pixel
 * @n_rows: how many of its rows, from the top, are known; the rest counts as not selected
 * @area: what part of it, and how large
 * @thickness: of the line, screen pixels
 * @pixels: (out): 255 on the line, else 0; @area's size
 * @stride: bytes from one row of @pixels to the next
 *
 * The line runs inside what is selected, and along the border of the picture
 * where that is.
 */
void
ce_outline_paint (const CeView *mask, int n_rows, const CeOutlineArea *area, int thickness,
                  guint8 *pixels, gsize stride)
{
  int                 n_kept = 2 * thickness + 1, n = area->width + 2 * thickness;
  g_autofree int     *columns = new_map (area->x - thickness, n, area->scale, mask->width);
  g_autofree int     *lines = new_map (area->y - thickness, area->height + 2 * thickness, area->scale, mask->height);
  g_autofree guint8  *kept = g_new0 (guint8, (gsize) n * n_kept);
  g_autofree guint8 **rows = g_new (guint8 *, n_kept);

  /* A window of rows that moves down, the oldest being filled again. */
  for (int j = 0; j < n_kept; j++)
    rows[j] = kept + (gsize) j * n;

  for (int j = 0; j < area->height + 2 * thickness; j++)
    {
      guint8 *oldest = rows[0];

      memmove (rows, rows + 1, (n_kept - 1) * sizeof *rows);
      rows[n_kept - 1] = oldest;
      sample_row (mask, n_rows, lines[j], columns, n, oldest);
      if (j >= 2 * thickness)
        outline_row (rows, thickness, pixels + (gsize) (j - 2 * thickness) * stride, area->width);
    }
}
