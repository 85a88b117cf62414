/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pictures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* A natural picture larger than this is its mirror images side by side: edges
 * stay as frequent, and no row repeats within a cache. */
#define TILE 2048

const char *
bench_picture_name (BenchPicture picture)
{
  static const char *const names[] = { "natural", "noise", "stripes", "checker", "spiral", "coil", "flat" };

  return names[picture];
}

/* Where in a tile of @n pixels the mirrored pixel @i is. */
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
draw_natural (CeView *view)
{
  CeView tile;

  if (view->width <= TILE && view->height <= TILE)
    {
      test_image_natural (view, 20240);
      return;
    }

  test_image_init (&tile, MIN (view->width, TILE), MIN (view->height, TILE), view->channels, view->type);
  test_image_natural (&tile, 20240);
  for (int y = 0; y < view->height; y++)
    mirror_row (&tile, view, y);
  test_image_clear (&tile);
}

/* Level of a spiral at @phase of a turn, 0 to 1. */
static double
spiral_level (BenchPicture picture, double phase, double inside, double pitch)
{
  if (picture == BENCH_COIL)
    return inside > 0 ? 16 * (1 - fabs (2 * phase - 1)) : 0;

  return 16 * CLAMP (MIN ((0.25 - fabs (phase - 0.5)) * pitch, inside) + 0.5, 0, 1);
}

/* An elliptical Archimedean spiral in steps too small to be strong, and one
 * strong spot at its outer end. The coil's derivative is largest at every other
 * pixel, and twice 16 levels * 4 / 2 there. */
static void
draw_spiral (CeView *view, BenchPicture picture)
{
  double  pitch = picture == BENCH_COIL ? 4 : 12;
  double  cx = view->width / 2.0, cy = view->height / 2.0;
  double  squeeze = (cy - 6) / (cx - 6);
  int     middle = view->height / 2, end = 1;
  guint8 *row = ce_view_row (view, middle);

  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      {
        double dx = (x - cx) * squeeze, dy = y - cy;
        double radius = sqrt (dx * dx + dy * dy);
        double turn = radius / pitch - atan2 (dy, dx) / (2 * G_PI);

        ((guint8 *) ce_view_row (view, y))[x]
          = (guint8) (100.5 + spiral_level (picture, turn - floor (turn), cy - 6 - radius, pitch));
      }

  for (int x = 1; x < view->width - 1; x++)
    if (row[x] != 100)
      end = x;
  for (int y = -1; y <= 1; y++)
    memset ((guint8 *) ce_view_row (view, middle + y) + end - 1, 255, 3);
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
  else if (picture == BENCH_SPIRAL || picture == BENCH_COIL)
    draw_spiral (view, picture);
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
