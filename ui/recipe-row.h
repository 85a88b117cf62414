/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_RECIPE_ROW_H
#define CE_RECIPE_ROW_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

GtkWidget *ce_recipe_row_new            (GimpProcedureConfig *config, const CeFilter *filter, int size);
GtkWidget *ce_recipe_row_get_label      (GtkWidget *row);
GtkWidget *ce_recipe_row_get_list       (GtkWidget *row);
void       ce_recipe_row_config_changed (GtkWidget *row, const CeParams *params);

#endif
