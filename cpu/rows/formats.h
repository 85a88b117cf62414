/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples of either type as levels and back, and loops for each format: where type and
 * channel count are constants, compilers make a loop of vectors for each.
 */
#ifndef CE_CPU_FORMATS_H
#define CE_CPU_FORMATS_H

#include "rows.h"

#include "engine/arithmetic.h"

/* Sample @i as a level. */
CE_FN float
ce_sample_level (const void *samples, CeType type, int i)
{
  return type == CE_U8 ? (float) ((const guint8 *) samples)[i] : ce_level_from_float (((const float *) samples)[i]);
}

/* A level as sample @i; of floats it may be negative. */
CE_FN void
ce_put_sample (void *samples, CeType type, int i, float level)
{
  if (type == CE_U8)
    ((guint8 *) samples)[i] = ce_level_to_u8 (level);
  else
    ((float *) samples)[i] = ce_level_to_float_signed (level);
}

/* CALL (type, channels), with both as constants. */
#define CE_BY_CHANNELS(CALL, type)                                              \
  switch (channels)                                                             \
    {                                                                           \
    case 1: CALL (type, 1); break;                                              \
    case 2: CALL (type, 2); break;                                              \
    case 3: CALL (type, 3); break;                                              \
    default: CALL (type, 4); break;                                             \
    }

#define CE_BY_FORMAT(CALL)                                                      \
  if (type == CE_U8)                                                            \
    CE_BY_CHANNELS (CALL, CE_U8)                                                \
  else                                                                          \
    CE_BY_CHANNELS (CALL, CE_F32)

#endif
