/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pool of pictures, for the engine and its backends.
 */
#pragma once

#include "cuda-edges.h"

/* The smallest block of a picture, bytes. */
#define CE_MEMORY_LEAST ((gsize) 1 << 20)

/* Called on any thread before a picture's block returns to the system. */
typedef void (*CeMemoryFunc) (gpointer memory);

void     ce_memory_clear  (void);
void     ce_memory_watch  (CeMemoryFunc func);
gboolean ce_memory_refuse (gsize size, GError **error);
