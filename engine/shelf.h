/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_SHELF_H
#define CE_SHELF_H

#include "image.h"

G_BEGIN_DECLS

/* Smaller blocks are not kept. */
#define CE_SHELF_LEAST ((gsize) 1 << 20)

/**
 * CeShelfFunc:
 * @memory: a block of at least #CE_SHELF_LEAST bytes that is about to go back
 *   to the system
 *
 * Called on any thread.
 */
typedef void (*CeShelfFunc) (gpointer memory);

gpointer ce_shelf_take      (gsize size, GError **error);
void     ce_shelf_put       (gpointer memory, gsize size);
gboolean ce_shelf_take_part (CeView *view, int width, int height, GError **error);
void     ce_shelf_put_part  (const CeView *view);
void     ce_shelf_clear     (void);
void     ce_shelf_watch     (CeShelfFunc func);

G_END_DECLS

#endif
