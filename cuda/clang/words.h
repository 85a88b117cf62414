/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA's types and functions that are plain C++, for clang's kernels (device.h) and for those that the driver for tests runs
 * on the CPU (tests/fake-cuda/instructions.h). The includer defines CE_DEVICE, with which each function begins.
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
CE_VECTOR_2 (uint2, unsigned)
CE_VECTOR_4 (float4, float)
CE_VECTOR_4 (uint4, unsigned)
#undef CE_VECTOR_2
#undef CE_VECTOR_4

/* Numbers and bits. */
CE_DEVICE float    __uint_as_float (unsigned v) { return __builtin_bit_cast (float, v); }
CE_DEVICE int      min (int a, int b) { return a < b ? a : b; }
CE_DEVICE int      max (int a, int b) { return a > b ? a : b; }
CE_DEVICE unsigned min (unsigned a, unsigned b) { return a < b ? a : b; }
CE_DEVICE unsigned max (unsigned a, unsigned b) { return a > b ? a : b; }
CE_DEVICE int      __popc (unsigned v) { return __builtin_popcount (v); }
CE_DEVICE int      __ffs (int v) { return __builtin_ffs (v); }
