/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_MEMORY_H
#define CE_MEMORY_H

#include <glib.h>

G_BEGIN_DECLS

gpointer ce_memory_alloc (gsize size, GError **error);
void     ce_memory_free  (gpointer memory, gsize size);

G_END_DECLS

#endif
