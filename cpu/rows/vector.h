/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The widest vector of floats of the instruction set being compiled, in GCC's
 * and Clang's portable vector syntax. For loops that compilers do not
 * vectorise well by themselves; the others are plain C.
 */
#ifndef CE_CPU_VECTOR_H
#define CE_CPU_VECTOR_H

#include <stdint.h>
#include <string.h>

#if defined __AVX512F__
#include <immintrin.h>
#define CE_LANES 16
#elif defined __AVX2__
#include <immintrin.h>
#define CE_LANES 8
#else
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#define CE_LANES 4
#endif

/* Up to this radius a Gaussian's weights stay in registers and nothing loops, in
 * a function that is inlined with the radius as a constant. CE_BY_RADIUS() is
 * CALL (radius), with constants for those. */
#define CE_MOST_CONSTANT 6
#define CE_CONSTANT_CASES(CALL)                 \
  case 1:  CALL (1); break;                     \
  case 2:  CALL (2); break;                     \
  case 3:  CALL (3); break;                     \
  case 4:  CALL (4); break;                     \
  case 5:  CALL (5); break;                     \
  case CE_MOST_CONSTANT: CALL (CE_MOST_CONSTANT); break;
#define CE_BY_RADIUS(radius, CALL)              \
  switch (radius)                               \
    {                                           \
    CE_CONSTANT_CASES (CALL)                    \
    default: CALL (radius);                     \
    }

typedef float CeVector __attribute__ ((vector_size (4 * CE_LANES)));
typedef int32_t CeIntVector __attribute__ ((vector_size (4 * CE_LANES)));

/* Which lanes: a mask register where there are such, else 0 or -1 per lane.
 * & | ~ work on either. */
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

/* The vector one column earlier: the last lane of @before, then @v. */
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

/* The vector one column later: @v without its first lane, then @after. */
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

static inline CeMask
ce_above (CeVector a, CeVector b)
{
#if defined __AVX512F__
  return _mm512_cmp_ps_mask ((__m512) a, (__m512) b, _CMP_GT_OQ);
#else
  return a > b;
#endif
}

static inline CeMask
ce_at_least (CeVector a, CeVector b)
{
#if defined __AVX512F__
  return _mm512_cmp_ps_mask ((__m512) a, (__m512) b, _CMP_GE_OQ);
#else
  return a >= b;
#endif
}

/* One bit per lane, lane 0 lowest. */
static inline uint64_t
ce_mask_bits (CeMask mask)
{
#if defined __AVX512F__
  return mask;
#elif defined __AVX2__
  return (uint64_t) (unsigned) _mm256_movemask_ps ((__m256) mask);
#elif defined __SSE2__
  return (uint64_t) (unsigned) _mm_movemask_ps ((__m128) mask);
#else
  uint64_t bits = 0;

  for (int i = 0; i < CE_LANES; i++)
    bits |= (uint64_t) (mask[i] & 1) << i;

  return bits;
#endif
}

#endif
