/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The driver's interface for machines without NVIDIA's headers, as far as this program uses it: the names and numbers of the
 * public binary interface.
 */
#ifndef CE_CLANG_CUDA_H
#define CE_CLANG_CUDA_H

#include <stddef.h>
#include <stdint.h>

/* The CUDA version of the kernels' PTX, as in cuda.h: 1000 * major + 10 * minor. */
#define CUDA_VERSION 11000
#define CUDAAPI

typedef int CUdevice;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUevent_st *CUevent;
typedef struct CUstream_st *CUstream;
typedef struct CUlinkState_st *CUlinkState;
typedef int CUjit_option;
typedef enum { CU_JIT_INPUT_PTX = 1 } CUjitInputType;

typedef enum
{
  CUDA_SUCCESS = 0,
  CUDA_ERROR_INVALID_VALUE = 1,
  CUDA_ERROR_OUT_OF_MEMORY = 2,
  CUDA_ERROR_NOT_INITIALIZED = 3,
  CUDA_ERROR_NO_DEVICE = 100,
  CUDA_ERROR_INVALID_DEVICE = 101,
  CUDA_ERROR_NOT_FOUND = 500,
  CUDA_ERROR_NOT_READY = 600,
  CUDA_ERROR_LAUNCH_FAILED = 719,
  CUDA_ERROR_SYSTEM_DRIVER_MISMATCH = 803,
  CUDA_ERROR_UNKNOWN = 999
} CUresult;

typedef enum
{
  CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT = 16,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR = 75,
  CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR = 76,
  CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM = 91
} CUdevice_attribute;

enum { CU_STREAM_DEFAULT = 0, CU_STREAM_NON_BLOCKING = 1 };
enum { CU_EVENT_DEFAULT = 0, CU_EVENT_DISABLE_TIMING = 2 };
#define CU_MEMHOSTREGISTER_PORTABLE 1

typedef enum { CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION = 6 } CUlaunchAttributeID;

typedef union
{
  char pad[64];
  int  programmaticStreamSerializationAllowed;
} CUlaunchAttributeValue;

typedef struct
{
  CUlaunchAttributeID    id;
  char                   pad[8 - sizeof (CUlaunchAttributeID)];
  CUlaunchAttributeValue value;
} CUlaunchAttribute;

typedef struct
{
  unsigned int       gridDimX, gridDimY, gridDimZ;
  unsigned int       blockDimX, blockDimY, blockDimZ;
  unsigned int       sharedMemBytes;
  CUstream           hStream;
  CUlaunchAttribute *attrs;
  unsigned int       numAttrs;
} CUlaunchConfig;

#endif
