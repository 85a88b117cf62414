/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The times of a comparison.
 */
#ifndef CE_COMPARE_TABLE_H
#define CE_COMPARE_TABLE_H

#include <gtk/gtk.h>

#include "live/comparison.h"

G_BEGIN_DECLS

GtkWidget *ce_compare_label_new (const char *text, double xalign);
GtkWidget *ce_compare_table_new (const CeComparison *comparison);

G_END_DECLS

#endif
