/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for transparency. With transparent pixels there are two signals, S1, luma times coverage, and S2, alpha. At
 * each pixel the signal with the larger squared magnitude counts, S1 on a tie.
 */
#include "known.h"

/* S1 is 0 everywhere, S2 a step of 255: dx = 1020; the Laplacian is 0, 255,
 * -255, 0, which changes its sign after the second and after the third. */
static void
strokes (void)
{
  const guint8 *black = U8 (0, 0, 0, 0, 0, 255, 0, 255);
  const guint8 *white = U8 (255, 0, 255, 0, 255, 255, 255, 255);

  known_u8 ("black on nothing has edges", "sobel", "gain=0.125", 4, 1, 2, black, U8 (0, 128, 128, 0));
  known_u8 ("black on nothing has edges", "canny", "sigma=0", 4, 1, 2, black, U8 (0, 255, 0, 0));
  known_u8 ("black on nothing has edges", "laplacian", "sigma=0 response=zero-crossings", 4, 1, 2, black, U8 (0, 255, 255, 0));
  known_u8 ("black on nothing has edges", "laplacian", "sigma=0", 4, 1, 2, black, U8 (0, 255, 255, 0));
  known_u8 ("white on nothing has edges", "sobel", "gain=0.125", 4, 1, 2, white, U8 (0, 128, 128, 0));
  known_u8 ("black RGBA on nothing has edges", "canny", "sigma=0", 3, 1, 4,
            U8 (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255), U8 (0, 255, 0));
  /* Colors under full transparency do not count: S1 = S2 = 0. */
  known_u8 ("hidden colors have no edges", "sobel", "", 4, 1, 2, U8 (0, 0, 255, 0, 7, 0, 90, 0), U8 (0, 0, 0, 0));
}

/* (153, A 255), (255, A 204): S1 = 153, 255 * 204 / 255 = 204, so dS1 = +51;
 * S2 = 255, 204, so dS2 = -51. Equal squares: S1. dx = 4 * 51 = 204. */
static void
ties (void)
{
  const guint8 *in = U8 (153, 255, 255, 204);

  /* 128 + 25.5 = 153.5, to even 154 (S2 would give 102.5) */
  known_u8 ("a tie gives S1", "sobel", "component=horizontal", 2, 1, 2, in, U8 (154, 154));
  /* +51 and -51 (S2: -51 and +51) */
  known_u8 ("a tie gives S1", "laplacian", "sigma=0 response=signed", 2, 1, 2, in, U8 (179, 77));
  known_u8 ("a tie gives S1's direction", "sobel", "component=direction", 2, 1, 2, in, U8 (0, 0));
  /* (154, A 255), (255, A 204): dS1 = 50, dS2 = -51: S2, direction 180°. */
  known_u8 ("S2 where it is larger", "sobel", "component=direction", 2, 1, 2, U8 (154, 255, 255, 204), U8 (128, 128));
  /* (152, A 255), (255, A 204): dS1 = 52: S1. */
  known_u8 ("S1 where it is larger", "sobel", "component=direction", 2, 1, 2, U8 (152, 255, 255, 204), U8 (0, 0));
}

static void
opaque (void)
{
  /* Opaque alpha is no second signal; the stage luma shows S1. */
  known_u8 ("opaque alpha changes nothing", "sobel", "", 4, 1, 2, U8 (0, 255, 0, 255, 10, 255, 10, 255), U8 (0, 40, 40, 0));
  known_u8 ("luma under its coverage", "canny", "stage=luma", 3, 1, 2, U8 (200, 255, 200, 51, 200, 0), U8 (200, 40, 0));
  /* A float alpha above 1 is not 255 either: S1 = L * A / 255 = 0.5 * 2. */
  known_f32 ("float alpha above 1", "canny", "stage=luma", 2, 1, 2, F32 (0.5f, 2, 0.5f, 1), F32 (1, 0.5f));
}

void
known_alpha (void)
{
  strokes ();
  ties ();
  opaque ();
}
