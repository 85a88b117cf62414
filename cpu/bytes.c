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

/* Sobel's magnitude of one pixel inside the image's first and last columns. */
static float
magnitude_at (const guint8 *const c[3], gboolean l1)
{
  int dx = (c[0][1] + 2 * c[1][1] + c[2][1]) - (c[0][-1] + 2 * c[1][-1] + c[2][-1]);
  int dy = (c[2][-1] + 2 * c[2][0] + c[2][1]) - (c[0][-1] + 2 * c[0][0] + c[0][1]);

  return (float) (l1 ? ABS (dx) + ABS (dy) : dx * dx + dy * dy);
}

/* The 64 pixels from column @x on, of which some lie at or beyond a border. */
static void
sectors_of_copy (const CeRender *render, const guint8 *const rows[3], int x, gboolean l1, float low,
                 float *m, guint64 *sectors)
{
  int           width = render->source->view.width;
  int           begin = MAX (x - 1, 0);
  int           end = MIN (x + 65, width);
  guint8        copies[3][66];
  const guint8 *c[3];

  for (int i = 0; i < 3; i++)
    {
      copies[i][0] = rows[i][begin];
      memset (copies[i] + end - x + 1, rows[i][end - 1], x + 65 - end);
      memcpy (copies[i] + begin - x + 1, rows[i] + begin, end - begin);
      c[i] = copies[i] + 1;
    }

  render->rows->sectors_u8 (c, l1, low, c[0], m, sectors, 1);
}

/**
 * ce_byte_sectors:
 * @render: a render of gray bytes
 * @tile: a tile
 * @y: a row of the image
 * @l1: which norm
 * @low: threshold
 * @m, @sectors: (out): as of ce_gradient_sectors()
 */
void
ce_byte_sectors (const CeRender *render, const CeTile *tile, int y, gboolean l1, float low,
                 float *m, guint64 *sectors)
{
  const CeView *view = &render->source->view;
  int           n = tile->x1 - tile->x0;
  int           n_words = (n + 63) / 64;
  gboolean      at_left = tile->x0 == 0;
  gboolean      at_right = tile->x1 == view->width;
  int           first = at_left ? 1 : 0;
  int           last = at_right ? n_words - 1 : n_words;
  const guint8 *next = (const guint8 *) ce_view_row (view, MIN (y + 2, view->height - 1)) + tile->x0;
  const guint8 *rows[3], *left[3], *right[3], *inner[3];

  for (int i = 0; i < 3; i++)
    {
      rows[i] = ce_view_row (view, CLAMP (y + i - 1, 0, view->height - 1));
      left[i] = rows[i] + tile->x0 - 1;
      right[i] = rows[i] + tile->x1;
      inner[i] = rows[i] + tile->x0 + 64 * first;
    }

  if (at_left)
    sectors_of_copy (render, rows, 0, l1, low, m, sectors);
  else
    m[-1] = magnitude_at (left, l1);

  if (first < last)
    render->rows->sectors_u8 (inner, l1, low, next + 64 * first, m + 64 * first, sectors + CE_N_SECTORS * first,
                              last - first);

  if (at_right && last >= first)
    sectors_of_copy (render, rows, tile->x0 + 64 * last, l1, low, m + 64 * last, sectors + CE_N_SECTORS * last);
  else if (! at_right)
    m[n] = magnitude_at (right, l1);
}
