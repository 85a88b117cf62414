/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_ROOM_H
#define CE_CPU_ROOM_H

#include <glib.h>

G_BEGIN_DECLS

void     ce_room_begin (void);
gpointer ce_room_new   (gsize size);
gboolean ce_room_lacks (void);
void     ce_rooms_free (gpointer first);

G_END_DECLS

#endif
