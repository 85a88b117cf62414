/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Composites like GIMP. GIMP's layer mode "replace" (gimp:replace) mixes opacities directly, and colors in linear light by
 * their share of the mixed opacity. Its mode "normal" mixes colors in linear light.
 */
#include "compositing.h"

#include <math.h>

/* Convert levels, 0 to 255, to linear light, 0 to 1, and back, by sRGB's curve. */
static float
to_light (float level)
{
  float value = level / 255.0f;

  return value <= 0.04045f ? value / 12.92f : powf ((value + 0.055f) / 1.055f, 2.4f);
}

static float
to_level (float light)
{
  return 255.0f * (light <= 0.0031308f ? 12.92f * light : 1.055f * powf (light, 1 / 2.4f) - 0.055f);
}

/* Returns GIMP's pixel for a result that replaces a source as far as it is selected. Partly selected pixels cost powers, but
 * they are rare. */
CePixel
ce_replace_pixel (CePixel source, CePixel result, guint8 selected, gboolean keep_alpha)
{
  float   opacity = selected / 255.0f, alpha = source[3] + (result[3] - source[3]) * opacity;
  float   ratio = alpha > 0 ? opacity * result[3] / alpha : 0;
  CePixel mixed = ratio == 1 ? result : source;

  for (int c = 0; c < 3 && ratio > 0 && ratio < 1; c++)
    mixed[c] = to_level (to_light (source[c]) + (to_light (result[c]) - to_light (source[c])) * ratio);
  mixed[3] = keep_alpha ? source[3] : alpha;

  return mixed;
}

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
    light_of[i] = to_light ((float) i);
  for (int i = 0; i <= STEPS; i++)
    level_of[i] = (guint8) (to_level ((float) i / STEPS) + 0.5f);
  g_once_init_leave (&filled, 1);
}

static inline guint32
channel (guint32 pixel, int shift)
{
  return (pixel >> shift) & 255;
}

/* The color of lines, and its opposite, which is seen where a picture has about the same color. */
#define LINES (CE_LINES_RED << 16 | CE_LINES_GREEN << 8 | CE_LINES_BLUE)
#define OPPOSITE 0x00ffa0
#define ABOUT 96

/* Returns a color that is seen on a pixel, be it white, black or the color of lines, which wood and skin do not have: they
 * have less blue than green. */
static inline guint32
seen_on (guint32 below)
{
  int red = (int) channel (below, 16), green = (int) channel (below, 8), blue = (int) channel (below, 0);

  return red > CE_LINES_RED - ABOUT && green < CE_LINES_GREEN + ABOUT && ABS (blue - CE_LINES_BLUE) < ABOUT
         && blue > green + ABOUT / 3 ? OPPOSITE : LINES;
}

/* Returns the coverage of a pixel, 0 to 255 times 255, and sets its color. */
static inline guint32
coverage_of (guint32 pixel, guint32 below, CeOverlay over, guint32 *color)
{
  guint32 alpha = pixel >> 24, green = channel (pixel, 8);

  *color = over == CE_OVERLAY_LIGHT || over == CE_OVERLAY_DARK ? seen_on (below) : pixel & 0xffffff;

  return alpha * (over == CE_OVERLAY_LIGHT ? green : over == CE_OVERLAY_DARK ? 255 - green : 255);
}

/* Mixes a partly transparent color over a pixel. It is rare, so it may be slow. */
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

/* Paints the part @over of a result over its picture @below, with an opacity of 0 to 1. Colors of @result are not multiplied
 * by opacity before, and are afterwards, as Cairo and @below have them. */
void
ce_overlay_paint (guint32 *result, const guint32 *below, gsize n, CeOverlay over, double opacity)
{
  float share = (float) CLAMP (opacity, 0, 1) / (255.0f * 255.0f);

  fill_tables ();
  for (gsize i = 0; i < n; i++)
    {
      guint32 color, covered = coverage_of (result[i], below[i], over, &color);

      if (covered == 255 * 255 && opacity >= 1)
        result[i] = 0xff000000 | color;
      else
        result[i] = covered > 0 && share > 0 ? mix (below[i], color, (float) covered * share) : below[i];
    }
}

/* Multiplies colors by opacity, as Cairo has them. */
void
ce_premultiply (guint32 *pixels, gsize n)
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
