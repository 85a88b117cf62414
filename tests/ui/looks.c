/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the dialog shows beyond the bare result: the selection's outline and
 * what GIMP makes of a result in place of its source.
 */
#include "tests/support.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

#include "live/comparison.h"
#include "live/outline.h"
#include "live/raster.h"

/* Rows of digits: 1 is on the line. */
static char *
outline (const CeView *mask, int n_rows, CeOutlineArea area, int thickness)
{
  g_autofree guint8 *pixels = g_malloc0 ((gsize) area.width * area.height);
  GString           *text = g_string_new (NULL);

  ce_outline_paint (mask, n_rows, &area, thickness, pixels, area.width);
  for (int y = 0; y < area.height; y++)
    {
      for (int x = 0; x < area.width; x++)
        g_string_append_c (text, pixels[y * area.width + x] ? '1' : '.');
      g_string_append_c (text, ' ');
    }

  return g_string_free (text, FALSE);
}

static void
is_outline (char *text, const char *expected, const char *what)
{
  test_ok (g_str_equal (text, expected), "%s: %s", what, text);
  g_free (text);
}

static void
outlined_selection (void)
{
  guint8 bytes[25] = { 0, 0,   0,   0,   0,
                       0, 255, 200, 128, 0,
                       0, 255, 255, 255, 0,
                       0, 255, 255, 255, 127,
                       0, 0,   0,   0,   0 };
  guint8 all[4] = { 255, 255, 255, 255 };
  CeView mask = { bytes, 5, 5, 5, 1, CE_U8 };
  CeView full = { all, 2, 2, 2, 1, CE_U8 };

  is_outline (outline (&mask, 5, (CeOutlineArea) { 1, 0, 0, 5, 5 }, 1), "..... .111. .1.1. .111. ..... ",
              "around what is at least half selected");
  is_outline (outline (&mask, 5, (CeOutlineArea) { 1, 2, 1, 3, 3 }, 1), "11. .1. 11. ", "a part of it");
  is_outline (outline (&mask, 2, (CeOutlineArea) { 1, 0, 0, 5, 5 }, 1), "..... .111. ..... ..... ..... ",
              "as far as the rows have arrived");
  is_outline (outline (&mask, 5, (CeOutlineArea) { 1, 0, 0, 5, 5 }, 2), "..... .111. .111. .111. ..... ", "twice as thick");
  is_outline (outline (&full, 2, (CeOutlineArea) { 3, 0, 0, 6, 6 }, 1), "111111 1....1 1....1 1....1 1....1 111111 ",
              "at 300 %, along the border of the picture");
  is_outline (outline (&full, 2, (CeOutlineArea) { 1, -1, -1, 4, 4 }, 1), ".... .11. .11. .... ", "and not beyond it");
  is_outline (outline (&mask, 5, (CeOutlineArea) { 0.5, 0, 0, 3, 3 }, 1), "11. 11. ... ", "at 50 %");
}

static guint32
paint (const CeView *view, const CeLook *look, int x)
{
  CeRegion region = { .scale = 1, .x = x, .width = 1, .height = 1 };
  guint32  pixel = 0x12345678;

  ce_raster_paint (view, view->height, look, &region, &pixel, sizeof pixel);

  return pixel;
}

/* Within a level: the last bit of a power is not ours. */
static void
is_near (guint32 pixel, guint32 expected, const char *what)
{
  int largest = 0;

  for (int shift = 0; shift < 32; shift += 8)
    largest = MAX (largest, abs ((int) (pixel >> shift & 255) - (int) (expected >> shift & 255)));
  test_ok (largest <= 1, "%s: %08x, expected %08x", what, pixel, expected);
}

/* The half selected values were read from GIMP 3.0.4 after
 * gimp_drawable_merge_shadow() with a selection of 188: source 200, 100, 50,
 * result 10, 10, 250 gives 109, 53, 220. */
static void
replaced_source (void)
{
  guint8 before[12] = { 200, 100, 50, 200, 100, 50, 200, 100, 50, 200, 100, 50 };
  guint8 after[12] = { 10, 10, 250, 10, 10, 250, 10, 10, 250, 10, 10, 250 };
  guint8 selected[4] = { 0, 188, 255, 0 };
  guint8 levels[4] = { 255, 0, 0, 255 };
  CeView result = { after, 12, 4, 1, 3, CE_U8 };
  CeView edges = { levels, 4, 4, 1, 1, CE_U8 };
  CeLook look = { .mask = { selected, 4, 4, 1, 1, CE_U8 }, .replace = TRUE, .source = { before, 12, 4, 1, 3, CE_U8 } };

  is_near (paint (&result, &look, 0), 0xffc86432, "what is not selected stays");
  is_near (paint (&result, &look, 1), 0xff6d35dc, "what is partly selected mixes in linear light");
  is_near (paint (&result, &look, 2), 0xff0a0afa, "what is selected is replaced");

  look.coverage = TRUE;
  look.color[0] = 255;
  is_near (paint (&edges, &look, 0), 0xffc86432, "beside the selection lines do not show");
  is_near (paint (&edges, &look, 1), 0x43351a0d, "partly selected, no line: as much of the source as is not");
  is_near (paint (&edges, &look, 2), 0, "selected, no line: nothing");
  look.keep_alpha = TRUE;
  is_near (paint (&edges, &look, 2), 0xffc86432, "with alpha locked, no line: the source");
}

/* Of what is hardly selected a color times opacity is hardly one. */
static void
straight (void)
{
  guint8 colors[8] = { 200, 100, 50, 128, 90, 90, 90, 0 }, gray[4] = { 30, 128, 255, 0 }, selected[2] = { 5, 255 };
  CeView result = { colors, 6, 1, 1, 3, CE_U8 }, with_alpha = { colors, 8, 2, 1, 4, CE_U8 };
  CeView levels = { gray, 4, 2, 1, 1, CE_U8 }, with_both = { gray, 4, 2, 1, 2, CE_U8 };
  CeLook look = { .straight = TRUE }, masked = { .mask = { selected, 2, 2, 1, 1, CE_U8 }, .straight = TRUE };
  CeLook lines = { .coverage = TRUE, .color = { 10, 20, 30 }, .straight = TRUE };

  is_near (paint (&result, &masked, 0), 0x05c86432, "a straight color that is hardly selected is itself");
  is_near (paint (&with_alpha, &look, 0), 0x80c86432, "so is one with alpha");
  is_near (paint (&with_alpha, &look, 1), 0, "of nothing there is none");
  is_near (paint (&levels, &masked, 0), 0x051e1e1e, "a gray, too");
  is_near (paint (&with_both, &look, 0), 0x801e1e1e, "and one with alpha");
  is_near (paint (&levels, &lines, 1), 0x800a141e, "a line of half");
}

static void
amplified_difference (void)
{
  guint8       a[12] = { 10, 10, 10, 20, 20, 20, 30, 30, 30, 40, 40, 40 }, b[12], out[4];
  float        c[3] = { 0.5f, 0.25f, 1 }, d[3] = { 0.5f, 0.25000003f, 0 };
  CeView       one = { a, 6, 2, 2, 3, CE_U8 }, two = { b, 6, 2, 2, 3, CE_U8 }, map = { out, 2, 2, 2, 1, CE_U8 };
  CeView       three = { (guint8 *) c, 12, 3, 1, 1, CE_F32 }, four = { (guint8 *) d, 12, 3, 1, 1, CE_F32 };
  CeView       line = { out, 3, 3, 1, 1, CE_U8 };

  memcpy (b, a, sizeof b);
  b[4] = 21;
  b[6] = 32;
  b[8] = 27;
  b[11] = 90;
  ce_difference_map (&one, &two, &map);
  test_ok (out[0] == 0 && out[1] == 112 && out[2] == 144 && out[3] == 255,
           "none, one, three and fifty levels: %d, %d, %d, %d", out[0], out[1], out[2], out[3]);
  ce_difference_map (&three, &four, &line);
  test_ok (out[0] == 0 && out[1] == 96 && out[2] == 255, "floats: none, the last bit, all: %d, %d, %d", out[0], out[1],
           out[2]);
}

/* Two variants of the CPU stand for CPU and GPU. */
static void
compared_variants (void)
{
  CePlace         plain = test_place ("cpu:plain");
  const CeFilter *filter = ce_filter_get (CE_FILTER_CANNY);
  TestRandom      random = { 3 };
  CeComparison   *comparison;
  CeView          image;
  CeParams        params;
  char           *report;

  test_image_init (&image, 301, 203, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&params, filter);
  comparison = ce_comparison_run (filter, &image, &params, &plain, NULL, NULL);
  report = ce_comparison_report (comparison, filter);

  test_ok (ce_comparison_is_both (comparison) && comparison->difference.pixels == 0 && ! comparison->map.data,
           "nothing differs, and there is no map of it");
  for (CeSide side = 0; side < CE_N_SIDES; side++)
    {
      const double *ms = comparison->step_ms[side];
      double        sum = ms[CE_COMPARE_BLUR] + ms[CE_COMPARE_THIN] + ms[CE_COMPARE_FOLLOW];

      test_ok (sum > 0 && fabs (sum - comparison->times[side].compute_ms) < 1e-6 * sum && ms[CE_COMPARE_BLUR] >= 0
               && ms[CE_COMPARE_THIN] >= 0 && ms[CE_COMPARE_FOLLOW] >= 0 && comparison->again_ms[side] > 0,
               "side %d: %g + %g + %g ms are all its computing of %g ms", side, ms[CE_COMPARE_BLUR], ms[CE_COMPARE_THIN],
               ms[CE_COMPARE_FOLLOW], comparison->times[side].compute_ms);
    }
  test_ok (strstr (report, "Pixels that differ: 0") && strstr (report, "gradient and thinning")
           && strstr (report, "Automatic takes the"), "the report tells so, and the steps, and what automatic takes");

  g_free (report);
  ce_comparison_free (comparison);
  test_image_clear (&image);
}

/* One line of edges under a selection that takes the left half, much smaller: a
 * white line there, the photo beside it. */
static void
replaced_far_away (void)
{
  CeView   result, source, mask;
  CeLook   look = { .replace = TRUE, .reduce = CE_REDUCE_BRIGHTEST };
  CeRegion region = { .scale = 0.1, .width = 10, .height = 10 };
  guint32  pixels[100];

  test_image_init (&result, 100, 100, 1, CE_U8);
  test_image_init (&source, 100, 100, 3, CE_U8);
  test_image_init (&mask, 100, 100, 1, CE_U8);
  memset (ce_view_row (&result, 55), 255, 100);
  for (int y = 0; y < 100; y++)
    {
      memset (ce_view_row (&source, y), 100, 300);
      memset (ce_view_row (&mask, y), 255, 50);
    }
  look.mask = mask;
  look.source = source;
  ce_raster_paint (&result, 100, &look, &region, pixels, 10 * sizeof *pixels);
  test_ok (pixels[5 * 10 + 2] == 0xffffffff && pixels[4 * 10 + 2] == 0xff000000 && pixels[5 * 10 + 7] == 0xff646464,
           "edges in place of a selection do not fade: %08x, %08x, %08x", pixels[52], pixels[42], pixels[57]);

  look.coverage = TRUE;
  look.color[0] = 255;
  ce_raster_paint (&result, 100, &look, &region, pixels, 10 * sizeof *pixels);
  test_ok (pixels[5 * 10 + 2] == 0xffff0000 && pixels[4 * 10 + 2] == 0 && pixels[5 * 10 + 7] == 0xff646464,
           "nor do lines: %08x, %08x, %08x", pixels[52], pixels[42], pixels[57]);
  test_image_clear (&result);
  test_image_clear (&source);
  test_image_clear (&mask);
}

int
main (void)
{
  outlined_selection ();
  replaced_source ();
  replaced_far_away ();
  straight ();
  amplified_difference ();
  compared_variants ();

  return test_done ();
}
