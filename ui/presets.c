/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes recipes as presets of GIMP's own dialog of an effect. GIMP has all presets of an operation in one file, which it
 * reads when it first shows that dialog, and writes at each OK there. Entries of others stay as they are; ours have names
 * with SIGN.
 */
#include "dialog-private.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "live/recipes.h"

/* The end of the names of our entries; tools/install.sh removes them by it. */
#define SIGN " (CUDA Edges)\""

/* Returns the end of the first expression in @text, “(TYPE "NAME" …)”; NULL if it has none. */
static const char *
find_end (const char *text)
{
  gboolean quoted = FALSE;
  int      depth = 0;

  for (; *text; text++)
    if (quoted && *text == '\\' && text[1])
      text++;
    else if (*text == '"')
      quoted = ! quoted;
    else if (! quoted && *text == '(')
      depth++;
    else if (! quoted && *text == ')' && --depth <= 0)
      return depth == 0 ? text + 1 : NULL;

  return NULL;
}

/* Returns whether an entry has our sign at the end of its first line, which is its name. */
static gboolean
is_ours (const char *entry, const char *end)
{
  gsize            length = MIN (strcspn (entry, "\n"), (gsize) (end - entry));
  g_autofree char *line = g_strndup (entry, length);

  return g_str_has_suffix (g_strchomp (line), SIGN);
}

/* Returns (nullable) the text without our entries; NULL if it is not whole. */
static GString *
keep_others (const char *text)
{
  g_autoptr (GString) others = g_string_new (NULL);
  const char         *begin, *end;

  for (; (begin = strchr (text, '(')); text = end)
    {
      end = find_end (begin);
      if (! end)
        return NULL;
      g_string_append_len (others, text, (is_ours (begin, end) ? begin : end) - text);
      if (is_ours (begin, end) && *end == '\n')
        end++;
    }
  g_string_append (others, text);

  return g_steal_pointer (&others);
}

/* Appends a recipe with its values, without place and blending, which are GIMP's there. */
static void
add_entry (GString *text, const CeFilter *filter, const CeRecipe *recipe)
{
  const char *const   specials[] = { "\\", "\"", "\n" };
  g_autoptr (GString) name = g_string_new (recipe->own ? recipe->name : _(recipe->name));

  for (guint i = 0; i < G_N_ELEMENTS (specials); i++)
    {
      const char       special[] = { '\\', *specials[i] == '\n' ? 'n' : *specials[i], 0 };

      g_string_replace (name, specials[i], special, 0);
    }
  g_string_append_printf (text, "(GimpGegl-cuda-edges-%s-config \"%s" SIGN "\n    (time 0)", filter->name, name->str);
  for (const CeParam *param = filter->params; param->name; param++)
    if (param->step != CE_STEP_PLACE && param->kind != CE_PARAM_TEXT && ! g_str_equal (param->name, "backend"))
      {
        g_autofree char *value = ce_params_value_to_text (&recipe->params, param);

        g_string_append_printf (text, "\n    (%s %s)", param->name, value);
      }
  g_string_append (text, ")\n");
}

/* Writes the @recipes of a filter of pixels, the shipped ones, which come first, as they are for small pictures (@plain), if
 * the file has others. A file that cannot be read stays, and so do a link and a file's mode. */
void
ce_dialog_write_presets (const CeFilter *filter, GPtrArray *recipes, GPtrArray *plain)
{
  g_autofree char     *base = g_strdup_printf ("GimpGegl-cuda-edges-%s-config.settings", filter->name);
  g_autofree char     *folder = g_build_filename (gimp_directory (), "filters", NULL);
  g_autofree char     *path = g_build_filename (folder, base, NULL), *old = NULL;
  g_autoptr (GError)   failure = NULL;
  g_autoptr (GString)  text = NULL;
  GStatBuf             info;
  int                  mode = 0600;
  char                *real;

  if (filter->makes_paths)
    return;
  if (g_stat (path, &info) == 0)
    {
      if (! S_ISREG (info.st_mode))
        return;
      mode = info.st_mode & 0777;
    }
  if (! g_file_get_contents (path, &old, NULL, &failure) && ! g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return;

  text = keep_others (old ? old : "");
  for (guint i = 0; text && i < recipes->len; i++)
    add_entry (text, filter, i < plain->len ? plain->pdata[i] : recipes->pdata[i]);
  if (! text || g_strcmp0 (text->str, old) == 0)
    return;

  g_mkdir_with_parents (folder, 0700);
  real = realpath (path, NULL);
  g_file_set_contents_full (real ? real : path, text->str, -1, G_FILE_SET_CONTENTS_CONSISTENT, mode, NULL);
  free (real);
}
