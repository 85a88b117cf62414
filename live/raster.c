/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paints pictures as screen pixels. A screen pixel is the mean of exactly the area that it covers, or its strongest pixel,
 * because an edge is one pixel wide and the mean of the 60 pixels under a screen pixel of a large photo would be nearly
 * black. Transparent pixels count by their opacity.
 */
#include "raster-private.h"

#include <math.h>
#include <string.h>

/* Returns whether both are the same part at the same size. */
gboolean
ce_region_equal (const CeRegion *a, const CeRegion *b)
{
  return a->scale == b->scale && a->x == b->x && a->y == b->y && a->width == b->width && a->height == b->height;
}

/* Returns the number of screen pixels that @size pixels cover, the last one perhaps only in part. */
int
ce_raster_size (int size, double scale)
{
  return MAX (1, (int) ceil (size * scale - 1e-6));
}

/* Finds the extent of a screen pixel in a picture without its first @before pixels: the pixels that it covers, or the one in
 * its middle. */
static void
get_extent (int at, double scale, int before, int size, double *from, double *to)
{
  double step = 1 / scale;

  *from = scale < 1 ? at * step - before : CLAMP (floor ((at + 0.5) * step) - before, 0, size - 1);
  *to = scale < 1 ? MIN ((at + 1) * step - before, size) : *from + 1;
}

/* Converts colors times opacity, and opacity, to a color; a level above white is white. */
static inline guint32
pack (CePixel pixel)
{
  typedef gint32 Levels __attribute__ ((vector_size (16)));
  float   opacity = pixel[3];
  Levels  levels;

  if (opacity < 255)
    pixel *= opacity > 0 ? 255 / opacity : 0;
  levels = __builtin_convertvector (pixel + 0.5f, Levels);

  return ce_raster_level (opacity) << 24 | (guint32) MIN (levels[0], 255) << 16
         | (guint32) MIN (levels[1], 255) << 8 | (guint32) MIN (levels[2], 255);
}

/* Called with constants, so that each case is a loop of its own. One loop for all would take 1.3 times as long of gray at
 * 20 %, and twice as long at 100 %. */
static inline __attribute__ ((always_inline)) void
reduce (const CeRaster *raster, const int n_sums, float share, guint32 *out)
{
  const CeLook *look = raster->look;

  for (int i = 0; i < raster->region->width; i++)
    {
      const float *sums = raster->sums + (gsize) raster->first[i] * n_sums;
      const float *weights = raster->weights + (gsize) i * raster->n_weights;
      CePixel      mean = { 0 }, column;
      float        level = 0;

      for (int j = 0; j < raster->n_weights && n_sums == 1; j++)
        level += weights[j] * sums[j];
      for (int j = 0; j < raster->n_weights && n_sums > 1; j++)
        {
          memcpy (&column, sums + j * n_sums, sizeof column);     /* with three sums the last lane is the neighbor's */
          mean += weights[j] * column;
        }

      mean *= share;
      if (n_sums < 4)
        mean[3] = 255;
      if (n_sums == 1)
        out[i] = look->coverage ? ce_raster_color (level * share, look)
                 : 0xff000000 | ce_raster_level (level * share) * 0x010101u;
      else
        out[i] = pack (mean);
    }
}

static void
paint_mean (CeRaster *raster, int j, guint32 *out)
{
  const CeRegion *region = raster->region;
  double          from, to;
  float           share;

  get_extent (region->y + j, region->scale, raster->top, raster->view->height, &from, &to);
  share = 1 / ce_raster_sum_rows (raster, from, to);
  switch (raster->n_sums)
    {
    case 1: reduce (raster, 1, share, out); break;
    case 3: reduce (raster, 3, share, out); break;
    case 4: reduce (raster, 4, share, out); break;
    }
}

static void
fill_weights (CeRaster *raster)
{
  const CeRegion *region = raster->region;

  for (int i = 0; i < region->width; i++)
    {
      double from, to;

      get_extent (region->x + i, region->scale, raster->left, raster->view->width, &from, &to);
      raster->first[i] = (int) from - raster->x;
      for (int j = 0; j < raster->n_weights; j++)
        {
          double share = ce_raster_overlap ((int) from + j, from, to) / (to - from);

          raster->weights[(gsize) i * raster->n_weights + j] = (float) share;
        }
    }
}

static void
init (CeRaster *raster, const CeView *view, const CeArea *part, const CeLook *look, const CeRegion *region)
{
  double from, to, ignored;
  int    x, n, n_weights = region->scale < 1 ? (int) ceil (1 / region->scale) + 1 : 1;
  gsize  n_all;

  raster->left = part ? part->x : 0;
  raster->top = part ? part->y : 0;
  get_extent (region->x, region->scale, raster->left, view->width, &from, &ignored);
  get_extent (region->x + region->width - 1, region->scale, raster->left, view->width, &ignored, &to);
  x = (int) from;
  n = (int) ceil (to) - x;
  n_all = (gsize) n + (gsize) n_weights + 1;         /* reduce() reads beyond the last column, times 0 */

  memset (raster->whole, 0, sizeof raster->whole);
  raster->view = view;
  raster->look = look;
  raster->region = region;
  raster->x = x;
  raster->n = n;
  raster->n_sums = look->source.data || look->mask.data || view->channels % 2 == 0 ? 4 : view->channels;
  raster->n_weights = n_weights;
  raster->first = g_new (int, region->width);
  raster->weights = g_new (float, (gsize) region->width * raster->n_weights);
  raster->sums = g_new0 (float, n_all * 4);
  raster->strength = g_new (guint8, n_all);
  raster->opacity = g_new (float, n_all);
  fill_weights (raster);
}

static void
clear (CeRaster *raster)
{
  g_free (raster->first);
  g_free (raster->weights);
  g_free (raster->sums);
  g_free (raster->strength);
  g_free (raster->opacity);
}

/* Returns the number of the region's rows, from the top, that the first @n_rows rows of a picture of that height complete.
 * */
int
ce_raster_ready (int height, int n_rows, const CeRegion *region)
{
  for (int ready = 0; ready < region->height; ready++)
    {
      double from, to;

      get_extent (region->y + ready, region->scale, 0, height, &from, &to);
      if (ceil (to) > n_rows)
        return ready;
    }

  return region->height;
}

static void
paint_row (CeRaster *raster, int j, const guint32 *below, guint32 *out)
{
  const CeLook *look = raster->look;
  gboolean      strongest = look->reduce != CE_REDUCE_MEAN && raster->region->scale < 1 && raster->view->channels <= 2;

  if (! strongest || look->source.data)
    paint_mean (raster, j, out);
  if (strongest)
    ce_raster_strongest (raster, j, out);

  if (look->lut)
    ce_lut_row (look->lut, out, raster->region->width);
  if (below && look->as_layer != CE_OVERLAY_NONE)
    ce_overlay_paint (out, below, raster->region->width, look->as_layer, look->opacity);
  else if (raster->n_sums == 4 || look->coverage)
    ce_premultiply (out, raster->region->width);
}

/* Paints a region of a picture, inside ce_raster_size() of both sides, to @pixels: alpha, red, green, blue from the highest
 * byte down, in the machine's byte order, which is Cairo's ARGB32; @stride is in pixels. @view is the picture's (nullable)
 * @part, or all of it. The result may lie over the (nullable) @below, of the same stride. */
void
ce_raster_paint (const CeView *view, const CeArea *part, const CeLook *look, const CeRegion *region, const guint32 *below,
                 guint32 *pixels, int stride)
{
  CeRaster raster;

  init (&raster, view, part, look, region);
  for (int j = 0; j < region->height; j++)
    paint_row (&raster, j, below ? below + (gsize) j * (gsize) stride : NULL, pixels + (gsize) j * (gsize) stride);
  clear (&raster);
}
