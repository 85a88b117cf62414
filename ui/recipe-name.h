/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks for the name of a recipe that is to be saved.
 */
#ifndef CE_RECIPE_NAME_H
#define CE_RECIPE_NAME_H

#include <gtk/gtk.h>

#include "live/recipes.h"

G_BEGIN_DECLS

char *ce_recipe_name_ask (GtkWidget *parent, CeRecipes *recipes, const char *proposed);

G_END_DECLS

#endif
