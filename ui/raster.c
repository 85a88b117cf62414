/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction with a box filter: a screen pixel is the mean of exactly the area
 * it covers, so thin lines fade with the zoom but none is lost. Transparent
 * pixels count by their opacity (sums are premultiplied).
 */
#include "raster.h"

#include <math.h>

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

/* acc += weight * row, n samples. The common case: no transparency. */
static void
add_u8 (float *restrict acc, const guint8 *restrict row, int n, float weight)
{
  for (int i = 0; i < n; i++)
    acc[i] += weight * row[i];
}

static float
displayed_level (float value)
{
  float level = value * 255.0f;

  return level > 0 ? MIN (level, 255.0f) : 0;   /* a NaN gives 0 */
}

static void
add_f32 (float *restrict acc, const float *restrict row, int n, float weight)
{
  for (int i = 0; i < n; i++)
    acc[i] += weight * displayed_level (row[i]);
}

static float
sample_level (const CeView *view, gconstpointer row, gsize i)
{
  return view->type == CE_U8 ? ((const guint8 *) row)[i] : displayed_level (((const float *) row)[i]);
}

/* Colors times opacity, then opacity, n_colors + 1 sums per pixel. */
static void
add_covered (float *restrict acc, const CeView *view, const guint8 *mask, gconstpointer row,
             int x, int n, float weight)
{
  gboolean alpha = ce_view_has_alpha (view);
  int      n_colors = view->channels - alpha;

  for (int i = 0; i < n; i++)
    {
      gsize first = (gsize) (x + i) * view->channels;
      float opacity = alpha ? sample_level (view, row, first + n_colors) / 255.0f : 1.0f;

      if (mask)
        opacity *= mask[x + i] / 255.0f;

      for (int c = 0; c < n_colors; c++)
        *acc++ += weight * opacity * sample_level (view, row, first + c);
      *acc++ += weight * opacity * 255.0f;
    }
}

/* Columns x to x + n of one row. */
static void
add_row (float *acc, const CeView *view, const CeLook *look, int y, int x, int n, float weight)
{
  gconstpointer row = ce_view_row (view, y);

  if (look->mask.data || ce_view_has_alpha (view))
    add_covered (acc, view, look->mask.data ? ce_view_row (&look->mask, y) : NULL, row, x, n, weight);
  else if (view->type == CE_U8)
    add_u8 (acc, (const guint8 *) row + (gsize) x * view->channels, n * view->channels, weight);
  else
    add_f32 (acc, (const float *) row + (gsize) x * view->channels, n * view->channels, weight);
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

/* The part of source sample i that lies within from..to. */
static double
overlap (int i, double from, double to)
{
  return MIN (i + 1, to) - MAX (i, from);
}

/* One row of sums, beginning at source column x0, to screen pixels. */
static void
paint_row (const float *acc, int x0, int n_sums, gboolean covered, double area_height,
           const CeView *view, const CeLook *look, const CeRegion *region, double step, guint32 *out)
{
  for (int i = 0; i < region->width; i++)
    {
      double from = (region->x + i) * step;
      double to = MIN ((region->x + i + 1) * step, view->width);
      float  mean[4] = { 0 };
      float  share;

      for (int x = (int) from; x < to; x++)
        for (int c = 0; c < n_sums; c++)
          mean[c] += (float) overlap (x, from, to) * acc[(gsize) (x - x0) * n_sums + c];

      share = (float) (1.0 / ((to - from) * area_height));
      for (int c = 0; c < n_sums; c++)
        mean[c] = MIN (mean[c] * share, 255.0f);

      out[i] = look_up (mean, n_sums, covered, look);
    }
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
  double   step = region->scale >= 1 ? 1 : 1 / region->scale;
  int      x0 = (int) (region->x * step);
  int      n = MIN ((int) ceil ((region->x + region->width) * step), view->width) - x0;
  gboolean covered = look->mask.data || ce_view_has_alpha (view);
  int      n_sums = view->channels + (covered && ! ce_view_has_alpha (view));
  g_autofree float *acc = g_new (float, (gsize) n * n_sums);

  for (int j = 0; j < region->height; j++)
    {
      double   from = (region->y + j) * step;
      double   to = MIN ((region->y + j + 1) * step, view->height);
      guint32 *out = (guint32 *) ((guint8 *) pixels + (gsize) j * stride);

      if (ceil (to) > n_rows)
        {
          for (int i = 0; i < region->width; i++)
            out[i] = 0;
          continue;
        }

      for (gsize i = 0; i < (gsize) n * n_sums; i++)
        acc[i] = 0;
      for (int y = (int) from; y < to; y++)
        add_row (acc, view, look, y, x0, n, (float) overlap (y, from, to));

      paint_row (acc, x0, n_sums, covered, to - from, view, look, region, step, out);
    }
}
