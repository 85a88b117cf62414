/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user is asked, or told, about recipes.
 */
#ifndef CE_RECIPE_QUESTIONS_H
#define CE_RECIPE_QUESTIONS_H

#include <gtk/gtk.h>

#include "live/recipes.h"

char    *ce_recipe_ask_name   (GtkWidget *parent, GPtrArray *recipes, const char *proposed);
gboolean ce_recipe_ask_delete (GtkWidget *parent, const char *name);
GFile   *ce_recipe_ask_file   (GtkWidget *parent, const char *proposed);

#endif
