/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of workspaces.
 */
#pragma once

#include <glib.h>

void     ce_workspace_begin  (void);
gpointer ce_workspace_alloc  (gsize size);
gboolean ce_workspace_lacks  (void);
gboolean ce_workspace_refuse (GError **error);
void     ce_workspace_free   (gpointer first);
