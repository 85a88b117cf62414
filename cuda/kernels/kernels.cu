/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All kernels are one module, so that there is one fat binary and the toolkit's headers are read once per architecture.
 */

/* Before compute capability 7.0 a kernel's parameters have no address, so
 * the compiler copies those that are read by an index. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 700
#undef __grid_constant__
#define __grid_constant__
#endif

#include "gaussian.cu"
#include "sobel.cu"
#include "laplacian.cu"
#include "canny.cu"
#include "count.cu"
#include "hysteresis.cu"
#include "merge.cu"
#include "expand.cu"
#include "widen.cu"
#include "sharpen.cu"
#include "sharpen-bytes.cu"
#include "deconvolve.cu"
#include "flow.cu"
#include "line-art.cu"
#include "table.h"

/* Each kernel of the table is here. */
#define EXISTS(name, ...) static_assert (sizeof (&ce_cuda_ ## name) > 0, "");
CE_CUDA_KERNELS (EXISTS)
