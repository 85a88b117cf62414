/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How GIMP puts a result in place of its source where that is selected.
 */
#ifndef CE_BLEND_H
#define CE_BLEND_H

#include <math.h>

#include "raster.h"

G_BEGIN_DECLS

#define CE_BLEND_SUMS 4

/* Levels, 0 to 255, to linear light, 0 to 1, and back, by sRGB's curve. */
static inline float
ce_blend_to_light (float level)
{
  float value = level / 255.0f;

  return value <= 0.04045f ? value / 12.92f : powf ((value + 0.055f) / 1.055f, 2.4f);
}

static inline float
ce_blend_to_level (float light)
{
  return 255.0f * (light <= 0.0031308f ? 12.92f * light : 1.055f * powf (light, 1 / 2.4f) - 0.055f);
}

void ce_blend_add (float *sums, const CeView *result, const CeLook *look, int x, int y, int n, float weight);

G_END_DECLS

#endif
