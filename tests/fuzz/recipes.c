/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A file of recipes, as anybody may have left it: what is read is valid, and
 * saving another either keeps all of it or leaves the file as it was.
 */
#include "fuzz.h"

#include "live/recipes.h"

#define NAME "One more"

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

static void
save_another (const CeFilter *filter, const char *path, CeRecipes *recipes, const guint8 *data, gsize size)
{
  g_autoptr (CeRecipes) again = NULL;
  g_autoptr (GError)    error = NULL;
  CeParams              params;

  ce_params_init (&params, filter);
  if (! ce_recipes_save (recipes, NAME, &params, &error))
    {
      if (! fuzz_is_as_before (path, data, size))
        g_error ("the file changed, though saving failed: %s", error->message);
      return;
    }

  again = ce_recipes_new (filter, "", path);
  check_all (again, filter);
  if (ce_recipes_count (again) != ce_recipes_count (recipes))
    g_error ("%u recipes were saved and %u are there", ce_recipes_count (recipes), ce_recipes_count (again));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char      *path = NULL;
  g_autoptr (CeRecipes) recipes = NULL;
  const CeFilter       *filter = ce_filter_get ((CeFilterId) (size ? data[0] % CE_N_FILTERS : 0));

  if (size)
    data++, size--;
  path = fuzz_file (data, size);

  recipes = ce_recipes_new (filter, "", path);
  check_all (recipes, filter);
  save_another (filter, path, recipes, data, size);

  return 0;
}
