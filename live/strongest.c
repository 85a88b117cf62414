/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An edge is one pixel wide: the mean of the 60 pixels under a screen pixel of
 * a large photo would be nearly black, and a picture full of edges look empty.
 * So a screen pixel shows the strongest of them. Every pixel belongs to just
 * one screen pixel, so that lines are not wider than need be.
 */
#include "strongest.h"

#include <math.h>
#include <string.h>

#include "engine/samples.h"

/* Where the pixels of a screen pixel begin, and end, counted from those that
 * are not there before them. The last one of the picture may be a small part of
 * a screen pixel. */
static int
first_of (int i, double step, int before, int size)
{
  return CLAMP ((int) ceil (i * step - 0.5) - before, 0, size - 1);
}

static int
end_of (int i, double step, int before, int size)
{
  return CLAMP ((int) ceil ((i + 1) * step - 0.5) - before, first_of (i, step, before, size) + 1, size);
}

/* Bytes without transparency: strength is the level, or what it lacks to white. */
static void
add_bytes (guint8 *restrict strength, const guint8 *restrict row, int n, guint8 inverted)
{
  for (int i = 0; i < n; i++)
    {
      guint8 value = row[i] ^ inverted;

      strength[i] = MAX (strength[i], value);
    }
}

/* The same as far as it is opaque and selected. */
static void
add_covered (guint8 *strength, float *opacity, const CeView *view, const CeLook *look, int x, int y, int n)
{
  gconstpointer row = ce_view_row (view, y);
  const guint8 *mask = look->mask.data ? (const guint8 *) ce_view_row (&look->mask, y) + x : NULL;
  int           channels = view->channels;

  for (int i = 0; i < n; i++)
    {
      float level = ce_level_seen (row, view->type, (gsize) (x + i) * (gsize) channels);
      float covered = channels == 2 ? ce_level_seen (row, view->type, (gsize) (x + i) * 2 + 1) : 255.0f;
      float value;

      if (mask)
        covered *= mask[i] / 255.0f;
      value = (look->reduce == CE_REDUCE_DARKEST ? 255.0f - level : level) * covered / 255.0f;
      strength[i] = MAX (strength[i], (guint8) (value + 0.5f));
      opacity[i] += covered;
    }
}

static guint32
color_of (guint8 strength, guint8 opacity, const CeLook *look)
{
  guint32 color = (guint32) strength << 24, most = opacity, level = MIN (strength, opacity);

  if (! look->coverage)
    {
      if (look->straight && opacity > 0)
        {
          level = (level * 255 + opacity / 2) / opacity;
          most = 255;
        }
      return (guint32) opacity << 24 | (look->reduce == CE_REDUCE_DARKEST ? most - level : level) * 0x010101u;
    }

  for (int c = 0; c < 3; c++)
    color |= (guint32) ((look->color[c] * (look->straight ? 255 : strength) + 127) / 255) << (16 - 8 * c);

  return color;
}

/**
 * ce_strongest_row:
 * @view: a picture of one channel, or one and opacity
 * @look: how it looks; its reduction says what is strong
 * @region: a part of it, smaller than it is
 * @j: a row of @region, all of which may be read
 * @out: (out): its pixels, as of ce_raster_paint()
 */
void
ce_strongest_row (const CeView *view, const CeLook *look, const CeRegion *region, int j, guint32 *out)
{
  double             step = 1 / region->scale;
  int                x = first_of (region->x, step, region->left, view->width);
  int                n = end_of (region->x + region->width - 1, step, region->left, view->width) - x;
  int                top = first_of (region->y + j, step, region->top, view->height);
  int                end = end_of (region->y + j, step, region->top, view->height);
  gboolean           covered = view->type != CE_U8 || view->channels == 2 || look->mask.data;
  g_autofree guint8 *strength = g_new0 (guint8, n);
  g_autofree float  *opacity = covered ? g_new0 (float, n) : NULL;

  for (int y = top; y < end; y++)
    if (covered)
      add_covered (strength, opacity, view, look, x, y, n);
    else
      add_bytes (strength, (const guint8 *) ce_view_row (view, y) + x, n, look->reduce == CE_REDUCE_DARKEST ? 255 : 0);

  for (int i = 0; i < region->width; i++)
    {
      int    from = first_of (region->x + i, step, region->left, view->width) - x;
      int    to = end_of (region->x + i, step, region->left, view->width) - x;
      guint8 most = 0;
      float  sum = 0;

      for (int k = from; k < to; k++)
        {
          most = MAX (most, strength[k]);
          sum += covered ? opacity[k] : 0;
        }
      if (covered)
        sum /= (float) (to - from) * (end - top);
      out[i] = color_of (most, covered ? (guint8) (sum + 0.5f) : 255, look);
    }
}
