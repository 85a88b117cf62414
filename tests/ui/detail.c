/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests where the most detailed part of a picture is found: at a fine pattern amid noise and soft steps, however the picture
 * is turned, and in each type; within a selection; not in what is transparent; and in the middle of a flat picture.
 */
#include "tests/support/support.h"

#include <math.h>
#include <string.h>

#include "live/detail.h"

#define WIDTH 1300
#define HEIGHT 900

/* The part that is looked for. */
#define PART_WIDTH 320
#define PART_HEIGHT 256

static void
put (CeView *view, int x, int y, int channel, float level)
{
  gpointer pixel = ce_view_pixel (view, x, y);

  switch (view->type)
    {
    case CE_U8: ((guint8 *) pixel)[channel] = (guint8) level; break;
    case CE_U16: ((guint16 *) pixel)[channel] = (guint16) (level * 257); break;
    case CE_F32: ((float *) pixel)[channel] = level / 255; break;
    }
}

/* Fills a picture with noise of a few levels, a bright half, and a pattern of 120 pixels around a point. */
static void
fill (CeView *view, int at_x, int at_y)
{
  TestRandom random = { 7 };

  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      {
        gboolean inside = ABS (x - at_x) < 60 && ABS (y - at_y) < 60;
        float    level = (x > view->width / 2 ? 180 : 60) + (float) (test_random (&random) % 7);

        if (inside)
          level = (x / 2 + y / 3) % 2 ? 150 : 90;
        for (int c = 0; c < view->channels; c++)
          put (view, x, y, c, view->channels % 2 == 0 && c == view->channels - 1 ? 255 : level);
      }
}

static gboolean
is_near (CePoint found, int x, int y)
{
  return ABS (found.x - x) <= PART_WIDTH / 2 - 50 && ABS (found.y - y) <= PART_HEIGHT / 2 - 50;
}

/* The pattern in each corner, in the middle of a side, and off the cells. */
static void
patterns (CeType type, int channels)
{
  static const struct { int x, y; } at[] = {
    { 70, 70 }, { 1229, 70 }, { 70, 829 }, { 1229, 829 }, { 333, 450 }, { 901, 617 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    {
      CeView  view;
      CePoint found;

      test_image_init (&view, WIDTH, HEIGHT, channels, type);
      fill (&view, at[i].x, at[i].y);
      found = ce_find_detail (&view, NULL, PART_WIDTH, PART_HEIGHT);
      found = (CePoint) { CLAMP (found.x, 160, WIDTH - 160), CLAMP (found.y, 128, HEIGHT - 128) };
      test_ok (is_near (found, CLAMP (at[i].x, 160, WIDTH - 160), CLAMP (at[i].y, 128, HEIGHT - 128)),
               "type %d, %d channels: a pattern at %d, %d is found: %d, %d", type, channels, at[i].x, at[i].y, found.x,
               found.y);
      test_image_clear (&view);
    }
}

/* Lines that lie, and lines that stand, are both detail, at each phase. */
static void
stripes (void)
{
  for (int phase = 0; phase < 16; phase++)
    {
      CeView  view;
      CePoint found;

      test_image_init (&view, WIDTH, HEIGHT, 1, CE_U8);
      memset (view.data, 100, ce_view_size (&view));
      for (int i = 0; i < 120; i++)
        for (int j = phase / 2; j < 120; j += 8)
          put (&view, 300 + (phase % 2 ? i : j), 300 + (phase % 2 ? j : i), 0, 130);
      found = ce_find_detail (&view, NULL, PART_WIDTH, PART_HEIGHT);
      test_ok (ABS (found.x - 360) <= 120 && ABS (found.y - 360) <= 90, "stripes of phase %d: %d, %d", phase, found.x, found.y);
      test_image_clear (&view);
    }
}

/* What is not selected, or transparent, does not count; a flat selection has a middle, too. */
static void
left_out (void)
{
  CeView  view, mask;
  CePoint found;

  test_image_init (&view, WIDTH, HEIGHT, 4, CE_U8);
  test_image_init (&mask, WIDTH, HEIGHT, 1, CE_U8);
  fill (&view, 300, 300);
  memset (mask.data, 0, ce_view_size (&mask));
  for (int y = 500; y < 800; y++)
    memset ((guint8 *) ce_view_row (&mask, y) + 900, 255, 300);
  found = ce_find_detail (&view, &mask, PART_WIDTH, PART_HEIGHT);
  test_ok (found.x > 900 && found.x < 1200 && found.y > 500 && found.y < 800, "in the selection: %d, %d", found.x, found.y);

  for (int y = 100; y < 500; y++)
    for (int x = 100; x < 500; x++)
      put (&view, x, y, 3, 0);
  found = ce_find_detail (&view, NULL, PART_WIDTH, PART_HEIGHT);
  test_ok (ABS (found.x - 300) > 100 || ABS (found.y - 300) > 100, "not in what is transparent: %d, %d", found.x, found.y);

  memset (view.data, 255, ce_view_size (&view));
  found = ce_find_detail (&view, &mask, PART_WIDTH, PART_HEIGHT);
  test_ok (ABS (found.x - 1050) < 40 && ABS (found.y - 650) < 40, "in the middle of a flat selection: %d, %d", found.x, found.y);
  test_image_clear (&view);
  test_image_clear (&mask);
}

/* Flat and tiny pictures, and values that are no numbers. */
static void
flat (void)
{
  static const struct { int width, height; } sizes[] = {
    { 1, 1 }, { 1, 500 }, { 16, 16 }, { 31, 33 }, { 1280, 960 }, { 6001, 40 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      CeView  view;
      CePoint found;

      test_image_init (&view, sizes[i].width, sizes[i].height, 3, CE_F32);
      for (int y = 0; y < view.height; y++)
        for (int x = 0; x < view.width; x++)
          for (int c = 0; c < 3; c++)
            put (&view, x, y, c, i % 2 ? NAN : INFINITY);
      found = ce_find_detail (&view, NULL, PART_WIDTH, PART_HEIGHT);
      test_ok (ABS (found.x - view.width / 2) <= 32 && ABS (found.y - view.height / 2) <= 32,
               "a flat picture of %d x %d: its middle, %d, %d", view.width, view.height, found.x, found.y);
      test_image_clear (&view);
    }
}

int
main (void)
{
  for (CeType type = CE_U8; type <= CE_F32; type++)
    for (int channels = 1; channels <= 4; channels++)
      patterns (type, channels);
  stripes ();
  left_out ();
  flat ();

  return test_done ();
}
