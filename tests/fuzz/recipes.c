/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes a file of recipes: the recipes that are read are valid.
 */
#include "fuzz.h"

#include "live/recipes.h"

static void
check_all (GPtrArray *recipes, const CeFilter *filter)
{
  for (guint i = 0; i < recipes->len; i++)
    {
      const CeRecipe    *recipe = recipes->pdata[i];
      g_autoptr (GError) error = NULL;

      if (! ce_params_check (&recipe->params, filter, &error))
        g_error ("recipe “%s”: %s", recipe->name, error->message);
      if (! g_utf8_validate (recipe->name, -1, NULL))
        g_error ("a recipe's name is no text");
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const CeFilter       *filter = ce_filter_get ((CeFilterId) (size ? data[0] % CE_N_FILTERS : 0));
  g_autofree char      *text = g_strndup (size ? (const char *) data + 1 : "", size ? size - 1 : 0);
  g_autoptr (GPtrArray) recipes = ce_recipes_new ();
  g_autoptr (GKeyFile)  keys = g_key_file_new ();

  if (g_key_file_load_from_data (keys, text, (gsize) -1, G_KEY_FILE_NONE, NULL))
    ce_recipes_read (recipes, filter, keys, FALSE);
  check_all (recipes, filter);

  return 0;
}
