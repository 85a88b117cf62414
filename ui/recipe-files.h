/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The user's own recipes: each is a preset of GIMP's, a file of its own in GIMP's folder, which GIMP's library writes
 * and reads.
 */
#ifndef CE_RECIPE_FILES_H
#define CE_RECIPE_FILES_H

#include <libgimp/gimp.h>

#include "live/recipes.h"

char    *ce_recipe_files_load   (GPtrArray *recipes, GimpProcedure *procedure, const CeFilter *filter);
gboolean ce_recipe_files_read   (GFile *file, GimpProcedure *procedure, const CeFilter *filter, CeParams *params,
                                 GError **error);
gboolean ce_recipe_files_write  (GFile *file, GimpProcedureConfig *config, const CeFilter *filter, GError **error);
gboolean ce_recipe_files_save   (GimpProcedure *procedure, const CeFilter *filter, const char *name,
                                 const CeParams *params, GError **error);
gboolean ce_recipe_files_delete (const CeFilter *filter, const char *name, GError **error);

#endif
