/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction with a box filter: a screen pixel is the mean of exactly the area
 * it covers, so thin lines fade with the zoom but none is lost. Transparent
 * pixels count by their opacity (sums are premultiplied).
 */
#include "raster.h"

#include <math.h>

#include "blend.h"

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

/* The part of source sample i that lies within from..to. */
static double
overlap (int i, double from, double to)
{
  return MIN (i + 1, to) - MAX (i, from);
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

/* Colors times opacity, then opacity, n_colors + 1 sums per pixel. Called
 * with constants, so that each case is a loop of its own. */
static inline __attribute__ ((always_inline)) void
add_covered (float *restrict acc, gconstpointer row, const guint8 *restrict mask, int n, float weight,
             const CeType type, const int n_colors, const gboolean alpha)
{
  const int      step = n_colors + alpha;
  const guint8  *bytes = row;
  const float   *floats = row;
  const float    share = 1.0f / 255.0f;

  for (int i = 0; i < n; i++)
    {
      float opacity = 255.0f;

      if (alpha)
        opacity = type == CE_U8 ? bytes[i * step + n_colors] : displayed_level (floats[i * step + n_colors]);
      if (mask)
        opacity *= mask[i] * share;

      for (int c = 0; c < n_colors; c++)
        acc[i * (n_colors + 1) + c] += weight * share * opacity
                                       * (type == CE_U8 ? bytes[i * step + c] : displayed_level (floats[i * step + c]));
      acc[i * (n_colors + 1) + n_colors] += weight * opacity;
    }
}

#define CASE(type, n_colors, alpha) \
  case ((n_colors) + (alpha)) * 2 + (type): add_covered (acc, row, mask, n, weight, type, n_colors, alpha); break

static void
add_covered_row (float *acc, const CeView *view, gconstpointer row, const guint8 *mask, int n, float weight)
{
  switch (view->channels * 2 + (int) view->type)
    {
    CASE (CE_U8, 1, 0);
    CASE (CE_F32, 1, 0);
    CASE (CE_U8, 1, 1);
    CASE (CE_F32, 1, 1);
    CASE (CE_U8, 3, 0);
    CASE (CE_F32, 3, 0);
    CASE (CE_U8, 3, 1);
    CASE (CE_F32, 3, 1);
    }
}

/* Columns x to x + n of one row. */
static void
add_row (float *acc, const CeView *view, const CeLook *look, int y, int x, int n, float weight)
{
  const guint8 *row = (const guint8 *) ce_view_row (view, y) + (gsize) x * view->channels * ce_type_size (view->type);
  const guint8 *mask = look->mask.data ? (const guint8 *) ce_view_row (&look->mask, y) + x : NULL;

  if (look->source.data)
    ce_blend_add (acc, view, look, x, y, n, weight);
  else if (mask || ce_view_has_alpha (view))
    add_covered_row (acc, view, row, mask, n, weight);
  else if (view->type == CE_U8)
    add_u8 (acc, row, n * view->channels, weight);
  else
    add_f32 (acc, (const float *) row, n * view->channels, weight);
}

/* whole += row: as add_u8() with weight 1, but several times as fast. */
static void
add_whole (guint16 *restrict whole, const guint8 *restrict row, int n)
{
  for (int i = 0; i < n; i++)
    whole[i] += row[i];
}

static void
take_whole (float *restrict acc, guint16 *restrict whole, int n)
{
  for (int i = 0; i < n; i++)
    {
      acc[i] += whole[i];
      whole[i] = 0;
    }
}

/* Rows from to to of opaque bytes: most of them count in full. */
static void
add_opaque_u8 (float *acc, guint16 *whole, const CeView *view, int x, int n, double from, double to)
{
  int n_whole = 0;

  for (int y = (int) from; y < to; y++)
    {
      const guint8 *row = (const guint8 *) ce_view_row (view, y) + (gsize) x * view->channels;
      double        weight = overlap (y, from, to);

      if (weight < 1)
        {
          add_u8 (acc, row, n * view->channels, (float) weight);
          continue;
        }

      add_whole (whole, row, n * view->channels);
      if (++n_whole % 256 == 0)
        take_whole (acc, whole, n * view->channels);
    }

  take_whole (acc, whole, n * view->channels);
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

static inline __attribute__ ((always_inline)) void
add_column (float *mean, const float *sums, const int n_sums, float weight)
{
  for (int c = 0; c < n_sums; c++)
    mean[c] += weight * sums[c];
}

/* One row of sums, beginning at source column x0, to screen pixels. */
static inline __attribute__ ((always_inline)) void
paint_sums (const float *acc, int x0, const int n_sums, gboolean covered, double area_height,
           const CeView *view, const CeLook *look, const CeRegion *region, double step, guint32 *out)
{
  for (int i = 0; i < region->width; i++)
    {
      double from = (region->x + i) * step;
      double to = MIN ((region->x + i + 1) * step, view->width);
      float  mean[4] = { 0 };
      float  share;
      int    first = (int) from, last = (int) ceil (to) - 1;

      add_column (mean, acc + (gsize) (first - x0) * n_sums, n_sums, (float) overlap (first, from, to));
      for (int x = first + 1; x < last; x++)
        add_column (mean, acc + (gsize) (x - x0) * n_sums, n_sums, 1);
      if (last > first)
        add_column (mean, acc + (gsize) (last - x0) * n_sums, n_sums, (float) overlap (last, from, to));

      share = (float) (1.0 / ((to - from) * area_height));
      for (int c = 0; c < n_sums; c++)
        mean[c] = MIN (mean[c] * share, 255.0f);

      out[i] = look_up (mean, n_sums, covered, look);
    }
}

static void
paint_row (const float *acc, int x0, int n_sums, gboolean covered, double area_height,
           const CeView *view, const CeLook *look, const CeRegion *region, double step, guint32 *out)
{
  switch (n_sums)
    {
    case 1: paint_sums (acc, x0, 1, covered, area_height, view, look, region, step, out); break;
    case 2: paint_sums (acc, x0, 2, covered, area_height, view, look, region, step, out); break;
    case 3: paint_sums (acc, x0, 3, covered, area_height, view, look, region, step, out); break;
    case 4: paint_sums (acc, x0, 4, covered, area_height, view, look, region, step, out); break;
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
  int      n_sums = look->source.data ? CE_BLEND_SUMS : view->channels + (covered && ! ce_view_has_alpha (view));
  g_autofree float   *acc = g_new (float, (gsize) n * n_sums);
  g_autofree guint16 *whole = g_new0 (guint16, (gsize) n * n_sums);

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
      if (view->type == CE_U8 && ! covered)
        add_opaque_u8 (acc, whole, view, x0, n, from, to);
      else
        for (int y = (int) from; y < to; y++)
          add_row (acc, view, look, y, x0, n, (float) overlap (y, from, to));

      paint_row (acc, x0, n_sums, covered, to - from, view, look, region, step, out);
    }
}
