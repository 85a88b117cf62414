/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures as pixels of a screen, and in its colors.
 */
#include "tests/support.h"

#include <math.h>
#include <string.h>

#include "live/raster.h"
#include "live/tint.h"

static const CeLook plain;

/* One screen pixel of a picture of one row. */
static guint32
paint (const CeView *view, const CeLook *look, double scale, int x)
{
  CeRegion region = { .scale = scale, .x = x, .width = 1, .height = 1 };
  guint32  pixel = 0x12345678;

  ce_raster_paint (view, view->height, look, &region, &pixel, sizeof pixel);

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
  is_pixel (paint (&view, &plain, 5, 2), 0xff282828, "nearer than that as well");
  is_pixel (paint (&view, &plain, 0.5, 0), 0xff0f0f0f, "at 50 % the mean of two");
  is_pixel (paint (&view, &plain, 0.5, 1), 0xff949494, "half is rounded up");
  is_pixel (paint (&view, &plain, 2.0 / 3, 0), 0xff0d0d0d, "at 67 % one and a half: (10 + 20 / 2) / 1.5");
  is_pixel (paint (&view, &plain, 0.3, 1), 0xffffffff, "the last pixel is of what it covers alone");
  is_pixel (paint (&color, &plain, 0.5, 0), 0xff808014, "colors each");
  is_pixel (paint (&real, &plain, 1, 0), 0xffffffff, "too bright is white");
  is_pixel (paint (&real, &plain, 1, 1), 0xff000000, "below black is black");
  is_pixel (paint (&real, &plain, 1, 2), 0xff000000, "not a number is black");
  test_ok (ce_raster_size (4, 0.3) == 2 && ce_raster_size (4, 0.5) == 2 && ce_raster_size (4, 3) == 4
           && ce_raster_size (1, 0.001) == 1, "sizes of reduced pictures");
}

/* Many rows: the fast sums of whole rows are flushed. */
static void
painted_tall (void)
{
  guint8   column[2000];
  CeView   view = { column, 1, 1, 2000, 1, CE_U8 };
  CeRegion region = { .scale = 1.0 / 2000, .width = 1, .height = 1 };
  guint32  pixel;

  for (int y = 0; y < 2000; y++)
    column[y] = y < 1000 ? 255 : 1;
  ce_raster_paint (&view, 2000, &plain, &region, &pixel, 4);
  is_pixel (pixel, 0xff808080, "2000 rows are one pixel");
  ce_raster_paint (&view, 1999, &plain, &region, &pixel, 4);
  is_pixel (pixel, 0, "rows that have not arrived leave it transparent");
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

/* CeTintFunc: red and blue change sides, and a level is lost. */
static void
swap (const guint8 *in, guint8 *out, int n, gpointer data)
{
  for (int i = 0; i < n; i++)
    {
      out[3 * i] = in[3 * i + 2];
      out[3 * i + 1] = in[3 * i + 1] - (in[3 * i + 1] > 0);
      out[3 * i + 2] = in[3 * i];
    }
}

/* CeTintFunc: of a gray image. */
static void
invert (const guint8 *in, guint8 *out, int n, gpointer data)
{
  for (int i = 0; i < n; i++)
    {
      out[3 * i] = 255 - in[i];
      out[3 * i + 1] = in[i];
      out[3 * i + 2] = 7;
    }
}

/* CeTintFunc. */
static void
leave (const guint8 *in, guint8 *out, int n, gpointer data)
{
  memcpy (out, in, 3 * (gsize) n);
}

/* Freed when nobody uses it any more. */
static void
freed (gpointer data)
{
  *(gboolean *) data = TRUE;
}

static void
tinted (void)
{
  guint8   rgba[8] = { 200, 100, 50, 255, 200, 100, 50, 128 };
  guint8   levels[3] = { 10, 255, 0 };
  gboolean gone = FALSE;
  CeView   color = { rgba, 8, 2, 1, 4, CE_U8 };
  CeView   gray = { levels, 3, 3, 1, 1, CE_U8 };
  CeTint  *tint = ce_tint_new (FALSE, swap, &gone, freed);
  CeLook   look = { .tint = tint };
  CeLook   lines = { .coverage = TRUE, .color = { 255, 128, 0 }, .tint = tint };

  is_pixel (paint (&color, &look, 1, 0), 0xff3263c8, "a color goes through the tint");
  is_pixel (paint (&color, &look, 1, 1), 0x80193264, "a half transparent one as well, its opacity stays");
  is_pixel (paint (&gray, &look, 1, 0), 0xff0a090a, "gray in a colored image");
  is_pixel (paint (&gray, &lines, 1, 1), 0xff007fff, "lines in their color");
  is_pixel (paint (&gray, &lines, 1, 2), 0, "and none");
  ce_tint_unref (ce_tint_ref (tint));
  test_ok (! gone, "a tint stays as long as somebody uses it");
  ce_tint_unref (tint);
  test_ok (gone, "and no longer");

  look.tint = tint = ce_tint_new (TRUE, invert, NULL, NULL);
  is_pixel (paint (&gray, &look, 1, 0), 0xfff50a07, "gray in a gray image");
  ce_tint_unref (tint);
}

/* Light as the square of the level, and levels as its root: what @scale does to it shows. */
static CeTintTables *
new_tables (float scale)
{
  CeTintTables *tables = g_new0 (CeTintTables, 1);

  for (int i = 0; i < 256; i++)
    for (int c = 0; c < 3; c++)
      tables->light[c][i][c] = scale * (float) (i * i) / (255 * 255);
  for (int i = 0; i < CE_TINT_STEPS; i++)
    for (int c = 0; c < 3; c++)
      tables->level[c][i] = (guint8) (255 * sqrt ((double) i / (CE_TINT_STEPS - 1)) + 0.5);

  return tables;
}

/* Tables are used only if they do what the conversion does. */
static void
tabled (void)
{
  g_autoptr (CeTint) tint = ce_tint_new (FALSE, leave, NULL, NULL);
  guint32            pixels[600];
  int                worst = 0;

  test_ok (! ce_tint_take_tables (tint, new_tables (0.9f)), "tables that are wrong are refused");
  test_ok (! ce_tint_take_tables (tint, new_tables (3)), "also those that are too bright");
  test_ok (ce_tint_take_tables (tint, new_tables (1)), "tables that are right are taken");
  for (guint32 i = 0; i < 600; i++)
    pixels[i] = 0xff000000 | (i * 977 & 255) << 16 | (i & 255) << 8 | (i * 31 & 255);
  ce_tint_row (tint, pixels, 600, FALSE, FALSE);
  for (guint32 i = 0; i < 600; i++)
    for (int c = 0; c < 3; c++)
      {
        guint32 expected = c == 0 ? i * 31 & 255 : c == 1 ? i & 255 : i * 977 & 255;

        worst = MAX (worst, abs ((int) (pixels[i] >> (8 * c) & 255) - (int) expected));
      }
  test_ok (worst <= 1, "and give the same colors, of a long row: at most %d levels off", worst);
}

/* A line of one pixel in a picture of 1000, at 13 %: as strong as it is, once. */
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
      ce_raster_paint (&view, 1, &bright, &all, pixels, sizeof pixels);
      for (int i = 0; i < 130; i++)
        n += pixels[i] == 0xffffffff;
      ce_raster_paint (&deep, 1, &bright, &all, pixels, sizeof pixels);
      for (int i = 0; i < 130; i++)
        n += pixels[i] == 0xffffffff;
      ce_raster_paint (&view, 1, &lines, &all, pixels, sizeof pixels);
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
  tinted ();
  tabled ();

  return test_done ();
}
