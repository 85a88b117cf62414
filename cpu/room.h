/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_ROOM_H
#define CE_CPU_ROOM_H

#include <glib.h>

G_BEGIN_DECLS

gpointer ce_room_new   (gsize size);
void     ce_room_free  (gpointer room);
gboolean ce_room_lacks (void);

G_END_DECLS

#endif
