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

typedef float CeVector __attribute__ ((vector_size (4 * CE_LANES)));
typedef int32_t CeMask __attribute__ ((vector_size (4 * CE_LANES)));

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
  return (CeVector) ((CeMask) v & 0x7fffffff);
}

/* One bit per lane, lane 0 lowest. Lanes are 0 or -1. */
static inline uint64_t
ce_mask_bits (CeMask mask)
{
#if defined __AVX512F__ && defined __AVX512DQ__
  return _mm512_movepi32_mask ((__m512i) mask);
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
