/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for samples in and out, luma and style.
 */
#include "known.h"

#include <math.h>
#include <string.h>

/* Two pixels a, b in one row: with rows and columns clamped, dx = 4 (b - a) at
 * both, so "horizontal" gives 128 + gain * (b - a) / 2 at both. */
static void
rounding (void)
{
  const char *p = "component=horizontal";

  known_u8 ("128.5 rounds to even 128", "sobel", p, 2, 1, 1, U8 (0, 1), U8 (128, 128));
  known_u8 ("129.5 rounds to even 130", "sobel", p, 2, 1, 1, U8 (0, 3), U8 (130, 130));
  known_u8 ("127.5 rounds to even 128", "sobel", p, 2, 1, 1, U8 (1, 0), U8 (128, 128));
  known_u8 ("126.5 rounds to even 126", "sobel", p, 2, 1, 1, U8 (3, 0), U8 (126, 126));
  known_u8 ("255.5 is clamped", "sobel", p, 2, 1, 1, U8 (0, 255), U8 (255, 255));
  known_u8 ("0.5 rounds to even 0", "sobel", p, 2, 1, 1, U8 (255, 0), U8 (0, 0));
  known_u8 ("12878 is clamped", "sobel", "component=horizontal gain=100", 2, 1, 1, U8 (0, 255), U8 (255, 255));
  known_u8 ("-12622 is clamped", "sobel", "component=horizontal gain=100", 2, 1, 1, U8 (255, 0), U8 (0, 0));
}

/* Floats: level = value * 255, output = level / 255, clamped below only. */
static void
floats (void)
{
  const char *p = "component=horizontal gain=100";

  /* 128 + 100 * 1020 / 8 = 12878 */
  known_f32 ("float is not clamped above", "sobel", p, 2, 1, 1, F32 (0, 1), F32 (12878.0f / 255.0f, 12878.0f / 255.0f));
  known_f32 ("float is clamped below", "sobel", p, 2, 1, 1, F32 (1, 0), F32 (0, 0));
  /* A ramp of 1/16 per pixel is 15.9375 levels, dx = 127.5, which is 0.5. */
  known_f32 ("a float ramp", "sobel", "", 4, 1, 1, F32 (0, 0.0625f, 0.125f, 0.1875f), F32 (0.25f, 0.5f, 0.5f, 0.25f));
  /* Sharpening is clamped neither way: 1 + 8 * 1 and 0 - 1. */
  known_f32 ("sharpened float is not clamped", "sharpen", "method=kernel amount=1", 3, 3, 1,
             F32 (0, 0, 0, 0, 1, 0, 0, 0, 0), F32 (-1, -1, -1, -1, 9, -1, -1, -1, -1));
}

/* A sample whose level is not finite counts as 0, and only that sample. */
static void
not_finite (void)
{
  const float bad[] = { NAN, INFINITY, -INFINITY, 3e38f, -3e38f };
  const float zero_and_one[] = { 0, 1 };
  const float color[] = { 0, 1, 0.5f, 1, 0.25f, 0 };
  CeView      expected = { (guint8 *) zero_and_one, 8, 2, 1, 1, CE_F32 };
  CeView      expected_color = { (guint8 *) color, 24, 2, 1, 3, CE_F32 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const float grey[] = { bad[i], 1 };
      const float rgb[] = { bad[i], 1, 0.5f, 1, 0.25f, bad[i] };
      CeView      image = { (guint8 *) grey, 8, 2, 1, 1, CE_F32 };
      CeView      image_color = { (guint8 *) rgb, 24, 2, 1, 3, CE_F32 };

      known_same ("not finite counts as 0", "sobel", &image, "", &expected, "");
      known_same ("not finite counts as 0 in its channel", "canny", &image_color, "stage=luma", &expected_color, "stage=luma");
      known_same ("not finite counts as 0", "laplacian", &image, "response=signed", &expected, "response=signed");
      known_same ("not finite counts as 0", "sharpen", &image_color, "channels=rgb", &expected_color, "channels=rgb");
      known_same ("not finite counts as 0", "sharpen", &image_color, "method=kernel", &expected_color, "method=kernel");
    }
}

/* L = (G + wr (R - G)) + wb (B - G), wr and wb of 65536: 13933 and 4732, or
 * 19595 and 7471.
 *   709: red 255 * 13933/65536 = 54.21, green 255 * 46871/65536 = 182.37, blue 18.41
 *   601: red 255 * 19595/65536 = 76.24, green 255 * 38470/65536 = 149.69, blue 29.07 */
static void
luma (void)
{
  const guint8 *primaries = U8 (255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255);

  known_u8 ("weights of Rec. 709", "canny", "stage=luma", 4, 1, 3, primaries, U8 (54, 182, 18, 255));
  known_u8 ("weights of Rec. 601", "canny", "stage=luma channel=luma-601", 4, 1, 3, primaries, U8 (76, 150, 29, 255));
  /* The smallest steps are exact too: 255 * 13933 / 65536 / 255. */
  known_f32 ("float weights", "canny", "stage=luma", 1, 1, 3, F32 (1, 0, 0),
             F32 ((255.0f * 13933.0f / 65536.0f) / 255.0f));
}

/* R = G = B gives L = G exactly, whatever the value. */
static void
grey_luma (void)
{
  guint8 grey[256], rgb[256 * 3];
  float  grey_f[256], rgb_f[256 * 3];
  CeView a = { rgb, sizeof rgb, 256, 1, 3, CE_U8 };
  CeView b = { grey, sizeof grey, 256, 1, 1, CE_U8 };
  CeView c = { (guint8 *) rgb_f, sizeof rgb_f, 256, 1, 3, CE_F32 };
  CeView d = { (guint8 *) grey_f, sizeof grey_f, 256, 1, 1, CE_F32 };

  for (int i = 0; i < 256; i++)
    {
      grey[i] = rgb[3 * i] = rgb[3 * i + 1] = rgb[3 * i + 2] = (guint8) i;
      grey_f[i] = rgb_f[3 * i] = rgb_f[3 * i + 1] = rgb_f[3 * i + 2] = (float) i / 97.0f - 0.3f;
    }

  known_u8 ("8-bit luma of grey is grey", "canny", "stage=luma", 256, 1, 3, rgb, grey);
  known_u8 ("8-bit luma of grey is grey", "canny", "stage=luma channel=luma-601", 256, 1, 3, rgb, grey);
  known_same ("8-bit grey as RGB", "canny", &a, "stage=blurred", &b, "stage=blurred");
  known_same ("float grey as RGB", "canny", &c, "stage=luma", &d, "stage=luma");
  known_same ("float grey as RGB", "canny", &c, "stage=blurred channel=luma-601", &d, "stage=blurred");
  known_same ("float grey as RGB", "laplacian", &c, "response=signed", &d, "response=signed");
}

/* A step of 10: dx = 40 at the two columns beside it. */
static void
style (void)
{
  const guint8 *step = U8 (0, 0, 10, 10);

  known_u8 ("white on black", "sobel", "style=white-on-black", 4, 1, 1, step, U8 (0, 40, 40, 0));
  known_u8 ("black on white", "sobel", "style=black-on-white", 4, 1, 1, step, U8 (255, 215, 215, 255));
  known_u8 ("lines are levels", "sobel", "style=lines", 4, 1, 1, step, U8 (0, 40, 40, 0));
  known_u8 ("inverted edges", "canny", "style=black-on-white sigma=0 low=10 high=20", 4, 1, 1, step, U8 (255, 0, 255, 255));
  /* Inverted before it is rounded: 255 - 0.5 = 254.5, to even 254. */
  known_u8 ("inverted before rounding", "sobel", "style=black-on-white gain=0.125", 2, 1, 1, U8 (0, 1), U8 (254, 254));
  /* 255 - 1020 is below 0. */
  known_f32 ("inverted float is clamped below", "sobel", "style=black-on-white", 2, 1, 1, F32 (0, 1), F32 (0, 0));
  known_u8 ("no style of a derivative", "sobel", "style=black-on-white component=horizontal", 4, 1, 1, step,
            U8 (128, 133, 133, 128));
  known_u8 ("no style of a direction", "sobel", "style=black-on-white component=direction", 1, 4, 1, step, U8 (0, 64, 64, 0));
  known_u8 ("no style of Canny's direction", "canny", "style=black-on-white stage=direction sigma=0", 1, 4, 1, step,
            U8 (0, 64, 64, 0));
  known_u8 ("no style of a signed response", "laplacian", "style=black-on-white response=signed sigma=0", 4, 1, 1, step,
            U8 (128, 138, 118, 128));
}

void
known_format (void)
{
  rounding ();
  floats ();
  not_finite ();
  luma ();
  grey_luma ();
  style ();
}
