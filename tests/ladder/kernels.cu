/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All rungs, in one fat binary.
 */
#include "sobel-tiles.cu"
#include "convolution-tiles.cu"
#include "peaks.cu"
#include "canny-textures.cu"
#include "canny-passes.cu"
#include "hysteresis-passes.cu"
#include "sobel-vectors.cu"
