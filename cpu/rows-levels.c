/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between pixels and rows of levels.
 */
#include "rows.h"

#include "engine/arithmetic.h"

/* Calls @loop with the channel count as a constant, so that each gets its own
 * vectorised loop. */
#define FOR_CHANNELS(loop, ...) \
  switch (channels)             \
    {                           \
    case 1:                     \
      loop (1, __VA_ARGS__);    \
      break;                    \
    case 2:                     \
      loop (2, __VA_ARGS__);    \
      break;                    \
    case 3:                     \
      loop (3, __VA_ARGS__);    \
      break;                    \
    default:                    \
      loop (4, __VA_ARGS__);    \
      break;                    \
    }

CE_FN void
luma_u8 (int channels, const guint8 *restrict p, float wr, float wb, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = channels < 3 ? (float) p[x * channels]
                          : ce_luma ((float) p[x * channels], (float) p[x * channels + 1],
                                     (float) p[x * channels + 2], wr, wb);
}

CE_FN void
luma_f32 (int channels, const float *restrict p, float wr, float wb, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = channels < 3 ? ce_level_from_float (p[x * channels])
                          : ce_luma (ce_level_from_float (p[x * channels]), ce_level_from_float (p[x * channels + 1]),
                                     ce_level_from_float (p[x * channels + 2]), wr, wb);
}

void
CE_ROW (luma) (const void *pixels, CeType type, int channels, float wr, float wb, float *out, int n)
{
  if (type == CE_U8)
    FOR_CHANNELS (luma_u8, pixels, wr, wb, out, n)
  else
    FOR_CHANNELS (luma_f32, pixels, wr, wb, out, n)
}

CE_FN void
alpha_u8 (int channels, const guint8 *restrict p, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = (float) p[x * channels + channels - 1];
}

CE_FN void
alpha_f32 (int channels, const float *restrict p, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_level_from_float (p[x * channels + channels - 1]);
}

void
CE_ROW (alpha) (const void *pixels, CeType type, int channels, float *out, int n)
{
  if (type == CE_U8)
    FOR_CHANNELS (alpha_u8, pixels, out, n)
  else
    FOR_CHANNELS (alpha_f32, pixels, out, n)
}

void
CE_ROW (covered) (float *restrict luma, const float *restrict alpha, int n)
{
  for (int x = 0; x < n; x++)
    luma[x] = ce_luma_covered (luma[x], alpha[x]);
}

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

void
CE_ROW (store_signed) (const float *restrict levels, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = ce_level_to_float_signed (levels[x]);
}
