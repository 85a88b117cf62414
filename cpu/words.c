/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows of 8-bit samples as 16-bit words.
 */
#include "ring.h"

/* Before and behind a row: a vector, and what makes it begin on a cache line. */
#define ROOM 64

/* Words that a row takes, so that rows begin on cache lines. */
gsize
ce_words_pitch (int width, int step, int radius)
{
  return (((gsize) width + 2 * radius) * step + 2 * ROOM + 31) / 32 * 32;
}

/* Fills in a row, and @radius columns beyond both ends, of the image or the nearest
 * inside; @memory has ce_words_pitch() words on a cache line. Returns the row at
 * column @x0. */
const guint16 *
ce_words_row (const CeRows *rows, const CeSource *source, int y, int x0, int x1, int radius, guint16 *memory)
{
  const CeView *view = &source->view;
  int           step = view->channels;
  int           left = MAX (0, x0 - radius);
  int           right = MIN (view->width, x1 + radius);
  guint16      *row = memory + ((gsize) radius * step + 31) / 32 * 32;
  guint16      *first = row + (gssize) (left - x0) * step;
  guint16      *end = row + (gssize) (right - x0) * step;

  rows->bytes->words ((const guint8 *) ce_view_row (view, y) + (gsize) left * step,
               (const guint8 *) ce_view_row (view, MIN (y + 1, view->height - 1)) + (gsize) left * step,
               first, (right - left) * step);
  for (int i = 0; i < (left - (x0 - radius)) * step; i++)
    first[-1 - i] = first[step - 1 - i % step];
  for (int i = 0; i < (x1 + radius - right) * step; i++)
    end[i] = end[i % step - step];

  return row;
}
