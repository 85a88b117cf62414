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

/* Returns the path of the user's recipe @name in GIMP's folder, where it may not exist. */
static char *
own_file (const CeRun *run, const char *name)
{
  g_autofree char *base = ce_preset_get_base (name);
  g_autofree char *gimp = g_build_filename (g_get_user_config_dir (), "GIMP", "3.2", NULL);
  g_autofree char *older = g_build_filename (g_get_user_config_dir (), "GIMP", "3.0", NULL);
  const char      *set = g_getenv ("GIMP3_DIRECTORY");
  const char      *found = set ? set : g_file_test (gimp, G_FILE_TEST_IS_DIR) ? gimp : older;
  g_autofree char *folder = ce_preset_get_folder (found, run->filter);

  return g_build_filename (folder, base, NULL);
}

/* Sets @run's parameters to those of the file @path. */
static gboolean
load_file (CeRun *run, const char *path, GError **error)
{
  g_autofree char *text = NULL;

  return ce_preset_is_short (path, error) && g_file_get_contents (path, &text, NULL, error)
         && ce_preset_parse (text, run->filter, &run->basis, error);
}

/* Sets @run's parameters to those of the recipe @name. */
gboolean
ce_recipe_load (CeRun *run, const char *name, GError **error)
{
  g_autoptr (GBytes)   data = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char     *own = own_file (run, name);
  GPtrArray           *recipes = ce_recipes_new ();     /* as long as the run */
  const char          *file = g_file_test (own, G_FILE_TEST_IS_REGULAR) ? own : name;

  if (g_key_file_load_from_bytes (keys, data, G_KEY_FILE_NONE, NULL))
    ce_recipes_read (recipes, run->filter, keys, FALSE);
  for (guint i = 0; i < recipes->len; i++)
    if (g_str_equal (((CeRecipe *) recipes->pdata[i])->name, name))
      {
        run->given = recipes->pdata[i];
        run->basis = run->given->params;
        return TRUE;
      }
  if (g_file_test (file, G_FILE_TEST_IS_REGULAR))
    return load_file (run, file, error);

  return ce_refuse (error, _("%s has no recipe “%s”, and there is no file of that name."), run->filter->name, name);
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
