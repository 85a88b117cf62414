/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMP's layer mode "replace" (gimp:replace): opacities are mixed as they
 * are, colors in linear light and by their share of the mixed opacity.
 */
#include "blend.h"

#include <math.h>
#include <string.h>

/* Levels, straight alpha. */
typedef struct { float color[3], alpha; } Pixel;

static float
get_level (const CeView *view, gconstpointer row, gsize i)
{
  float level;

  if (view->type == CE_U8)
    return ((const guint8 *) row)[i];

  level = ((const float *) row)[i] * 255.0f;

  return level > 0 ? MIN (level, 255.0f) : 0;   /* a NaN gives 0 */
}

static Pixel
get_pixel (const CeView *view, int x, int y)
{
  gconstpointer row = ce_view_row (view, y);
  gsize         i = (gsize) x * view->channels;
  gboolean      gray = view->channels < 3;
  Pixel         pixel;

  for (int c = 0; c < 3; c++)
    pixel.color[c] = get_level (view, row, i + (gray ? 0 : c));
  pixel.alpha = ce_view_has_alpha (view) ? get_level (view, row, i + view->channels - 1) : 255.0f;

  return pixel;
}

/* Lines are opacity, not gray. */
static Pixel
get_result (const CeView *result, const CeLook *look, int x, int y)
{
  Pixel pixel = get_pixel (result, x, y);

  if (look->coverage)
    {
      pixel.alpha = pixel.color[0];
      for (int c = 0; c < 3; c++)
        pixel.color[c] = look->color[c];
    }

  return pixel;
}

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

/* What is only partly selected: seldom, so it may cost a power. */
static void
mix_colors (Pixel *mixed, const Pixel *source, const Pixel *result, float ratio)
{
  for (int c = 0; c < 3; c++)
    {
      float from = to_light (source->color[c]);

      mixed->color[c] = to_level (from + (to_light (result->color[c]) - from) * ratio);
    }
}

static Pixel
replace_pixel (const Pixel *source, const Pixel *result, guint8 selected, gboolean keep_alpha)
{
  float opacity = selected / 255.0f;
  Pixel mixed = *source;

  mixed.alpha = source->alpha + (result->alpha - source->alpha) * opacity;
  if (mixed.alpha > 0)
    {
      float ratio = opacity * result->alpha / mixed.alpha;

      if (ratio == 1)
        memcpy (mixed.color, result->color, sizeof mixed.color);
      else
        mix_colors (&mixed, source, result, ratio);
    }
  if (keep_alpha)
    mixed.alpha = source->alpha;

  return mixed;
}

static void
round_levels (Pixel *pixel)
{
  pixel->alpha = rintf (pixel->alpha);
  for (int c = 0; c < 3; c++)
    pixel->color[c] = rintf (pixel->color[c]);
}

/**
 * ce_blend_add:
 * @sums: (inout): for each pixel red, green, blue times opacity, then opacity
 * @result: what replaces
 * @look: its mask and source, of the size of @result, and how it looks
 * @x, @y: the first pixel
 * @n: how many
 * @weight: factor of what is added
 *
 * Adds a part of a row of what GIMP makes of source, result and selection.
 */
void
ce_blend_add (float *sums, const CeView *result, const CeLook *look, int x, int y, int n, float weight)
{
  const guint8 *mask = look->mask.data ? (const guint8 *) ce_view_row (&look->mask, y) + x : NULL;

  for (int i = 0; i < n; i++)
    {
      guint8 selected = mask ? mask[i] : 255;
      Pixel  pixel = get_pixel (&look->source, x + i, y);

      if (selected)
        {
          Pixel over = get_result (result, look, x + i, y);

          pixel = replace_pixel (&pixel, &over, selected, look->keep_alpha);
          if (result->type == CE_U8)
            round_levels (&pixel);
        }

      for (int c = 0; c < 3; c++)
        sums[i * CE_BLEND_SUMS + c] += weight * pixel.color[c] * pixel.alpha / 255.0f;
      sums[i * CE_BLEND_SUMS + 3] += weight * pixel.alpha;
    }
}
