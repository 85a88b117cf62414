/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA's keywords and functions for clang without a toolkit; nvcc declares them itself. clang includes this file before the
 * kernels. It has only the functions that the kernels use.
 */
#pragma once

#define __device__ __attribute__ ((device))
#define __global__ __attribute__ ((global))
#define __shared__ __attribute__ ((shared))
#define __launch_bounds__(...) __attribute__ ((launch_bounds (__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__ ((always_inline))
#define __noinline__ __attribute__ ((noinline))
#define __align__(bytes) __attribute__ ((aligned (bytes)))
#define __grid_constant__
#define __CUDACC__ 1

typedef __SIZE_TYPE__ size_t;

struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; };
#include <__clang_cuda_builtin_vars.h>

#define CE_DEVICE static __forceinline__ __device__

#include "words.h"

/* Numbers. Contraction is off (-ffp-contract=off): only __fmaf_rn is one. */
CE_DEVICE unsigned __float_as_uint (float v) { return __builtin_bit_cast (unsigned, v); }
CE_DEVICE float    __fmaf_rn (float a, float b, float c) { return __nvvm_fma_rn_f (a, b, c); }
CE_DEVICE float    __fadd_rz (float a, float b) { return __nvvm_add_rz_f (a, b); }
CE_DEVICE float    __fsqrt_rn (float v) { return __nvvm_sqrt_rn_f (v); }
CE_DEVICE float    fabsf (float v) { return __builtin_fabsf (v); }
CE_DEVICE float    fminf (float a, float b) { return __nvvm_fmin_f (a, b); }
CE_DEVICE float    fmaxf (float a, float b) { return __nvvm_fmax_f (a, b); }

/* Bits. */
CE_DEVICE unsigned __brev (unsigned v) { return __builtin_bitreverse32 (v); }

#define CE_THREE(name, instruction)                                                      \
  CE_DEVICE unsigned name (unsigned a, unsigned b, unsigned c)                           \
  { unsigned r; asm (instruction " %0, %1, %2, %3;" : "=r" (r) : "r" (a), "r" (b), "r" (c)); return r; }
CE_THREE (__byte_perm, "prmt.b32")
CE_THREE (__funnelshift_r, "shf.r.wrap.b32")
#undef CE_THREE

/* Warps. */
CE_DEVICE void     __syncwarp (unsigned mask = ~0u) { __nvvm_bar_warp_sync (mask); }
CE_DEVICE int      __any_sync (unsigned mask, int p) { return __nvvm_vote_any_sync (mask, p); }
CE_DEVICE void     ce_barrier () { asm volatile ("bar.sync 0;" ::: "memory"); }
#define __syncthreads ce_barrier
CE_DEVICE int      __syncthreads_or (int p) { return __nvvm_bar0_or (p); }
CE_DEVICE unsigned __ballot_sync (unsigned mask, int p) { return __nvvm_vote_ballot_sync (mask, p); }

/* The last operand of an instruction is the last lane in its direction. */
#define CE_SHUFFLE(name, how, lane, last)                                                               \
  CE_DEVICE int name (unsigned mask, int v, lane n) { return __nvvm_##how##_i32 (mask, v, (int) n, last); } \
  CE_DEVICE unsigned name (unsigned mask, unsigned v, lane n)                                           \
  { return (unsigned) __nvvm_##how##_i32 (mask, (int) v, (int) n, last); }                              \
  CE_DEVICE float name (unsigned mask, float v, lane n) { return __nvvm_##how##_f32 (mask, v, (int) n, last); }
CE_SHUFFLE (__shfl_sync, shfl_sync_idx, int, 0x1f)
CE_SHUFFLE (__shfl_up_sync, shfl_sync_up, unsigned, 0)
CE_SHUFFLE (__shfl_down_sync, shfl_sync_down, unsigned, 0x1f)
#undef CE_SHUFFLE

/* Memory. */
CE_DEVICE unsigned atomicAdd (unsigned *p, unsigned v) { return (unsigned) __nvvm_atom_add_gen_i ((int *) p, (int) v); }
CE_DEVICE unsigned atomicMin (unsigned *p, unsigned v) { return __nvvm_atom_min_gen_ui (p, v); }
CE_DEVICE unsigned long long
atomicAdd (unsigned long long *p, unsigned long long v)
{
  return (unsigned long long) __nvvm_atom_add_gen_ll ((long long *) p, (long long) v);
}

#undef CE_DEVICE
