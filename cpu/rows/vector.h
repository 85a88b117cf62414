/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widest vector of floats of the instruction set, in the portable vector syntax of GCC and Clang, for loops that
 * compilers do not vectorise well; the others are plain C.
 */
#pragma once

#include <stdint.h>
#include <string.h>

#if defined __AVX512F__
#include <immintrin.h>
#define CE_LANES 16
#define CE_MM(name) _mm512_##name
typedef __m512 CeFloats;
typedef __m512i CeInts;
#elif defined __AVX2__
#include <immintrin.h>
#define CE_LANES 8
#define CE_MM(name) _mm256_##name
typedef __m256 CeFloats;
typedef __m256i CeInts;
#else
#define CE_LANES 4
#endif

typedef float CeVector __attribute__ ((vector_size (4 * CE_LANES)));
typedef int32_t CeIntVector __attribute__ ((vector_size (4 * CE_LANES)));

/* A choice of lanes: a mask register if there are such, else 0 or -1 per lane. & | ~ work on either, and only the highest
 * bit of a lane counts. */
#if defined __AVX512F__
typedef __mmask16 CeMask;
#else
typedef CeIntVector CeMask;
#endif

static inline CeVector
ce_load (const float *p)
{
  CeVector v;

  memcpy (&v, p, sizeof v);

  return v;
}

static inline void
ce_store (float *p, CeVector v)
{
  memcpy (p, &v, sizeof v);
}

static inline CeVector
ce_vector_abs (CeVector v)
{
  return (CeVector) ((CeIntVector) v & 0x7fffffff);
}

/* Returns the vector one column earlier: the last lane of @before, then @v. */
static inline CeVector
ce_earlier (CeVector before, CeVector v)
{
#if CE_LANES == 16
  return __builtin_shufflevector (before, v, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30);
#elif CE_LANES == 8
  return __builtin_shufflevector (before, v, 7, 8, 9, 10, 11, 12, 13, 14);
#else
  return __builtin_shufflevector (before, v, 3, 4, 5, 6);
#endif
}

/* Returns the vector one column later: @v without its first lane, then @after. */
static inline CeVector
ce_later (CeVector v, CeVector after)
{
#if CE_LANES == 16
  return __builtin_shufflevector (v, after, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
#elif CE_LANES == 8
  return __builtin_shufflevector (v, after, 1, 2, 3, 4, 5, 6, 7, 8);
#else
  return __builtin_shufflevector (v, after, 1, 2, 3, 4);
#endif
}

/* Comparisons of the lanes @of a choice; the code of AVX-512 has the same answers for NaN. */
#if defined __AVX512F__
#define CE_ALL_LANES 0xffff
#define CE_COMPARISON(name, code, expression)                                   \
  static inline CeMask                                                          \
  name (CeMask of, CeVector a, CeVector b)                                      \
  {                                                                             \
    return _mm512_mask_cmp_ps_mask (of, (__m512) a, (__m512) b, code);          \
  }
#else
#define CE_ALL_LANES (~(CeMask) { 0 })
#define CE_COMPARISON(name, code, expression)                                   \
  static inline CeMask                                                          \
  name (CeMask of, CeVector a, CeVector b)                                      \
  {                                                                             \
    return of & (expression);                                                   \
  }
#endif

CE_COMPARISON (ce_above_of, _CMP_GT_OQ, a > b)
CE_COMPARISON (ce_at_least_of, _CMP_GE_OQ, a >= b)
CE_COMPARISON (ce_not_at_most_of, _CMP_NLE_UQ, ~(a <= b))

#define ce_above(a, b) ce_above_of (CE_ALL_LANES, a, b)
#define ce_not_at_most(a, b) ce_not_at_most_of (CE_ALL_LANES, a, b)

static inline CeMask
ce_differ_in_sign (CeVector a, CeVector b)
{
#if defined __AVX512DQ__
  return _mm512_movepi32_mask ((__m512i) a ^ (__m512i) b);
#else
  return (CeIntVector) a ^ (CeIntVector) b;
#endif
}

/* Returns @yes where the mask is set, else @no. */
static inline CeVector
ce_pick (CeMask mask, CeVector yes, CeVector no)
{
#if defined __AVX512F__
  return (CeVector) _mm512_mask_blend_ps (mask, (__m512) no, (__m512) yes);
#elif defined __AVX2__
  return (CeVector) _mm256_blendv_ps ((__m256) no, (__m256) yes, (__m256) mask);
#else
  mask = mask >> 31;

  return (CeVector) (((CeIntVector) yes & mask) | ((CeIntVector) no & ~mask));
#endif
}

/* Returns one bit per lane, lane 0 lowest. */
static inline uint64_t
ce_mask_bits (CeMask mask)
{
#if defined __AVX512F__
  return mask;
#elif defined __AVX2__
  return (uint64_t) (unsigned) _mm256_movemask_ps ((__m256) mask);
#else
  uint64_t bits = 0;

  for (int i = 0; i < CE_LANES; i++)
    bits |= (uint64_t) (mask[i] < 0) << i;

  return bits;
#endif
}

/* Vectors of a unit, whose masks are gathered together. */
#define CE_PARTS 4

#if CE_LANES == 8
/* Returns one byte per pixel of a unit, 0 or -1. */
static inline __m256i
ce_unit_bytes (const CeMask masks[CE_PARTS])
{
  const __m256i in_order = _mm256_setr_epi32 (0, 4, 1, 5, 2, 6, 3, 7);
  __m256i       first = _mm256_packs_epi32 ((__m256i) masks[0], (__m256i) masks[1]);
  __m256i       second = _mm256_packs_epi32 ((__m256i) masks[2], (__m256i) masks[3]);

  return _mm256_permutevar8x32_epi32 (_mm256_packs_epi16 (first, second), in_order);
}
#endif

/* Returns one bit per pixel of a unit. */
static inline uint64_t
ce_unit_bits (const CeMask masks[CE_PARTS])
{
#if CE_LANES == 16
  return _mm512_kunpackd (_mm512_kunpackw (masks[3], masks[2]), _mm512_kunpackw (masks[1], masks[0]));
#elif CE_LANES == 8
  return (uint32_t) _mm256_movemask_epi8 (ce_unit_bytes (masks));
#else
  uint64_t bits = 0;

  for (int i = 0; i < CE_PARTS; i++)
    bits |= ce_mask_bits (masks[i]) << CE_LANES * i;

  return bits;
#endif
}

/* Expands 64 bits to bytes of 0 and 255. */

#ifdef __AVX2__

/* Every byte gets the byte of the word that has its bit, then tests it. */
static inline void
ce_expand_word (uint64_t word, uint8_t *out)
{
  const __m256i spread = _mm256_setr_epi64x (0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
  const __m256i test = _mm256_set1_epi64x ((int64_t) 0x8040201008040201);

  for (int half = 0; half < 2; half++)
    {
      __m256i bytes = _mm256_shuffle_epi8 (_mm256_set1_epi32 ((int) (word >> 32 * half)), spread);

      _mm256_storeu_si256 ((__m256i *) (out + 32 * half), _mm256_cmpeq_epi8 (_mm256_and_si256 (bytes, test), test));
    }
}

#else

/* Eight pixels at a time: copies of the byte keep one bit each, which becomes 0x80 and then 255. */
static inline void
ce_expand_word (uint64_t word, uint8_t *out)
{
  for (int i = 0; i < 8; i++)
    {
      uint64_t eight = ((word >> 8 * i & 255) * 0x0101010101010101) & 0x8040201008040201;

      eight = (((eight + 0x7f7f7f7f7f7f7f7f) | eight) >> 7) & 0x0101010101010101;
      eight = GUINT64_TO_LE (eight * 255);
      memcpy (out + 8 * i, &eight, 8);
    }
}

#endif

/* Stores the first @n of 64 bits as bytes of 0 and 255. */
static inline void
ce_store_bits (uint64_t bits, uint8_t *out, int n)
{
  uint8_t last[64];

  if (n == 64)
    ce_expand_word (bits, out);
  else
    {
      ce_expand_word (bits, last);
      memcpy (out, last, (size_t) n);
    }
}
