/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduces pictures and keeps the full strength of thin lines.
 */
#include "raster-private.h"

#include <math.h>
#include <string.h>

/* Finds the first pixel of a screen pixel, and their end. Every pixel belongs to exactly one screen pixel, so that lines
 * are not too wide. The picture's last screen pixel may have few pixels. */
static void
get_span (int i, double step, int before, int size, int *first, int *end)
{
  *first = CLAMP ((int) ceil (i * step - 0.5) - before, 0, size - 1);
  *end = CLAMP ((int) ceil ((i + 1) * step - 0.5) - before, *first + 1, size);
}

/* Takes the strongest of opaque bytes; the strength is the level, or its distance from white. */
static void
take_strongest (guint8 *restrict strength, const guint8 *restrict row, int n, guint8 inverted)
{
  for (int i = 0; i < n; i++)
    {
      guint8 value = row[i] ^ inverted;

      strength[i] = MAX (strength[i], value);
    }
}

/* Takes the strongest of a piece of pixels that may be transparent or partly selected. */
static void
take_covered (CeRaster *raster, guint8 *strength, float *opacity, int x, int y, int n)
{
  const CeLook *look = raster->look;
  const guint8 *mask = look->mask.data ? (const guint8 *) ce_view_row (&look->mask, y) + x : NULL;
  int           channels = raster->view->channels;

  ce_raster_read_levels (raster->levels, raster->view, x, y, n);
  for (int i = 0; i < n; i++)
    {
      float level = raster->levels[i * channels], covered = channels == 2 ? raster->levels[2 * i + 1] : 255;
      float value;

      if (mask)
        covered *= mask[i] / 255.0f;
      value = (look->reduce == CE_REDUCE_DARKEST ? 255 - level : level) * covered / 255;
      strength[i] = MAX (strength[i], (guint8) (value + 0.5f));
      opacity[i] += covered;
    }
}

/* Returns the color of a strength with an opacity. */
static guint32
color_of (guint8 strength, guint8 opacity, const CeLook *look)
{
  guint32 level = strength;

  if (look->coverage)
    return ce_raster_color (strength, look);
  if (opacity < 255)
    level = opacity > 0 ? (MIN (strength, opacity) * 255u + opacity / 2) / opacity : 0;

  return (guint32) opacity << 24 | (look->reduce == CE_REDUCE_DARKEST ? 255 - level : level) * 0x010101u;
}

/* Reduces a row of a picture of one channel, or of one and opacity; colors are not multiplied by opacity. If the source
 * shows through, because a pixel is not fully selected or opacity stays the source's, @out stays the mean. */
void
ce_raster_strongest (CeRaster *raster, int j, guint32 *out)
{
  const CeView   *view = raster->view;
  const CeRegion *region = raster->region;
  const CeLook   *look = raster->look;
  gboolean        covered = view->type != CE_U8 || view->channels == 2 || look->mask.data;
  double          step = 1 / region->scale;
  int             x, end, top, bottom;

  get_span (region->x + region->width - 1, step, raster->left, view->width, &x, &end);
  get_span (region->x, step, raster->left, view->width, &x, &top);
  get_span (region->y + j, step, raster->top, view->height, &top, &bottom);
  memset (raster->strength, 0, end - x);
  memset (raster->opacity, 0, (end - x) * sizeof *raster->opacity);
  for (int y = top; y < bottom; y++)
    if (covered)
      for (int i = 0; i < end - x; i += CE_RASTER_PIECE)
        take_covered (raster, raster->strength + i, raster->opacity + i, x + i, y, MIN (CE_RASTER_PIECE, end - x - i));
    else
      take_strongest (raster->strength, (const guint8 *) ce_view_row (view, y) + x, end - x,
                      look->reduce == CE_REDUCE_DARKEST ? 255 : 0);

  for (int i = 0; i < region->width; i++)
    {
      guint8 most = 0, opacity = 255;
      float  sum = 0;
      int    from, to;

      get_span (region->x + i, step, raster->left, view->width, &from, &to);
      for (int k = from - x; k < to - x; k++)
        {
          most = MAX (most, raster->strength[k]);
          sum += raster->opacity[k];
        }
      if (covered)
        opacity = (guint8) (sum / (float) ((to - from) * (bottom - top)) + 0.5f);
      if (! look->source.data || (opacity == 255 && ! (look->keep_alpha && out[i] >> 24 < 255)))
        out[i] = color_of (most, opacity, look);
    }
}
