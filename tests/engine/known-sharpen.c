/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for sharpening.
 */
#include "known.h"

/* 116 in the middle of 100: the middle differs by 16 from 8 neighbours, each
 * neighbour by -16 from one. */
static void
kernel (void)
{
  const guint8 *in = U8 (100, 100, 100, 100, 116, 100, 100, 100, 100);

  known_u8 ("3x3 kernel", "sharpen", "method=kernel amount=1", 3, 3, 1, in, U8 (84, 84, 84, 84, 244, 84, 84, 84, 84));
  known_u8 ("half the amount", "sharpen", "method=kernel amount=0.5", 3, 3, 1, in, U8 (92, 92, 92, 92, 180, 92, 92, 92, 92));
  known_u8 ("clamped both ways", "sharpen", "method=kernel amount=10", 3, 3, 1, in, U8 (0, 0, 0, 0, 255, 0, 0, 0, 0));
  known_u8 ("no amount", "sharpen", "method=kernel amount=0", 3, 3, 1, in, in);
  /* 16 * 8 / 32 = 4; -16 / 32 = -0.5 makes 99.5, to even 100. */
  known_u8 ("ties to even", "sharpen", "method=kernel amount=0.03125", 3, 3, 1, in,
            U8 (100, 100, 100, 100, 120, 100, 100, 100, 100));
  /* Outside the image is the nearest pixel: each of two has 3 neighbours that
   * differ by 10. */
  known_u8 ("border", "sharpen", "method=kernel amount=1", 2, 1, 1, U8 (50, 60), U8 (20, 90));
  known_u8 ("1x1", "sharpen", "method=kernel amount=10", 1, 1, 3, U8 (1, 2, 3), U8 (1, 2, 3));
}

/* Red alone is 16 higher in the middle. Luma differs by 16 * 13933/65536 =
 * 3.4016: 8 times that is 27.21, added to R, G and B; its neighbours lose 3.40. */
static void
channels (void)
{
  const guint8 *in = U8 (100, 100, 100,  100, 100, 100,  100, 100, 100,
                         100, 100, 100,  116, 100, 100,  100, 100, 100,
                         100, 100, 100,  100, 100, 100,  100, 100, 100);

#define FRAME(r, g, b, R, G, B) U8 (r, g, b, r, g, b, r, g, b, r, g, b, R, G, B, r, g, b, r, g, b, r, g, b, r, g, b)
  known_u8 ("luminance", "sharpen", "method=kernel amount=1 channels=luminance", 3, 3, 3, in, FRAME (97, 97, 97, 143, 127, 127));
  known_u8 ("each channel", "sharpen", "method=kernel amount=1 channels=rgb", 3, 3, 3, in, FRAME (84, 100, 100, 244, 100, 100));
#undef FRAME
}

/* Grey, alpha. A neighbour counts as much as it is opaque. Rows repeat above
 * and below, so a neighbour in the row counts 3 times. */
static void
kernel_alpha (void)
{
  /* Left: 3 * (10 - 50) = -120, clamped; middle: 3 * (50 - 10), the
   * transparent one does not count; right: 3 * (90 - 50) = 120. */
  known_u8 ("transparent neighbours do not count", "sharpen", "method=kernel amount=1", 3, 1, 2,
            U8 (10, 255, 50, 255, 90, 0), U8 (0, 255, 170, 255, 210, 0));
  /* 51 / 255 = 0.2: 0.2 * 3 * (50 - 90) = -24, 3 * (50 - 10) = 120. */
  known_u8 ("translucent neighbours count in part", "sharpen", "method=kernel amount=1", 3, 1, 2,
            U8 (10, 255, 50, 255, 90, 51), U8 (0, 255, 146, 255, 210, 51));
  known_f32 ("alpha is kept as it is", "sharpen", "method=kernel amount=1", 1, 1, 2, F32 (0.5f, 0.3f), F32 (0.5f, 0.3f));
}

/* σ 0.5, weights 0.786571, 0.106451, 0.000264. 150 in the middle of 50: the
 * blurred middle has 50 + 100 w0² = 111.87, a side 50 + 100 w0 w1 = 58.37, a
 * corner 50 + 100 w1² = 51.13; details 38.13, -8.37, -1.13. */
static void
unsharp (void)
{
  const guint8 *in = U8 (50, 50, 50, 50, 50,  50, 50, 50, 50, 50,  50, 50, 150, 50, 50,
                         50, 50, 50, 50, 50,  50, 50, 50, 50, 50);

#define RING(corner, side, middle) U8 (50, 50, 50, 50, 50,  50, corner, side, corner, 50,  50, side, middle, side, 50, \
                                       50, corner, side, corner, 50,  50, 50, 50, 50, 50)
  known_u8 ("unsharp", "sharpen", "radius=0.5 amount=0.5", 5, 5, 1, in, RING (49, 46, 169));
  known_u8 ("unsharp", "sharpen", "radius=0.5 amount=1", 5, 5, 1, in, RING (49, 42, 188));
  known_u8 ("threshold 8 leaves corners", "sharpen", "radius=0.5 amount=1 threshold=8", 5, 5, 1, in, RING (50, 42, 188));
  known_u8 ("threshold 9 leaves sides", "sharpen", "radius=0.5 amount=1 threshold=9", 5, 5, 1, in, RING (50, 50, 188));
  known_u8 ("threshold 39 leaves all", "sharpen", "radius=0.5 amount=10 threshold=39", 5, 5, 1, in, in);
  /* Soft: 38.13 - 8 of the middle, 8.37 - 8 of a side. */
  known_u8 ("soft threshold", "sharpen", "radius=0.5 amount=1 threshold=8 threshold-kind=soft", 5, 5, 1, in, RING (50, 50, 180));
  /* The middle is the lightest of nine already, 50 the darkest of those around. */
  known_u8 ("no light halo", "sharpen", "radius=0.5 amount=1 halo-light=0", 5, 5, 1, in, RING (49, 42, 150));
  known_u8 ("no dark halo", "sharpen", "radius=0.5 amount=1 halo-dark=0", 5, 5, 1, in, RING (50, 50, 188));
  known_u8 ("half of both", "sharpen", "radius=0.5 amount=1 halo-light=50 halo-dark=50", 5, 5, 1, in, RING (49, 46, 169));
  known_u8 ("no radius, no detail", "sharpen", "radius=0 amount=10", 5, 5, 1, in, in);
#undef RING
}

/* Hidden colors do not reach the opaque side: every
 * blurred value there is 100. Under it, next to the opaque side, 200 - 100 is
 * detail; three pixels away nothing opaque is near and 0 / 0 is the pixel. */
static void
unsharp_alpha (void)
{
  known_u8 ("hidden colors do not bleed", "sharpen", "radius=0.5 amount=1", 8, 1, 2,
            U8 (100, 255, 100, 255, 100, 255, 200, 0, 200, 0, 200, 0, 200, 0, 200, 0),
            U8 (100, 255, 100, 255, 100, 255, 255, 0, 255, 0, 200, 0, 200, 0, 200, 0));
  known_u8 ("nothing opaque at all", "sharpen", "radius=3 amount=10", 4, 1, 2, U8 (1, 0, 200, 0, 3, 0, 90, 0),
            U8 (1, 0, 200, 0, 3, 0, 90, 0));
}

/* The gradient beside a step of 255 is 127.5 levels per pixel in two columns; softened, 10/16 of that in them, 5/16
 * beside them, 1/16 further away: 79.69, 39.84, 7.97. At 100 % the mask opens from 10 to 20. With noise of 32 levels
 * it opens from 32 to 64: (39.84 - 32) / 32 = 0.2451, whose square times (3 - 2 * 0.2451) is 0.1508. */
static void
masks (void)
{
  const guint8 *in = U8 (0, 0, 0, 0, 255, 255, 255, 255);

  known_u8 ("no mask", "sharpen", "stage=mask", 8, 1, 1, in, U8 (255, 255, 255, 255, 255, 255, 255, 255));
  known_u8 ("mask of edges", "sharpen", "stage=mask edge-mask=100", 8, 1, 1, in, U8 (0, 0, 255, 255, 255, 255, 0, 0));
  known_u8 ("mask of noise", "sharpen", "stage=mask detail=32", 8, 1, 1, in, U8 (0, 0, 38, 255, 255, 38, 0, 0));
  known_u8 ("noise is damped in deconvolution", "sharpen", "stage=mask method=deconvolve detail=32", 8, 1, 1, in,
            U8 (255, 255, 255, 255, 255, 255, 255, 255));
  /* Under transparency there is no step, but where it begins. */
  known_u8 ("mask under transparency", "sharpen", "stage=mask edge-mask=100", 4, 1, 2, U8 (0, 0, 99, 0, 255, 0, 9, 0),
            U8 (0, 0, 0, 0, 0, 0, 0, 0));
  known_u8 ("nothing of a flat image", "sharpen", "method=kernel amount=10 edge-mask=1", 4, 1, 1, U8 (7, 7, 7, 7),
            U8 (7, 7, 7, 7));
  /* A step of 4 leads to 1/16 to 10/16 of 2 levels per pixel, less than the 10 that open the mask. */
  known_u8 ("nothing of a weak edge", "sharpen", "method=kernel amount=10 edge-mask=100", 4, 1, 1, U8 (7, 7, 11, 11),
            U8 (7, 7, 11, 11));
}

/* 116 in the middle of 100. Squares: 13456 and 10000. Middle: 2 * 10000 / (2 * 13456), of which the root is 100/116,
 * times -1/5 is -0.17241; (13456 - 40000 * 0.17241) / (1 - 4 * 0.17241) = 21136, the square of 145.38. A side: the
 * same weight, (10000 - 43456 * 0.17241) / 0.31034 = 8080, of 89.9. A corner has no other neighbour beside it. */
static void
adaptive (void)
{
  const guint8 *in = U8 (100, 100, 100, 100, 116, 100, 100, 100, 100);

  known_u8 ("adaptive", "sharpen", "method=adaptive amount=1", 3, 3, 1, in, U8 (100, 90, 100, 90, 145, 90, 100, 90, 100));
  known_u8 ("adaptive, no amount", "sharpen", "method=adaptive amount=0", 3, 3, 1, in, in);
  known_u8 ("adaptive, not more than all", "sharpen", "method=adaptive amount=10", 3, 3, 1, in,
            U8 (100, 90, 100, 90, 145, 90, 100, 90, 100));
  /* Beside black, and near white, there is no room. */
  known_u8 ("adaptive, no room", "sharpen", "method=adaptive amount=1", 3, 1, 1, U8 (0, 90, 255), U8 (0, 90, 255));
  /* Hidden colors do not change the middle; it changes what is hidden: below 0, and (62500 - 195600 * 0.0402) / 0.8392, of
   * which the root is 255.2. */
  known_u8 ("adaptive, hidden neighbors", "sharpen", "method=adaptive amount=1", 3, 1, 2, U8 (10, 0, 90, 255, 250, 0),
            U8 (0, 0, 90, 255, 255, 0));
}

/* σ 0.3: weights 0.992328, 0.003836. 51 is 0.2, of which the light is 0.032234; 255 is 1. Blurred: 0.035947,
 * 0.992575; observed through blurred: 0.896716, 1.007480; that blurred: 0.897142, 1.006631. So a side has 0.028918,
 * the light of 0.1894, 48.3 levels, and the middle more than white. With half the amount 0.030576, of 0.1948, 49.7. */
static void
deconvolve (void)
{
#define ONE "method=deconvolve radius=0.3 iterations=1 "
  const guint8 *in = U8 (51, 255, 51);

  known_u8 ("one step", "sharpen", ONE "amount=1", 3, 1, 1, in, U8 (48, 255, 48));
  known_u8 ("half of it", "sharpen", ONE "amount=0.5", 3, 1, 1, in, U8 (50, 255, 50));
  known_u8 ("none of it", "sharpen", ONE "amount=0", 3, 1, 1, in, in);
  known_u8 ("no dark halo", "sharpen", ONE "amount=1 halo-dark=0", 3, 1, 1, in, in);
  /* The noise of 255 levels is 2 * sqrt (0.032) = 0.36, more than any difference: corrections of 0.0001 and less. */
  known_u8 ("damped", "sharpen", ONE "amount=1 detail=255", 3, 1, 1, in, in);
  /* Ten times the darkening of the sides is more than their light. */
  known_u8 ("light ends at none", "sharpen", "method=deconvolve radius=1 iterations=9 amount=10", 3, 1, 1, U8 (50, 200, 50),
            U8 (0, 255, 0));
  known_u8 ("black stays", "sharpen", "method=deconvolve radius=5 iterations=9 amount=10", 4, 1, 1, U8 (0, 0, 0, 0),
            U8 (0, 0, 0, 0));
  known_u8 ("as luminance", "sharpen", ONE "amount=1", 3, 1, 3, U8 (51, 51, 51, 255, 255, 255, 51, 51, 51),
            U8 (48, 48, 48, 255, 255, 255, 48, 48, 48));
  known_u8 ("each channel", "sharpen", ONE "amount=1 channels=rgb", 3, 1, 3, U8 (51, 0, 9, 255, 0, 9, 51, 0, 9),
            U8 (48, 0, 9, 255, 0, 9, 48, 0, 9));
  known_u8 ("hidden colors do not bleed", "sharpen", ONE "amount=1", 3, 1, 2, U8 (51, 255, 255, 0, 51, 255),
            U8 (51, 255, 255, 0, 51, 255));
#undef ONE
}

void
known_sharpen (void)
{
  kernel ();
  channels ();
  kernel_alpha ();
  unsharp ();
  unsharp_alpha ();
  masks ();
  adaptive ();
  deconvolve ();
}
