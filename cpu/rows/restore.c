/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: between samples and light, and its steps beside the Gaussian.
 */
#include "formats.h"

CE_FN void
light_of_pixels (const void *pixels, CeType type, int channels, int channel, float wr, float wb, float *restrict out, int n)
{
  if (channel >= 0)
    for (int x = 0; x < n; x++)
      out[x] = ce_linear (ce_sample_level (pixels, type, x * channels + channel));
  else
    for (int x = 0; x < n; x++)
      out[x] = ce_luma (ce_linear (ce_sample_level (pixels, type, x * channels)),
                        ce_linear (ce_sample_level (pixels, type, x * channels + 1)),
                        ce_linear (ce_sample_level (pixels, type, x * channels + 2)), wr, wb);
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
          float level = ce_sample_level (pixels, type, x * channels + i);

          ce_put_sample (out, type, x * channels + i, level + ce_relit (level, ratio));
        }
    }
}

void
CE_ROW (restore, light) (const void *pixels, CeType type, int channels, int channel, float wr, float wb, float *out, int n)
{
#define CALL(type, channels) light_of_pixels (pixels, type, channels, channel, wr, wb, out, n)
  CE_BY_FORMAT (CALL)
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
  CE_BY_FORMAT (CALL)
#undef CALL
}
