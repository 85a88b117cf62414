/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction with a box filter: a screen pixel is the mean of exactly the area
 * it covers, so thin lines fade with the zoom but none is lost. Transparent
 * pixels count by their opacity (sums are premultiplied).
 */
#include "raster-sums.h"

#include <math.h>
#include <string.h>

/**
 * ce_raster_size:
 * @size: pixels of a picture
 * @scale: screen pixels per pixel of the picture
 *
 * Returns: screen pixels it takes, the last of them perhaps only in part
 */
int
ce_raster_size (int size, double scale)
{
  return scale >= 1 ? size : MAX (1, (int) ceil (size * scale - 1e-6));
}

static guint32
pack (float r, float g, float b, float a)
{
  return (guint32) (a + 0.5f) << 24 | (guint32) (r + 0.5f) << 16
         | (guint32) (g + 0.5f) << 8 | (guint32) (b + 0.5f);
}

/* Means of one screen pixel, premultiplied, to its color. */
static guint32
look_up (const float *mean, int n_sums, gboolean covered, const CeLook *look)
{
  int   n_colors = n_sums - covered;
  float opacity = covered ? mean[n_colors] : 255.0f;

  if (n_colors == 3)
    return pack (mean[0], mean[1], mean[2], opacity);
  if (! look->coverage)
    return pack (mean[0], mean[0], mean[0], opacity);

  return pack (look->color[0] * mean[0] / 255.0f, look->color[1] * mean[0] / 255.0f,
               look->color[2] * mean[0] / 255.0f, mean[0]);
}

/* Which source columns make up each screen pixel, and what share of it each
 * is: the same for all rows, and the same number for all pixels, so that the
 * loop over them has no branch to be guessed wrong. */
typedef struct
{
  int    n;                /* columns per pixel */
  int   *first;            /* counted from the region's first */
  float *weights;          /* n for each pixel, some of them 0 */
} Columns;

static void
init_columns (Columns *columns, const CeRegion *region, double step, int width, int x0)
{
  columns->n = step == 1 ? 1 : (int) ceil (step) + 1;
  columns->first = g_new (int, region->width);
  columns->weights = g_new (float, (gsize) region->width * columns->n);

  for (int i = 0; i < region->width; i++)
    {
      double from = (region->x + i) * step;
      double to = MIN ((region->x + i + 1) * step, width);
      int    first = (int) from;

      columns->first[i] = first - x0;
      for (int j = 0; j < columns->n; j++)
        {
          double share = MAX (ce_raster_overlap (first + j, from, to), 0) / (to - from);

          columns->weights[(gsize) i * columns->n + j] = (float) share;
        }
    }
}

static void
clear_columns (Columns *columns)
{
  g_free (columns->first);
  g_free (columns->weights);
}

/* One row of sums to screen pixels. */
static inline __attribute__ ((always_inline)) void
paint_sums (const float *acc, const Columns *columns, const int n_sums, gboolean covered, float share,
            const CeLook *look, int width, guint32 *out)
{
  for (int i = 0; i < width; i++)
    {
      const float *sums = acc + (gsize) columns->first[i] * n_sums;
      const float *weights = columns->weights + (gsize) i * columns->n;
      float        mean[4] = { 0 };

      for (int j = 0; j < columns->n; j++)
        for (int c = 0; c < n_sums; c++)
          mean[c] += weights[j] * sums[j * n_sums + c];
      for (int c = 0; c < n_sums; c++)
        mean[c] = MIN (mean[c] * share, 255.0f);

      out[i] = look_up (mean, n_sums, covered, look);
    }
}

static void
paint_row (const CeSums *sums, const Columns *columns, double area_height, int width, guint32 *out)
{
  float share = (float) (1 / area_height);

  switch (sums->n_sums)
    {
    case 1: paint_sums (sums->acc, columns, 1, sums->covered, share, sums->look, width, out); break;
    case 2: paint_sums (sums->acc, columns, 2, sums->covered, share, sums->look, width, out); break;
    case 3: paint_sums (sums->acc, columns, 3, sums->covered, share, sums->look, width, out); break;
    case 4: paint_sums (sums->acc, columns, 4, sums->covered, share, sums->look, width, out); break;
    }
}

/**
 * ce_raster_ready:
 * @height: of a picture
 * @n_rows: how many of its rows, from the top, have arrived
 * @region: a part of it
 *
 * Returns: how many rows of the region, from the top, they complete
 */
int
ce_raster_ready (int height, int n_rows, const CeRegion *region)
{
  double step = region->scale >= 1 ? 1 : 1 / region->scale;
  int    ready = 0;

  while (ready < region->height && ceil (MIN ((region->y + ready + 1) * step, height)) <= n_rows)
    ready++;

  return ready;
}

/**
 * ce_raster_paint:
 * @view: a picture
 * @n_rows: how many of its rows, from the top, may be read; what needs more stays transparent
 * @look: how it looks
 * @region: what part of it, inside ce_raster_size() of both sides
 * @pixels: (out): premultiplied alpha, red, green, blue from the highest byte
 *   down, in the machine's byte order: Cairo's ARGB32
 * @stride: bytes from one row of @pixels to the next
 */
void
ce_raster_paint (const CeView *view, int n_rows, const CeLook *look, const CeRegion *region,
                 guint32 *pixels, gsize stride)
{
  double  step = region->scale >= 1 ? 1 : 1 / region->scale;
  int     x = (int) (region->x * step);
  int     n = MIN ((int) ceil ((region->x + region->width) * step), view->width) - x;
  int     ready = ce_raster_ready (view->height, n_rows, region);
  Columns columns;
  CeSums  sums;

  init_columns (&columns, region, step, view->width, x);
  ce_sums_init (&sums, view, look, x, n, columns.n);
  if (ready > 0)
    ce_sums_begin (&sums, region->y * step);

  for (int j = 0; j < region->height; j++)
    {
      double   from = (region->y + j) * step;
      double   to = MIN ((region->y + j + 1) * step, view->height);
      guint32 *out = (guint32 *) ((guint8 *) pixels + (gsize) j * stride);

      if (j < ready)
        {
          ce_sums_add (&sums, from, to);
          paint_row (&sums, &columns, to - from, region->width, out);
        }
      else
        memset (out, 0, region->width * sizeof *out);
    }

  ce_sums_clear (&sums);
  clear_columns (&columns);
}
