/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CUDA driver's functions for measurements. Tests do not include CUDA's headers, so this file declares them as in the
 * driver's interface.
 */
#pragma once

#include <glib.h>

typedef unsigned long long BenchPointer;        /* CUdeviceptr, and CUtexObject */

/* CUDA_ARRAY_DESCRIPTOR */
typedef struct
{
  gsize    width;
  gsize    height;
  int      format;
  unsigned channels;
} BenchArray;

#define BENCH_ARRAY_U8 1
#define BENCH_ARRAY_F32 32

/* CUDA_MEMCPY2D: from device memory (kind 2) to an array (kind 3). */
typedef struct
{
  gsize         from_x, from_y;
  int           from_kind;
  gconstpointer from_host;
  BenchPointer  from;
  gpointer      from_array;
  gsize         from_pitch;
  gsize         to_x, to_y;
  int           to_kind;
  gpointer      to_host;
  BenchPointer  to;
  gpointer      to_array;
  gsize         to_pitch;
  gsize         bytes;
  gsize         rows;
} BenchCopy2D;

/* CUDA_RESOURCE_DESC of an array. */
typedef struct
{
  int kind;
  union
  {
    gpointer array;
    int      reserved[32];
  } of;
  unsigned flags;
} BenchResource;

/* CUDA_TEXTURE_DESC: address mode 1 takes the nearest pixel, flag 1 the integer itself. */
typedef struct
{
  int      address[3];
  int      filter;
  unsigned flags;
  unsigned anisotropy;
  int      mipmap_filter;
  float    mipmap_bias, mipmap_least, mipmap_most;
  float    border[4];
  int      reserved[12];
} BenchTexture;

/* CUdevice_attribute and CUfunction_attribute */
enum { BENCH_DEVICE_PROCESSORS = 16, BENCH_DEVICE_L2 = 38, BENCH_DEVICE_THREADS = 39, BENCH_DEVICE_SHARED = 97 };
enum { BENCH_FUNCTION_SHARED = 1, BENCH_FUNCTION_REGISTERS = 4, BENCH_FUNCTION_MOST_SHARED = 8 };

#define BENCH_DRIVER_FUNCTIONS(X)                                                              \
  X (init, "cuInit", (unsigned))                                                               \
  X (device_name, "cuDeviceGetName", (char *, int, int))                                       \
  X (device_attribute, "cuDeviceGetAttribute", (int *, int, int))                              \
  X (retain, "cuDevicePrimaryCtxRetain", (gpointer *, int))                                    \
  X (push, "cuCtxPushCurrent_v2", (gpointer))                                                  \
  X (pop, "cuCtxPopCurrent_v2", (gpointer *))                                                  \
  X (alloc, "cuMemAlloc_v2", (BenchPointer *, gsize))                                          \
  X (release, "cuMemFree_v2", (BenchPointer))                                                  \
  X (pin, "cuMemHostAlloc", (gpointer *, gsize, unsigned))                                     \
  X (unpin, "cuMemFreeHost", (gpointer))                                                       \
  X (copy, "cuMemcpyDtoDAsync_v2", (BenchPointer, BenchPointer, gsize, gpointer))              \
  X (send, "cuMemcpyHtoDAsync_v2", (BenchPointer, gconstpointer, gsize, gpointer))             \
  X (fetch, "cuMemcpyDtoHAsync_v2", (gpointer, BenchPointer, gsize, gpointer))                 \
  X (set_bytes, "cuMemsetD8Async", (BenchPointer, unsigned char, gsize, gpointer))             \
  X (stream_new, "cuStreamCreate", (gpointer *, unsigned))                                     \
  X (stream_wait, "cuStreamSynchronize", (gpointer))                                           \
  X (event_new, "cuEventCreate", (gpointer *, unsigned))                                       \
  X (event_record, "cuEventRecord", (gpointer, gpointer))                                      \
  X (event_wait, "cuEventSynchronize", (gpointer))                                             \
  X (event_elapsed, "cuEventElapsedTime", (float *, gpointer, gpointer))                       \
  X (module_load, "cuModuleLoadData", (gpointer *, gconstpointer))                             \
  X (module_function, "cuModuleGetFunction", (gpointer *, gpointer, const char *))             \
  X (module_global, "cuModuleGetGlobal_v2", (BenchPointer *, gsize *, gpointer, const char *)) \
  X (function_get, "cuFuncGetAttribute", (int *, int, gpointer))                               \
  X (function_set, "cuFuncSetAttribute", (gpointer, int, int))                                 \
  X (occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor", (int *, gpointer, int, gsize))  \
  X (launch, "cuLaunchKernel", (gpointer, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, gpointer, \
                                gpointer *, gpointer *))                                       \
  X (array_new, "cuArrayCreate_v2", (gpointer *, const BenchArray *))                          \
  X (array_free, "cuArrayDestroy", (gpointer))                                                 \
  X (copy_2d, "cuMemcpy2DAsync_v2", (const BenchCopy2D *, gpointer))                           \
  X (texture_new, "cuTexObjectCreate", (BenchPointer *, const BenchResource *, const BenchTexture *, gconstpointer)) \
  X (texture_free, "cuTexObjectDestroy", (BenchPointer))

/* Each returns 0 on success. */
typedef struct
{
#define BENCH_DRIVER_FIELD(name, symbol, parameters) int (*name) parameters;
  BENCH_DRIVER_FUNCTIONS (BENCH_DRIVER_FIELD)
#undef BENCH_DRIVER_FIELD
} BenchDriver;

const BenchDriver *bench_driver         (void);
gpointer           bench_driver_context (void);
