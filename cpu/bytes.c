/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops on the source's own bytes.
 */
#include "filter.h"

#include <string.h>

/* Columns @x0 to @x1 of a row and one beyond, clamped, in copies of a few. */
static void
run_on_copy (const CeRender *render, const guint8 *const rows[3], int x0, int x1, int at, CeByteLoop loop, gpointer data)
{
  const CeView *view = &render->source->view;
  int           step = view->channels;
  guint8        copies[3][3 * 4];
  const guint8 *c[3];

  for (int i = 0; i < 3; i++)
    {
      for (int k = 0; k < 3; k++)
        memcpy (copies[i] + k * step, rows[i] + (gsize) CLAMP (x0 + k - 1, 0, view->width - 1) * step, step);
      c[i] = copies[i] + step;
    }

  loop (render, c, at, x1 - x0, data);
}

/**
 * ce_byte_row:
 * @render: a render of 8-bit samples
 * @y: a row of the image
 * @x0, @x1: columns of the image
 * @loop: gets the rows above, at and below, readable one pixel to both sides,
 *   the column its first pixel has counted from @x0, and a number of pixels
 * @data: for @loop
 *
 * Runs @loop over a row of the source itself.
 */
void
ce_byte_row (const CeRender *render, int y, int x0, int x1, CeByteLoop loop, gpointer data)
{
  const CeView *view = &render->source->view;
  const guint8 *rows[3];
  const guint8 *inner[3];
  int           first = MAX (x0, 1);
  int           last = MIN (x1, view->width - 1);

  for (int i = 0; i < 3; i++)
    {
      rows[i] = ce_view_row (view, CLAMP (y + i - 1, 0, view->height - 1));
      inner[i] = rows[i] + (gsize) first * view->channels;
    }

  if (x0 < first)
    run_on_copy (render, rows, x0, x0 + 1, 0, loop, data);
  if (first < last)
    loop (render, inner, first - x0, last - first, data);
  if (last < x1 && last >= first)
    run_on_copy (render, rows, last, last + 1, last - x0, loop, data);
}
