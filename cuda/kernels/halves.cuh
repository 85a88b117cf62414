/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two numbers of half precision in a word. GPUs before compute capability 5.3
 * (Maxwell) can store and convert them, but not compute with them: there the
 * sum or product is formed in double precision, which holds it exactly for all
 * that is done with them here, and is rounded once, to half. -DCE_CUDA_NO_HALVES
 * takes that way on any GPU, for tests.
 */
#ifndef CE_CUDA_HALVES_CUH
#define CE_CUDA_HALVES_CUH

#include "instructions.cuh"

#if __CUDA_ARCH__ < 530
#define CE_CUDA_NO_HALVES
#endif

#ifndef CE_CUDA_NO_HALVES

#define DEFINE_PAIR(name, instruction)                                          \
  static __device__ __forceinline__ unsigned                                    \
  name (unsigned a, unsigned b)                                                 \
  {                                                                             \
    unsigned out;                                                               \
                                                                                \
    asm (instruction " %0, %1, %2;" : "=r" (out) : "r" (a), "r" (b));           \
    return out;                                                                 \
  }

DEFINE_PAIR (pair_add, "add.rn.f16x2")
DEFINE_PAIR (pair_sub, "sub.rn.f16x2")
DEFINE_PAIR (pair_mul, "mul.rn.f16x2")

/* a b + c, rounded once */
static __device__ __forceinline__ unsigned
pair_fma (unsigned a, unsigned b, unsigned c)
{
  unsigned out;

  asm ("fma.rn.f16x2 %0, %1, %2, %3;" : "=r" (out) : "r" (a), "r" (b), "r" (c));
  return out;
}

#else

#define DEFINE_PAIR(name, operation)                                            \
  static __device__ __forceinline__ unsigned                                    \
  name (unsigned a, unsigned b)                                                 \
  {                                                                             \
    return half_of ((double) pair_low (a) operation pair_low (b)) |             \
           half_of ((double) pair_high (a) operation pair_high (b)) << 16;      \
  }

DEFINE_PAIR (pair_add, +)
DEFINE_PAIR (pair_sub, -)
DEFINE_PAIR (pair_mul, *)

static __device__ __forceinline__ unsigned
pair_fma (unsigned a, unsigned b, unsigned c)
{
  return half_of ((double) pair_low (a) * pair_low (b) + pair_low (c)) |
         half_of ((double) pair_high (a) * pair_high (b) + pair_high (c)) << 16;
}

#endif

/* 2 a + b */
static __device__ __forceinline__ unsigned
pair_twice_plus (unsigned a, unsigned b)
{
  return pair_fma (a, 0x40004000u, b);
}

static __device__ __forceinline__ unsigned
pair_abs (unsigned v)
{
  return v & 0x7fff7fffu;
}

#endif
