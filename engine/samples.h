/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples of any type as levels and back, one at a time.
 */
#ifndef CE_SAMPLES_H
#define CE_SAMPLES_H

#include "arithmetic.h"
#include "image.h"

/* Sample @i as a share of white. */
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

/* Sample @i as a level. */
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

/* A level as it is seen, not beyond black and white; a NaN is black. */
CE_FN float
ce_level_seen (const void *samples, CeType type, gsize i)
{
  float level;

  if (type != CE_F32)
    return ce_level_of (samples, type, i);

  level = ((const float *) samples)[i] * 255.0f;
  level = level > 0 ? level : 0;

  return level < 255 ? level : 255;
}

/* A level as sample @i, of an edge map if @clamped: floats may be negative in others. */
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

#endif
