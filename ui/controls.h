/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameters of a filter as rows of a dialog, made from the catalogue.
 */
#ifndef CE_CONTROLS_H
#define CE_CONTROLS_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

GtkWidget *ce_controls_new       (GimpProcedureDialog *dialog, GimpProcedureConfig *config, const CeFilter *filter);
GtkWidget *ce_controls_get_row   (GtkWidget *controls, const char *name);
void       ce_controls_set_narrow (GtkWidget *controls, gboolean narrow);
GtkWidget *ce_controls_get_advanced (GtkWidget *controls);
GtkWidget *ce_controls_get_strip (GtkWidget *controls);
void       ce_controls_insert    (GtkWidget *controls, const char *after, GtkWidget *widget, gboolean grows);
void       ce_controls_finish    (GtkWidget *controls);
void       ce_controls_put_first (GtkWidget *controls, GtkWidget *widget, GtkWidget *label);

#endif
