/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: between samples and light, and its steps beside the Gaussian.
 */
#include "rows.h"

#include "engine/arithmetic.h"

/* Channel @i of pixel @x as a level. */
CE_FN float
level_at (const void *pixels, CeType type, int channels, int x, int i)
{
  return type == CE_U8 ? (float) ((const guint8 *) pixels)[x * channels + i]
                       : ce_level_from_float (((const float *) pixels)[x * channels + i]);
}

CE_FN void
light_of_pixels (const void *pixels, CeType type, int channels, int channel, float wr, float wb, float *restrict out, int n)
{
  if (channel >= 0)
    for (int x = 0; x < n; x++)
      out[x] = ce_linear (level_at (pixels, type, channels, x, channel));
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_luma (ce_linear (level_at (pixels, type, channels, x, 0)),
                        ce_linear (level_at (pixels, type, channels, x, 1)),
                        ce_linear (level_at (pixels, type, channels, x, 2)), wr, wb);
}

CE_FN void
relight_pixels (const void *pixels, CeType type, int channels, int first, int last, const float *restrict light,
                const float *restrict change, void *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    {
      float ratio = ce_relight (light[x], change[x]);

      for (int i = first; i <= last; i++)
        {
          float level = level_at (pixels, type, channels, x, i);

          level = level + ce_relit (level, ratio);
          if (type == CE_U8)
            ((guint8 *) out)[x * channels + i] = ce_level_to_u8 (level);
          else
            ((float *) out)[x * channels + i] = ce_level_to_float_signed (level);
        }
    }
}

/* Types and channel counts as constants: each gets its own vectorised loop. */
#define BY_CHANNELS(CALL, type)                                                 \
  switch (channels)                                                             \
    {                                                                           \
    case 1: CALL (type, 1); break;                                              \
    case 2: CALL (type, 2); break;                                              \
    case 3: CALL (type, 3); break;                                              \
    default: CALL (type, 4); break;                                             \
    }

#define BY_FORMAT(CALL)                                                         \
  if (type == CE_U8)                                                            \
    BY_CHANNELS (CALL, CE_U8)                                                   \
  else                                                                          \
    BY_CHANNELS (CALL, CE_F32)

void
CE_ROW (restore, light) (const void *pixels, CeType type, int channels, int channel, float wr, float wb, float *out, int n)
{
#define CALL(type, channels) light_of_pixels (pixels, type, channels, channel, wr, wb, out, n)
  BY_FORMAT (CALL)
#undef CALL
}

void
CE_ROW (restore, correct) (const float *restrict light, const float *restrict blurred, float damping,
                           float *restrict out, int n)
{
  if (damping > 0)
    for (int x = 0; x < n; x++)
      out[x] = ce_correction (light[x], blurred[x], damping);
  else
    for (int x = 0; x < n; x++)
      out[x] = light[x] / (blurred[x] + 1e-12f);
}

void
CE_ROW (restore, relit) (const void *pixels, CeType type, int channels, int channel, const float *light, const float *change,
                         void *out, int n)
{
#define CALL(type, channels)                                                    \
  if (channel >= 0)                                                             \
    relight_pixels (pixels, type, channels, channel, channel, light, change, out, n); \
  else                                                                          \
    relight_pixels (pixels, type, channels, 0, channels < 3 ? 0 : 2, light, change, out, n)
  BY_FORMAT (CALL)
#undef CALL
}
