/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for ties at the ends of floats and at their two zeros.
 */
#include "known.h"

#include <math.h>

/* 65793 * 255 = 2^24 - 1, so this is the sample of the largest finite level, which counts. */
#define MOST (65793 * 0x1p104f)

/* Tests the ends of floats, and both zeros. */
static void
floats (void)
{
  const float *most = F32 (MOST);
  const float *none = F32 (-0.0f), *zero = F32 (0);

  known_f32 ("the largest level", "sharpen", "radius=0", 1, 1, 1, most, most);
  known_f32 ("the largest level", "canny", "stage=luma", 1, 1, 1, most, most);
  known_f32 ("the largest level in each column", "sharpen", "radius=0", 17, 1, 1,
             F32 (MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST),
             F32 (MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST, MOST));
  known_f32 ("the largest level of colors", "sharpen", "method=kernel channels=rgb amount=0", 1, 1, 3,
             F32 (MOST, 0, 1), F32 (MOST, 0, 1));
  known_f32 ("-0 is 0 in an edge map", "canny", "stage=luma", 1, 1, 1, none, zero);
  known_f32 ("-0 is 0 in each column of an edge map", "canny", "stage=luma", 17, 1, 1,
             F32 (-0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f, -0.0f,
                  -0.0f, -0.0f),
             F32 (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  /* A detail of 0 is not negative, what remains of it is 0, and -0 + 0 is 0. */
  known_f32 ("no detail has no sign", "sharpen", "radius=0 threshold-kind=soft threshold=1", 1, 1, 1, none, zero);
  /* -0 less eight zeros is -0, which is beyond no limit; subtracting an excess of 0 would make 0 of it. */
  known_f32 ("-0 is not beyond 0", "sharpen", "method=kernel amount=1 halo-light=50", 3, 3, 1,
             F32 (0, 0, 0, 0, -0.0f, 0, 0, 0, 0), F32 (0, 0, 0, 0, -0.0f, 0, 0, 0, 0));
  known_f32 ("-0 is not below 0", "sharpen", "method=kernel amount=1 halo-dark=50", 3, 3, 1,
             F32 (0, 0, 0, 0, -0.0f, 0, 0, 0, 0), F32 (0, 0, 0, 0, -0.0f, 0, 0, 0, 0));
}

/* Limits of 100 cut nothing off, not even from an infinite level, because 0 times infinity is NaN. */
static void
limits (void)
{
  const float most = INFINITY;

  known_f32 ("halos of 100 are no limits", "sharpen", "method=kernel amount=10 halo-light=100 halo-dark=100", 3, 1, 1,
             F32 (0, 1e36f, 0), F32 (-most, most, -most));
}

/* Otsu's method needs two classes, so the threshold of one bin is 0, less than the smallest kept magnitude. */
static void
least_threshold (void)
{
  known_f32 ("more than a threshold of 0", "canny", "sigma=0 thresholds=otsu", 4, 1, 1, F32 (0, 0, 1e-9f, 1e-9f),
             F32 (0, 1, 0, 0));
  known_f32 ("more than a threshold of 0", "canny", "sigma=0 low=0 high=0", 4, 1, 1, F32 (0, 0, 1e-9f, 1e-9f), F32 (0, 1, 0, 0));
}

/* The angle of slopes of 255, 255 and 765: as the polynomial has it, 45.0006561 of 1 and 18.435421 of 1/3, in 256 of 360. */
static void
angles (void)
{
#define LEVEL(level) (level / 255.0f)
  known_f32 ("45 degrees are not taken from 90", "canny", "sigma=0 stage=direction", 3, 3, 1, F32 (0, 0, 0, 0, 0, 0, 0, 0, 1),
             F32 (0, 0, 0, 0, LEVEL (32.0004692f), LEVEL (50.8903656f), 0, LEVEL (13.1096334f), LEVEL (32.0004692f)));
#undef LEVEL
  /* dx is 1020, and dy 0 to -9e-5: 360 less 5e-6 is 360 as a float, which is 0. */
  known_f32 ("360 degrees are none", "canny", "sigma=0 stage=direction", 2, 3, 1, F32 (0, 1 + 0x1p-23f, 0, 1, 0, 1),
             F32 (0, 0, 0, 0, 0, 0));
  /* 255e-28 squared is 0. */
  known_f32 ("no angle without a square", "sobel", "component=direction", 3, 3, 1, F32 (0, 0, 0, 0, 0, 0, 0, 0, 1e-28f),
             F32 (0, 0, 0, 0, 0, 0, 0, 0, 0));
}

/* Black surrounded by black differs by 0 and has a noise of 0, so its quotient would be a NaN, which would spread.
 * The side has a correction of 0 three times, and the bright end gets 0.003836 of it each time: its light becomes
 * 0.996164^3 = 0.9885 of the old one, 199 levels. Light of 100 times the least float is too little for any luma, so the
 * light stays unchanged. */
static void
light (void)
{
  known_u8 ("black is as much as its noise", "sharpen", "method=deconvolve radius=0.3 iterations=3 amount=1 detail=255", 5, 1, 1,
            U8 (0, 0, 0, 0, 200), U8 (0, 0, 0, 0, 199));
  known_f32 ("no light stays", "sharpen", "method=deconvolve radius=0.3 iterations=1 amount=1 channels=luminance", 1, 1, 3,
             F32 (100 * 0x1p-149f, 0, 0), F32 (100 * 0x1p-149f, 0, 0));
}

void
known_floats (void)
{
  floats ();
  limits ();
  least_threshold ();
  angles ();
  light ();
}
