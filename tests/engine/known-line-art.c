/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for each step and each tie of line art.
 */
#include "known.h"

#include <math.h>

static void
art (const char *what, const char *params, int width, int height, int channels, const guint8 *in, const guint8 *out)
{
  known_u8 (what, "line-art", params, width, height, channels, in, out);
}

/* In pictures that change along x alone all tangents are (0, 1), so samples across lie on whole pixels in the row, and all
 * samples along on the pixel itself or its copies. */
static void
rows (void)
{
  const guint8 *line = U8 (255, 255, 0, 255, 255);

  /* sigma 0.3: R = ceil 0.96 = 1; a = 1 / 1.007732 = 0.992327 and 0.003836, exp (-1 / 0.18) = 0.003866; the wider one
   * of 0.48: b = 0.814139 and 0.092930, exp (-1 / 0.4608) = 0.114146. In the middle A = 510 a1 = 1.96, B = 510 b1 = 47.39
   * and D = 255 - 45.44 = 209.56. Beside it A = 255 (a0 + a1) = 254.02, B = 231.30, D = 277.72, and a byte has 255. */
  art ("a difference", "stage=difference sigma=0.3 strength=1", 5, 1, 1, line, U8 (255, 255, 210, 255, 255));
  art ("a difference, white on black", "stage=difference sigma=0.3 strength=1 style=white-on-black", 5, 1, 1,
       line, U8 (0, 0, 45, 0, 0));
  art ("a difference down a column", "stage=difference sigma=0.3 strength=1", 1, 5, 1, line,
       U8 (255, 255, 210, 255, 255));
  /* tone 100: D = -45.44 + 1.96 and 22.72 + 254.02 in the middle and beside it, 255 farther out;
   * of 40 %: 255 * 0.6 + 0.4 A. */
  art ("a tone", "stage=difference sigma=0.3 strength=0 tone=100", 5, 1, 1, line, U8 (255, 254, 2, 254, 255));
  art ("a tone of 40 %", "stage=difference sigma=0.3 strength=0 tone=40", 5, 1, 1, line,
       U8 (255, 255, 154, 255, 255));
  /* 209.56 is 0.4 of the way from 200 to 225 below the threshold of 225 and softness of 25: v = 0.382, 255 * 0.3265 = 83. */
  art ("a level", "sigma=0.3 strength=1 coherence=0 threshold=225 softness=25", 5, 1, 1, line,
       U8 (255, 255, 83, 255, 255));
  art ("a level along itself", "sigma=0.3 strength=1 coherence=20 threshold=225 softness=25", 5, 1, 1, line,
       U8 (255, 255, 83, 255, 255));
  art ("a level, white on black", "sigma=0.3 strength=1 threshold=225 softness=25 style=white-on-black", 5, 1, 1,
       line, U8 (0, 0, 172, 0, 0));
  art ("lines as transparency", "sigma=0.3 strength=1 threshold=225 softness=25 style=lines", 5, 1, 1,
       line, U8 (0, 0, 172, 0, 0));
  /* A Gaussian of 0.3 in both directions, here of three equal rows. */
  art ("smoothed", "stage=smoothed smooth=0.3", 3, 1, 1, U8 (0, 255, 255), U8 (1, 254, 255));
}

/* Without a difference and a tone D is 255, of black with a tone of 100 it is 0. */
static void
levels (void)
{
  const guint8 *black = U8 (0);

  art ("white is white", "strength=0 coherence=0 threshold=255 softness=0", 1, 1, 1, black, U8 (255));
  art ("the threshold is white", "strength=0 tone=100 threshold=0 softness=0", 1, 1, 1, black, U8 (255));
  art ("less than the threshold is black", "strength=0 tone=100 threshold=1 softness=0", 1, 1, 1, black, U8 (0));
  art ("the begin of the ramp is white", "strength=0 tone=100 threshold=0 softness=9", 1, 1, 1, black, U8 (255));
  art ("the end of the ramp is black", "strength=0 tone=100 threshold=128 softness=128", 1, 1, 1, black, U8 (0));
  /* v = 1 - 32 / 128 = 0.75: 0.5625 * 1.5 * 255 = 215.2. */
  art ("three quarters", "strength=0 tone=100 threshold=32 softness=128", 1, 1, 1, black, U8 (215));
  known_f32 ("the middle of the ramp", "line-art", "strength=0 tone=100 threshold=64 softness=128", 1, 1, 1, F32 (0),
             F32 (0.5f));
}

/* Angles of tangents, 0 to 180 degrees as 0 to 256, of Gaussians of radius 1. */
static void
flow (void)
{
  const guint8 *up = U8 (40, 30, 20, 10, 0,  50, 40, 30, 20, 10,  60, 50, 40, 30, 20,  70, 60, 50, 40, 30,
                          80, 70, 60, 50, 40);
  const guint8 *down = U8 (0, 10, 20, 30, 40,  10, 20, 30, 40, 50,  20, 30, 40, 50, 60,  30, 40, 50, 60, 70,
                            40, 50, 60, 70, 80);

  /* Both eigenvalues are equal, and there is no direction: (0, 1). */
  art ("no flow", "stage=flow", 2, 2, 1, U8 (9, 9, 9, 9), U8 (128, 128, 128, 128));
  art ("a change along x", "stage=flow flow=0.3", 3, 1, 1, U8 (0, 9, 90), U8 (128, 128, 128));
  art ("a change along y", "stage=flow flow=0.3", 1, 3, 1, U8 (0, 9, 90), U8 (0, 0, 0));
  /* Around one pixel tangents run in circles, and in the middle E = G > 0 and F = 0. */
  art ("a circle", "stage=flow flow=0.3", 5, 5, 1,
       U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 255, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0),
            U8 (192, 192, 0, 64, 64,  192, 192, 0, 64, 64,  128, 128, 128, 128, 128,  64, 64, 0, 192, 192,
           64, 64, 0, 192, 192));
  /* In a diagonal ramp of 10 inside dx = dy = 80, so d = 0 and (x, y) = (-F, |F|); at borders one of both is half of it, dx
   * = 40 and dy = 80: the tangent is (-80, 40), or 153.4 degrees, 218.2, but for some of the pixels beside. */
  art ("a ramp down", "stage=flow flow=0.3", 5, 5, 1, down,
       U8 (192, 166, 166, 166, 192,  218, 192, 192, 192, 218,  218, 192, 192, 192, 218,  218, 192, 192, 192, 218,
                192, 166, 166, 166, 192));
  art ("a ramp up", "stage=flow flow=0.3", 5, 5, 1, up,
       U8 (64, 90, 90, 90, 64,  38, 64, 64, 64, 38,  38, 64, 64, 64, 38,  38, 64, 64, 64, 38,  64, 90, 90, 90, 64));
}

/* Compares one pixel of a picture of floats with @level, a share of white, to the last bit. */
static void
known_pixel (const char *what, const char *params, int size, const float *in, int x, int y, float level)
{
  CeView   image = { (guint8 *) in, (gsize) size * sizeof (float), size, size, 1, CE_F32 };
  gboolean ok = TRUE;

  for (char **backend = known_backends; *backend; backend++)
    {
      g_autoptr (GError) error = NULL;
      CeView             result;

      ok &= test_render ("line-art", *backend, params, &image, &result, &error);
      if (error)
        {
          test_note ("%s: %s", *backend, error->message);
          continue;
        }
      if (((float *) ce_view_row (&result, y))[x] != level)
        test_note ("%s: %.9g", *backend, ((float *) ce_view_row (&result, y))[x]), ok = FALSE;
      test_image_clear (&result);
    }
  test_ok (ok, "line-art: %s (%s)", what, params);
}

/* Ties whose other way leads to other pixels, or adds the same samples in another order. The levels are those of the
 * statement in numpy, and the other way's stand beside them. */
static void
ties (void)
{
  static const guint8 around[] = {
    10, 12, 0, 12, 7, 8, 10, 4, 15,  0, 4, 6, 9, 6, 2, 0, 0, 0,  2, 15, 0, 1, 2, 3, 4, 6, 4,  15, 2, 1, 2, 3, 4, 5, 10, 7,
    10, 10, 2, 3, 4, 5, 6, 4, 5,  14, 2, 3, 4, 5, 6, 7, 5, 3,  8, 14, 4, 5, 6, 7, 8, 11, 12,  0, 0, 8, 5, 6, 14, 3, 8, 5,
    4, 12, 2, 5, 1, 2, 4, 11, 9
  };
  float diagonal[81], turn[81];

  for (int i = 0; i < 81; i++)
    {
      diagonal[i] = around[i] / 16.0f;
      turn[i] = i % 9 >= 7 ? 0 : i / 9 < 5 ? 0.75f : 0.375f;
    }
  /* In the middle of a diagonal ramp d = 0: with (r - d, -F) the samples behind would come first, 0.156963348. */
  known_pixel ("d = 0", "tone=100 strength=1 sigma=0.5 flow=0.3 coherence=1.5 threshold=255 softness=255", 9, diagonal, 4, 4,
               0.15696341f);
  /* From column 3, row 2 the way down turns into row 3, whose tangents are (1, 0): the product is 0, so it goes on to the
   * right, where it is dark; to the left it would be 0.778742. */
  known_pixel ("a product of 0", "tone=100 strength=0 sigma=2 flow=0.3 coherence=5 threshold=255 softness=255", 9, turn, 3,
               2, 0.7457963f);
}

/* Levels are bounded to -1024 and 2048, and not finite samples are black. */
static void
bounds (void)
{
  const float most = 2048 / 255.0f;

  known_f32 ("bounded levels", "line-art", "stage=smoothed", 8, 1, 1, F32 (1e12f, -1e12f, INFINITY, NAN, 8, 9, -9, 0.5f),
             F32 (most, 0, 0, 0, 8, most, 0, 0.5f));
  /* They are bounded before the Gaussian, whose weights are 0.992327 and 0.003836: -1024 w1 + 0 + 2048 w1. */
  known_f32 ("bounded before they are smoothed", "line-art", "stage=smoothed smooth=0.3", 3, 1, 1, F32 (-1e12f, 0, 1e12f),
             F32 (0, 0x1.f8cc48p-7f, 0x1.00049cp+3f));
  /* R - G overflows to infinity, which is bounded; covered by an alpha of 0 it is a NaN, which is 0. */
  known_f32 ("infinite luma", "line-art", "stage=smoothed", 1, 1, 3, F32 (1e36f, -1e36f, 0), F32 (most));
  known_f32 ("infinite luma, transparent", "line-art", "stage=smoothed", 1, 1, 4, F32 (1e36f, -1e36f, 0, 0), F32 (0));
  /* A tone of 0 is 255 - 0 in white on black; the lowest level would give 1279. */
  known_f32 ("a NaN is no lowest level", "line-art", "stage=difference strength=0 tone=100 style=white-on-black", 1, 1, 4,
             F32 (1e36f, -1e36f, 0, 0), F32 (1));
  /* A transparent white is black, as for Canny. */
  art ("covered levels", "stage=smoothed", 3, 1, 2, U8 (200, 255, 200, 0, 255, 51), U8 (200, 0, 51));
  /* a1 = 0.242 is more than b1 = 0.205, but a2 is less than b2: pixels beside the dark one are below 2048 by more with A. */
  known_f32 ("lines of 1e12", "line-art", "", 5, 1, 1, F32 (1e12f, 1e12f, 0, 1e12f, 1e12f), F32 (1, 0, 0, 0, 1));
}

void
known_line_art (void)
{
  rows ();
  levels ();
  flow ();
  ties ();
  bounds ();
}
