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
  return (CeVector) CE_MM (set1_ps) (f);
}

static inline CeVector
ce_multiply_add (CeVector a, CeVector b, CeVector c)
{
  return (CeVector) CE_MM (fmadd_ps) ((CeFloats) a, (CeFloats) b, (CeFloats) c);
}

/* Half of the words as floats, CE_WORD_BIAS too large. */
static inline CeVector
ce_biased_low (CeWords v)
{
  return (CeVector) CE_MM (unpacklo_epi16) ((CeInts) v, CE_MM (set1_epi16) (0x4b00));
}

static inline CeVector
ce_biased_high (CeWords v)
{
  return (CeVector) CE_MM (unpackhi_epi16) ((CeInts) v, CE_MM (set1_epi16) (0x4b00));
}

/* To the nearest integer, ties to even. */
static inline CeIntVector
ce_rounded (CeVector v)
{
  return (CeIntVector) CE_MM (cvtps_epi32) ((CeFloats) v);
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
  return (CeWords) CE_MM (packs_epi32) ((CeInts) low, (CeInts) high);
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
  return (CeBytes) CE_MM (unpacklo_epi8) ((CeInts) a, (CeInts) b);
}

static inline CeBytes
ce_pairs_high (CeBytes a, CeBytes b)
{
  return (CeBytes) CE_MM (unpackhi_epi8) ((CeInts) a, (CeInts) b);
}

/* Of each pair of bytes and pair of signed bytes the sum of both products, which
 * has to fit signed 16 bits. */
static inline CeWords
ce_multiply_pairs (CeBytes pairs, CeBytes weights)
{
  return (CeWords) CE_MM (maddubs_epi16) ((CeInts) pairs, (CeInts) weights);
}

/* Signed words, split as ce_pairs_low() does, as bytes, clamped. */
static inline void
ce_store_halves (uint8_t *p, CeWords low, CeWords high)
{
  CeInts bytes = CE_MM (packus_epi16) ((CeInts) low, (CeInts) high);

  memcpy (p, &bytes, sizeof bytes);
}

static inline CeWords
ce_abs_words (CeWords v)
{
  return (CeWords) CE_MM (abs_epi16) ((CeInts) v);
}

/* Of each pair of signed words, one of @a and one of @b, the sum of the products with
 * the words of @c and @d, for half of them. */
#define CE_HALF(half, a, b) CE_MM (unpack##half##_epi16) ((CeInts) (a), (CeInts) (b))
#define CE_MADD(half, a, b, c, d) (CeIntVector) CE_MM (madd_epi16) (CE_HALF (half, a, b), CE_HALF (half, c, d))

static inline CeVector
ce_to_floats (CeIntVector v)
{
  return (CeVector) CE_MM (cvtepi32_ps) ((CeInts) v);
}

static inline CeVector
ce_at_most (CeVector v, float most)
{
  return (CeVector) CE_MM (min_ps) ((CeFloats) v, CE_MM (set1_ps) (most));
}

#endif

#endif
