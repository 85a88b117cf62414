/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers: sharpening.
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
  known_u8 ("no radius, no detail", "sharpen", "radius=0 amount=10", 5, 5, 1, in, in);
#undef RING
}

/* What is hidden under transparency does not reach the opaque side: every
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

void
known_sharpen (void)
{
  kernel ();
  channels ();
  kernel_alpha ();
  unsharp ();
  unsharp_alpha ();
}
