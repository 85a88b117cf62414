/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_RECIPE_MENU_H
#define CE_RECIPE_MENU_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

G_BEGIN_DECLS

GtkWidget *ce_recipe_menu_new        (GimpProcedureConfig *config, const CeFilter *filter, GCallback delete_clicked,
                                      gpointer data);
void       ce_recipe_menu_set_recipe (GtkWidget *button, const char *name, gboolean own);
void       ce_recipe_menu_complain   (GtkWidget *widget, const GError *error);

G_END_DECLS

#endif
