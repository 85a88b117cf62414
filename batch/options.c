/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The options of a filter's command, their help, and the words that complete a command in a shell.
 */
#include "batch.h"

#include <glib/gi18n.h>
#include <stdlib.h>
#include <string.h>

static int
compare_filters (gconstpointer a, gconstpointer b)
{
  const CeFilter *const *first = a, *const *second = b;
  int                    menus = strcmp ((*first)->menu_path, (*second)->menu_path);

  return menus ? menus : strcmp ((*first)->name, (*second)->name);
}

/* Returns the filters in the order of GIMP's menus, edges before sharpening; NULL behind the last one. */
const CeFilter *
ce_filter_in_order (guint i)
{
  static const CeFilter *filters[CE_N_FILTERS + 1];

  for (int k = CE_N_FILTERS; k >= 0 && ! filters[k]; k--)
    filters[k] = k < CE_N_FILTERS ? ce_filter_get (k) : ce_filter_find ("lines");
  qsort (filters, G_N_ELEMENTS (filters), sizeof *filters, compare_filters);

  return i < G_N_ELEMENTS (filters) ? filters[i] : NULL;
}

/* "The Gaussian's standard deviation (0 to 50, default 1.4)" */
static char *
describe (const CeFilter *filter, const CeParam *param)
{
  g_autofree char *value = ce_param_default_to_text (filter, param);
  GString         *text = g_string_new (_(param->blurb));

  if (param->kind == CE_PARAM_CHOICE)
    {
      for (int i = 0; param->choices[i].nick; i++)
        g_string_append_printf (text, "%s%s", i ? ", " : " (", param->choices[i].nick);
      g_string_append_printf (text, _("; default %s)"), value);
    }
  else if (param->kind != CE_PARAM_TEXT)
    g_string_append_printf (text, _(" (%g to %g, default %s)"), param->min, param->max, value);

  return g_string_free (text, FALSE);
}

/* Adds one option for each of the filter's parameters, and the color of lines where it has them. */
static void
add_parameters (GArray *options, CeRun *run)
{
  const CeParam *params = run->filter->params;
  GOptionEntry   color = { "color", 0, 0, G_OPTION_ARG_STRING, &run->color_name, N_("Color of transparent lines, in sRGB (#000000)"), "#rrggbb" };
  GOptionEntry   svg = { "svg", 0, 0, G_OPTION_ARG_NONE, &run->svg, N_("Write SVG files, in millimeters where a photo says its resolution"), NULL };
  int            n = 0;

  while (params[n].name)
    n++;
  run->values = g_new0 (char *, n + 1);
  for (int i = 0; i < n; i++)
    if (params[i].step != CE_STEP_PLACE)
      {
        GOptionEntry entry = { params[i].name, 0, 0, G_OPTION_ARG_STRING, &run->values[i], describe (run->filter, &params[i]), N_("VALUE") };

        g_array_append_val (options, entry);
        entry.long_name = params[i].old_name;
        entry.flags = G_OPTION_FLAG_HIDDEN;
        if (entry.long_name)
          g_array_append_val (options, entry);
      }
  if (ce_filter_find_param (run->filter, "style"))
    g_array_append_val (options, color);
  if (run->filter->makes_paths)
    g_array_append_val (options, svg);
}

/* Returns (element-type GOptionEntry) all options of @run's filter, which set @run. */
static GArray *
list_options (CeRun *run)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &run->output, N_("Folder for the results, made if it is not there; for one photo also a file, or stdout (-)"), N_("FOLDER") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &run->format, N_("Format of the results: png, jpg, tif, webp, heic, jxl (png; sharpen: that of each file)"), N_("FORMAT") },
    { "quality", 0, 0, G_OPTION_ARG_INT, &run->quality, N_("Quality of JPEG, WebP, HEIC and JPEG XL, 1 to 100 (90)"), N_("NUMBER") },
    { "compression", 0, 0, G_OPTION_ARG_STRING, &run->compression, N_("Compression of PNG, 0 to 9 (6), and of TIFF, none, deflate or lzw (none)"), N_("LEVEL") },
    { "suffix", 0, 0, G_OPTION_ARG_FILENAME, &run->suffix, N_("Goes between a result's name and its ending"), N_("TEXT") },
    { "base", 0, 0, G_OPTION_ARG_FILENAME, &run->base, N_("Results keep the folders below this one that their files are in"), N_("FOLDER") },
    { "recipe", 0, 0, G_OPTION_ARG_FILENAME, &run->recipe, N_("Parameters of a recipe, or of a file of GIMP's presets"), N_("NAME") },
    { "device", 0, 0, G_OPTION_ARG_STRING, &run->device, N_("The GPU of that name"), N_("NAME") },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &run->n_in_flight, N_("Files at a time (as many as there are processors)"), N_("NUMBER") },
    { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &run->files_from,
      N_("Take more files from a list, or from stdin (-), each ended by a zero byte or, in a list without any, by its line"), N_("LIST") },
    { "overwrite", 0, 0, G_OPTION_ARG_NONE, &run->overwrite, N_("Make results again that exist and that nobody has changed"), NULL },
    { "if-newer", 0, 0, G_OPTION_ARG_NONE, &run->if_newer, N_("Make results again that are older than their files"), NULL },
    { "dry-run", 0, 0, G_OPTION_ARG_NONE, &run->dry_run, N_("Print what would be done without doing it"), NULL },
    { "bare", 0, 0, G_OPTION_ARG_NONE, &run->bare, N_("Leave EXIF, IPTC and XMP out"), NULL },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &run->report_path, N_("Append one line of JSON for each file"), N_("FILE") },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &run->quiet, N_("Print only failures"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &run->files, NULL, NULL },
  };
  GArray *options = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));

  add_parameters (options, run);

  return g_array_append_vals (options, entries, G_N_ELEMENTS (entries));
}

/* Sets @run to the options and files of a command. */
gboolean
ce_options_parse (CeRun *run, int argc, char **argv, GError **error)
{
  g_autoptr (GArray)          options = list_options (run);
  g_auto (GStrv)              recipes = ce_recipe_list (run->filter);
  g_autofree char            *what = g_strconcat ("-o ", _("FOLDER"), " ", _("FILE…"), NULL);
  g_autofree char            *program = g_strconcat ("cuda-edges ", run->filter->name, NULL);
  g_autofree char            *names = g_strjoinv ("; ", recipes), *list = g_strdup_printf (_("Recipes: %s."), names);
  g_autoptr (GOptionContext)  context = g_option_context_new (what);
  g_autofree char            *text = g_strconcat (
    list, "\n\n",
    _("A folder stands for all pictures below it, whose tree is kept. A result has its file's name with the format's ending and "
      "appears when it is whole. One that exists is skipped if it was made of this file with these parameters, so a run that was "
      "stopped goes on; else it is made again, unless somebody has changed it. Nothing else is ever replaced. "
      "The exit status is 0 where every file has its result, 1 where one has not, 2 where nothing was begun."), NULL);

  g_set_prgname (program);
  g_option_context_set_summary (context, _(run->filter->blurb));
  g_option_context_set_description (context, text);
  g_option_context_add_main_entries (context, (GOptionEntry *) options->data, GETTEXT_PACKAGE);

  return g_option_context_parse (context, &argc, &argv, error);
}

/* Prints @word, which stands behind @before in its word of the command, if it begins with @begun in upper or lower case. */
static void
offer (const char *word, const char *before, const char *begun, const char *behind)
{
  if (g_ascii_strncasecmp (word, begun, strlen (begun)) == 0)
    printf ("%s%s%s\n", before, word, behind);
}

/* Offers the values of the option @name that begin with @begun; there are none where it takes a number, a file or a text. */
static void
offer_values (const CeRun *run, const char *name, const char *before, const char *begun)
{
  const CeParam  *param = ce_filter_find_param (run->filter, name);
  g_auto (GStrv)  recipes = g_str_equal (name, "recipe") ? ce_recipe_list (run->filter) : NULL;
  const CeFormat *format;

  for (const CeChoice *choice = param ? param->choices : NULL; choice && choice->nick; choice++)
    offer (choice->nick, before, begun, "");
  for (char **recipe = recipes; recipe && *recipe; recipe++)
    offer (*recipe, before, begun, "");
  for (guint i = 0; (format = ce_format_get (i)); i++)
    {
      if (g_str_equal (name, "format"))
        offer (format->name, before, begun, "");
      for (const char *const *level = format->compressions; *level && g_str_equal (name, "compression"); level++)
        offer (*level, before, begun, "");
    }
}

/* Prints, one a line, what the last of the @n words of a command behind the program's name can become; nothing where it is a
 * file. A "=" is a word of its own in bash, and none in zsh. */
void
ce_options_complete (CeRun *run, int n, char **words)
{
  g_autoptr (GArray) options = run->filter ? list_options (run) : NULL;
  const char        *begun = n > 0 ? words[n - 1] : "";
  const char        *equal = g_str_has_prefix (begun, "--") ? strchr (begun, '=') : NULL;
  const char        *option = "";
  g_autofree char   *before = g_strndup (begun, equal ? (gsize) (equal + 1 - begun) : 0);
  gboolean           has_equal = n > 1 && (g_str_equal (begun, "=") || g_str_equal (words[n - 2], "="));

  if (has_equal)
    option = g_str_equal (begun, "=") ? words[n - 2] : words[MAX (n - 3, 0)];
  else
    option = equal ? before : n > 2 ? words[n - 2] : "";
  begun = g_str_equal (begun, "=") ? "" : begun + strlen (before);
  for (guint i = 0; n < 2 && ce_filter_in_order (i); i++)
    offer (ce_filter_in_order (i)->name, "", begun, "");
  for (int i = 0; n < 2 && i < 3; i++)
    offer ((const char *[]) { "help", "--help", "--version" }[i], "", begun, "");
  for (guint i = 0; options && n > 1 && i < options->len; i++)
    {
      const GOptionEntry *entry = &g_array_index (options, GOptionEntry, i);
      g_autofree char *name = g_strconcat ("--", entry->long_name, NULL);
      gboolean         is_this = strncmp (option, name, strlen (name)) == 0 && strchr ("=", option[strlen (name)]);

      is_this |= entry->short_name && option[0] == '-' && option[1] == entry->short_name && ! option[2];
      if (is_this && entry->arg != G_OPTION_ARG_NONE)
        offer_values (run, entry->long_name, before, begun);
      else if (*begun == '-' && ! *before && entry->long_name[0] && ! (entry->flags & G_OPTION_FLAG_HIDDEN))
        offer (name, "", begun, entry->arg == G_OPTION_ARG_NONE ? "" : "=");
    }
}
