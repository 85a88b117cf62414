/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the preview beyond the bare result: the selection's outline, and the result as GIMP's "Replace" shows it.
 */
#include "tests/support/support.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

#include "live/comparison.h"
#include "live/frame.h"
#include "live/raster.h"

/* Returns the outline as rows of digits: 1 is on the line, a pixel outside the image is empty. */
static char *
outline (const CeView *mask, int n_rows, CeRegion region, int thickness)
{
  g_autofree guint8 *gray = g_malloc ((gsize) mask->width * mask->height);
  CePictures         pictures = { .source = *mask, .n_rows = n_rows, .mask = *mask };
  CeViewport         viewport = { .region = region, .outline = thickness };
  g_autoptr (CeFrame) frame = NULL;
  GString           *text = g_string_new (NULL);

  memset (gray, 128, (gsize) mask->width * mask->height);
  pictures.source.data = gray;
  frame = ce_frame_paint (&pictures, &viewport, NULL);
  for (int y = 0; y < region.height; y++)
    {
      for (int x = 0; x < region.width; x++)
        {
          guint32 pixel = frame->before[y * region.width + x];

          g_string_append_c (text, pixel == 0xff808080 ? '.' : pixel == 0 ? ' ' : '1');
        }
      g_string_append_c (text, '|');
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

  is_outline (outline (&mask, 5, (CeRegion) { 1, 0, 0, 5, 5 }, 1), ".....|.111.|.1.1.|.111.|.....|",
              "around what is at least half selected");
  is_outline (outline (&mask, 5, (CeRegion) { 1, 2, 1, 3, 3 }, 1), "11.|.1.|11.|", "a part of it");
  is_outline (outline (&mask, 2, (CeRegion) { 1, 0, 0, 5, 5 }, 1), ".....|.111.|     |     |     |",
              "as far as the rows have arrived");
  is_outline (outline (&mask, 5, (CeRegion) { 1, 0, 0, 5, 5 }, 2), ".....|.111.|.111.|.111.|.....|", "twice as thick");
  is_outline (outline (&full, 2, (CeRegion) { 3, 0, 0, 6, 6 }, 1), "111111|1....1|1....1|1....1|1....1|111111|",
              "at 300 %, along the border of the picture");
  is_outline (outline (&mask, 5, (CeRegion) { 0.5, 0, 0, 3, 3 }, 1), "11.|11.|...|", "at 50 %");
}

/* Checks that a frame that reuses pixels of the last frame equals one that does not. */
static void
painted_again (void)
{
  TestRandom random = { 12 };
  CeView     source, result, mask;
  CeRegion   region = { 0.7, 20, 30, 60, 50 };
  CeFrame   *last = NULL;
  int        n_bad = 0, n_shared = 0;

  test_image_init (&source, 300, 200, 4, CE_U8);
  test_image_init (&result, 300, 200, 1, CE_U8);
  test_image_init (&mask, 300, 200, 1, CE_U8);
  test_image_fill (&source, TEST_NOISE, TEST_ALPHA_NOISE, &random);
  test_image_fill (&result, TEST_NOISE, TEST_ALPHA_OPAQUE, &random);
  test_image_fill (&mask, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  for (int i = 0; i < 400; i++)
    {
      CePictures pictures = { .source = source, .n_rows = MIN (i, 200), .mask = mask, .generation = 1 + i / 9,
                              .look.mask = mask };
      CeViewport viewport = { .region = region, .outline = i / 20 % 3, .overlay = i / 31 % 2 };
      CeFrame   *frame, *alone;
      gsize      size;

      if (i >= 200)
        pictures.result = result;
      pictures.part = (CeArea) { 0, 0, 300, 200 };
      pictures.look.replace = pictures.generation % 2;
      pictures.look.as_layer = pictures.look.overlay = pictures.generation % 3 ? CE_OVERLAY_ALL : CE_OVERLAY_NONE;
      pictures.look.opacity = 0.5;
      frame = ce_frame_paint (&pictures, &viewport, last);
      alone = ce_frame_paint (&pictures, &viewport, NULL);
      size = (gsize) region.width * region.height * sizeof (guint32);
      n_bad += memcmp (frame->before, alone->before, size) != 0
               || (frame->after && memcmp (frame->after, alone->after, size) != 0) || ! frame->after != (i < 200);
      n_shared += last && frame->before == last->before;
      ce_frame_unref (alone);
      ce_frame_unref (last);
      last = frame;
      if (i % 3 == 0)
        {
          if (test_random_chance (&random, 0.2))
            region.scale = test_random_double (&random, 0.3, 3);
          region.width = test_random_int (&random, 1, ce_raster_size (300, region.scale));
          region.height = test_random_int (&random, 1, ce_raster_size (200, region.scale));
          region.x = test_random_int (&random, 0, ce_raster_size (300, region.scale) - region.width);
          region.y = test_random_int (&random, 0, ce_raster_size (200, region.scale) - region.height);
        }
    }
  test_ok (n_bad == 0 && n_shared > 0, "of 400 frames that have pixels of others %d are wrong; %d share them", n_bad, n_shared);
  ce_frame_unref (last);
  test_image_clear (&source);
  test_image_clear (&result);
  test_image_clear (&mask);
}

static guint32
paint (const CeView *view, const CeLook *look, int x)
{
  CeRegion region = { .scale = 1, .x = x, .width = 1, .height = 1 };
  guint32  pixel = 0x12345678;

  ce_raster_paint (view, NULL, look, &region, NULL, &pixel, 1);

  return pixel;
}

/* Checks a pixel within a level, because the C library's power decides the last bit. */
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

/* Checks hardly selected pixels, because a color times such an opacity loses its precision in bytes. */
static void
laid_over (void)
{
  guint8  colors[3] = { 200, 100, 50 }, selected = 5;
  CeView  result = { colors, 3, 1, 1, 3, CE_U8 };
  CeLook  look = { .mask = { &selected, 1, 1, 1, 1, CE_U8 }, .as_layer = CE_OVERLAY_ALL, .opacity = 0.4 };
  guint32 below = 0xff000000, pixel = 0;

  ce_raster_paint (&result, NULL, &look, &(CeRegion) { .scale = 1, .width = 1, .height = 1 }, &below, &pixel, 1);
  is_near (pixel, 0xff0e0301, "what is hardly selected lies over the picture in its own color");
  is_near (paint (&result, &look, 0), 0x05040201, "over nothing as Cairo has it");
}

/* Compares two variants of the CPU in place of CPU and GPU. */
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
  comparison = ce_comparison_run (filter, &image, &params, &plain, TRUE, NULL, NULL);
  report = ce_comparison_report (comparison, filter);

  test_ok (ce_comparison_is_both (comparison) && comparison->difference.pixels == 0,
           "nothing differs");
  test_ok (strstr (report, "\"different-pixels\":0,") && strstr (report, "\"cpu-runs\":") && strstr (report, "\"automatic\":"),
           "the report tells so, the median and what automatic takes");

  g_free (report);
  ce_comparison_free (comparison);
  test_image_clear (&image);
}

/* Checks one line of edges under a selection of the left half, much reduced: a
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
  ce_raster_paint (&result, NULL, &look, &region, NULL, pixels, 10);
  test_ok (pixels[5 * 10 + 2] == 0xffffffff && pixels[4 * 10 + 2] == 0xff000000 && pixels[5 * 10 + 7] == 0xff646464,
           "edges in place of a selection do not fade: %08x, %08x, %08x", pixels[52], pixels[42], pixels[57]);

  look.coverage = TRUE;
  look.color[0] = 255;
  ce_raster_paint (&result, NULL, &look, &region, NULL, pixels, 10);
  test_ok (pixels[5 * 10 + 2] == 0xffff0000 && pixels[4 * 10 + 2] == 0 && pixels[5 * 10 + 7] == 0xff646464,
           "nor do lines: %08x, %08x, %08x", pixels[52], pixels[42], pixels[57]);
  test_image_clear (&result);
  test_image_clear (&source);
  test_image_clear (&mask);
}

/* Checks GIMP's layer mode: half of white over black is 188, not 128. */
static void
overlaid (void)
{
  static const struct {
    guint32 below, result; CeOverlay over; double opacity; guint32 expected; const char *what;
  } rows[] = {
    { 0xff102030, 0x00000000, CE_OVERLAY_LINES, 1, 0xff102030, "no line" },
    { 0xff102030, 0xffc80032, CE_OVERLAY_LINES, 1, 0xffc80032, "a line" },
    { 0xff000000, 0x80ffffff, CE_OVERLAY_LINES, 1, 0xffbcbcbc, "half of a white line" },
    { 0x00000000, 0x80ff0000, CE_OVERLAY_LINES, 1, 0x80800000, "half of a line over nothing" },
    { 0xff000000, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xffff3ca0, "an edge on black" },
    { 0xffffffff, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xffff3ca0, "an edge on white" },
    { 0xffff3ca0, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xff00ffa0, "an edge on its own color" },
    { 0xffe08cdc, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xff00ffa0, "an edge on another pink" },
    { 0xffff0000, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xffff3ca0, "an edge on red" },
    { 0xffc8785a, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xffff3ca0, "an edge on brown" },
    { 0xffffb6c1, 0xffffffff, CE_OVERLAY_LIGHT, 1, 0xffff3ca0, "an edge on a light pink" },
    { 0xff000000, 0xffffffff, CE_OVERLAY_LIGHT, 0.5, 0xffbc2974, "an edge at half the opacity" },
    { 0xff102030, 0xffffffff, CE_OVERLAY_DARK, 1, 0xff102030, "white where black counts" },
    { 0xff102030, 0xff000000, CE_OVERLAY_DARK, 1, 0xffff3ca0, "a black edge" },
    { 0xff000000, 0xff000000, CE_OVERLAY_DARK, 1, 0xffff3ca0, "a black edge on black" },
    { 0xff102030, 0xff000000, CE_OVERLAY_LIGHT, 1, 0xff102030, "black where white counts" },
    { 0xff102030, 0xff405060, CE_OVERLAY_ALL, 1, 0xff405060, "all" },
    { 0xff102030, 0xff405060, CE_OVERLAY_ALL, 0, 0xff102030, "nothing" },
    { 0xff000000, 0x05c86432, CE_OVERLAY_ALL, 0.4, 0xff0e0301, "what is hardly selected, in its own color" },
  };
  guint32 half[] = { 0x80ff4020, 0xff102030, 0x00ffffff };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      guint32 pixel = rows[i].result;

      ce_overlay_paint (&pixel, &rows[i].below, 1, rows[i].over, rows[i].opacity);
      test_ok (pixel == rows[i].expected, "over the picture: %s, %08x", rows[i].what, pixel);
    }

  ce_premultiply (half, 3);
  test_ok (half[0] == 0x80802010 && half[1] == 0xff102030 && half[2] == 0, "over nothing: %08x %08x %08x", half[0], half[1],
           half[2]);
}

int
main (void)
{
  outlined_selection ();
  painted_again ();
  replaced_source ();
  replaced_far_away ();
  laid_over ();
  compared_variants ();
  overlaid ();

  return test_done ();
}
