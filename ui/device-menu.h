/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the menu of devices lists.
 */
#ifndef CE_DEVICE_MENU_H
#define CE_DEVICE_MENU_H

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * CeDeviceColumn:
 * @CE_DEVICE_BACKEND: what ce_session_new() takes
 * @CE_DEVICE_TEXT: for people
 * @CE_DEVICE_GPU: (nullable): the name to remember a GPU by
 * @CE_DEVICE_SENSITIVE: whether it can be used
 */
typedef enum { CE_DEVICE_BACKEND, CE_DEVICE_TEXT, CE_DEVICE_GPU, CE_DEVICE_SENSITIVE, CE_DEVICE_N_COLUMNS } CeDeviceColumn;

GtkListStore *ce_device_menu_new       (void);
const char   *ce_device_menu_add_gpus  (GtkListStore *store, const GArray *devices);
GtkWidget    *ce_device_menu_new_combo (GtkListStore *store);
gboolean      ce_device_menu_find      (GtkListStore *store, int column, const char *value, GtkTreeIter *iter);

G_END_DECLS

#endif
