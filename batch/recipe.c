/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters: the defaults, then those of a recipe (the program's own, one of the user's presets in GIMP's folder, or any
 * file of GIMP's presets), then the options of the command line.
 */
#include "batch.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>

#include "live/preset.h"

/* Returns the folder of the user's recipes in GIMP's folder, where it may not exist. */
static char *
own_folder (const CeFilter *filter)
{
  g_autofree char *gimp = g_build_filename (g_get_user_config_dir (), "GIMP", "3.2", NULL);
  g_autofree char *older = g_build_filename (g_get_user_config_dir (), "GIMP", "3.0", NULL);
  const char      *set = g_getenv ("GIMP3_DIRECTORY");

  return ce_preset_get_folder (set ? set : g_file_test (gimp, G_FILE_TEST_IS_DIR) ? gimp : older, filter);
}

/* Returns the program's own recipes, which stay as long as the run. */
static GPtrArray *
given_recipes (const CeFilter *filter)
{
  g_autoptr (GBytes)   data = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  GPtrArray           *recipes = ce_recipes_new ();

  if (g_key_file_load_from_bytes (keys, data, G_KEY_FILE_NONE, NULL))
    ce_recipes_read (recipes, filter, keys, FALSE);

  return recipes;
}

/* Returns the names of all recipes of @filter, the program's in their order, then the user's. */
char **
ce_recipe_list (const CeFilter *filter)
{
  g_autofree char          *folder = own_folder (filter);
  g_autoptr (GDir)          own = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray)     recipes = given_recipes (filter);
  g_autoptr (GStrvBuilder)  names = g_strv_builder_new ();

  for (guint i = 0; i < recipes->len; i++)
    g_strv_builder_add (names, ((CeRecipe *) recipes->pdata[i])->name);
  for (const char *base; own && (base = g_dir_read_name (own));)
    {
      g_autofree char *stem = g_str_has_suffix (base, CE_PRESET_SUFFIX)
                              ? g_strndup (base, strlen (base) - strlen (CE_PRESET_SUFFIX)) : NULL;
      g_autofree char *name = stem ? g_uri_unescape_string (stem, NULL) : NULL;

      if (name && g_utf8_validate (name, -1, NULL))
        g_strv_builder_add (names, name);
    }

  return g_strv_builder_end (names);
}

/* Returns whether two names are the same but for upper and lower case. */
static gboolean
is_same (const char *a, const char *b)
{
  g_autofree char *valid = g_utf8_make_valid (b, -1);
  g_autofree char *first = g_utf8_casefold (a, -1), *second = g_utf8_casefold (valid, -1);

  return g_str_equal (first, second);
}

/* Sets @run's parameters to those of the file @path. */
static gboolean
load_file (CeRun *run, const char *path, GError **error)
{
  g_autofree char *text = NULL;

  return ce_preset_is_short (path, error) && g_file_get_contents (path, &text, NULL, error)
         && ce_preset_parse (text, run->filter, &run->basis, error);
}

/* Says that a script has an older name of @recipe, and what to take instead. */
static void
tell_new_name (const CeRecipe *recipe)
{
  fprintf (stderr, _("“%s” is now the recipe “%s”."), recipe->former, recipe->name);
  fprintf (stderr, "%s%s\n", recipe->hint ? " " : "", recipe->hint ? _(recipe->hint) : "");
}

static gboolean
take_given (CeRun *run, const CeRecipe *recipe)
{
  run->given = recipe;
  run->basis = recipe->params;

  return TRUE;
}

/* Sets @run's parameters to those of the recipe @name, which may be in the user's language, or an older name. */
gboolean
ce_recipe_load (CeRun *run, const char *name, GError **error)
{
  g_auto (GStrv)   names = ce_recipe_list (run->filter);
  g_autofree char *list = g_strjoinv ("; ", names), *folder = own_folder (run->filter);
  GPtrArray       *recipes = given_recipes (run->filter);

  for (guint i = 0; i < recipes->len; i++)
    if (is_same (names[i], name) || is_same (_(names[i]), name))
      return take_given (run, recipes->pdata[i]);
  for (char **own = names + recipes->len; *own; own++)
    if (is_same (*own, name))
      {
        g_autofree char *base = ce_preset_get_base (*own), *path = g_build_filename (folder, base, NULL);

        return load_file (run, path, error);
      }
  if (g_file_test (name, G_FILE_TEST_IS_REGULAR))
    return load_file (run, name, error);
  for (guint i = 0; i < recipes->len; i++)
    {
      const CeRecipe *recipe = recipes->pdata[i];

      if (! recipe->former || ! is_same (recipe->former, name))
        continue;
      if (! run->quiet)
        tell_new_name (recipe);
      return take_given (run, recipe);
    }

  return ce_refuse (error, _("%s has no recipe “%s”, and there is no file of that name. Its recipes: %s."), run->filter->name, name,
                    list);
}

/* Sets @params for an image whose longer side has @size pixels, 0 for any: a recipe's grow with larger images. Values are
 * refused in the words of the plug-in and the operations. */
gboolean
ce_params_fit (const CeRun *run, int size, CeParams *params, GError **error)
{
  *params = run->basis;
  if (run->given)
    ce_recipe_fit (run->given, run->filter, size, params);
  for (int i = 0; run->filter->params[i].name; i++)
    if (run->values[i] && ! ce_params_put_text (params, &run->filter->params[i], run->values[i], error))
      return FALSE;
  if (! ce_params_parse (params, run->filter, "", error))
    return FALSE;
  params->output = CE_OUTPUT_REPLACE;
  params->lines_output = CE_LINES_TO_SVG;
  ce_params_quantize (params, run->filter);

  return TRUE;
}
