/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of workspaces.
 */
#ifndef CE_CPU_WORKSPACE_H
#define CE_CPU_WORKSPACE_H

#include <glib.h>

G_BEGIN_DECLS

void     ce_workspace_begin  (void);
gpointer ce_workspace_alloc  (gsize size);
gboolean ce_workspace_lacks  (void);
gboolean ce_workspace_refuse (GError **error);
void     ce_workspace_free   (gpointer first);

G_END_DECLS

#endif
