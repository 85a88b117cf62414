/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The types of the driver's entry points, with NVIDIA's names.
 */
#ifndef CE_CLANG_CUDA_TYPEDEFS_H
#define CE_CLANG_CUDA_TYPEDEFS_H

#include "cuda.h"

typedef CUresult (*PFN_cuInit_v2000) (unsigned int flags);
typedef CUresult (*PFN_cuDriverGetVersion_v2020) (int *version);
typedef CUresult (*PFN_cuGetErrorName_v6000) (CUresult error, const char **name);
typedef CUresult (*PFN_cuDeviceGetCount_v2000) (int *count);
typedef CUresult (*PFN_cuDeviceGet_v2000) (CUdevice *device, int ordinal);
typedef CUresult (*PFN_cuDeviceGetName_v2000) (char *name, int length, CUdevice device);
typedef CUresult (*PFN_cuDeviceTotalMem_v3020) (size_t *bytes, CUdevice device);
typedef CUresult (*PFN_cuDeviceGetAttribute_v2000) (int *value, CUdevice_attribute attribute, CUdevice device);
typedef CUresult (*PFN_cuDevicePrimaryCtxRetain_v7000) (CUcontext *context, CUdevice device);
typedef CUresult (*PFN_cuDevicePrimaryCtxRelease_v11000) (CUdevice device);
typedef CUresult (*PFN_cuCtxPushCurrent_v4000) (CUcontext context);
typedef CUresult (*PFN_cuCtxPopCurrent_v4000) (CUcontext *context);
typedef CUresult (*PFN_cuModuleLoadData_v2000) (CUmodule *module, const void *image);
typedef CUresult (*PFN_cuModuleUnload_v2000) (CUmodule module);
typedef CUresult (*PFN_cuModuleGetFunction_v2000) (CUfunction *function, CUmodule module, const char *name);
typedef CUresult (*PFN_cuLinkCreate_v6050) (unsigned int n, CUjit_option *options, void **values, CUlinkState *state);
typedef CUresult (*PFN_cuLinkAddData_v6050) (CUlinkState state, CUjitInputType type, void *data, size_t size,
                                             const char *name, unsigned int n, CUjit_option *options, void **values);
typedef CUresult (*PFN_cuLinkComplete_v5050) (CUlinkState state, void **binary, size_t *size);
typedef CUresult (*PFN_cuLinkDestroy_v5050) (CUlinkState state);
typedef CUresult (*PFN_cuMemGetInfo_v3020) (size_t *free, size_t *total);
typedef CUresult (*PFN_cuMemAlloc_v3020) (CUdeviceptr *pointer, size_t bytes);
typedef CUresult (*PFN_cuMemFree_v3020) (CUdeviceptr pointer);
typedef CUresult (*PFN_cuMemHostRegister_v6050) (void *pointer, size_t bytes, unsigned int flags);
typedef CUresult (*PFN_cuMemHostUnregister_v4000) (void *pointer);
typedef CUresult (*PFN_cuMemcpyHtoDAsync_v3020) (CUdeviceptr to, const void *from, size_t bytes, CUstream stream);
typedef CUresult (*PFN_cuMemcpyDtoHAsync_v3020) (void *to, CUdeviceptr from, size_t bytes, CUstream stream);
typedef CUresult (*PFN_cuMemcpyDtoDAsync_v3020) (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream);
typedef CUresult (*PFN_cuMemsetD8Async_v3020) (CUdeviceptr to, unsigned char value, size_t n, CUstream stream);
typedef CUresult (*PFN_cuStreamCreate_v2000) (CUstream *stream, unsigned int flags);
typedef CUresult (*PFN_cuStreamDestroy_v4000) (CUstream stream);
typedef CUresult (*PFN_cuStreamSynchronize_v2000) (CUstream stream);
typedef CUresult (*PFN_cuEventCreate_v2000) (CUevent *event, unsigned int flags);
typedef CUresult (*PFN_cuEventDestroy_v4000) (CUevent event);
typedef CUresult (*PFN_cuEventRecord_v2000) (CUevent event, CUstream stream);
typedef CUresult (*PFN_cuEventSynchronize_v2000) (CUevent event);
typedef CUresult (*PFN_cuEventElapsedTime_v2000) (float *ms, CUevent from, CUevent to);
typedef CUresult (*PFN_cuOccupancyMaxActiveBlocksPerMultiprocessor_v6050) (int *blocks, CUfunction function, int block_size,
                                                                           size_t shared);
typedef CUresult (*PFN_cuLaunchKernel_v4000) (CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                               unsigned int grid_z,
                                              unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                              unsigned int shared, CUstream stream, void **params, void **extra);
typedef CUresult (*PFN_cuLaunchKernelEx_v11060) (const CUlaunchConfig *config, CUfunction function, void **params,
                                                  void **extra);

#endif
