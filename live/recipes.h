/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Named sets of parameters: those that come along, and the user's own.
 */
#ifndef CE_RECIPES_H
#define CE_RECIPES_H

#include "engine/filters.h"

G_BEGIN_DECLS

/**
 * CeRecipe:
 * @name: for people
 * @group: in the file it came from
 * @params: what it sets; backend and output mean nothing
 * @size: of the image that is meant for, the longer side in pixels; 0: of any
 * @scaled: (nullable): the parameters that grow with larger ones
 * @own: the user's: may be deleted
 *
 * A recipe of one filter.
 */
typedef struct
{
  char     *name;
  char     *group;
  CeParams  params;
  int       size;
  char    **scaled;
  gboolean  own;
} CeRecipe;

typedef struct _CeRecipes CeRecipes;

CeRecipes      *ce_recipes_new    (const CeFilter *filter, const char *common, const char *file);
void            ce_recipes_fit    (CeRecipes *recipes, int size);
void            ce_recipes_free   (CeRecipes *recipes);
const char     *ce_recipes_get_problem (CeRecipes *recipes);
guint           ce_recipes_count  (CeRecipes *recipes);
const CeRecipe *ce_recipes_get    (CeRecipes *recipes, guint index);
gboolean        ce_recipes_same   (const CeFilter *filter, const CeParams *a, const CeParams *b);
int             ce_recipes_find   (CeRecipes *recipes, const CeParams *params);
gboolean        ce_recipes_save   (CeRecipes *recipes, const char *name, const CeParams *params, GError **error);
gboolean        ce_recipes_delete (CeRecipes *recipes, guint index, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeRecipes, ce_recipes_free)

G_END_DECLS

#endif
