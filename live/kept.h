/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files of keys and values that dialogs keep for the user.
 */
#ifndef CE_KEPT_H
#define CE_KEPT_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * CeKeptFunc:
 * @keys: what the file has now; what is changed in it is saved
 * @data: what was given to ce_kept_change()
 *
 * Changes a file's keys.
 */
typedef void (*CeKeptFunc) (GKeyFile *keys, gpointer data);

GKeyFile *ce_kept_load   (const char *file, GError **error);
gboolean  ce_kept_change (const char *file, CeKeptFunc func, gpointer data, GError **error);

G_END_DECLS

#endif
