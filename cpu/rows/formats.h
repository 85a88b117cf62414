/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Samples of every type to levels and back, and loops for each format: constant types and channels let compilers make
 * vectors of each.
 */
#pragma once

#include "rows.h"

#include "engine/samples.h"
#include "vector.h"

static inline CeVector
ce_vector_root (CeVector v)
{
#if CE_LANES > 4
  return (CeVector) CE_MM (sqrt_ps) ((CeFloats) v);
#else
  for (int i = 0; i < CE_LANES; i++)
    v[i] = __builtin_sqrtf (v[i]);

  return v;
#endif
}

#ifdef __FMA__

/* Divides whole numbers up to 65535, and levels from 0 to 255, by @d and rounds like a division. It multiplies by a
 * reciprocal in two parts, and a fused multiply-add rounds once. All of these numbers were tried. */
CE_FN float
ce_divided (float v, double d)
{
  const float first = (float) (1.0 / d);
  const float rest = (float) (1.0 / d - first);

  return __builtin_fmaf (v, first, v * rest);
}

#else

CE_FN float
ce_divided (float v, double d)
{
  return v / (float) d;
}

#endif

/* As ce_level_from_word(). */
CE_FN float
ce_word_level (guint16 value)
{
  return ce_divided (value, 65535) * 255.0f;
}

/* As ce_level_to_u16(). */
CE_FN guint16
ce_level_word (float level)
{
  float v = level > 0.0f ? level : 0.0f;

  v = ce_divided (v < 255.0f ? v : 255.0f, 255);

  return (guint16) (int) (v * 65535.0f + 0.5f);
}

#if CE_LANES > 4

CE_FN CeVector
ce_vector_divided (CeVector v, double d)
{
  const float first = (float) (1.0 / d);
  const float rest = (float) (1.0 / d - first);

  return (CeVector) CE_MM (fmadd_ps) ((CeFloats) v, CE_MM (set1_ps) (first), (CeFloats) (v * rest));
}

/* Loads a vector of bytes as floats. */
CE_FN CeVector
ce_load_bytes (const guint8 *p)
{
#if CE_LANES == 16
  return (CeVector) _mm512_cvtepi32_ps (_mm512_cvtepu8_epi32 (_mm_loadu_si128 ((const __m128i *) p)));
#else
  return (CeVector) _mm256_cvtepi32_ps (_mm256_cvtepu8_epi32 (_mm_loadl_epi64 ((const __m128i *) p)));
#endif
}

/* Stores a vector of levels as ce_level_to_u8() does: if one operand is NaN, max and min return the second. */
CE_FN void
ce_store_bytes (guint8 *p, CeVector level)
{
#if CE_LANES == 16
  __m512 clamped = _mm512_min_ps (_mm512_max_ps ((__m512) level, _mm512_setzero_ps ()), _mm512_set1_ps (255));

  _mm_storeu_si128 ((__m128i *) p, _mm512_cvtepi32_epi8 (_mm512_cvtps_epi32 (clamped)));
#else
  __m256  clamped = _mm256_min_ps (_mm256_max_ps ((__m256) level, _mm256_setzero_ps ()), _mm256_set1_ps (255));
  __m256i levels = _mm256_cvtps_epi32 (clamped);
  __m128i words = _mm_packs_epi32 (_mm256_castsi256_si128 (levels), _mm256_extracti128_si256 (levels, 1));

  _mm_storel_epi64 ((__m128i *) p, _mm_packus_epi16 (words, words));
#endif
}

/* Loads a vector of words as ce_word_level() does. */
CE_FN CeVector
ce_load_words (const guint16 *p)
{
#if CE_LANES == 16
  __m512i words = _mm512_cvtepu16_epi32 (_mm256_loadu_si256 ((const __m256i *) p));
#else
  __m256i words = _mm256_cvtepu16_epi32 (_mm_loadu_si128 ((const __m128i *) p));
#endif

  return ce_vector_divided ((CeVector) CE_MM (cvtepi32_ps) (words), 65535) * 255.0f;
}

/* Stores a vector of levels as ce_level_word() does. */
CE_FN void
ce_store_words (guint16 *p, CeVector level)
{
  CeFloats v = CE_MM (min_ps) (CE_MM (max_ps) ((CeFloats) level, CE_MM (setzero_ps) ()), CE_MM (set1_ps) (255.0f));
  CeInts   words = CE_MM (cvttps_epi32) ((CeFloats) (ce_vector_divided ((CeVector) v, 255) * 65535.0f + 0.5f));

#if CE_LANES == 16
  _mm256_storeu_si256 ((__m256i *) p, _mm512_cvtepi32_epi16 (words));
#else
  _mm_storeu_si128 ((__m128i *) p, _mm_packus_epi32 (_mm256_castsi256_si128 (words), _mm256_extracti128_si256 (words, 1)));
#endif
}

#endif

/* Returns sample @i as a level. */
CE_FN float
ce_sample_level (const void *samples, CeType type, int i)
{
  return type == CE_U16 ? ce_word_level (((const guint16 *) samples)[i]) : ce_level_of (samples, type, i);
}

/* Stores a level as sample @i; floats may be negative. */
CE_FN void
ce_put_sample (void *samples, CeType type, int i, float level)
{
  if (type == CE_U16)
    ((guint16 *) samples)[i] = ce_level_word (level);
  else
    ce_put_level (samples, type, i, level, FALSE);
}

/* Loads a vector of samples as levels. */
CE_FN CeVector
ce_load_samples (const void *samples, CeType type, int at)
{
  CeVector v;

#if CE_LANES > 4
  if (type == CE_U8)
    return ce_load_bytes ((const guint8 *) samples + at);
  if (type == CE_U16)
    return ce_load_words ((const guint16 *) samples + at);

  v = ce_load ((const float *) samples + at) * 255.0f;

  return ce_pick (ce_not_at_most (ce_vector_abs (v), 3.402823466e38f - (CeVector) { 0 }), (CeVector) { 0 }, v);
#else
  for (int i = 0; i < CE_LANES; i++)
    v[i] = ce_sample_level (samples, type, at + i);

  return v;
#endif
}

/* Stores a vector of levels as samples; floats may be negative. */
CE_FN void
ce_store_samples (void *samples, CeType type, int at, CeVector v)
{
#if CE_LANES > 4
  if (type == CE_U8)
    ce_store_bytes ((guint8 *) samples + at, v);
  else if (type == CE_U16)
    ce_store_words ((guint16 *) samples + at, v);
  else
    ce_store ((float *) samples + at, ce_pick (ce_not_at_most (v, v), (CeVector) { 0 }, v) / 255.0f);
#else
  for (int i = 0; i < CE_LANES; i++)
    ce_put_sample (samples, type, at + i, v[i]);
#endif
}

/* Loads every @channels-th of the samples from @first on as levels. */
CE_FN void
ce_load_channel (const void *restrict samples, CeType type, int channels, int first, float *restrict levels, int n)
{
  int x = 0;

  for (; CE_LANES > 4 && channels == 1 && x + CE_LANES <= n; x += CE_LANES)
    ce_store (levels + x, ce_load_samples (samples, type, first + x));
  for (; x < n; x++)
    levels[x] = ce_sample_level (samples, type, first + x * channels);
}

/* Prefetches bytes. The hardware prefetches late at the beginning of a stream, which every row of a tile is, because tiles
 * are narrower than the image. */
CE_FN void
ce_prefetch (const guint8 *bytes, int size)
{
  for (int i = 0; i < size; i += 64)
    __builtin_prefetch (bytes + i, 0, 2);
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
  switch (type)                                                                 \
    {                                                                           \
    case CE_U8: CE_BY_CHANNELS (CALL, CE_U8) break;                             \
    case CE_U16: CE_BY_CHANNELS (CALL, CE_U16) break;                           \
    case CE_F32: CE_BY_CHANNELS (CALL, CE_F32) break;                           \
    }
