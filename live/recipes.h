/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Recipes, named sets of parameters: the shipped ones and the user's own.
 */
#pragma once

#include "engine/cuda-edges.h"

/* A recipe of one filter. Recipes are an array of them. */
typedef struct
{
  char     *name;               /* for users */
  char     *former;             /* (nullable): an older name, for scripts */
  char     *hint;               /* (nullable): what to do instead, a sentence for users */
  char     *output;             /* (nullable): where its result goes; params has none */
  CeParams  params;             /* backend and output are ignored */
  int       size;               /* longer side of the image that it is meant for, pixels; 0: any */
  char    **scaled;             /* (nullable): the parameters that grow with larger images, or behind a slash shrink */
  gboolean  own;                /* it is the user's, and may be deleted */
} CeRecipe;

GPtrArray *ce_recipes_new     (void);
void       ce_recipes_add     (GPtrArray *recipes, const char *name, const CeParams *params);
void       ce_recipes_read    (GPtrArray *recipes, const CeFilter *filter, GKeyFile *keys, gboolean own);
void       ce_recipe_fit      (const CeRecipe *recipe, const CeFilter *filter, int size, CeParams *params);
void       ce_recipes_fit     (GPtrArray *recipes, const CeFilter *filter, int size);
void       ce_recipes_apply   (const CeFilter *filter, const CeParams *recipe, CeParams *params);
gboolean   ce_recipes_same    (const CeFilter *filter, const CeParams *a, const CeParams *b);
void       ce_defaults_fit    (CeParams *params, const CeFilter *filter, int size);
gboolean   ce_defaults_follow (CeParams *params, const CeParams *before, const CeFilter *filter);
int        ce_recipes_find    (GPtrArray *recipes, const CeFilter *filter, const CeParams *params);
