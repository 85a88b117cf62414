/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA's keywords and functions that the kernels use, in C++, because the driver for tests runs the kernels on the CPU
 * (threads.h). This file replaces cuda/clang/device.h and cuda/kernels/instructions.cuh.
 */
#pragma once

#define CE_CUDA_INSTRUCTIONS_CUH

#include <glib.h>
#include <math.h>

#include "threads.h"

#define __device__
#define __global__
#define __shared__ static       /* one block runs at a time */
#define __launch_bounds__(...)
#define __forceinline__ inline
#define __noinline__
#define __align__(bytes) __attribute__ ((aligned (bytes)))
#define __grid_constant__
#define __CUDACC__ 1
#define __CUDA_ARCH__ 500

#define CE_DEVICE static inline
#include "cuda/clang/words.h"
#undef CE_DEVICE

#define threadIdx fake_thread->index
#define blockIdx fake_block.index
#define blockDim fake_block.size
#define gridDim fake_block.grid

/* Numbers. A NaN that an operation makes has a sign on x86, but none on a GPU. */
static inline unsigned
__float_as_uint (float v)
{
  unsigned bits = __builtin_bit_cast (unsigned, v);

  return bits == 0xffc00000u ? 0x7fffffffu : bits;
}

static inline float    __fmaf_rn (float a, float b, float c) { return fmaf (a, b, c); }
static inline float    __fsqrt_rn (float v) { return sqrtf (v); }

/* Adds and rounds to 0. A double has the sum of two floats, or the sum's rest is less than a float's last bit, and the
 * rest's sign decides. */
static inline float
__fadd_rz (float a, float b)
{
  double sum = (double) a + b, rest = (double) b - (sum - a);
  float  near = (float) sum;

  if (fabs ((double) near) > fabs (sum) || ((double) near == sum && rest != 0 && (rest < 0) == (sum > 0)))
    near = nextafterf (near, 0);

  return near;
}

/* Bits. */

static inline unsigned
__brev (unsigned v)
{
  unsigned out = 0;

  for (int i = 0; i < 32; i++)
    out |= (v >> i & 1) << (31 - i);

  return out;
}

static inline unsigned
permute_by (unsigned a, unsigned b, unsigned selector, gboolean signs)
{
  guint64  both = (guint64) b << 32 | a;
  unsigned out = 0;

  for (int i = 0; i < 4; i++)
    {
      unsigned digit = selector >> 4 * i & 15, byte = (unsigned) (both >> 8 * (digit & 7)) & 255;

      out |= (signs && digit & 8 ? byte >> 7 ? 255 : 0 : byte) << 8 * i;
    }

  return out;
}

static inline unsigned __byte_perm (unsigned a, unsigned b, unsigned s) { return permute_by (a, b, s & 0x7777, FALSE); }
static inline unsigned __funnelshift_r (unsigned low, unsigned high, unsigned n)
{ return (unsigned) (((guint64) high << 32 | low) >> (n & 31)); }

/* Warps: all lanes do the same ones in the same order, because every mask is of all lanes. */
static inline void __syncthreads () { fake_sync_block (); }

/* Returns whether @p is true for a thread of the block. */
static inline int
__syncthreads_or (int p)
{
  static int any, result;

  fake_sync_block ();
  any = 0;
  fake_sync_block ();
  any |= p != 0;
  fake_sync_block ();
  result = any;

  return result;
}

static inline void __syncwarp () { fake_share (FAKE_SYNC, 0); }

static inline unsigned
__ballot_sync (unsigned mask, int p)
{
  const guint32 *of = fake_share (FAKE_VOTE, p != 0);
  unsigned       out = 0;

  for (int i = 0; i < FAKE_WARP; i++)
    out |= of[i] << i;

  return out;
}

static inline int __any_sync (unsigned mask, int p) { return __ballot_sync (mask, p) != 0; }

/* Returns the value of lane @lane, or the caller's own if there is no such lane. */
template <class T>
static inline T
shuffled (T v, FakeShare kind, int lane)
{
  const guint32 *of = fake_share (kind, __builtin_bit_cast (guint32, v));

  return __builtin_bit_cast (T, of[lane >= 0 && lane < FAKE_WARP ? lane : (int) fake_thread->lane]);
}

#define CE_SHUFFLE(name, kind, from)                                                                    \
  template <class T> static inline T name (unsigned mask, T v, int n) { return shuffled (v, kind, from); }
CE_SHUFFLE (__shfl_sync, FAKE_SHUFFLE, n & (FAKE_WARP - 1))
CE_SHUFFLE (__shfl_up_sync, FAKE_SHUFFLE_UP, (int) fake_thread->lane - n)
CE_SHUFFLE (__shfl_down_sync, FAKE_SHUFFLE_DOWN, (int) fake_thread->lane + n)

/* Memory. */
template <class T> static inline T atomicAdd (T *p, T v) { T old = *p; *p = old + v; return old; }
template <class T> static inline T atomicMin (T *p, T v) { T old = *p; *p = old < v ? old : v; return old; }

/* Instructions. */
#define CE_LAUNCHED_SHARED(type, name) type *const name = (type *) fake_block.shared

static inline void after_the_kernel_before () { }
static inline void let_the_next_kernel_start () { }
static inline void prefetch (const void *p) { }

template <unsigned SELECTOR> static inline unsigned permute_signs (unsigned a, unsigned b)
{ return permute_by (a, b, SELECTOR, TRUE); }

/* Returns a value that is one unit in the last place off, as a GPU's may be; the kernels' results are exact nevertheless. */
static inline float
near (double v, float of)
{
  return nextafterf ((float) v, __float_as_uint (of) & 1 ? 0 : G_MAXFLOAT);
}

static inline float flushed (float v) { return fabsf (v) < 0x1p-126f ? 0.0f : v; }
static inline float near_root (float v) { return v == 0 ? 0 : near (sqrt ((double) flushed (v)), v); }
static inline float near_inverse (float v) { return flushed (near (1 / (double) flushed (v), v)); }

static inline float
fma_clamped (float a, float b, float c)
{
  float v = fmaf (a, b, c);

  return v > 0 ? v < 1 ? v : 1 : 0;
}

static inline float mask_of_more (float a, float b) { return __uint_as_float (a > b ? ~0u : 0); }
static inline float mask_of_not_less (float a, float b) { return __uint_as_float (a >= b ? ~0u : 0); }
