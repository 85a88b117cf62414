/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures to measure with, natural ones and worst cases of Canny.
 */
#pragma once

#include "tests/support/support.h"

/**
 * BenchPicture:
 * @BENCH_NATURAL: shapes of all sizes over uneven ground, with a sensor's noise
 * @BENCH_NOISE: independent bytes
 * @BENCH_STRIPES: diagonal, 4 pixels wide
 * @BENCH_CHECKER: squares of 4 pixels
 * @BENCH_SPIRAL: a band 6 pixels wide; its outline is one weak chain
 * @BENCH_COMB: half of the pixels are one weak chain that hangs on one strong pixel
 * @BENCH_FLAT: one level
 */
typedef enum
{
  BENCH_NATURAL,
  BENCH_NOISE,
  BENCH_STRIPES,
  BENCH_CHECKER,
  BENCH_SPIRAL,
  BENCH_COMB,
  BENCH_FLAT
} BenchPicture;

const char *bench_picture_name (BenchPicture picture);
void        bench_picture_draw (CeView *view, BenchPicture picture);
gboolean    bench_picture_save (const CeView *view, const char *path, GError **error);
