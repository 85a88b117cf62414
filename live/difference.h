/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The difference of two pictures.
 */
#pragma once

#include "engine/cuda-edges.h"

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
