/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Words of CUDA that are plain C++: of clang's kernels (device.h), and of those that the driver for tests runs on the CPU
 * (cuda/fake/instructions.h). CE_DEVICE is what a function of the includer begins with.
 */
#pragma once

/* Vectors, which memory is read and written in. */
#define CE_VECTOR_2(name, type)                                                          \
  struct __attribute__ ((aligned (2 * sizeof (type)))) name { type x, y; };              \
  CE_DEVICE name make_##name (type x, type y) { return name { x, y }; }
#define CE_VECTOR_4(name, type)                                                          \
  struct __attribute__ ((aligned (4 * sizeof (type)))) name { type x, y, z, w; };        \
  CE_DEVICE name make_##name (type x, type y, type z, type w) { return name { x, y, z, w }; }

CE_VECTOR_2 (float2, float)
CE_VECTOR_2 (int2, int)
CE_VECTOR_2 (uint2, unsigned)
CE_VECTOR_4 (float4, float)
CE_VECTOR_4 (int4, int)
CE_VECTOR_4 (uint4, unsigned)
CE_VECTOR_4 (uchar4, unsigned char)
CE_VECTOR_4 (ushort4, unsigned short)
#undef CE_VECTOR_2
#undef CE_VECTOR_4

/* Numbers and bits. */
CE_DEVICE float    __uint_as_float (unsigned v) { return __builtin_bit_cast (float, v); }
CE_DEVICE float    __int_as_float (int v) { return __builtin_bit_cast (float, v); }
CE_DEVICE int      min (int a, int b) { return a < b ? a : b; }
CE_DEVICE int      max (int a, int b) { return a > b ? a : b; }
CE_DEVICE unsigned min (unsigned a, unsigned b) { return a < b ? a : b; }
CE_DEVICE unsigned max (unsigned a, unsigned b) { return a > b ? a : b; }
CE_DEVICE int      __popc (unsigned v) { return __builtin_popcount (v); }
CE_DEVICE int      __ffs (int v) { return __builtin_ffs (v); }
CE_DEVICE int      __clz (int v) { return v ? __builtin_clz ((unsigned) v) : 32; }

/* In each half the smaller of two signed numbers, but at least 0. */
CE_DEVICE unsigned
__vimin_s16x2_relu (unsigned a, unsigned b)
{
  int low = min ((int) (short) a, (int) (short) b);
  int high = min ((int) (short) (a >> 16), (int) (short) (b >> 16));

  return (unsigned) max (low, 0) | (unsigned) max (high, 0) << 16;
}

/* How long a value is to stay in caches changes no bit. */
template <class T> CE_DEVICE void __stcs (T *p, T v) { *p = v; }
template <class T> CE_DEVICE T    __ldcs (const T *p) { return *p; }
template <class T> CE_DEVICE T    __ldg (const T *p) { return *p; }
