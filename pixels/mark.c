/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The mark of a layer whose edges are erased: its size, and the brightness of 4 x 4 cells, which shows that it was mirrored
 * or turned since.
 */
#include "mark.h"

#include <stdio.h>
#include <string.h>

#define SIDE 4
#define N_CELLS (SIDE * SIDE)

/* A mark is read from at most so many rows. */
#define N_ROWS 256

/* Returns (transfer full) the text of erased edges with the mark of @area, “640x480#0123456789abcdef 10,20”. A digit is a
 * cell, row by row, from the darkest one (0) to the lightest one (f); nothing is gray. */
char *
ce_mark_write (GeglBuffer *buffer, const GeglRectangle *area, const char *points)
{
  int                n = MIN (area->height, N_ROWS);
  double             sums[N_CELLS] = { 0 }, counts[N_CELLS] = { 0 }, least = 255 * 255, most = 0;
  g_autofree guint8 *row = g_malloc (2 * (gsize) area->width);
  char               digits[N_CELLS + 1] = "";

  for (int i = 0; i < n; i++)
    {
      int y = (int) ((2 * (gint64) i + 1) * area->height / (2 * n)), cell = i * SIDE / n * SIDE;

      gegl_buffer_get (buffer, GEGL_RECTANGLE (area->x, area->y + y, area->width, 1), 1.0, babl_format ("Y'A u8"), row,
                       GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_CLAMP);
      for (int x = 0; x < area->width; x++)
        {
          int at = cell + (int) ((gint64) x * SIDE / area->width), alpha = row[2 * x + 1];

          sums[at] += row[2 * x] * alpha + 127 * (255 - alpha);
          counts[at]++;
        }
    }
  for (int i = 0; i < N_CELLS; i++)
    {
      sums[i] /= MAX (counts[i], 1);
      least = MIN (least, sums[i]), most = MAX (most, sums[i]);
    }
  for (int i = 0; i < N_CELLS; i++)
    digits[i] = "0123456789abcdef"[(int) (15 * (sums[i] - least) / MAX (most - least, 1) + 0.5)];

  return g_strdup_printf ("%dx%d#%s %s", area->width, area->height, digits, points);
}

/* Returns whether the picture whose mark begins @now is clearly nearer to a mirrored or turned one of @told than to that
 * itself, or to its negative; FALSE if @told has no mark, or that of another size. */
gboolean
ce_mark_is_turned (const char *told, const char *now)
{
  gsize begin = strcspn (now, "#") + 1;
  int   width = 0, height = 0, same = G_MAXINT, turned = G_MAXINT;

  if (strncmp (told, now, begin) != 0 || strspn (told + begin, "0123456789abcdef") != N_CELLS
      || sscanf (now, "%dx%d#", &width, &height) != 2)
    return FALSE;

  for (int turn = 0; turn < (width == height ? 8 : 4); turn++)
    {
      int sum = 0, negative = 0;

      for (int i = 0; i < N_CELLS; i++)
        {
          int column = turn & 1 ? SIDE - 1 - i % SIDE : i % SIDE, line = turn & 2 ? SIDE - 1 - i / SIDE : i / SIDE;
          int a = g_ascii_xdigit_value (told[begin + (gsize) (turn & 4 ? column * SIDE + line : line * SIDE + column)]);
          int b = g_ascii_xdigit_value (now[begin + (gsize) i]);

          sum += (b - a) * (b - a);
          negative += (b - 15 + a) * (b - 15 + a);
        }
      if (turn > 0)
        turned = MIN (turned, sum);
      else
        same = MIN (sum, negative);
    }

  return 4 * turned + N_CELLS < same;
}
