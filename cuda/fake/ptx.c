/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The driver for tests does not read PTX, so names stand for it: every build can try the way that clang's kernels take.
 */
#include "cuda/driver.h"

#define NAME(name, ...) { "ce_cuda_" #name, "" },

const struct { const char *name; const char *text; } ce_cuda_ptx[] = { CE_CUDA_KERNELS (NAME) { NULL, NULL } };
