/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Vectors of 16-bit words, twice as many as floats, for sums of bytes, and
 * the way from them to floats and back. Where there are fused multiply-adds:
 * they make that way cheap.
 *
 * Unpacking words to floats splits a vector of words into two of floats, each
 * with every other four: "low" and "high". Packing puts them together again,
 * so rows in between may stay in that order.
 */
#ifndef CE_CPU_VECTOR_WORDS_H
#define CE_CPU_VECTOR_WORDS_H

#include "vector.h"

#if defined __FMA__ && CE_LANES > 4
#define CE_WITH_WORDS
#endif

#ifdef CE_WITH_WORDS

/* A word in the mantissa of this float is this float plus the word, exactly. */
#define CE_WORD_BIAS 8388608.0f

typedef uint16_t CeWords __attribute__ ((vector_size (4 * CE_LANES)));
typedef int16_t CeSignedWords __attribute__ ((vector_size (4 * CE_LANES)));
typedef uint8_t CeBytes __attribute__ ((vector_size (4 * CE_LANES)));

static inline CeWords
ce_load_words (const uint16_t *p)
{
  CeWords v;

  memcpy (&v, p, sizeof v);

  return v;
}

/* As many bytes as there are words. */
static inline CeWords
ce_load_bytes (const uint8_t *p)
{
#if CE_LANES == 16
  return (CeWords) _mm512_cvtepu8_epi16 (_mm256_loadu_si256 ((const __m256i *) p));
#else
  return (CeWords) _mm256_cvtepu8_epi16 (_mm_loadu_si128 ((const __m128i *) p));
#endif
}

static inline CeVector
ce_splat (float f)
{
#if CE_LANES == 16
  return (CeVector) _mm512_set1_ps (f);
#else
  return (CeVector) _mm256_set1_ps (f);
#endif
}

static inline CeVector
ce_multiply_add (CeVector a, CeVector b, CeVector c)
{
#if CE_LANES == 16
  return (CeVector) _mm512_fmadd_ps ((__m512) a, (__m512) b, (__m512) c);
#else
  return (CeVector) _mm256_fmadd_ps ((__m256) a, (__m256) b, (__m256) c);
#endif
}

/* Half of the words as floats, CE_WORD_BIAS too large. */
static inline CeVector
ce_biased_low (CeWords v)
{
#if CE_LANES == 16
  return (CeVector) _mm512_unpacklo_epi16 ((__m512i) v, _mm512_set1_epi16 (0x4b00));
#else
  return (CeVector) _mm256_unpacklo_epi16 ((__m256i) v, _mm256_set1_epi16 (0x4b00));
#endif
}

static inline CeVector
ce_biased_high (CeWords v)
{
#if CE_LANES == 16
  return (CeVector) _mm512_unpackhi_epi16 ((__m512i) v, _mm512_set1_epi16 (0x4b00));
#else
  return (CeVector) _mm256_unpackhi_epi16 ((__m256i) v, _mm256_set1_epi16 (0x4b00));
#endif
}

/* To the nearest integer, ties to even. */
static inline CeIntVector
ce_rounded (CeVector v)
{
#if CE_LANES == 16
  return (CeIntVector) _mm512_cvtps_epi32 ((__m512) v);
#else
  return (CeIntVector) _mm256_cvtps_epi32 ((__m256) v);
#endif
}

/* Lanes in which none of these bits is set, one bit each. */
static inline unsigned
ce_none_of (CeIntVector v, CeIntVector bits)
{
#if CE_LANES == 16
  return _mm512_testn_epi32_mask ((__m512i) v, (__m512i) bits);
#else
  return (unsigned) _mm256_movemask_ps ((__m256) ((v & bits) == 0));
#endif
}

/* The upper words of both, which fit the signed 16 bits that they are. */
static inline CeWords
ce_upper_words (CeIntVector low, CeIntVector high)
{
#if CE_LANES == 16
  const __m512i order = _mm512_set_epi16 (63, 61, 59, 57, 31, 29, 27, 25, 55, 53, 51, 49, 23, 21, 19, 17,
                                          47, 45, 43, 41, 15, 13, 11, 9, 39, 37, 35, 33, 7, 5, 3, 1);

  return (CeWords) _mm512_permutex2var_epi16 ((__m512i) low, order, (__m512i) high);
#else
  return (CeWords) _mm256_packs_epi32 (_mm256_srai_epi32 ((__m256i) low, 16), _mm256_srai_epi32 ((__m256i) high, 16));
#endif
}

/* Integers as words, those beyond 16 bits as the nearest. */
static inline CeWords
ce_pack_words (CeIntVector low, CeIntVector high)
{
#if CE_LANES == 16
  return (CeWords) _mm512_packs_epi32 ((__m512i) low, (__m512i) high);
#else
  return (CeWords) _mm256_packs_epi32 ((__m256i) low, (__m256i) high);
#endif
}

/* Two vectors of signed words as bytes, clamped. */
static inline void
ce_store_bytes (uint8_t *p, CeWords a, CeWords b)
{
#if CE_LANES == 16
  const __m512i order = _mm512_setr_epi64 (0, 2, 4, 6, 1, 3, 5, 7);

  _mm512_storeu_si512 (p, _mm512_permutexvar_epi64 (order, _mm512_packus_epi16 ((__m512i) a, (__m512i) b)));
#else
  _mm256_storeu_si256 ((__m256i *) p, _mm256_permute4x64_epi64 (_mm256_packus_epi16 ((__m256i) a, (__m256i) b), 0xd8));
#endif
}

static inline CeBytes
ce_load_all_bytes (const uint8_t *p)
{
  CeBytes v;

  memcpy (&v, p, sizeof v);

  return v;
}

/* Bytes of both next to each other, so of one half of each; the halves are
 * split as those of words are, only with eight instead of four. */
static inline CeBytes
ce_pairs_low (CeBytes a, CeBytes b)
{
#if CE_LANES == 16
  return (CeBytes) _mm512_unpacklo_epi8 ((__m512i) a, (__m512i) b);
#else
  return (CeBytes) _mm256_unpacklo_epi8 ((__m256i) a, (__m256i) b);
#endif
}

static inline CeBytes
ce_pairs_high (CeBytes a, CeBytes b)
{
#if CE_LANES == 16
  return (CeBytes) _mm512_unpackhi_epi8 ((__m512i) a, (__m512i) b);
#else
  return (CeBytes) _mm256_unpackhi_epi8 ((__m256i) a, (__m256i) b);
#endif
}

/* Of each pair of bytes and pair of signed bytes the sum of both products, which
 * has to fit signed 16 bits. */
static inline CeWords
ce_multiply_pairs (CeBytes pairs, CeBytes weights)
{
#if CE_LANES == 16
  return (CeWords) _mm512_maddubs_epi16 ((__m512i) pairs, (__m512i) weights);
#else
  return (CeWords) _mm256_maddubs_epi16 ((__m256i) pairs, (__m256i) weights);
#endif
}

/* Signed words, split as ce_pairs_low() does, as bytes, clamped. */
static inline void
ce_store_halves (uint8_t *p, CeWords low, CeWords high)
{
#if CE_LANES == 16
  _mm512_storeu_si512 (p, _mm512_packus_epi16 ((__m512i) low, (__m512i) high));
#else
  _mm256_storeu_si256 ((__m256i *) p, _mm256_packus_epi16 ((__m256i) low, (__m256i) high));
#endif
}

static inline CeWords
ce_abs_words (CeWords v)
{
#if CE_LANES == 16
  return (CeWords) _mm512_abs_epi16 ((__m512i) v);
#else
  return (CeWords) _mm256_abs_epi16 ((__m256i) v);
#endif
}

/* Of each pair of signed words, one of @a and one of @b, the sum of the products with
 * the words of @c and @d, for half of them. */
#if CE_LANES == 16
#define CE_HALF(half, a, b) _mm512_unpack##half##_epi16 ((__m512i) (a), (__m512i) (b))
#define CE_MADD(half, a, b, c, d) \
  (CeIntVector) _mm512_madd_epi16 (CE_HALF (half, a, b), CE_HALF (half, c, d))
#else
#define CE_HALF(half, a, b) _mm256_unpack##half##_epi16 ((__m256i) (a), (__m256i) (b))
#define CE_MADD(half, a, b, c, d) \
  (CeIntVector) _mm256_madd_epi16 (CE_HALF (half, a, b), CE_HALF (half, c, d))
#endif

static inline CeVector
ce_to_floats (CeIntVector v)
{
#if CE_LANES == 16
  return (CeVector) _mm512_cvtepi32_ps ((__m512i) v);
#else
  return (CeVector) _mm256_cvtepi32_ps ((__m256i) v);
#endif
}

static inline CeVector
ce_vector_root (CeVector v)
{
#if CE_LANES == 16
  return (CeVector) _mm512_sqrt_ps ((__m512) v);
#else
  return (CeVector) _mm256_sqrt_ps ((__m256) v);
#endif
}

static inline CeVector
ce_at_most (CeVector v, float most)
{
#if CE_LANES == 16
  return (CeVector) _mm512_min_ps ((__m512) v, _mm512_set1_ps (most));
#else
  return (CeVector) _mm256_min_ps ((__m256) v, _mm256_set1_ps (most));
#endif
}

#endif

#endif
