/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipes.h"

#include <string.h>

struct _CeRecipes
{
  const CeFilter *filter;
  char           *file;            /* of the user's own */
  GPtrArray      *list;
};

static void
free_recipe (gpointer data)
{
  CeRecipe *recipe = data;

  g_free (recipe->name);
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

/* Recipes that this version does not understand are left out. */
static void
add_group (CeRecipes *recipes, GKeyFile *keys, const char *group, gboolean own)
{
  g_autofree char *filter = g_key_file_get_string (keys, group, "filter", NULL);
  g_autofree char *text = g_key_file_get_string (keys, group, "parameters", NULL);
  CeParams         params;
  CeRecipe        *recipe;

  if (g_strcmp0 (filter, recipes->filter->name) != 0 || ! text)
    return;

  ce_params_init (&params, recipes->filter);
  if (! ce_params_parse (&params, recipes->filter, text, NULL))
    return;

  recipe = g_new0 (CeRecipe, 1);
  recipe->name = g_strdup (name_in (recipes, group));
  recipe->params = params;
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

static GKeyFile *
load_own (CeRecipes *recipes)
{
  GKeyFile *keys = g_key_file_new ();

  g_key_file_load_from_file (keys, recipes->file, G_KEY_FILE_KEEP_COMMENTS, NULL);

  return keys;
}

/**
 * ce_recipes_new:
 * @filter: whose recipes
 * @common: those that come along, as text
 * @file: the file of the user's own; need not exist
 *
 * Returns: (transfer full): the recipes
 */
CeRecipes *
ce_recipes_new (const CeFilter *filter, const char *common, const char *file)
{
  CeRecipes *recipes = g_new0 (CeRecipes, 1);
  g_autoptr (GKeyFile) given = g_key_file_new ();
  g_autoptr (GKeyFile) own = NULL;

  recipes->filter = filter;
  recipes->file = g_strdup (file);
  recipes->list = g_ptr_array_new_with_free_func (free_recipe);

  if (g_key_file_load_from_data (given, common, -1, G_KEY_FILE_NONE, NULL))
    add_all (recipes, given, FALSE);
  own = load_own (recipes);
  add_all (recipes, own, TRUE);

  return recipes;
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
  g_free (recipes->file);
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
  return ! g_str_equal (param->name, "backend") && ! g_str_equal (param->name, "output");
}

/**
 * ce_recipes_same:
 * @filter: a filter
 * @a, @b: its parameters
 *
 * Returns: whether a recipe would set the same
 */
gboolean
ce_recipes_same (const CeFilter *filter, const CeParams *a, const CeParams *b)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (is_about_picture (param) && ce_params_get (a, param) != ce_params_get (b, param))
      return FALSE;

  return TRUE;
}

/**
 * ce_recipes_find:
 * @recipes: recipes
 * @params: parameters
 *
 * Returns: the index of the recipe with just these parameters, -1 if none has them
 */
int
ce_recipes_find (CeRecipes *recipes, const CeParams *params)
{
  for (guint i = 0; i < recipes->list->len; i++)
    if (ce_recipes_same (recipes->filter, &ce_recipes_get (recipes, i)->params, params))
      return (int) i;

  return -1;
}

static char *
params_to_text (const CeFilter *filter, const CeParams *params)
{
  g_autofree char *all = ce_params_to_text (params, filter);
  g_auto (GStrv)   words = g_strsplit (all, " ", -1);
  GString         *text = g_string_new (NULL);

  for (int i = 0; words[i]; i++)
    if (! g_str_has_prefix (words[i], "backend=") && ! g_str_has_prefix (words[i], "output="))
      g_string_append_printf (text, "%s%s", text->len ? " " : "", words[i]);

  return g_string_free (text, FALSE);
}

static void
forget (CeRecipes *recipes, const char *name)
{
  for (guint i = 0; i < recipes->list->len; i++)
    if (ce_recipes_get (recipes, i)->own && g_str_equal (ce_recipes_get (recipes, i)->name, name))
      g_ptr_array_remove_index (recipes->list, i--);
}

/**
 * ce_recipes_save:
 * @recipes: recipes
 * @name: what the user calls it; an own recipe of that name is replaced
 * @params: what it shall set
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with an error of #GFileError
 */
gboolean
ce_recipes_save (CeRecipes *recipes, const char *name, const CeParams *params, GError **error)
{
  g_autoptr (GKeyFile) keys = load_own (recipes);
  g_autofree char     *text = params_to_text (recipes->filter, params);
  g_autofree char     *plain = g_strdelimit (g_strdup (name), "[]\n", ' ');
  g_autofree char     *group = group_of (recipes, plain);

  g_key_file_set_string (keys, group, "filter", recipes->filter->name);
  g_key_file_set_string (keys, group, "parameters", text);
  if (! g_key_file_save_to_file (keys, recipes->file, error))
    return FALSE;

  forget (recipes, plain);
  add_group (recipes, keys, group, TRUE);

  return TRUE;
}

/**
 * ce_recipes_delete:
 * @recipes: recipes
 * @index: an own one
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with an error of #GFileError
 */
gboolean
ce_recipes_delete (CeRecipes *recipes, guint index, GError **error)
{
  g_autoptr (GKeyFile) keys = load_own (recipes);
  g_autofree char     *group = group_of (recipes, ce_recipes_get (recipes, index)->name);

  g_return_val_if_fail (ce_recipes_get (recipes, index)->own, FALSE);

  g_key_file_remove_group (keys, group, NULL);
  if (! g_key_file_save_to_file (keys, recipes->file, error))
    return FALSE;

  g_ptr_array_remove_index (recipes->list, index);

  return TRUE;
}
