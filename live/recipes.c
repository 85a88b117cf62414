/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipes.h"

#include <math.h>
#include <string.h>

static void
free_recipe (gpointer data)
{
  CeRecipe *recipe = data;

  g_free (recipe->name);
  g_free (recipe->former);
  g_free (recipe->hint);
  g_free (recipe->output);
  g_strfreev (recipe->scaled);
  g_free (recipe);
}

/* Returns (transfer full) (element-type CeRecipe) an empty array of recipes. */
GPtrArray *
ce_recipes_new (void)
{
  return g_ptr_array_new_with_free_func (free_recipe);
}

static CeRecipe *
add (GPtrArray *recipes, const char *name, const CeParams *params, gboolean own)
{
  CeRecipe *recipe = g_new0 (CeRecipe, 1);

  recipe->name = g_strdup (name);
  recipe->params = *params;
  recipe->own = own;
  g_ptr_array_add (recipes, recipe);

  return recipe;
}

/* Adds one of the user's own recipes. */
void
ce_recipes_add (GPtrArray *recipes, const char *name, const CeParams *params)
{
  add (recipes, name, params, TRUE);
}

/* Returns the name of the recipe in a group. The group of a user's recipe begins with its filter, so that two filters may
 * have recipes of the same name. */
static const char *
name_in (const CeFilter *filter, const char *group)
{
  g_autofree char *prefix = g_strconcat (filter->name, ": ", NULL);

  return g_str_has_prefix (group, prefix) ? group + strlen (prefix) : group;
}

/* Adds the recipes of a file; @own: an older version's file of the user's own recipes. Leaves out recipes that this version
 * does not understand, or that have no valid name. */
void
ce_recipes_read (GPtrArray *recipes, const CeFilter *filter, GKeyFile *keys, gboolean own)
{
  g_auto (GStrv) groups = g_key_file_get_groups (keys, NULL);

  for (char **group = groups; *group; group++)
    {
      g_autofree char *name = g_key_file_get_string (keys, *group, "filter", NULL);
      g_autofree char *text = g_key_file_get_string (keys, *group, "parameters", NULL);
      CeParams         params;
      CeRecipe        *recipe;

      ce_params_init (&params, filter);
      if (g_strcmp0 (name, filter->name) != 0 || ! text || ! g_utf8_validate (*group, -1, NULL)
          || ! ce_params_parse (&params, filter, text, NULL))
        continue;

      recipe = add (recipes, name_in (filter, *group), &params, own);
      recipe->former = g_key_file_get_string (keys, *group, "former", NULL);
      recipe->hint = g_key_file_get_string (keys, *group, "hint", NULL);
      recipe->output = g_key_file_get_string (keys, *group, "output", NULL);
      recipe->size = g_key_file_get_integer (keys, *group, "size", NULL);
      recipe->scaled = g_key_file_get_string_list (keys, *group, "scaled", NULL, NULL);
    }
}

/* Multiplies the lengths in @params, which are @recipe's, for an image whose longer side has @size pixels, more than the
 * recipe's own, divides what shrinks, once for each time that it is named, and rounds both to the digits that are shown;
 * nothing shrinks to 0. */
void
ce_recipe_fit (const CeRecipe *recipe, const CeFilter *filter, int size, CeParams *params)
{
  CeParams resolved = *params;

  ce_params_quantize (&resolved, filter);
  for (int i = 0; recipe->size > 0 && size > recipe->size && recipe->scaled && recipe->scaled[i]; i++)
    {
      gboolean       shrinks = *recipe->scaled[i] == '/';
      const CeParam *param = ce_filter_find_param (filter, recipe->scaled[i] + shrinks);
      double         unit = param ? pow (10, param->digits) : 1;
      double         factor = shrinks ? (double) recipe->size / size : (double) size / recipe->size;

      if (param && (param->kind == CE_PARAM_DOUBLE || param->kind == CE_PARAM_INT))
        {
          double value = round (ce_params_get (&resolved, param) * factor * unit) / unit;

          value = shrinks ? MAX (value, 1 / unit) : value;
          ce_params_put (&resolved, param, CLAMP (value, param->min, param->max));
          ce_params_put (params, param, ce_params_get (&resolved, param));
        }
    }
}

/* Fits all of new @recipes to an image whose longer side has @size pixels. */
void
ce_recipes_fit (GPtrArray *recipes, const CeFilter *filter, int size)
{
  for (guint i = 0; i < recipes->len; i++)
    {
      CeRecipe *recipe = recipes->pdata[i];

      ce_recipe_fit (recipe, filter, size, &recipe->params);
    }
}

static gboolean
is_about_picture (const CeParam *param)
{
  return param->kind != CE_PARAM_TEXT && param->step < CE_STEP_NONE;
}

/* Sets the parameters of a recipe. Place, output and edges by hand stay. */
void
ce_recipes_apply (const CeFilter *filter, const CeParams *recipe, CeParams *params)
{
  CeParams resolved = *recipe;

  ce_params_quantize (&resolved, filter);
  for (const CeParam *param = filter->params; param->name; param++)
    if (is_about_picture (param))
      ce_params_put (params, param, ce_params_get (&resolved, param));
}

/* Returns the default of @param that depends on a choice. */
static double
default_of (const CeParams *params, const CeFilter *filter, const CeParam *param)
{
  return param->defaults.values[(int) ce_params_get (params, ce_filter_find_param (filter, param->defaults.param))];
}

/* The longer side of images that the defaults are meant for, pixels. */
#define USUAL 1500

/* The defaults that larger images change, and the power of the image's growth that they are multiplied by. Gradients shrink
 * as a blurred picture grows, and Laplacians shrink with the square. Sobel has no blur: a sharp picture's gradients do not
 * shrink, a soft one's do, and the square root is between both. */
static const struct { const char *filter, *param; double power; } fitted[] = {
  { "sobel", "gain", 0.5 }, { "laplacian", "sigma", 1 }, { "laplacian", "threshold", -2 },
  { "canny", "sigma", 1 }, { "canny", "low", -1 }, { "canny", "high", -1 }, { "canny", "width", 1 },
  { "lines", "sigma", 1 }, { "lines", "low", -1 }, { "lines", "high", -1 }, { "lines", "least-length", 1 },
};

/* Sets the defaults, fitted to an image whose longer side has @size pixels: they show what the defaults show in the same
 * image of 1500 pixels. Numbers are rounded to the digits that are shown, and not to 0. */
void
ce_defaults_fit (CeParams *params, const CeFilter *filter, int size)
{
  ce_params_init (params, filter);
  for (guint i = 0; i < G_N_ELEMENTS (fitted) && size > USUAL; i++)
    {
      const CeParam *param = ce_filter_find_param (filter, fitted[i].param);
      double         unit = param ? pow (10, param->digits) : 1, value;

      if (! param || ! g_str_equal (fitted[i].filter, filter->name))
        continue;
      value = round (ce_params_get (params, param) * pow ((double) size / USUAL, fitted[i].power) * unit) / unit;
      ce_params_put (params, param, CLAMP (value, MAX (param->min, 1 / unit), param->max));
    }
}

/* Sets each value that had the default of another choice, and was not changed with the choice, to the default of the new
 * one; and a radius that was to be found, and is changed, to a stated one. Returns whether there were some. */
gboolean
ce_defaults_follow (CeParams *params, const CeParams *before, const CeFilter *filter)
{
  const CeParams changed = *params;

  for (const CeParam *param = filter->params; param->name; param++)
    if (param->defaults.param && ce_params_get (&changed, param) == ce_params_get (before, param)
        && ce_params_get (before, param) == default_of (before, filter, param))
      ce_params_put (params, param, default_of (&changed, filter, param));

  if (changed.sigma != before->sigma)
    params->radius_from = CE_RADIUS_GIVEN;

  return memcmp (&changed, params, sizeof changed) != 0;
}

/* Returns whether both give the same picture; values without an effect do not count. */
gboolean
ce_recipes_same (const CeFilter *filter, const CeParams *one, const CeParams *other)
{
  CeParams first = *one, second = *other, *a = &first, *b = &second;

  ce_params_quantize (a, filter);
  ce_params_quantize (b, filter);
  for (const CeParam *param = filter->params; param->name; param++)
    if (is_about_picture (param) && ce_params_get (a, param) != ce_params_get (b, param)
        && (ce_params_applies (a, filter, param) || ce_params_applies (b, filter, param)))
      return FALSE;

  return TRUE;
}

/* Returns the index of the last recipe with exactly these parameters, so that no shipped recipe hides the user's own, or
 * -1. */
int
ce_recipes_find (GPtrArray *recipes, const CeFilter *filter, const CeParams *params)
{
  int i = (int) recipes->len - 1;

  while (i >= 0 && ! ce_recipes_same (filter, &((const CeRecipe *) recipes->pdata[i])->params, params))
    i--;

  return i;
}
