/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening.
 */
#include "formats.h"
#include "vector.h"

CE_FN float
kernel_sum (const float *restrict a, const float *restrict b, const float *restrict c, int step, int x)
{
  float v = b[x];

  return ce_sum8 (v - a[x - step], v - a[x], v - a[x + step], v - b[x - step], v - b[x + step], v - c[x - step],
                  v - c[x], v - c[x + step]);
}

CE_FN void
kernel_change_opaque (const float *restrict a, const float *restrict b, const float *restrict c, float amount, int step,
                      float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    out[x] = amount * kernel_sum (a, b, c, step, x);
}

CE_FN void
kernel_change_covered (const float *restrict a, const float *restrict b, const float *restrict c,
                       const float *restrict p, const float *restrict q, const float *restrict r,
                       float amount, int step, float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    {
      float v = b[x];

      out[x] = amount * ce_sum8 (p[x - step] * (v - a[x - step]), p[x] * (v - a[x]), p[x + step] * (v - a[x + step]),
                                 q[x - step] * (v - b[x - step]), q[x + step] * (v - b[x + step]),
                                 r[x - step] * (v - c[x - step]), r[x] * (v - c[x]), r[x + step] * (v - c[x + step]));
    }
}

/* alpha: fractions, interleaved like the samples; NULL where all is opaque. */
void
CE_ROW (sharpen, kernel) (const float *const c[3], const float *const alpha[3], float amount, int step, float *out, int n)
{
  if (alpha)
    kernel_change_covered (c[0], c[1], c[2], alpha[0], alpha[1], alpha[2], amount, step, out, n);
  else
    kernel_change_opaque (c[0], c[1], c[2], amount, step, out, n);
}

void
CE_ROW (sharpen, detail) (const float *restrict c, const float *restrict blurred, float threshold, float amount,
                        float *restrict out, int n)
{
  for (int x = 0; x < n; x++)
    {
      float detail = c[x] - blurred[x];

      out[x] = amount * (ce_abs (detail) <= threshold ? 0.0f : detail);
    }
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

#if CE_LANES > 4

/* As ce_level_to_u8(); where one operand is not a number, the second is taken. */
CE_FN void
store_levels (guint8 *p, CeVector v)
{
#if CE_LANES == 16
  __m512 clamped = _mm512_min_ps (_mm512_max_ps ((__m512) v, _mm512_setzero_ps ()), _mm512_set1_ps (255));

  _mm_storeu_si128 ((__m128i *) p, _mm512_cvtepi32_epi8 (_mm512_cvtps_epi32 (clamped)));
#else
  __m256  clamped = _mm256_min_ps (_mm256_max_ps ((__m256) v, _mm256_setzero_ps ()), _mm256_set1_ps (255));
  __m256i levels = _mm256_cvtps_epi32 (clamped);
  __m128i words = _mm_packs_epi32 (_mm256_castsi256_si128 (levels), _mm256_extracti128_si256 (levels, 1));

  _mm_storel_epi64 ((__m128i *) p, _mm_packus_epi16 (words, words));
#endif
}

CE_FN CeVector
pick (CeVector v, CeIntVector lanes)
{
#if CE_LANES == 16
  return (CeVector) _mm512_permutexvar_ps ((__m512i) lanes, (__m512) v);
#else
  return (CeVector) _mm256_permutevar8x32_ps ((__m256) v, (__m256i) lanes);
#endif
}

/* As ce_level_from_float(). */
CE_FN CeVector
load_float_levels (const float *p)
{
  CeVector level = ce_load (p) * 255.0f;

  return ce_pick (ce_not_at_most (ce_vector_abs (level), 3.402823466e38f - (CeVector) { 0 }), (CeVector) { 0 }, level);
}

/* As ce_level_to_float_signed(). */
CE_FN void
put_float_levels (float *p, CeVector v, gboolean stream)
{
  ce_put (p, ce_pick (ce_not_at_most (v, v), (CeVector) { 0 }, v) / 255.0f, stream);
}

CE_FN CeVector
load_levels (const void *samples, CeType type, int at)
{
  switch (type)
    {
    case CE_U8: return ce_load_levels ((const guint8 *) samples + at);
    case CE_U16: return ce_load_word_levels ((const guint16 *) samples + at);
    case CE_F32: return load_float_levels ((const float *) samples + at);
    }

  return (CeVector) { 0 };
}

CE_FN void
put_levels (void *samples, CeType type, int at, CeVector v, gboolean stream)
{
  switch (type)
    {
    case CE_U8: store_levels ((guint8 *) samples + at, v); break;
    case CE_U16: ce_store_words ((guint16 *) samples + at, v, stream); break;
    case CE_F32: put_float_levels ((float *) samples + at, v, stream); break;
    }
}

/* The pixels of whole vectors of changes, each handed to all channels. Returns how many. */
CE_FN int
sharpened_vectors (const void *c, CeType type, int channels, const float *change, gboolean stream, void *out, int n)
{
  CeIntVector lanes[4];
  int         x = 0;

  for (int k = 0; k < channels; k++)
    for (int i = 0; i < CE_LANES; i++)
      lanes[k][i] = (k * CE_LANES + i) / channels;

  for (; x + CE_LANES <= n; x += CE_LANES)
    for (int k = 0; k < channels; k++)
      {
        int      at = x * channels + k * CE_LANES;
        CeVector part = pick (ce_load (change + x), lanes[k]);

        put_levels (out, type, at, load_levels (c, type, at) + part, stream);
      }
  if (stream)
    ce_streamed ();

  return x;
}

/* A vector of a row of @step interleaved channels, @left and @right of it the pixels beside. */
typedef struct
{
  CeVector left;
  CeVector here;
  CeVector right;
} Around;

#if CE_LANES == 16
#define BESIDE(step) \
  case step: \
    return (Around) { (CeVector) _mm512_alignr_epi32 ((__m512i) here, (__m512i) ce_load (p - 16), 16 - step), here, \
                      (CeVector) _mm512_alignr_epi32 ((__m512i) ce_load (p + 16), (__m512i) here, step) };
#endif

/* Where a vector is a cache line, those beside it are put together: half of a load that touches two is wasted. */
CE_FN Around
load_around (const float *p, int step)
{
#if CE_LANES == 16
  CeVector here = ce_load (p);

  switch (step)
    {
    BESIDE (1)
    BESIDE (2)
    BESIDE (3)
    BESIDE (4)
    }
#endif

  return (Around) { ce_load (p - step), ce_load (p), ce_load (p + step) };
}

/* Whole vectors of 3x3 sharpening; returns how many samples. */
CE_FN int
kernel_vectors (const float *const c[3], float amount, int step, CeType type, gboolean stream, void *out, int n)
{
  int x = 0;

  for (; x + CE_LANES <= n; x += CE_LANES)
    {
      Around   a = load_around (c[0] + x, step), b = load_around (c[1] + x, step), d = load_around (c[2] + x, step);
      CeVector v = b.here;
      CeVector sum = (((v - a.left) + (v - a.here)) + ((v - a.right) + (v - b.left)))
                     + (((v - b.right) + (v - d.left)) + ((v - d.here) + (v - d.right)));

      put_levels (out, type, x, v + amount * sum, stream);
    }
  if (stream)
    ce_streamed ();

  return x;
}

#else

CE_FN int
sharpened_vectors (const void *c, CeType type, int channels, const float *change, gboolean stream, void *out, int n)
{
  return 0;
}

CE_FN int
kernel_vectors (const float *const c[3], float amount, int step, CeType type, gboolean stream, void *out, int n)
{
  return 0;
}

#endif

CE_FN void
sharpened (const void *restrict c, CeType type, int channels, const float *restrict change, gboolean stream,
           void *restrict out, int n)
{
  for (int x = sharpened_vectors (c, type, channels, change, stream, out, n); x < n; x++)
    for (int i = 0; i < channels; i++)
      {
        int at = x * channels + i;

        ce_put_sample (out, type, at, ce_sample_level (c, type, at) + change[x]);
      }
}

/* A change per sample needs no pixels; otherwise the channel count as a
 * constant: each gets its own vectorised loop. Alpha is put right afterwards. */
void
CE_ROW (sharpen, add) (const void *pixels, CeType type, int channels, const float *change, int step, void *out, int n)
{
  gboolean stream = type == CE_F32 && channels % 2 == 1 && ce_may_stream (out);

  if (step == channels)
    {
      n *= channels;
      channels = 1;
    }

#define CALL(type, count)                                               \
  if (stream)                                                           \
    sharpened (pixels, type, count, change, TRUE, out, n);              \
  else                                                                  \
    sharpened (pixels, type, count, change, FALSE, out, n)
  CE_BY_FORMAT (CALL)
#undef CALL
}

CE_FN void
kernel_samples (const float *const c[3], float amount, int step, CeType type, gboolean stream, void *restrict out, int n)
{
  for (int x = kernel_vectors (c, amount, step, type, stream, out, n); x < n; x++)
    ce_put_sample (out, type, x, c[1][x] + amount * kernel_sum (c[0], c[1], c[2], step, x));
}

void
CE_ROW (sharpen, kernel_added) (const float *const c[3], float amount, int step, CeType type, void *out, int n)
{
  int channels = step;

#define CALL(type, step) kernel_samples (c, amount, step, type, FALSE, out, n)
  if (type == CE_F32 && step % 2 == 1 && ce_may_stream (out))
    kernel_samples (c, amount, step, CE_F32, TRUE, out, n);
  else if (type == CE_U16 && step % 2 == 1 && ce_may_stream (out))
    kernel_samples (c, amount, step, CE_U16, TRUE, out, n);
  else
    CE_BY_FORMAT (CALL)
#undef CALL
}
