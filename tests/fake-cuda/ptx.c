/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Stand-ins for PTX, which the driver for tests does not read: with names instead, every build can test the loading of
 * clang's kernels.
 */
#include "cuda/driver.h"

#define NAME(name, ...) { "ce_cuda_" #name, "" },

const struct { const char *name; const char *text; } ce_cuda_ptx[] = { CE_CUDA_KERNELS (NAME) { NULL, NULL } };
