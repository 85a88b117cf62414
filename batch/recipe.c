/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters under a name: a recipe given with the program, one of the user's presets in GIMP's folder, or any file of
 * GIMP's presets. Colors by the names of CSS, or as #rgb, #rrggbb and #rrggbbaa.
 */
#include "batch.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "engine/preset.h"

static const struct { const char *name; guint32 rgb; } named[] = {
  { "black", 0x000000 }, { "silver", 0xc0c0c0 }, { "gray", 0x808080 }, { "grey", 0x808080 }, { "white", 0xffffff },
  { "maroon", 0x800000 }, { "red", 0xff0000 }, { "purple", 0x800080 }, { "fuchsia", 0xff00ff }, { "magenta", 0xff00ff },
  { "green", 0x008000 }, { "lime", 0x00ff00 }, { "olive", 0x808000 }, { "yellow", 0xffff00 }, { "orange", 0xffa500 },
  { "navy", 0x000080 }, { "blue", 0x0000ff }, { "teal", 0x008080 }, { "aqua", 0x00ffff }, { "cyan", 0x00ffff },
};

/* Sets @color, red, green, blue and coverage from 0 to 1; returns FALSE if @text is no color. */
gboolean
ce_color_parse (const char *text, float *color)
{
  gsize    n = text[0] == '#' ? strspn (text + 1, "0123456789abcdefABCDEF") : 0;
  gboolean found = n > 0 && ! text[n + 1] && (n == 3 || n == 6 || n == 8);
  guint32  rgba = 0;

  for (gsize i = 1; found && i <= n; i++)
    rgba = rgba << (n == 3 ? 8 : 4) | (guint32) g_ascii_xdigit_value (text[i]) * (n == 3 ? 17 : 1);
  for (guint i = 0; i < G_N_ELEMENTS (named) && ! found; i++)
    if ((found = g_ascii_strcasecmp (named[i].name, text) == 0))
      rgba = named[i].rgb;
  if (n < 8)
    rgba = rgba << 8 | 255;
  for (int c = 0; c < 4; c++)
    color[c] = (float) (rgba >> (24 - 8 * c) & 255) / 255.0f;

  return found;
}

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

/* The user's file of the recipe @name, in GIMP's folder, where that is a file. */
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

/* Sets @run's parameters, and which of them grow with larger images; they have their defaults. */
gboolean
ce_recipe_load (CeRun *run, const char *name, GError **error)
{
  g_autoptr (GBytes)   data = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) given = g_key_file_new ();
  g_autofree char     *own = own_file (run, name), *text = NULL;

  if (! strchr (name, '/') && data && g_key_file_load_from_bytes (given, data, G_KEY_FILE_NONE, NULL)
      && g_key_file_has_group (given, name))
    return take_given (run, given, name, error);
  if (g_file_test (own, G_FILE_TEST_IS_REGULAR) || g_file_test (name, G_FILE_TEST_IS_REGULAR))
    return g_file_get_contents (g_file_test (own, G_FILE_TEST_IS_REGULAR) ? own : name, &text, NULL, error)
           && ce_preset_parse (text, run->filter, &run->params, error);
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
  ce_params_quantize (params, run->filter);
}
