/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts one sample of any type to a level for display.
 */
#pragma once

#include "engine/cuda-edges.h"

/* Returns sample @i as a level that is clamped to 0 to 255; a NaN is black. */
static inline float
ce_level_seen (gconstpointer samples, CeType type, gsize i)
{
  float level = 0;

  switch (type)
    {
    case CE_U8: return ((const guint8 *) samples)[i];
    case CE_U16: return (float) ((const guint16 *) samples)[i] / 65535.0f * 255.0f;
    case CE_F32: level = ((const float *) samples)[i] * 255.0f;
    }

  level = level > 0 ? level : 0;

  return level < 255 ? level : 255;
}
