/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads and writes the user's own recipes. Each is a GIMP preset, a file of its own in GIMP's folder, written and read by
 * GIMP's library.
 */
#include "dialog-private.h"

#include <string.h>

#include <glib/gi18n.h>

#include "config.h"
#include "live/preset.h"
#include "live/recipes.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"

static char *
get_folder (const CeFilter *filter)
{
  return ce_preset_get_folder (gimp_directory (), filter);
}

static GFile *
get_file (const CeFilter *filter, const char *name)
{
  g_autofree char *folder = get_folder (filter);
  g_autofree char *base = ce_preset_get_base (name);

  return g_file_new_build_filename (folder, base, NULL);
}

/* Returns (transfer full) (nullable) the name of a recipe's file without its suffix. */
static char *
get_name (const char *base)
{
  g_autofree char *stem = g_str_has_suffix (base, CE_PRESET_SUFFIX)
                          ? g_strndup (base, strlen (base) - strlen (CE_PRESET_SUFFIX)) : NULL;
  g_autofree char *name = stem ? g_uri_unescape_string (stem, NULL) : NULL;

  return name && g_utf8_validate (name, -1, NULL) ? g_steal_pointer (&name) : NULL;
}

/* (transfer full): settings as at first, of the arguments that the dialog's have. Those of gimp_procedure_create_config(),
 * which are for calls, have image and drawables too, which no file can hold. */
static GimpProcedureConfig *
create_config (CeDialog *self)
{
  return g_object_new (G_OBJECT_TYPE (self->config), "procedure", gimp_procedure_config_get_procedure (self->config), NULL);
}

/* Reads the values of a preset; missing values, and values out of range, become defaults. */
gboolean
ce_dialog_read_preset (CeDialog *self, GFile *file, CeParams *params, GError **error)
{
  g_autoptr (GimpProcedureConfig) config = create_config (self);
  g_autofree char                *path = g_file_get_path (file);

  if ((path && ! ce_preset_is_short (path, error))
      || ! gimp_config_deserialize_file (GIMP_CONFIG (config), file, NULL, error))
    return FALSE;

  ce_config_get_params (config, self->filter, params);

  return TRUE;
}

gboolean
ce_dialog_write_preset (CeDialog *self, GFile *file, GimpProcedureConfig *config, GError **error)
{
  g_autofree char *header = g_strdup_printf ("%s: %s", self->filter->procedure, self->filter->title);

  return gimp_config_serialize_to_file (GIMP_CONFIG (config), file, header, NULL, NULL, error);
}

/* Writes a recipe, or overwrites it. */
gboolean
ce_dialog_save_recipe (CeDialog *self, const char *name, const CeParams *params, GError **error)
{
  g_autoptr (GimpProcedureConfig) config = create_config (self);
  g_autoptr (GFile)               file = get_file (self->filter, name);
  g_autofree char                *folder = get_folder (self->filter);
  CeParams                        own;

  g_mkdir_with_parents (folder, 0700);
  ce_params_init (&own, self->filter);
  ce_recipes_apply (self->filter, params, &own);
  ce_config_set_params (config, self->filter, &own);

  return ce_dialog_write_preset (self, file, config, error);
}

gboolean
ce_dialog_delete_recipe (CeDialog *self, const char *name, GError **error)
{
  g_autoptr (GFile) file = get_file (self->filter, name);

  return g_file_delete (file, NULL, error);
}

/* Returns (transfer full) (nullable) the contents of the old file, empty if there is none; NULL if it cannot be read or
 * parsed. Some editors begin a text with a byte order mark. */
static GKeyFile *
load_old (const char *path, GError **error)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autoptr (GError)   reason = NULL;
  g_autofree char     *text = NULL;

  if (! g_file_test (path, G_FILE_TEST_IS_REGULAR)
      || (g_file_get_contents (path, &text, NULL, &reason)
          && g_key_file_load_from_data (keys, text + (g_str_has_prefix (text, BYTE_ORDER_MARK) ? 3 : 0), -1,
                                        G_KEY_FILE_NONE, &reason)))
    return g_steal_pointer (&keys);

  g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, _("“%s” is left as it is: %s."), path, reason->message);

  return NULL;
}

/* Makes a preset of each recipe in the file of older versions, which stays unchanged. The file @mark records that this is
 * done. */
static gboolean
take_over_old (CeDialog *self, const char *mark, GError **error)
{
  g_autofree char      *path = g_build_filename (gimp_directory (), "cuda-edges-recipes.ini", NULL);
  g_autofree char      *folder = get_folder (self->filter);
  g_autoptr (GKeyFile)  keys = load_old (path, error);
  g_autoptr (GPtrArray) old = ce_recipes_new ();
  gboolean              done = keys != NULL;

  if (keys)
    ce_recipes_read (old, self->filter, keys, TRUE);
  for (guint i = 0; i < old->len && done; i++)
    {
      const CeRecipe *recipe = old->pdata[i];

      done = ce_dialog_save_recipe (self, recipe->name, &recipe->params, error);
    }
  g_mkdir_with_parents (folder, 0700);

  return done && g_file_set_contents (mark, "", 0, error);
}

static gint
compare_names (gconstpointer a, gconstpointer b)
{
  return g_utf8_collate (*(const char *const *) a, *(const char *const *) b);
}

/* Returns (element-type utf8) the names of all recipes, in their order. */
static GPtrArray *
list_names (const CeFilter *filter)
{
  g_autofree char *folder = get_folder (filter);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray       *names = g_ptr_array_new_with_free_func (g_free);
  const char      *base;

  while (dir && (base = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, base, NULL);
      char            *name = g_file_test (path, G_FILE_TEST_IS_REGULAR) ? get_name (base) : NULL;

      if (name)
        g_ptr_array_add (names, name);
    }
  g_ptr_array_sort (names, compare_names);

  return names;
}

/* Adds the user's own recipes to @recipes. Sets @problem, one sentence, if some cannot be used; their files stay. */
void
ce_dialog_load_recipes (CeDialog *self, GPtrArray *recipes, GError **problem)
{
  g_autofree char      *folder = get_folder (self->filter);
  g_autofree char      *mark = g_build_filename (folder, ".taken-over", NULL);
  g_autoptr (GPtrArray) names = NULL;

  if (! g_file_test (mark, G_FILE_TEST_EXISTS))
    take_over_old (self, mark, problem);

  names = list_names (self->filter);
  for (guint i = 0; i < names->len; i++)
    {
      g_autoptr (GFile) file = get_file (self->filter, names->pdata[i]);
      CeParams          params;

      if (ce_dialog_read_preset (self, file, &params, *problem ? NULL : problem))
        ce_recipes_add (recipes, names->pdata[i], &params);
    }
}
