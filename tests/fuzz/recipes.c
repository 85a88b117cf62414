/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file of recipes, as anybody may have left it: what is read is valid.
 */
#include "fuzz.h"

#include "live/recipes.h"

static void
check_all (CeRecipes *recipes, const CeFilter *filter)
{
  for (guint i = 0; i < ce_recipes_count (recipes); i++)
    {
      const CeRecipe    *recipe = ce_recipes_get (recipes, i);
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
  g_autoptr (CeRecipes) recipes = ce_recipes_new (filter, text);

  check_all (recipes, filter);

  return 0;
}
