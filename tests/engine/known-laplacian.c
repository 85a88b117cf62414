/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for the Gaussian and its Laplacian.
 */
#include "known.h"

/* σ 0.5: radius ceil 1.5 = 2, weights exp (-2 i²) = 1, 0.135335, 0.000335
 * over their sum 1.271341: 0.786571, 0.106451, 0.000264. Of 255 in the middle
 * the middle keeps 255 w0² = 157.77, the sides get 255 w0 w1 = 21.35, the
 * corners 255 w1² = 2.89, and two away 255 w0 w2 = 0.05. */
static void
gaussian (void)
{
  known_u8 ("Gaussian of one bright pixel", "canny", "stage=blurred sigma=0.5", 5, 5, 1,
            U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 255, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0),
            U8 (0, 0, 0, 0, 0,  0, 3, 21, 3, 0,  0, 21, 158, 21, 0,  0, 3, 21, 3, 0,  0, 0, 0, 0, 0));
  /* At the edge of the image the outside is the pixel itself: 255 (w0 + w1 +
   * w2) = 227.79 in a row of one pixel beside darkness. */
  known_u8 ("Gaussian at the border", "canny", "stage=blurred sigma=0.5", 3, 1, 1, U8 (255, 0, 0), U8 (228, 27, 0));
  known_u8 ("Gaussian of a constant", "canny", "stage=blurred sigma=50", 3, 2, 1, U8 (200, 200, 200, 200, 200, 200),
            U8 (200, 200, 200, 200, 200, 200));
  known_u8 ("no Gaussian", "canny", "stage=blurred sigma=0", 3, 1, 1, U8 (1, 200, 3), U8 (1, 200, 3));
}

/* 16 in the middle of 0, no blur: 4 * -16 = -64 there, 16 at its sides. */
static void
bright_pixel (void)
{
  const guint8 *in = U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 16, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0);

  known_u8 ("signed response", "laplacian", "sigma=0 response=signed", 5, 5, 1, in,
            U8 (128, 128, 128, 128, 128,  128, 128, 144, 128, 128,  128, 144, 64, 144, 128,  128, 128, 144, 128, 128,
                128, 128, 128, 128, 128));
  known_u8 ("signed response, gain", "laplacian", "sigma=0 response=signed gain=0.5", 5, 5, 1, in,
            U8 (128, 128, 128, 128, 128,  128, 128, 136, 128, 128,  128, 136, 96, 136, 128,  128, 128, 136, 128, 128,
                128, 128, 128, 128, 128));
  known_u8 ("edges above 15", "laplacian", "sigma=0 threshold=15", 5, 5, 1, in,
            U8 (0, 0, 0, 0, 0,  0, 0, 255, 0, 0,  0, 255, 255, 255, 0,  0, 0, 255, 0, 0,  0, 0, 0, 0, 0));
  known_u8 ("16 is not above 16", "laplacian", "sigma=0 threshold=16", 5, 5, 1, in,
            U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 255, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0));
  /* The sign changes between the middle and each side. A pixel looks to the
   * right and down only, so above, left, and the middle itself are marked. */
  known_u8 ("zero crossings", "laplacian", "sigma=0 response=zero-crossings threshold=79", 5, 5, 1, in,
            U8 (0, 0, 0, 0, 0,  0, 0, 255, 0, 0,  0, 255, 255, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0));
  known_u8 ("a crossing of 80 is not above 80", "laplacian", "sigma=0 response=zero-crossings threshold=80", 5, 5, 1, in,
            U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0));
}

static void
others (void)
{
  known_u8 ("a constant", "laplacian", "sigma=1.4 threshold=0", 3, 3, 1, U8 (99, 99, 99, 99, 99, 99, 99, 99, 99),
            U8 (0, 0, 0, 0, 0, 0, 0, 0, 0));
  /* SciPy's is not 0 (findings/scipy-log-of-an-even-area.sh). */
  known_u8 ("a constant under a narrow Gaussian", "laplacian", "sigma=0.3 threshold=0 response=signed", 3, 3, 1,
            U8 (200, 200, 200, 200, 200, 200, 200, 200, 200), U8 (128, 128, 128, 128, 128, 128, 128, 128, 128));
  known_u8 ("a constant has no crossing", "laplacian", "sigma=0 threshold=0 response=zero-crossings", 2, 2, 1,
            U8 (99, 99, 99, 99), U8 (0, 0, 0, 0));
  known_u8 ("1x1", "laplacian", "threshold=0 response=zero-crossings", 1, 1, 1, U8 (7), U8 (0));
  /* A ramp of 10: 0 inside; at its ends the outside repeats: +10 and -10. */
  known_u8 ("a ramp", "laplacian", "sigma=0 response=signed", 4, 1, 1, U8 (0, 10, 20, 30), U8 (138, 128, 128, 118));
  /* Responses 10, 0, 0, -10: 0 counts as not negative, so the one change of
   * sign is between the last two, and the last looks outside, where none is. */
  known_u8 ("zero has no sign of its own", "laplacian", "sigma=0 response=zero-crossings threshold=5", 4, 1, 1,
            U8 (0, 10, 20, 30), U8 (0, 0, 255, 0));
  /* Responses of a step of 100: 0, 100, -100, 0. */
  known_u8 ("a step", "laplacian", "sigma=0 response=zero-crossings threshold=199", 4, 1, 1, U8 (0, 0, 100, 100),
            U8 (0, 255, 0, 0));
  known_u8 ("a step downwards", "laplacian", "sigma=0 response=zero-crossings threshold=199", 1, 4, 1, U8 (100, 100, 0, 0),
            U8 (0, 255, 0, 0));
}

void
known_laplacian (void)
{
  gaussian ();
  bright_pixel ();
  others ();
}
