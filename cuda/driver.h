/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CUDA driver is loaded on demand, so the program also runs on machines without it.
 */
#ifndef CE_CUDA_DRIVER_H
#define CE_CUDA_DRIVER_H

#include "cuda/kernels/table.h"
#include "engine/backend.h"

#include <cuda.h>
#include <cudaTypedefs.h>

G_BEGIN_DECLS

/* Entry points as the driver exports them. CUDA 11 and later have each, in the version that its type names. */
#define CE_CUDA_ENTRY_POINTS(X)                                                 \
  X (cuInit, "cuInit", PFN_cuInit_v2000)                                        \
  X (cuDriverGetVersion, "cuDriverGetVersion", PFN_cuDriverGetVersion_v2020)    \
  X (cuGetErrorName, "cuGetErrorName", PFN_cuGetErrorName_v6000)                \
  X (cuDeviceGetCount, "cuDeviceGetCount", PFN_cuDeviceGetCount_v2000)          \
  X (cuDeviceGet, "cuDeviceGet", PFN_cuDeviceGet_v2000)                         \
  X (cuDeviceGetName, "cuDeviceGetName", PFN_cuDeviceGetName_v2000)             \
  X (cuDeviceTotalMem, "cuDeviceTotalMem_v2", PFN_cuDeviceTotalMem_v3020)       \
  X (cuDeviceGetAttribute, "cuDeviceGetAttribute", PFN_cuDeviceGetAttribute_v2000) \
  X (cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", PFN_cuDevicePrimaryCtxRetain_v7000) \
  X (cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", PFN_cuDevicePrimaryCtxRelease_v11000) \
  X (cuCtxPushCurrent, "cuCtxPushCurrent_v2", PFN_cuCtxPushCurrent_v4000)       \
  X (cuCtxPopCurrent, "cuCtxPopCurrent_v2", PFN_cuCtxPopCurrent_v4000)          \
  X (cuModuleLoadData, "cuModuleLoadData", PFN_cuModuleLoadData_v2000)          \
  X (cuModuleUnload, "cuModuleUnload", PFN_cuModuleUnload_v2000)                \
  X (cuModuleGetFunction, "cuModuleGetFunction", PFN_cuModuleGetFunction_v2000) \
  X (cuLinkCreate, "cuLinkCreate_v2", PFN_cuLinkCreate_v6050)                   \
  X (cuLinkAddData, "cuLinkAddData_v2", PFN_cuLinkAddData_v6050)                \
  X (cuLinkComplete, "cuLinkComplete", PFN_cuLinkComplete_v5050)                \
  X (cuLinkDestroy, "cuLinkDestroy", PFN_cuLinkDestroy_v5050)                   \
  X (cuMemGetInfo, "cuMemGetInfo_v2", PFN_cuMemGetInfo_v3020)                   \
  X (cuMemAlloc, "cuMemAlloc_v2", PFN_cuMemAlloc_v3020)                         \
  X (cuMemFree, "cuMemFree_v2", PFN_cuMemFree_v3020)                            \
  X (cuMemHostRegister, "cuMemHostRegister_v2", PFN_cuMemHostRegister_v6050)    \
  X (cuMemHostUnregister, "cuMemHostUnregister", PFN_cuMemHostUnregister_v4000) \
  X (cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", PFN_cuMemcpyHtoDAsync_v3020)    \
  X (cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", PFN_cuMemcpyDtoHAsync_v3020)    \
  X (cuMemcpyDtoDAsync, "cuMemcpyDtoDAsync_v2", PFN_cuMemcpyDtoDAsync_v3020)    \
  X (cuMemsetD8Async, "cuMemsetD8Async", PFN_cuMemsetD8Async_v3020)             \
  X (cuStreamCreate, "cuStreamCreate", PFN_cuStreamCreate_v2000)                \
  X (cuStreamDestroy, "cuStreamDestroy_v2", PFN_cuStreamDestroy_v4000)          \
  X (cuStreamSynchronize, "cuStreamSynchronize", PFN_cuStreamSynchronize_v2000) \
  X (cuEventCreate, "cuEventCreate", PFN_cuEventCreate_v2000)                   \
  X (cuEventDestroy, "cuEventDestroy_v2", PFN_cuEventDestroy_v4000)             \
  X (cuEventRecord, "cuEventRecord", PFN_cuEventRecord_v2000)                   \
  X (cuEventSynchronize, "cuEventSynchronize", PFN_cuEventSynchronize_v2000)    \
  X (cuEventElapsedTime, "cuEventElapsedTime", PFN_cuEventElapsedTime_v2000)    \
  X (cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor",                  \
     PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050)                     \
  X (cuLaunchKernel, "cuLaunchKernel", PFN_cuLaunchKernel_v4000)

/* Newer entry points, which the program can do without; NULL if the driver lacks them. */
#define CE_CUDA_OPTIONAL_ENTRY_POINTS(X)                                        \
  X (cuLaunchKernelEx, "cuLaunchKernelEx", PFN_cuLaunchKernelEx_v11060)

typedef struct
{
#define CE_CUDA_FIELD(name, symbol, type) type name;
  CE_CUDA_ENTRY_POINTS (CE_CUDA_FIELD)
  CE_CUDA_OPTIONAL_ENTRY_POINTS (CE_CUDA_FIELD)
#undef CE_CUDA_FIELD
} CeCudaDriver;

/* The entry points, once ce_cuda_find() has succeeded. */
extern CeCudaDriver ce_cuda;

typedef struct
{
  CeDevice   info;
  CUdevice   device;
  CUcontext  context;           /* the primary one; NULL until the device is used */
  CUmodule   modules[CE_CUDA_N_KERNELS];        /* the first has all kernels, or each has one */
  CUfunction kernels[CE_CUDA_N_KERNELS];        /* see ce_cuda_kernel() */
  int        resident[CE_CUDA_N_KERNELS];       /* blocks of a warp that fit a processor; 0: not queried yet */
  int        states[CE_CUDA_N_KERNELS];         /* see modules.c */
  gint64     patience[CE_N_FILTERS];    /* the time up to which renders wait for kernels, microseconds */
  int        processors;
} CeCudaDevice;

gboolean           ce_cuda_load        (GError **error);
gboolean           ce_cuda_try         (const CeCudaDriver *driver, GError **error);
gboolean           ce_cuda_find        (GError **error);
const CeDevice    *ce_cuda_devices     (guint *n_devices);
const char *const *ce_cuda_variants    (void);
gboolean           ce_cuda_start       (const CePlace *place, GError **error);
CeCudaDevice      *ce_cuda_take_device (const CePlace *place, GError **error);
void               ce_cuda_give_device (void);
void               ce_cuda_shut        (void);
CUresult           ce_cuda_modules_load (CeCudaDevice *device);
void               ce_cuda_modules_unload (CeCudaDevice *device);
void               ce_cuda_modules_end (void);
gboolean           ce_cuda_modules_are_made (CeCudaDevice *device, CeFilterId filter, GError **error);
gboolean           ce_cuda_modules_wait (CeCudaDevice *device, CeFilterId filter);
gboolean           ce_cuda_modules_are_under_way (void);
gboolean           ce_cuda_kernel_is_made (CeCudaDevice *device, CeCudaKernel kernel);
CUfunction         ce_cuda_kernel      (CeCudaDevice *device, CeCudaKernel kernel);
void               ce_cuda_pin_release (void);
void               ce_cuda_pin_end     (void);
gboolean           ce_cuda_check       (CUresult result, const char *doing, GError **error);

G_END_DECLS

#endif
