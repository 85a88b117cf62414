/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pictures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A natural picture larger than this consists of mirror images side by side, so that edges stay as frequent and no row
 * repeats within a cache. */
#define TILE 2048

const char *
bench_picture_name (BenchPicture picture)
{
  static const char *const names[] = { "natural", "noise", "stripes", "checker", "spiral", "comb", "flat" };

  return names[picture];
}

/* Returns the position of the mirrored pixel @i in a tile of @n pixels. */
static int
mirrored (int i, int n)
{
  return i / n % 2 ? n - 1 - i % n : i % n;
}

static void
mirror_row (const CeView *tile, const CeView *view, int y)
{
  const guint8 *from = ce_view_row (tile, mirrored (y, tile->height));
  guint8       *to = ce_view_row (view, y);
  gsize         pixel = view->channels * ce_type_size (view->type);

  for (int x = 0; x < view->width; x++)
    memcpy (to + x * pixel, from + mirrored (x, tile->width) * pixel, pixel);
}

static void
put_level (CeView *view, int x, int y, int level)
{
  for (int c = 0; c < view->channels - ce_view_has_alpha (view); c++)
    test_image_put (view, x, y, c, level);
}

/* A word: strokes of a pen of 1 to 3 pixels, in cells of 5 by 7. */
static void
write_word (CeView *view, TestRandom *random)
{
  int pen = test_random_int (random, 1, 3), length = test_random_int (random, 10, 60);
  int left = test_random_int (random, 0, view->width), top = test_random_int (random, 0, view->height);
  int level = test_random_chance (random, 0.5) ? 12 : 245;

  for (int i = 0; i < length * 35; i++)
    if (test_random_chance (random, 0.42))
      {
        int x0 = left + (i / 35 * 6 + i % 5) * pen, y0 = top + i % 35 / 5 * pen;

        for (int y = y0; y < MIN (y0 + pen, view->height); y++)
          for (int x = x0; x < MIN (x0 + pen, view->width); x++)
            put_level (view, x, y, level);
      }
}

/* A photo with writing on it, so that edges are as frequent as in photos of
 * streets and pages, not skies. */
static void
draw_tile (CeView *view)
{
  TestRandom random = { 20242 };
  int        n_words = 2 + (int) ((gint64) view->width * view->height / 36000);

  test_image_natural (view, 20240);
  for (int i = 0; i < n_words; i++)
    write_word (view, &random);
}

/* The tile of a format, kept: pictures of all sizes are made of it. */
static const CeView *
get_tile (const CeView *view)
{
  static CeView tiles[5][CE_F32 + 1];
  CeView       *tile = &tiles[view->channels][view->type];

  if (! tile->data)
    {
      test_image_init (tile, TILE, TILE, view->channels, view->type);
      draw_tile (tile);
    }

  return tile;
}

static void
draw_natural (CeView *view)
{
  const CeView *tile;

  if (view->width < TILE || view->height < TILE)
    {
      draw_tile (view);
      return;
    }

  tile = get_tile (view);
  for (int y = 0; y < view->height; y++)
    mirror_row (tile, view, y);
}

/* An elliptical Archimedean spiral in steps too small to be strong, and one
 * strong spot at its outer end. */
static void
draw_spiral (CeView *view)
{
  const double pitch = 12;
  double       cx = view->width / 2.0, cy = view->height / 2.0;
  double       squeeze = (cy - 6) / (cx - 6);
  int          middle = view->height / 2, end = 1;
  guint8      *row = ce_view_row (view, middle);

  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      {
        double dx = (x - cx) * squeeze, dy = y - cy;
        double radius = sqrt (dx * dx + dy * dy);
        double turn = radius / pitch - atan2 (dy, dx) / (2 * G_PI);
        double inside = MIN ((0.25 - fabs (turn - floor (turn) - 0.5)) * pitch, cy - 6 - radius);

        ((guint8 *) ce_view_row (view, y))[x] = (guint8) (100.5 + 16 * CLAMP (inside + 0.5, 0, 1));
      }

  for (int x = 1; x < view->width - 1; x++)
    if (row[x] != 100)
      end = x;
  for (int y = -1; y <= 1; y++)
    memset ((guint8 *) ce_view_row (view, middle + y) + end - 1, 255, 3);
}

/* Ridges from top to bottom, 4 pixels from one to the next: their gradient is
 * 64 at every other pixel and 0 between. They end at the top and are joined at
 * the bottom, so one outline goes up and down all of them. It begins left,
 * where the step to the bottom is high enough to be strong. */
static void
draw_comb (CeView *view)
{
  static const guint8 profile[4] = { 100, 108, 116, 108 };

  for (int y = 0; y < view->height; y++)
    {
      guint8 *row = ce_view_row (view, y);

      for (int x = 0; x < view->width; x++)
        row[x] = y >= view->height - 8 ? (guint8) MAX (140 - x, 116) : y < 8 || x < 40 ? 100 : profile[x % 4];
    }
}

static void
draw_pattern (CeView *view, BenchPicture picture)
{
  TestRandom random = { 20241 };

  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      {
        guint8 *p = (guint8 *) ce_view_row (view, y) + x;

        if (picture == BENCH_NOISE)
          *p = (guint8) (test_random (&random) >> 56);
        else if (picture == BENCH_STRIPES)
          *p = (x + y) / 4 % 2 ? 220 : 20;
        else if (picture == BENCH_CHECKER)
          *p = (x / 4 + y / 4) % 2 ? 220 : 20;
        else
          *p = 117;
      }
}

/**
 * bench_picture_draw:
 * @view: where to; one 8-bit channel unless @picture is natural
 * @picture: what
 *
 * Every pixel follows from the size.
 */
void
bench_picture_draw (CeView *view, BenchPicture picture)
{
  g_return_if_fail (picture == BENCH_NATURAL || (view->channels == 1 && view->type == CE_U8));

  if (picture == BENCH_NATURAL)
    draw_natural (view);
  else if (picture == BENCH_SPIRAL)
    draw_spiral (view);
  else if (picture == BENCH_COMB)
    draw_comb (view);
  else
    draw_pattern (view, picture);
}

/**
 * bench_picture_save:
 * @view: 8-bit grey or RGB
 * @path: a file, PGM or PPM
 * @error: return location
 *
 * Returns: whether it was written
 */
gboolean
bench_picture_save (const CeView *view, const char *path, GError **error)
{
  FILE *file = fopen (path, "wb");
  gsize row = test_image_row (view);
  int   written;

  if (file)
    {
      fprintf (file, "P%d\n%d %d\n255\n", view->channels == 1 ? 5 : 6, view->width, view->height);
      for (int y = 0; y < view->height; y++)
        fwrite (ce_view_row (view, y), 1, row, file);
      written = ! ferror (file);
      if (fclose (file) == 0 && written)
        return TRUE;
    }
  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, "%s: %s", path, g_strerror (errno));

  return FALSE;
}
