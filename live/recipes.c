/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipes.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "kept.h"

struct _CeRecipes
{
  const CeFilter *filter;
  char           *file;            /* of the user's own */
  char           *problem;         /* (nullable) why those cannot be used */
  GPtrArray      *list;
};

static void
free_recipe (gpointer data)
{
  CeRecipe *recipe = data;

  g_free (recipe->name);
  g_free (recipe->group);
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
  recipe->group = g_strdup (group);
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

/**
 * ce_recipes_new:
 * @filter: whose recipes
 * @common: those that come along, as text
 * @file: the file of the user's own; need not exist
 *
 * Returns: (transfer full): the recipes; only those that come along where
 *   ce_recipes_get_problem() says something
 */
CeRecipes *
ce_recipes_new (const CeFilter *filter, const char *common, const char *file)
{
  CeRecipes *recipes = g_new0 (CeRecipes, 1);
  g_autoptr (GKeyFile) given = g_key_file_new ();
  g_autoptr (GKeyFile) own = NULL;
  g_autoptr (GError)   error = NULL;

  recipes->filter = filter;
  recipes->file = g_strdup (file);
  recipes->list = g_ptr_array_new_with_free_func (free_recipe);

  if (g_key_file_load_from_data (given, common, -1, G_KEY_FILE_NONE, NULL))
    add_all (recipes, given, FALSE);
  own = ce_kept_load (file, &error);
  if (own)
    add_all (recipes, own, TRUE);
  else
    recipes->problem = g_strdup (error->message);

  return recipes;
}

/* As many digits as are shown. */
static void
scale (CeParams *params, const CeParam *param, double factor)
{
  double unit = pow (10, param->digits), value = round (ce_params_get (params, param) * factor * unit) / unit;

  ce_params_put (params, param, CLAMP (value, param->min, param->max));
}

/**
 * ce_recipes_fit:
 * @recipes: new recipes
 * @size: of an image, its longer side in pixels
 *
 * Lets lines be as wide, and detail as coarse, as a recipe means them for
 * smaller images: what one pixel is in a picture for the screen is nothing in a
 * print of 24 megapixels.
 */
void
ce_recipes_fit (CeRecipes *recipes, int size)
{
  for (guint i = 0; i < recipes->list->len; i++)
    {
      CeRecipe *recipe = recipes->list->pdata[i];

      for (int j = 0; recipe->size > 0 && size > recipe->size && recipe->scaled && recipe->scaled[j]; j++)
        {
          const CeParam *param = ce_filter_find_param (recipes->filter, recipe->scaled[j]);

          if (param && param->kind != CE_PARAM_CHOICE)
            scale (&recipe->params, param, (double) size / recipe->size);
        }
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
  g_free (recipes->file);
  g_free (recipes->problem);
  g_free (recipes);
}

/**
 * ce_recipes_get_problem:
 * @recipes: recipes
 *
 * Returns: (nullable): why the user's own cannot be used, one sentence; their
 *   file stays as it is
 */
const char *
ce_recipes_get_problem (CeRecipes *recipes)
{
  return recipes->problem;
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
  return ! g_str_equal (param->name, "backend") && ! ce_param_places (param);
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

static char *
params_to_text (const CeFilter *filter, const CeParams *params)
{
  GString *text = g_string_new (NULL);

  for (const CeParam *param = filter->params; param->name; param++)
    if (is_about_picture (param))
      {
        g_autofree char *value = ce_params_value_to_text (params, param);

        g_string_append_printf (text, "%s%s=%s", text->len ? " " : "", param->name, value);
      }

  return g_string_free (text, FALSE);
}

static void
forget (CeRecipes *recipes, const char *name)
{
  for (guint i = 0; i < recipes->list->len; i++)
    if (ce_recipes_get (recipes, i)->own && g_str_equal (ce_recipes_get (recipes, i)->name, name))
      g_ptr_array_remove_index (recipes->list, i--);
}

/* A name as a group's may be: without brackets, line ends and the like. */
static char *
plain_name (const char *name)
{
  char *plain = g_strdup (name);

  for (char *c = plain; *c; c++)
    if (*c == '[' || *c == ']' || g_ascii_iscntrl (*c))
      *c = ' ';

  return g_strstrip (plain);
}

/* One change of the user's file. */
typedef struct { CeRecipes *recipes; const char *group, *text; } Change;

/* CeKeptFunc. */
static void
put (GKeyFile *keys, gpointer data)
{
  const Change *change = data;

  g_key_file_set_string (keys, change->group, "filter", change->recipes->filter->name);
  g_key_file_set_string (keys, change->group, "parameters", change->text);
}

/* CeKeptFunc. */
static void
take_away (GKeyFile *keys, gpointer data)
{
  const Change *change = data;

  g_key_file_remove_group (keys, change->group, NULL);
}

/**
 * ce_recipes_save:
 * @recipes: recipes
 * @name: what the user calls it; an own recipe of that name is replaced
 * @params: what it shall set
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with an error of #GFileError, nothing saved and
 *   the file as it was
 */
gboolean
ce_recipes_save (CeRecipes *recipes, const char *name, const CeParams *params, GError **error)
{
  g_autoptr (GKeyFile) saved = g_key_file_new ();
  g_autofree char     *text = params_to_text (recipes->filter, params);
  g_autofree char     *plain = plain_name (name);
  g_autofree char     *group = group_of (recipes, plain);
  Change               change = { recipes, group, text };

  if (! *plain || ! g_utf8_validate (plain, -1, NULL))
    {
      g_set_error_literal (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("Type a name for the recipe first."));
      return FALSE;
    }
  if (! ce_kept_change (recipes->file, put, &change, error))
    return FALSE;

  forget (recipes, plain);
  put (saved, &change);
  add_group (recipes, saved, group, TRUE);

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
  const CeRecipe *recipe = ce_recipes_get (recipes, index);
  Change          change = { recipes, recipe->group, NULL };

  g_return_val_if_fail (recipe->own, FALSE);

  if (! ce_kept_change (recipes->file, take_away, &change, error))
    return FALSE;

  g_ptr_array_remove_index (recipes->list, index);

  return TRUE;
}
