/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Converts one sample of any type to a level and back.
 */
#pragma once

#include "arithmetic.h"
#include "image.h"

/* Returns sample @i as a share of white, 0 to 1. */
CE_FN float
ce_value_of (const void *samples, CeType type, gsize i)
{
  switch (type)
    {
    case CE_U8: return (float) ((const guint8 *) samples)[i] / 255.0f;
    case CE_U16: return (float) ((const guint16 *) samples)[i] / 65535.0f;
    case CE_F32: return ((const float *) samples)[i];
    }

  return 0;
}

/* Returns sample @i as a level. */
CE_FN float
ce_level_of (const void *samples, CeType type, gsize i)
{
  switch (type)
    {
    case CE_U8: return (float) ((const guint8 *) samples)[i];
    case CE_U16: return ce_level_from_word (((const guint16 *) samples)[i]);
    case CE_F32: return ce_level_from_float (((const float *) samples)[i]);
    }

  return 0;
}

/* Returns the luma, with the weights of ce_luma(), of the pixel whose first sample is @i; of gray pixels the level. */
CE_FN float
ce_luma_of (const void *samples, CeType type, int channels, gsize i, float wr, float wb)
{
  if (ce_n_colors (channels) == 1)
    return ce_level_of (samples, type, i);

  return ce_luma (ce_level_of (samples, type, i), ce_level_of (samples, type, i + 1), ce_level_of (samples, type, i + 2),
                  wr, wb);
}

/* Stores a level as sample @i. Floats of an edge map are @clamped; those of a sharpened image may be negative. */
CE_FN void
ce_put_level (void *samples, CeType type, gsize i, float level, gboolean clamped)
{
  switch (type)
    {
    case CE_U8: ((guint8 *) samples)[i] = ce_level_to_u8 (level); break;
    case CE_U16: ((guint16 *) samples)[i] = ce_level_to_u16 (level); break;
    case CE_F32: ((float *) samples)[i] = clamped ? ce_level_to_float (level) : ce_level_to_float_signed (level); break;
    }
}
