/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The changes of sharpening, and their sums with samples.
 */
#include "formats.h"
#include "vector.h"

/* Computes the 3x3 kernel's change: a difference from a neighbor counts as far as the neighbor is opaque. */
CE_FN void
kernel_change (const float *restrict a, const float *restrict b, const float *restrict c,
               const float *restrict p, const float *restrict q, const float *restrict r, gboolean alpha,
               float amount, int step, float *restrict out, int n)
{
#define DIFFERENCE(row, opacity, i) ((alpha ? opacity[x + (i)] : 1.0f) * (v - row[x + (i)]))
  for (int x = 0; x < n; x++)
    {
      float v = b[x];

      out[x] = amount * ce_sum8 (DIFFERENCE (a, p, -step), DIFFERENCE (a, p, 0), DIFFERENCE (a, p, step),
                                 DIFFERENCE (b, q, -step), DIFFERENCE (b, q, step),
                                 DIFFERENCE (c, r, -step), DIFFERENCE (c, r, 0), DIFFERENCE (c, r, step));
    }
#undef DIFFERENCE
}

void
CE_ROW (sharpen, kernel) (const float *const c[3], const float *const alpha[3], float amount, int step, float *out, int n)
{
  if (alpha)
    kernel_change (c[0], c[1], c[2], alpha[0], alpha[1], alpha[2], TRUE, amount, step, out, n);
  else
    kernel_change (c[0], c[1], c[2], NULL, NULL, NULL, FALSE, amount, step, out, n);
}

/* Computes the contrast-adaptive change: a neighbor is mixed with the middle as far as it is transparent. */
CE_FN void
adaptive_change (const float *restrict a, const float *restrict b, const float *restrict c,
                 const float *restrict p, const float *restrict q, const float *restrict r, gboolean alpha,
                 float peak, int step, float *restrict out, int n)
{
#define AT(row, i) ce_adaptive_level (row[x + (i)])
#define UNDER(row, opacity, i) (alpha ? ce_adaptive_under (AT (row, i), middle, opacity[x + (i)]) : AT (row, i))
  for (int x = 0; x < n; x++)
    {
      float middle = AT (b, 0);

      out[x] = ce_adaptive (UNDER (a, p, -step), UNDER (a, p, 0), UNDER (a, p, step),
                            UNDER (b, q, -step), middle, UNDER (b, q, step),
                            UNDER (c, r, -step), UNDER (c, r, 0), UNDER (c, r, step), peak);
    }
#undef UNDER
#undef AT
}

void
CE_ROW (sharpen, adaptive) (const float *const c[3], const float *const alpha[3], float peak, int step, float *out, int n)
{
  if (alpha)
    adaptive_change (c[0], c[1], c[2], alpha[0], alpha[1], alpha[2], TRUE, peak, step, out, n);
  else
    adaptive_change (c[0], c[1], c[2], NULL, NULL, NULL, FALSE, peak, step, out, n);
}

void
CE_ROW (sharpen, detail) (const float *restrict c, const float *restrict blurred, CeThresholdKind kind, float threshold,
                          float amount, float *restrict out, int n)
{
  if (kind == CE_THRESHOLD_SOFT)
    for (int x = 0; x < n; x++)
      out[x] = amount * ce_soft (c[x] - blurred[x], threshold);
  else
    for (int x = 0; x < n; x++)
      out[x] = amount * ce_hard (c[x] - blurred[x], threshold);
}

void
CE_ROW (sharpen, quotient) (float *restrict num, const float *restrict den, const float *restrict c, int n)
{
  for (int x = 0; x < n; x++)
    {
      float q = num[x] / den[x];

      num[x] = (num[x] == 0.0f) & (den[x] == 0.0f) ? c[x] : q;
    }
}

CE_FN CeVector
pick (CeVector v, CeIntVector lanes)
{
#if CE_LANES == 16
  return (CeVector) _mm512_permutexvar_ps ((__m512i) lanes, (__m512) v);
#elif CE_LANES == 8
  return (CeVector) _mm256_permutevar8x32_ps ((__m256) v, (__m256i) lanes);
#else
  return v;                     /* has no vectors of samples */
#endif
}

/* Adds whole vectors of changes to all channels of their pixels. Returns the number of pixels. */
CE_FN int
sharpened_vectors (const void *c, CeType type, int channels, const float *change, void *out, int n)
{
  CeIntVector lanes[4];
  int         x = 0;

  for (int k = 0; k < channels; k++)
    for (int i = 0; i < CE_LANES; i++)
      lanes[k][i] = (k * CE_LANES + i) / channels;

  for (; CE_LANES > 4 && x + CE_LANES <= n; x += CE_LANES)
    for (int k = 0; k < channels; k++)
      {
        int      at = x * channels + k * CE_LANES;
        CeVector part = pick (ce_load (change + x), lanes[k]);

        ce_store_samples (out, type, at, ce_load_samples (c, type, at) + part);
      }

  return x;
}

CE_FN void
sharpened (const void *restrict c, CeType type, int channels, const float *restrict change, void *restrict out, int n)
{
  for (int x = sharpened_vectors (c, type, channels, change, out, n); x < n; x++)
    for (int i = 0; i < channels; i++)
      {
        int at = x * channels + i;

        ce_put_sample (out, type, at, ce_sample_level (c, type, at) + change[x]);
      }
}

/* A change per sample makes each sample a pixel; otherwise the number of channels is a constant in each loop. Alpha is
 * restored afterwards. */
void
CE_ROW (sharpen, add) (const void *pixels, CeType type, int channels, const float *change, int step, void *out, int n)
{
  if (step == channels)
    {
      n *= channels;
      channels = 1;
    }

#define CALL(type, count) sharpened (pixels, type, count, change, out, n)
  CE_BY_FORMAT (CALL)
#undef CALL
}
