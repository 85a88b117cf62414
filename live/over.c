/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMP's layer mode "normal" mixes colors in linear light.
 */
#include "over.h"

#include "blend.h"

/* Steps of light from black to white. */
#define STEPS 16384

static float  light_of[256];
static guint8 level_of[STEPS + 1];

static void
fill_tables (void)
{
  static gsize filled;

  if (! g_once_init_enter (&filled))
    return;

  for (int i = 0; i < 256; i++)
    light_of[i] = ce_blend_to_light ((float) i);
  for (int i = 0; i <= STEPS; i++)
    level_of[i] = (guint8) (ce_blend_to_level ((float) i / STEPS) + 0.5f);
  g_once_init_leave (&filled, 1);
}

static inline guint32
channel (guint32 pixel, int shift)
{
  return (pixel >> shift) & 255;
}

/* How much of a pixel is seen, 0 to 255 times 255, and its color. */
static inline guint32
coverage_of (guint32 pixel, CeOver over, guint32 *color)
{
  guint32 alpha = pixel >> 24, green = channel (pixel, 8);

  *color = over == CE_OVER_LIGHT ? 0xffffff : over == CE_OVER_DARK ? 0 : pixel & 0xffffff;

  return alpha * (over == CE_OVER_LIGHT ? green : over == CE_OVER_DARK ? 255 - green : 255);
}

/* Of something partly transparent over something: seldom, so it may take its time. */
static guint32
mix (guint32 below, guint32 color, float coverage)
{
  float   behind = (float) (below >> 24) / 255.0f * (1 - coverage);
  float   alpha = coverage + behind;
  guint32 opacity = (guint32) (alpha * 255.0f + 0.5f), mixed = opacity << 24;

  for (int shift = 16; shift >= 0; shift -= 8)
    {
      guint32 from = below >> 24 ? MIN ((channel (below, shift) * 255 + (below >> 25)) / (below >> 24), 255) : 0;
      float   light = (light_of[channel (color, shift)] * coverage + light_of[from] * behind) / alpha;

      mixed |= (level_of[(int) (MIN (light, 1) * STEPS + 0.5f)] * opacity + 127) / 255 << shift;
    }

  return mixed;
}

/**
 * ce_over_paint:
 * @pixels: (inout): a picture, as ce_raster_paint() makes it
 * @result: a result of it, the same with straight colors
 * @n: how many
 * @over: what of @result lies over it
 * @opacity: of that, 0 to 1
 *
 * Lays a result over its picture.
 */
void
ce_over_paint (guint32 *pixels, const guint32 *result, gsize n, CeOver over, double opacity)
{
  float share = (float) CLAMP (opacity, 0, 1) / (255.0f * 255.0f);

  fill_tables ();
  for (gsize i = 0; i < n; i++)
    {
      guint32 color, covered = coverage_of (result[i], over, &color);

      if (covered == 255 * 255 && opacity >= 1)
        pixels[i] = 0xff000000 | color;
      else if (covered > 0 && share > 0)
        pixels[i] = mix (pixels[i], color, (float) covered * share);
    }
}

/**
 * ce_over_nothing:
 * @pixels: (inout): straight colors become such that are multiplied by opacity, as Cairo has them
 * @n: how many
 */
void
ce_over_nothing (guint32 *pixels, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      guint32 alpha = pixels[i] >> 24, pixel = alpha;

      if (alpha == 255)
        continue;
      for (int shift = 16; shift >= 0; shift -= 8)
        pixel = pixel << 8 | (channel (pixels[i], shift) * alpha + 127) / 255;
      pixels[i] = pixel;
    }
}
