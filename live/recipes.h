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
  CeParams  params;
  int       size;
  char    **scaled;
  gboolean  own;
} CeRecipe;

typedef struct _CeRecipes CeRecipes;

CeRecipes      *ce_recipes_new     (const CeFilter *filter, const char *common);
void            ce_recipes_add     (CeRecipes *recipes, const char *name, const CeParams *params);
void            ce_recipes_add_old (CeRecipes *recipes, GKeyFile *keys);
void            ce_recipe_fit      (const CeRecipe *recipe, const CeFilter *filter, int size, CeParams *params);
void            ce_recipes_fit     (CeRecipes *recipes, int size);
void            ce_recipes_free    (CeRecipes *recipes);
guint           ce_recipes_count   (CeRecipes *recipes);
const CeRecipe *ce_recipes_get     (CeRecipes *recipes, guint index);
void            ce_recipes_apply   (const CeFilter *filter, const CeParams *recipe, CeParams *params);
gboolean        ce_recipes_same    (const CeFilter *filter, const CeParams *a, const CeParams *b);
int             ce_recipes_find    (CeRecipes *recipes, const CeParams *params);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeRecipes, ce_recipes_free)

G_END_DECLS

#endif
