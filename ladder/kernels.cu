/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All rungs, in one fat binary, or clang's PTX.
 */
#ifdef __clang__
#include "clang.cuh"
#endif
#include "sobel-tiles.cu"
#include "convolution-tiles.cu"
#include "peaks.cu"
#include "canny-textures.cu"
#include "canny-passes.cu"
#include "hysteresis-passes.cu"
#include "sobel-vectors.cu"
