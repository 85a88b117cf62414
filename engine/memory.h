/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_MEMORY_H
#define CE_MEMORY_H

#include "image.h"

G_BEGIN_DECLS

/* The smallest block of a picture, bytes. */
#define CE_MEMORY_LEAST ((gsize) 1 << 20)

/* Called on any thread before a picture's block returns to the system. */
typedef void (*CeMemoryFunc) (gpointer memory);

gpointer ce_memory_alloc (gsize size, GError **error);
void     ce_memory_free  (gpointer memory, gsize size);

gboolean ce_memory_take  (CeView *view, int width, int height, GError **error);
void     ce_memory_put   (CeView *view);
void     ce_memory_clear (void);
void     ce_memory_watch (CeMemoryFunc func);

G_END_DECLS

#endif
