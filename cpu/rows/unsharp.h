/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What unsharp masking of bytes hands to its inner loop.
 *
 * Nearly always the result can be had with fewer operations than the contract
 * has. Both what the contract computes and what is computed then lie within a
 * distance of the true value that is known beforehand; so if the shorter one is
 * further than both together from where bytes change, the bytes are the same.
 * Else, about once in two thousand, the contract's operations are done.
 *
 * Let a be the amount, r the radius, u = 2^-24, and h (v) the most that rounding
 * changes a result up to v: u times the power of two below. Let B and V be the
 * true blurred value of the first pass' floats and the true c + a (c - B), all
 * levels being within 0 and 255. The weights add up to 1, all but the middle
 * one to less than 1/2 on either side.
 *
 * The contract rounds each pair, in all by 1/2 h (510), each product, by 255 u,
 * and r sums, by h (255) each; so its blurred value is that near to B. Then it
 * rounds the difference by h (255), the change by h (255 a) and the result by
 * h (255 (1 + a)).
 *
 * The shorter way's weights hold the factor -a, and its first summand is
 * (1 + a) c. Pairs are rounded as above, the weights by a 255 u, 1 + a by
 * (1 + a) 255 u, and r + 2 fused sums, all of them within 255 (1 + a), by
 * h (255 (1 + a)) each.
 *
 * 0.3 % more covers products of roundings, levels and sums of weights that
 * rounding put above 255 and 1. Everything is scaled by 2^16, which rounds
 * nothing, and rounded to whole numbers, which adds 1/2 there: the upper 16
 * bits are the level.
 */
#ifndef CE_CPU_UNSHARP_H
#define CE_CPU_UNSHARP_H

#include <glib.h>

#include "engine/gaussian.h"

G_BEGIN_DECLS

#define CE_UNSHARP_SCALE 65536

/* Rows in one go. */
#define CE_UNSHARP_ROWS 4

typedef struct
{
  const float *weights;
  int          radius;
  float        threshold;
  float        amount;

  /* of the shorter way */
  float        scaled[CE_GAUSSIAN_MAX_RADIUS + 1];      /* weights */
  float        first;           /* weight of c */
  int          doubt;           /* how near to a change of bytes is too near: a power of two; 0: not this way */

  const float  *rows[2 * CE_GAUSSIAN_MAX_RADIUS + CE_UNSHARP_ROWS];    /* of the first pass */
  const guint8 *c[CE_UNSHARP_ROWS];
  const guint8 *ahead[CE_UNSHARP_ROWS];                 /* rows of bytes that will be read soon */
  guint8       *out[CE_UNSHARP_ROWS];
} CeUnsharp;

G_END_DECLS

#endif
