/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All kernels as one module: one fat binary, and the toolkit's headers are
 * read once per architecture.
 */
#include "gaussian.cu"
#include "sobel.cu"
#include "laplacian.cu"
#include "canny.cu"
#include "canny-bytes.cu"
#include "canny-window.cu"
#include "hysteresis.cu"
#include "expand.cu"
#include "sharpen.cu"
#include "unsharp.cu"
