/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Asks GIMP's core for our operations: whether it has them, and what they did.
 */
#include "core.h"

#include <unistd.h>

#include "ui/config.h"

/* Returns (nullable) the results of ce_effect_new_call()'s operations for this process, the words “PROCESS TIME FOUND
 * REASON”. */
static char **
find_call (const char *calls)
{
  g_autofree char *process = g_strdup_printf ("%d ", (int) getpid ());
  g_auto (GStrv)   lines = g_strsplit (calls ? calls : "", "\n", -1);

  for (char **line = lines; *line; line++)
    if (g_str_has_prefix (*line, process))
      return g_strsplit (*line, " ", 4);

  return NULL;
}

/* Queries GIMP's core: (nullable) @call gets the result of find_call(), (nullable) @n_others the number of
 * ce_effect_new_call()'s other operations in all images. FALSE if the core does not have our operations. */
gboolean
ce_core_ask (GimpDrawable *drawable, char ***call, int *n_others)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, CE_CORE_CALL, "");
  GObject            *config = operation ? G_OBJECT (gimp_drawable_filter_get_config (operation)) : NULL;
  gboolean            is_ours = config && ce_config_has (config, "others");
  g_autofree char    *calls = NULL;
  int                 n = 0;

  if (is_ours)
    g_object_get (config, "calls", &calls, "others", &n, NULL);
  if (operation)
    gimp_drawable_filter_delete (operation);
  if (call)
    *call = find_call (calls);
  if (n_others)
    *n_others = n;

  return is_ours;
}

/* Returns whether GIMP's core has our operations. */
gboolean
ce_core_is_ready (GimpDrawable *drawable)
{
  return ce_core_ask (drawable, NULL, NULL);
}

/* Returns whether any image has an operation of ce_effect_new_call(). */
gboolean
ce_core_has_calls (GimpDrawable *drawable)
{
  int n_others;

  return ce_core_ask (drawable, NULL, &n_others) && n_others > 0;
}
