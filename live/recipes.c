/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipes.h"

#include <math.h>
#include <string.h>

struct _CeRecipes
{
  const CeFilter *filter;
  GPtrArray      *list;
};

static void
free_recipe (gpointer data)
{
  CeRecipe *recipe = data;

  g_free (recipe->name);
  g_strfreev (recipe->scaled);
  g_free (recipe);
}

/* A group is a recipe; the user's are marked with their filter in the group's
 * name, so that two filters may have recipes of the same name. */
static char *
group_of (CeRecipes *recipes, const char *name)
{
  return g_strdup_printf ("%s: %s", recipes->filter->name, name);
}

static const char *
name_in (CeRecipes *recipes, const char *group)
{
  g_autofree char *prefix = group_of (recipes, "");

  return g_str_has_prefix (group, prefix) ? group + strlen (prefix) : group;
}

/* Recipes that this version does not understand, or that have no name for people, are left out. */
static void
add_group (CeRecipes *recipes, GKeyFile *keys, const char *group, gboolean own)
{
  g_autofree char *filter = g_key_file_get_string (keys, group, "filter", NULL);
  g_autofree char *text = g_key_file_get_string (keys, group, "parameters", NULL);
  CeParams         params;
  CeRecipe        *recipe;

  if (g_strcmp0 (filter, recipes->filter->name) != 0 || ! text || ! g_utf8_validate (group, -1, NULL))
    return;

  ce_params_init (&params, recipes->filter);
  if (! ce_params_parse (&params, recipes->filter, text, NULL))
    return;

  recipe = g_new0 (CeRecipe, 1);
  recipe->name = g_strdup (name_in (recipes, group));
  recipe->params = params;
  recipe->size = g_key_file_get_integer (keys, group, "size", NULL);
  recipe->scaled = g_key_file_get_string_list (keys, group, "scaled", NULL, NULL);
  recipe->own = own;
  g_ptr_array_add (recipes->list, recipe);
}

static void
add_all (CeRecipes *recipes, GKeyFile *keys, gboolean own)
{
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);

  for (char **group = groups; *group; group++)
    add_group (recipes, keys, *group, own);
}

/* Those of a file that older versions kept the user's own in. */
void
ce_recipes_add_old (CeRecipes *recipes, GKeyFile *keys)
{
  add_all (recipes, keys, TRUE);
}

/* One of the user's own. */
void
ce_recipes_add (CeRecipes *recipes, const char *name, const CeParams *params)
{
  CeRecipe *recipe = g_new0 (CeRecipe, 1);

  recipe->name = g_strdup (name);
  recipe->params = *params;
  recipe->own = TRUE;
  g_ptr_array_add (recipes->list, recipe);
}

/**
 * ce_recipes_new:
 * @filter: whose recipes
 * @common: those that come along, as text
 *
 * Returns: (transfer full): these
 */
CeRecipes *
ce_recipes_new (const CeFilter *filter, const char *common)
{
  CeRecipes           *recipes = g_new0 (CeRecipes, 1);
  g_autoptr (GKeyFile) given = g_key_file_new ();

  recipes->filter = filter;
  recipes->list = g_ptr_array_new_with_free_func (free_recipe);
  if (g_key_file_load_from_data (given, common, -1, G_KEY_FILE_NONE, NULL))
    add_all (recipes, given, FALSE);

  return recipes;
}

/**
 * ce_recipe_fit:
 * @recipe: a recipe
 * @filter: whose
 * @size: of an image, its longer side in pixels
 * @params: @recipe's
 *
 * Lets lines be as wide, and detail as coarse, as @recipe means them for
 * smaller images, with as many digits as are shown: what one pixel is in a
 * picture for the screen is nothing in a print of 24 megapixels.
 */
void
ce_recipe_fit (const CeRecipe *recipe, const CeFilter *filter, int size, CeParams *params)
{
  for (int i = 0; recipe->size > 0 && size > recipe->size && recipe->scaled && recipe->scaled[i]; i++)
    {
      const CeParam *param = ce_filter_find_param (filter, recipe->scaled[i]);
      double         unit = param ? pow (10, param->digits) : 1;

      if (param && (param->kind == CE_PARAM_DOUBLE || param->kind == CE_PARAM_INT))
        {
          double value = round (ce_params_get (params, param) * ((double) size / recipe->size) * unit) / unit;

          ce_params_put (params, param, CLAMP (value, param->min, param->max));
        }
    }
}

/* All of new @recipes, for an image of that size. */
void
ce_recipes_fit (CeRecipes *recipes, int size)
{
  for (guint i = 0; i < recipes->list->len; i++)
    {
      CeRecipe *recipe = recipes->list->pdata[i];

      ce_recipe_fit (recipe, recipes->filter, size, &recipe->params);
    }
}

/**
 * ce_recipes_free:
 * @recipes: (nullable): recipes
 */
void
ce_recipes_free (CeRecipes *recipes)
{
  if (! recipes)
    return;

  g_ptr_array_unref (recipes->list);
  g_free (recipes);
}

/**
 * ce_recipes_count:
 * @recipes: recipes
 *
 * Returns: how many there are
 */
guint
ce_recipes_count (CeRecipes *recipes)
{
  return recipes->list->len;
}

/**
 * ce_recipes_get:
 * @recipes: recipes
 * @index: below ce_recipes_count()
 *
 * Returns: (transfer none): a recipe
 */
const CeRecipe *
ce_recipes_get (CeRecipes *recipes, guint index)
{
  return recipes->list->pdata[index];
}

static gboolean
is_about_picture (const CeParam *param)
{
  return ! g_str_equal (param->name, "backend") && param->kind != CE_PARAM_TEXT && ! ce_param_is_placement (param);
}

/* What a recipe sets; where and how the result is made, and what is erased of this image, stays. */
void
ce_recipes_apply (const CeFilter *filter, const CeParams *recipe, CeParams *params)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (is_about_picture (param))
      ce_params_put (params, param, ce_params_get (recipe, param));
}

/**
 * ce_recipes_same:
 * @filter: a filter
 * @a, @b: its parameters
 *
 * Returns: whether both make the same picture: values that have no effect do
 *   not count
 */
gboolean
ce_recipes_same (const CeFilter *filter, const CeParams *a, const CeParams *b)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (is_about_picture (param) && ce_params_get (a, param) != ce_params_get (b, param)
        && (ce_params_applies (a, filter, param) || ce_params_applies (b, filter, param)))
      return FALSE;

  return TRUE;
}

/**
 * ce_recipes_find:
 * @recipes: recipes
 * @params: parameters
 *
 * Returns: the index of the last recipe with just these parameters, so that of the user's own none hides behind one
 *   that came along; -1 if none has them
 */
int
ce_recipes_find (CeRecipes *recipes, const CeParams *params)
{
  int i = (int) recipes->list->len - 1;

  while (i >= 0 && ! ce_recipes_same (recipes->filter, &ce_recipes_get (recipes, (guint) i)->params, params))
    i--;

  return i;
}
