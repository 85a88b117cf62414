/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The vertical half of the reduction: rows of a picture to sums of its columns.
 */
#ifndef CE_RASTER_SUMS_H
#define CE_RASTER_SUMS_H

#include "raster.h"

G_BEGIN_DECLS

/**
 * CeSums:
 * @view: the picture
 * @look: how it looks
 * @x: the first column
 * @n: how many
 * @n_sums: sums for each column: its channels, and its opacity if @covered
 * @covered: colors are sums of color times opacity
 * @acc: what came out, behind it zeros for further columns
 * @carry: the part of the row above that belongs to the next screen row
 * @whole: rows that count in full, up to 256 of them
 *
 * Sums of one row of screen pixels.
 */
typedef struct
{
  const CeView *view;
  const CeLook *look;
  int           x;
  int           n;
  int           n_sums;
  gboolean      covered;
  float        *acc;
  float        *carry;
  guint16      *whole;
} CeSums;

/* The part of source sample i that lies within from..to. */
static inline double
ce_raster_overlap (int i, double from, double to)
{
  return MIN (i + 1, to) - MAX (i, from);
}

void ce_sums_init  (CeSums *sums, const CeView *view, const CeLook *look, int x, int n, int n_more);
void ce_sums_clear (CeSums *sums);
void ce_sums_begin (CeSums *sums, double from);
void ce_sums_add   (CeSums *sums, double from, double to);

G_END_DECLS

#endif
