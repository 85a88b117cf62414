/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: samples to light and back, and its steps beside the Gaussian.
 */
#include "formats.h"

/* Pixels of a step. Their levels stay in the cache, so that the long arithmetic is one loop for all formats. */
#define STEP 256

CE_FN void
store (const float *restrict levels, void *restrict out, CeType type, int channels, int first, int n)
{
  for (int x = 0; x < n; x++)
    ce_put_sample (out, type, first + x * channels, levels[x]);
}

/* Load levels of every @channels-th sample from @first on, and store them. */
static void
load_levels (const void *pixels, CeType type, int channels, int first, float *levels, int n)
{
#define CALL(type, channels) ce_load_channel (pixels, type, channels, first, levels, n)
  CE_BY_FORMAT (CALL)
#undef CALL
}

static void
store_levels (const float *levels, void *out, CeType type, int channels, int first, int n)
{
#define CALL(type, channels) store (levels, out, type, channels, first, n)
  CE_BY_FORMAT (CALL)
#undef CALL
}

void
CE_ROW (deconvolve, light) (const void *pixels, CeType type, int channels, int channel, float wr, float wb, float *out,
                            int n)
{
  for (int x0 = 0; x0 < n; x0 += STEP)
    {
      int   count = MIN (STEP, n - x0);
      float levels[3][STEP];

      for (int i = 0; i < (channel < 0 ? 3 : 1); i++)
        load_levels (pixels, type, channels, x0 * channels + MAX (channel, i), levels[i], count);
      if (channel >= 0)
        for (int x = 0; x < count; x++)
          out[x0 + x] = ce_linear (levels[0][x]);
      else
        for (int x = 0; x < count; x++)
          out[x0 + x] = ce_luma (ce_linear (levels[0][x]), ce_linear (levels[1][x]), ce_linear (levels[2][x]), wr, wb);
    }
}

void
CE_ROW (deconvolve, correct) (const float *restrict light, const float *restrict blurred, float damping,
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
CE_ROW (deconvolve, relit) (const void *pixels, CeType type, int channels, int channel, const float *light,
                            const float *change, void *out, int n)
{
  const int first = channel < 0 ? 0 : channel;
  const int last = channel >= 0 ? channel : ce_n_colors (channels) - 1;

  for (int x0 = 0; x0 < n; x0 += STEP)
    {
      int   count = MIN (STEP, n - x0);
      float ratio[STEP], levels[STEP];

      for (int x = 0; x < count; x++)
        ratio[x] = ce_relight (light[x0 + x], change[x0 + x]);
      for (int i = first; i <= last; i++)
        {
          load_levels (pixels, type, channels, x0 * channels + i, levels, count);
          for (int x = 0; x < count; x++)
            levels[x] += ce_relit (levels[x], ratio[x]);
          store_levels (levels, out, type, channels, x0 * channels + i, count);
        }
    }
}
