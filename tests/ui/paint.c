/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the painting of pictures as pixels of a screen, in its colors.
 */
#include "tests/support/support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "live/color-lut.h"
#include "live/raster.h"

static const CeLook plain;

/* Returns one screen pixel of a picture of one row. */
static guint32
paint (const CeView *view, const CeLook *look, double scale, int x)
{
  CeRegion region = { .scale = scale, .x = x, .width = 1, .height = 1 };
  guint32  pixel = 0x12345678;

  ce_raster_paint (view, NULL, look, &region, NULL, &pixel, 1);

  return pixel;
}

static void
is_pixel (guint32 pixel, guint32 expected, const char *what)
{
  test_ok (pixel == expected, "%s: %08x, expected %08x", what, pixel, expected);
}

static void
painted_opaque (void)
{
  guint8 grey[4] = { 10, 20, 40, 255 };
  guint8 rgb[6] = { 255, 0, 10, 0, 255, 30 };
  float  levels[3] = { 2.0f, -1.0f, NAN };
  CeView view = { grey, 4, 4, 1, 1, CE_U8 };
  CeView color = { rgb, 6, 2, 1, 3, CE_U8 };
  CeView real = { (guint8 *) levels, 12, 3, 1, 1, CE_F32 };

  is_pixel (paint (&view, &plain, 1, 1), 0xff141414, "at 100 % a pixel is itself");
  is_pixel (paint (&view, &plain, 5, 12), 0xff282828, "nearer than that it is a square");
  is_pixel (paint (&view, &plain, 1.5, 2), 0xff141414, "at 150 % the pixel in its middle");
  is_pixel (paint (&view, &plain, 0.5, 0), 0xff0f0f0f, "at 50 % the mean of two");
  is_pixel (paint (&view, &plain, 0.5, 1), 0xff949494, "half is rounded up");
  is_pixel (paint (&view, &plain, 2.0 / 3, 0), 0xff0d0d0d, "at 67 % one and a half: (10 + 20 / 2) / 1.5");
  is_pixel (paint (&view, &plain, 0.3, 1), 0xffffffff, "the last pixel is of what it covers alone");
  is_pixel (paint (&color, &plain, 0.5, 0), 0xff808014, "colors each");
  is_pixel (paint (&real, &plain, 1, 0), 0xffffffff, "too bright is white");
  is_pixel (paint (&real, &plain, 1, 1), 0xff000000, "below black is black");
  is_pixel (paint (&real, &plain, 1, 2), 0xff000000, "not a number is black");
  test_ok (ce_raster_size (4, 0.3) == 2 && ce_raster_size (4, 0.5) == 2 && ce_raster_size (4, 3) == 12
           && ce_raster_size (1, 0.001) == 1, "sizes of reduced pictures");
}

/* Paints many rows, so that the fast sums of whole rows are flushed. */
static void
painted_tall (void)
{
  guint8   column[2000];
  CeView   view = { column, 1, 1, 2000, 1, CE_U8 };
  CeRegion region = { .scale = 1.0 / 2000, .width = 1, .height = 1 };
  guint32  pixel;

  for (int y = 0; y < 2000; y++)
    column[y] = y < 1000 ? 255 : 1;
  ce_raster_paint (&view, NULL, &plain, &region, NULL, &pixel, 1);
  is_pixel (pixel, 0xff808080, "2000 rows are one pixel");
  test_ok (ce_raster_ready (2000, 1999, &region) == 0 && ce_raster_ready (2000, 2000, &region) == 1,
           "it is painted when all of them have arrived");
}

static void
painted_transparent (void)
{
  guint8 rgba[8] = { 200, 100, 50, 255, 7, 7, 7, 0 };
  guint8 mask[2] = { 255, 0 };
  guint8 levels[2] = { 255, 0 };
  CeView view = { rgba, 8, 2, 1, 4, CE_U8 };
  CeView edges = { levels, 2, 2, 1, 1, CE_U8 };
  CeLook lines = { .coverage = TRUE, .color = { 255, 128, 0 } };
  CeLook selected = { .mask = { mask, 2, 2, 1, 1, CE_U8 } };

  is_pixel (paint (&view, &plain, 1, 0), 0xffc86432, "opaque RGBA");
  is_pixel (paint (&view, &plain, 1, 1), 0, "transparent RGBA");
  is_pixel (paint (&view, &plain, 0.5, 0), 0x80643219, "what is transparent gives no color to its neighbors");
  is_pixel (paint (&edges, &lines, 1, 0), 0xffff8000, "lines in their color");
  is_pixel (paint (&edges, &lines, 0.5, 0), 0x80804000, "and half of them");
  is_pixel (paint (&edges, &selected, 1, 0), 0xffffffff, "selected");
  is_pixel (paint (&edges, &selected, 1, 1), 0, "not selected");
}

/* The profiles of an image and of a screen, simplified to curves and a matrix. */
typedef struct { float matrix[3][3]; float gamma, screen_gamma, share; } Profiles;

/* CeLutFunc. */
static void
to_light (const float *in, float *out, int n, gpointer data)
{
  const Profiles *profiles = data;

  for (int i = 0; i < n; i++)
    {
      float light[3];

      for (int c = 0; c < 3; c++)
        light[c] = powf (MAX (in[3 * i + c], 0), profiles->gamma);
      for (int c = 0; c < 3; c++)
        {
          const float *row = profiles->matrix[c];

          /* This exceeds a matrix: one channel depends on another. */
          out[3 * i + c] = row[0] * light[0] + row[1] * light[1] + row[2] * light[2]
                           + profiles->share * light[c] * light[(c + 1) % 3];
        }
    }
}

/* CeLutFunc. */
static void
to_level (const float *in, float *out, int n, gpointer data)
{
  const Profiles *profiles = data;

  for (int i = 0; i < 3 * n; i++)
    out[i] = powf (CLAMP (in[i], 0, 1), 1 / profiles->screen_gamma);
}

/* One in seven random colors of Adobe RGB is outside sRGB. */
static const Profiles wide = { { { 1.3984f, -0.3984f, 0 }, { 0, 1, 0 }, { 0, -0.0429f, 1.0429f } }, 2.2f, 2.2f, 0 };

/* Finds the largest error of random colors, the same three times, with opacities of their own. */
static int
find_worst (const Profiles *profiles)
{
  g_autoptr (CeLut) lut = ce_lut_new (to_light, to_level, (gpointer) profiles);
  TestRandom        random = { 5 };
  int               worst = 0;

  for (int i = 0; i < 20000; i++)
    {
      guint32 pixels[3] = { (guint32) test_random (&random) };
      float   exact[3];

      for (int c = 0; c < 3; c++)
        exact[c] = (float) (pixels[0] >> (16 - 8 * c) & 255) / 255;
      pixels[1] = pixels[2] = pixels[0];
      to_light (exact, exact, 1, (gpointer) profiles);
      to_level (exact, exact, 1, (gpointer) profiles);
      ce_lut_row (lut, pixels, 3);
      for (int c = 0; c < 3; c++)
        worst = MAX (worst, abs ((int) (pixels[2] >> (16 - 8 * c) & 255) - (int) (exact[c] * 255 + 0.5f)));
      if (pixels[0] != pixels[2])
        worst = 255;
    }

  return worst;
}

static void
converted (void)
{
  Profiles plain_screen = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, 2.4f, 2.4f, 0 };
  Profiles other = wide, turned = { { { 0, 0, 1 }, { 0, 1, 0 }, { 1, 0, 0 } }, 1, 1, 0 };
  guint8   rgba[8] = { 200, 100, 50, 255, 200, 100, 50, 128 }, levels[2] = { 255, 0 };
  CeView   color = { rgba, 8, 2, 1, 4, CE_U8 }, edges = { levels, 2, 2, 1, 1, CE_U8 };
  CeLook   lines = { .coverage = TRUE, .color = { 255, 128, 0 } };
  int      worst;
  g_autoptr (CeLut) lut = ce_lut_new (to_light, to_level, &turned);

  worst = find_worst (&plain_screen);
  test_ok (worst == 0, "a screen that shows the same: at most %d levels off", worst);
  worst = find_worst (&wide);
  test_ok (worst <= 1, "colors beyond the screen's, by curves and a matrix: at most %d levels off", worst);
  other.share = 0.02f;
  worst = find_worst (&other);
  test_ok (worst <= 2, "by more than that: at most %d levels off", worst);

  lines.lut = lut;
  is_pixel (paint (&color, &(CeLook) { .lut = lut }, 1, 0), 0xff3264c8, "a color goes through the table");
  is_pixel (paint (&color, &(CeLook) { .lut = lut }, 1, 1), 0x80193264, "a half transparent one as well, its opacity stays");
  is_pixel (paint (&edges, &lines, 1, 0), 0xff0080ff, "lines in their color");
  is_pixel (paint (&edges, &lines, 1, 1), 0, "and none");
}

/* CeLutFunc: a gray image, whose first channel alone counts, on a screen of its own white. */
static void
from_gray (const float *in, float *out, int n, gpointer data)
{
  for (int i = n - 1; i >= 0; i--)
    {
      float level = in[3 * i];

      out[3 * i] = level;
      out[3 * i + 1] = 0.8f * level;
      out[3 * i + 2] = 1 - level;
    }
}

/* CeLutFunc. */
static void
leave (const float *in, float *out, int n, gpointer data)
{
  memmove (out, in, 3 * (gsize) n * sizeof *in);
}

static void
converted_gray (void)
{
  g_autoptr (CeLut) lut = ce_lut_ref (NULL);
  guint8 levels[2] = { 10, 255 };
  CeView gray = { levels, 2, 2, 1, 1, CE_U8 };
  CeLook look = { 0 };

  look.lut = lut = ce_lut_new (from_gray, leave, NULL);
  is_pixel (paint (&gray, &look, 1, 0), 0xff0a08f5, "gray in a gray image");
  is_pixel (paint (&gray, &look, 1, 1), 0xffffcc00, "and its white");
}

/* Checks that a line of one pixel in a picture of 1000 shows once at 13 %, with its full strength. */
static void
kept_lines (void)
{
  static guint8 bytes[1000], both[2000];
  static float  floats[1000];
  CeView        view = { bytes, 1000, 1000, 1, 1, CE_U8 }, deep = { (guint8 *) floats, 4000, 1000, 1, 1, CE_F32 };
  CeView        covered = { both, 2000, 1000, 1, 2, CE_U8 };
  CeLook        bright = { .reduce = CE_REDUCE_BRIGHTEST }, dark = { .reduce = CE_REDUCE_DARKEST };
  CeLook        lines = { .reduce = CE_REDUCE_BRIGHTEST, .coverage = TRUE, .color = { 255, 0, 0 } };
  CeRegion      all = { .scale = 0.13, .width = 130, .height = 1 };
  guint32       pixels[130];
  int           n_bad = 0;

  for (int x = 0; x < 1000; x++)
    {
      int n = 0;

      bytes[x] = 255;
      floats[x] = 1;
      ce_raster_paint (&view, NULL, &bright, &all, NULL, pixels, 130);
      for (int i = 0; i < 130; i++)
        n += pixels[i] == 0xffffffff;
      ce_raster_paint (&deep, NULL, &bright, &all, NULL, pixels, 130);
      for (int i = 0; i < 130; i++)
        n += pixels[i] == 0xffffffff;
      ce_raster_paint (&view, NULL, &lines, &all, NULL, pixels, 130);
      for (int i = 0; i < 130; i++)
        n += pixels[i] == 0xffff0000;
      n_bad += n != 3;
      bytes[x] = 0;
      floats[x] = 0;
    }
  test_ok (n_bad == 0, "wherever a line is, one screen pixel is as strong; of 1000 places %d are not so", n_bad);

  memset (bytes, 255, sizeof bytes);
  bytes[500] = 0;
  is_pixel (paint (&view, &dark, 0.13, 65), 0xff000000, "a dark line on white");
  is_pixel (paint (&view, &dark, 0.13, 40), 0xffffffff, "and white beside it");
  is_pixel (paint (&view, &plain, 0.13, 40), 0xffffffff, "what is no line is a mean");
  memset (both, 0, sizeof both);
  both[2 * 500] = 255;
  is_pixel (paint (&covered, &bright, 0.13, 65), 0, "a line that is transparent is not seen");
  both[2 * 500 + 1] = 255;
  test_ok (paint (&covered, &bright, 0.13, 65) >> 24 > 0, "one that is opaque among transparent pixels is");
  bytes[500] = 7;
  is_pixel (paint (&view, &bright, 1, 500), 0xff070707, "at 100 % pixels are what they are");
}

int
main (void)
{
  kept_lines ();
  painted_opaque ();
  painted_tall ();
  painted_transparent ();
  converted ();
  converted_gray ();

  return test_done ();
}
