/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * PTX for the driver for tests, which does not read it: names alone, so that
 * what clang's kernels need can be tried in every build.
 */
#include "cuda/driver.h"

#define NAME(name, ...) { "ce_cuda_" #name, "" },

const struct { const char *name; const char *text; } ce_cuda_ptx[] = { CE_CUDA_KERNELS (NAME) { NULL, NULL } };
