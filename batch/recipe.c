/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters under a name: a recipe given with the program, one of the user's
 * presets in GIMP's folder, or any file of GIMP's presets.
 */
#include "batch.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/preset.h"

static gboolean
take_given (CeRun *run, GKeyFile *keys, const char *name, GError **error)
{
  g_autofree char *filter = g_key_file_get_string (keys, name, "filter", NULL);
  g_autofree char *text = g_key_file_get_string (keys, name, "parameters", NULL);

  if (g_strcmp0 (filter, run->filter->name) != 0)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” is a recipe of %s."), name, filter);
      return FALSE;
    }
  run->size = g_key_file_get_integer (keys, name, "size", NULL);
  run->scaled = g_key_file_get_string_list (keys, name, "scaled", NULL, NULL);

  return ce_params_parse (&run->params, run->filter, text, error);
}

static char *
gimp_folder (void)
{
  static const char *const versions[] = { "3.2", "3.0" };

  if (g_getenv ("GIMP3_DIRECTORY"))
    return g_strdup (g_getenv ("GIMP3_DIRECTORY"));
  for (guint i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autofree char *folder = g_build_filename (g_get_user_config_dir (), "GIMP", versions[i], NULL);

      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        return g_steal_pointer (&folder);
    }

  return g_strdup ("");
}

/* Sets @run's parameters, and which of them grow with larger images; they have their defaults. */
gboolean
ce_recipe_load (CeRun *run, const char *name, GError **error)
{
  g_autoptr (GBytes)   data = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) given = g_key_file_new ();
  g_autofree char     *gimp = gimp_folder ();
  g_autofree char     *folder = ce_preset_get_folder (gimp, run->filter);
  g_autofree char     *base = ce_preset_get_base (name);
  g_autofree char     *own = g_build_filename (folder, base, NULL);
  g_autofree char     *text = NULL;

  if (! strchr (name, '/') && data && g_key_file_load_from_bytes (given, data, G_KEY_FILE_NONE, NULL)
      && g_key_file_has_group (given, name))
    return take_given (run, given, name, error);
  if (g_file_test (own, G_FILE_TEST_IS_REGULAR))
    return g_file_get_contents (own, &text, NULL, error) && ce_preset_parse (text, run->filter, &run->params, error);
  if (g_file_test (name, G_FILE_TEST_IS_REGULAR))
    return g_file_get_contents (name, &text, NULL, error) && ce_preset_parse (text, run->filter, &run->params, error);
  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("There is no recipe “%s”, nor a file of that name."), name);

  return FALSE;
}

/* @params for an image whose longer side has @size pixels, with as many digits as GIMP's dialog shows. */
void
ce_recipe_fit (const CeRun *run, int size, CeParams *params)
{
  *params = run->params;
  for (int i = 0; run->size > 0 && size > run->size && run->scaled && run->scaled[i]; i++)
    {
      const CeParam *param = ce_filter_find_param (run->filter, run->scaled[i]);
      double         unit = param ? pow (10, param->digits) : 1;

      if (param && param->kind != CE_PARAM_CHOICE)
        ce_params_put (params, param, CLAMP (round (ce_params_get (params, param) * size / run->size * unit) / unit,
                                             param->min, param->max));
    }
  ce_params_settle (params, run->filter);
}
