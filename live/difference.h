/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The difference of two pictures.
 */
#ifndef CE_DIFFERENCE_H
#define CE_DIFFERENCE_H

#include "engine/cuda-edges.h"

G_BEGIN_DECLS

/**
 * CeDifference:
 * @pixels: number of pixels that differ in a bit
 * @largest: the largest difference of a sample, levels
 * @n_points: number of @points
 * @points: the first pixels that differ, row by row
 *
 * A difference.
 */
typedef struct
{
  gint64  pixels;
  double  largest;
  int     n_points;
  CePoint points[16];
} CeDifference;

void ce_difference_find (const CeView *a, const CeView *b, CeDifference *difference);

G_END_DECLS

#endif
