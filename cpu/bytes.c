/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loops on the source's own bytes, in blocks of 64 pixels.
 */
#include "filter.h"

#include <string.h>

#define BLOCK 64

/* Columns @x - 1 to @x + 64 of three rows; of those beyond the image the nearest one
 * is the one inside, which is what loops read for pixels that count. */
static void
copy_block (const CeView *view, const guint8 *const rows[3], int x, guint8 copies[3][(BLOCK + 2) * 4])
{
  int   step = view->channels;
  int   begin = MAX (x - 1, 0);
  int   end = MIN (x + BLOCK + 1, view->width);
  gsize first = (gsize) (begin - x + 1) * step;
  gsize size = (gsize) (end - begin) * step;
  gsize last = (gsize) MIN (end - x + 1, BLOCK + 1) * step;     /* the first beyond the image, or the last */

  for (int i = 0; i < 3; i++)
    {
      memcpy (copies[i] + first, rows[i] + (gsize) begin * step, size);
      for (int k = 0; k < step; k++)
        {
          copies[i][k] = rows[i][begin * step + k];
          copies[i][last + k] = rows[i][(end - 1) * step + k];
        }
    }
}

/**
 * ce_byte_row:
 * @render: a render of 8-bit samples
 * @tile: a tile
 * @y: a row of the image
 * @loop: does blocks
 * @out: the row of the result at the tile's first column, as many channels as the source
 *
 * Runs @loop over a row of the source itself, and at the image's first and last
 * column, where bytes beside are missing, over a copy.
 */
void
ce_byte_row (const CeRender *render, const CeTile *tile, int y, CeByteLoop loop, guint8 *out)
{
  const CeView *view = &render->source->view;
  int           step = view->channels;
  int           end = tile->x1 == view->width ? (tile->x1 - 1) / BLOCK * BLOCK : tile->x1;
  int           begin = tile->x0 == 0 ? MIN (BLOCK, end) : tile->x0;
  const guint8 *next = ce_view_row (view, MIN (y + 2, view->height - 1));
  const guint8 *rows[3], *inner[3];

  for (int i = 0; i < 3; i++)
    {
      rows[i] = ce_view_row (view, CLAMP (y + i - 1, 0, view->height - 1));
      inner[i] = rows[i] + (gsize) begin * step;
    }

  for (int x = tile->x0; x < tile->x1; )
    if (x >= begin && x < end)
      {
        loop (render, inner, next + (gsize) begin * step, out + (gsize) (begin - tile->x0) * step, end - begin);
        x = end;
      }
    else
      {
        guint8              copies[3][(BLOCK + 2) * 4] = { 0 }, result[BLOCK * 4];
        const guint8 *const c[3] = { copies[0] + step, copies[1] + step, copies[2] + step };

        copy_block (view, rows, x, copies);
        loop (render, c, c[0], result, BLOCK);
        memcpy (out + (gsize) (x - tile->x0) * step, result, (gsize) MIN (BLOCK, tile->x1 - x) * step);
        x += BLOCK;
      }
}
