/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Named sets of parameters: those that come along, and the user's own.
 */
#ifndef CE_RECIPES_H
#define CE_RECIPES_H

#include "engine/filters.h"

/**
 * CeRecipe:
 * @name: for people
 * @params: what it sets; backend and output mean nothing
 * @size: of the image that is meant for, the longer side in pixels; 0: of any
 * @scaled: (nullable): the parameters that grow with larger ones
 * @own: the user's: may be deleted
 *
 * A recipe of one filter. Recipes are an array of them.
 */
typedef struct
{
  char     *name;
  CeParams  params;
  int       size;
  char    **scaled;
  gboolean  own;
} CeRecipe;

GPtrArray *ce_recipes_new   (void);
void       ce_recipes_add   (GPtrArray *recipes, const char *name, const CeParams *params);
void       ce_recipes_read  (GPtrArray *recipes, const CeFilter *filter, GKeyFile *keys, gboolean own);
void       ce_recipe_fit    (const CeRecipe *recipe, const CeFilter *filter, int size, CeParams *params);
void       ce_recipes_fit   (GPtrArray *recipes, const CeFilter *filter, int size);
void       ce_recipes_apply (const CeFilter *filter, const CeParams *recipe, CeParams *params);
gboolean   ce_recipes_same  (const CeFilter *filter, const CeParams *a, const CeParams *b);
int        ce_recipes_find  (GPtrArray *recipes, const CeFilter *filter, const CeParams *params);

#endif
