/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between samples and rows of levels.
 */
#include "rows.h"

#include "engine/arithmetic.h"

void
CE_ROW (samples) (const void *samples, CeType type, float *restrict out, int n)
{
  if (type == CE_U8)
    for (int x = 0; x < n; x++)
      out[x] = (float) ((const guint8 *) samples)[x];
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_from_float (((const float *) samples)[x]);
}

void
CE_ROW (store_u8) (const float *restrict levels, gboolean invert, guint8 *restrict out, int n)
{
  if (invert)
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_u8 (255.0f - levels[x]);
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_u8 (levels[x]);
}

void
CE_ROW (store_f32) (const float *restrict levels, gboolean invert, float *restrict out, int n)
{
  if (invert)
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_float (255.0f - levels[x]);
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_level_to_float (levels[x]);
}
