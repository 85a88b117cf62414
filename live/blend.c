/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * GIMP's layer mode "replace" (gimp:replace): opacities are mixed as they
 * are, colors in linear light and by their share of the mixed opacity.
 */
#include "blend.h"

#include "engine/samples.h"

#include <math.h>
#include <string.h>

/* Levels, straight alpha. */
typedef struct { float color[3], alpha; } Pixel;

static inline __attribute__ ((always_inline)) Pixel
read_pixel (gconstpointer row, gsize x, const CeType type, const int channels)
{
  Pixel pixel;

  for (int c = 0; c < 3; c++)
    pixel.color[c] = ce_level_seen (row, type, x * channels + (channels < 3 ? 0 : c));
  pixel.alpha = channels % 2 ? 255.0f : ce_level_seen (row, type, x * channels + channels - 1);

  return pixel;
}

/* Called with constants, so that each case is code of its own. */
static inline __attribute__ ((always_inline)) Pixel
get_pixel (const CeView *view, gconstpointer row, int x)
{
  switch (view->type)
    {
    case CE_U8:
      switch (view->channels)
        {
        case 1: return read_pixel (row, x, CE_U8, 1);
        case 2: return read_pixel (row, x, CE_U8, 2);
        case 3: return read_pixel (row, x, CE_U8, 3);
        default: return read_pixel (row, x, CE_U8, 4);
        }
    case CE_U16: return read_pixel (row, x, CE_U16, view->channels);
    default: return read_pixel (row, x, CE_F32, view->channels);
    }
}

/* Lines are opacity, not gray. */
static inline Pixel
get_result (const CeView *result, gconstpointer row, const CeLook *look, int x)
{
  Pixel pixel = get_pixel (result, row, x);

  if (look->coverage)
    {
      pixel.alpha = pixel.color[0];
      for (int c = 0; c < 3; c++)
        pixel.color[c] = look->color[c];
    }

  return pixel;
}

/* What is only partly selected: seldom, so it may cost a power. */
static void
mix_colors (Pixel *mixed, const Pixel *source, const Pixel *result, float ratio)
{
  for (int c = 0; c < 3; c++)
    {
      float from = ce_blend_to_light (source->color[c]);

      mixed->color[c] = ce_blend_to_level (from + (ce_blend_to_light (result->color[c]) - from) * ratio);
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

static inline void
add_pixel (float *restrict sum, const Pixel *pixel, float weight)
{
  float share = weight * pixel->alpha * (1.0f / 255.0f);

  for (int c = 0; c < 3; c++)
    sum[c] += share * pixel->color[c];
  sum[3] += weight * pixel->alpha;
}

/* Nearly all pixels are selected or not. */
static Pixel
get_partly (const CeView *result, gconstpointer row, gconstpointer source_row, const CeLook *look, int x, guint8 selected)
{
  Pixel source = get_pixel (&look->source, source_row, x);
  Pixel over = get_result (result, row, look, x);
  Pixel pixel = replace_pixel (&source, &over, selected, look->keep_alpha);

  if (result->type == CE_U8)
    round_levels (&pixel);

  return pixel;
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
  gconstpointer row = ce_view_row (result, y);
  gconstpointer source_row = ce_view_row (&look->source, y);

  for (int i = 0; i < n; i++)
    {
      guint8 selected = mask ? mask[i] : 255;
      Pixel  pixel;

      if (selected == 0)
        pixel = get_pixel (&look->source, source_row, x + i);
      else if (selected == 255 && ! look->keep_alpha)
        pixel = get_result (result, row, look, x + i);
      else
        pixel = get_partly (result, row, source_row, look, x + i, selected);
      add_pixel (sums + (gsize) i * CE_BLEND_SUMS, &pixel, weight);
    }
}
