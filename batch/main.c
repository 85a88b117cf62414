/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cuda-edges FILTER: the command line. The filter's options are the
 * catalogue's parameters; what they refuse, they refuse in the same words.
 */
#include <glib/gi18n.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "folder.h"
#include "pool.h"

typedef struct
{
  char    *output;
  char    *format;
  char    *color;
  char    *files_from;
  char    *report;
  int      jobs;
  int      quality;
  gboolean overwrite;
  gboolean bare;
  gboolean quiet;
  char   **files;
  char   **values;              /* of the filter's parameters */
} Options;

static int
refuse (const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list          args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  fprintf (stderr, "cuda-edges: %s\n", text);

  return 2;
}

static int
usage (FILE *file)
{
  fprintf (file, "%s\n\n", _("Usage: cuda-edges FILTER [OPTION…] -o FOLDER FILE…"));
  for (int i = 0; i < CE_N_FILTERS; i++)
    fprintf (file, "  %-10s %s\n", ce_filter_get (i)->name, _(ce_filter_get (i)->blurb));
  fprintf (file, "\n%s\n", _("cuda-edges FILTER --help lists the options of a filter."));

  return file == stdout ? 0 : 2;
}

/* "The Gaussian's standard deviation (0 to 50, default 1.4)" */
static char *
describe (const CeFilter *filter, const CeParam *param)
{
  CeParams         defaults;
  g_autofree char *value = NULL;
  GString         *text = g_string_new (_(param->blurb));

  ce_params_init (&defaults, filter);
  value = ce_params_value_to_text (&defaults, param);
  if (param->kind != CE_PARAM_CHOICE)
    g_string_append_printf (text, _(" (%g to %g, default %s)"), param->min, param->max, value);
  else
    {
      g_string_append (text, " (");
      for (int i = 0; param->choices[i].nick; i++)
        g_string_append_printf (text, "%s%s", i ? ", " : "", param->choices[i].nick);
      g_string_append_printf (text, _("; default %s)"), value);
    }

  return g_string_free (text, FALSE);
}

static gboolean
is_option (const CeParam *param)
{
  return ! ce_param_places (param);
}

/* One option for each of the filter's parameters. */
static void
add_parameters (GOptionContext *context, const CeFilter *filter, Options *options)
{
  g_autoptr (GArray) entries = g_array_new (TRUE, TRUE, sizeof (GOptionEntry));
  int                n = 0;

  while (filter->params[n].name)
    n++;
  options->values = g_new0 (char *, n + 1);
  for (int i = 0; i < n; i++)
    if (is_option (&filter->params[i]))
      {
        GOptionEntry entry = { filter->params[i].name, 0, 0, G_OPTION_ARG_STRING, &options->values[i],
                               describe (filter, &filter->params[i]), _("VALUE") };

        g_array_append_val (entries, entry);
      }
  g_option_context_add_main_entries (context, (GOptionEntry *) entries->data, NULL);
}

static gboolean
parse (const CeFilter *filter, Options *options, int *argc, char ***argv, GError **error)
{
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options->output, N_("Folder for the results; made if it is not there"), N_("FOLDER") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options->format, N_("Of the results: png (the default), jpg, tif, webp"), N_("FORMAT") },
    { "quality", 0, 0, G_OPTION_ARG_INT, &options->quality, N_("Of JPEG and WebP, 1 to 100 (90)"), N_("NUMBER") },
    { "color", 0, 0, G_OPTION_ARG_STRING, &options->color, N_("Of lines, such as #ff0000 (black)"), N_("COLOR") },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &options->jobs, N_("Files at a time (as many as there are processors)"), N_("NUMBER") },
    { "files-from", 0, 0, G_OPTION_ARG_FILENAME, &options->files_from,
      N_("Take more files from a list, or from stdin (-), each ended by a zero byte"), N_("LIST") },
    { "overwrite", 0, 0, G_OPTION_ARG_NONE, &options->overwrite, N_("Make results again that exist"), NULL },
    { "no-metadata", 0, 0, G_OPTION_ARG_NONE, &options->bare, N_("Leave EXIF, IPTC and XMP out"), NULL },
    { "report", 0, 0, G_OPTION_ARG_FILENAME, &options->report, N_("Append one line of JSON for each file"), N_("FILE") },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, N_("Say only what failed"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files, NULL, NULL },
    { NULL }
  };
  g_autofree char            *what = g_strconcat (filter->name, " -o ", _("FOLDER"), " ", _("FILE…"), NULL);
  g_autoptr (GOptionContext) context = g_option_context_new (what);

  g_option_context_set_summary (context, _(filter->blurb));
  g_option_context_set_description (context, _("A folder stands for the pictures in it. A result has its file's name with the format's ending and appears "
                                               "when it is whole; those that exist are skipped, so a run that was stopped goes on. "
                                               "The exit status is 0 where every file has its result, 1 where one has not, 2 where nothing was begun."));
  add_parameters (context, filter, options);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);

  return g_option_context_parse (context, argc, argv, error);
}

/* What the plug-in and the operations refuse, in their words. */
static gboolean
take_values (CeParams *params, const CeFilter *filter, char **values, GError **error)
{
  ce_params_init (params, filter);
  for (int i = 0; filter->params[i].name; i++)
    if (values[i])
      {
        g_autofree char *text = g_strdup_printf ("%s=%s", filter->params[i].name, values[i]);

        if (! ce_params_parse (params, filter, text, error))
          return FALSE;
      }
  params->output = CE_OUTPUT_REPLACE;
  ce_params_settle (params, filter);

  return TRUE;
}

/* Returns 0, or what main() is to return. */
static int
check (const Options *options, const CeRun *run)
{
  static const char *const formats[] = { "png", "jpg", "tif", "webp", NULL };

  if (! options->output)
    return refuse (_("-o FOLDER is missing."));
  if (! options->files && ! options->files_from)
    return refuse (_("No file was named."));
  if (! g_strv_contains (formats, run->format))
    return refuse (_("“%s” is no format of results: png, jpg, tif, webp."), run->format);
  if (run->quality < 1 || run->quality > 100)
    return refuse (_("“%s” is %g, but must be from %g to %g."), "quality", (double) run->quality, 1.0, 100.0);
  if (run->n_workers < 1 || run->n_workers > 1024)
    return refuse (_("“%s” is %g, but must be from %g to %g."), "jobs", (double) run->n_workers, 1.0, 1024.0);
  if (run->params.style == CE_STYLE_LINES && ce_filter_has_style (run->filter, &run->params) && g_str_equal (run->format, "jpg"))
    return refuse (_("Lines are transparent elsewhere, which JPEG cannot be: choose another --format."));

  return 0;
}

static int
run_with_report (CeRun *run, const Options *options)
{
  FILE    *report = options->report ? fopen (options->report, "ae") : NULL;
  CeTally  tally;
  gboolean complete;

  if (options->report && ! report)
    return refuse (_("“%s” cannot be written."), options->report);
  ce_tally_init (&tally, run, report, options->quiet);
  complete = ce_pool_run (run, &tally);
  if (report && fclose (report) != 0)
    return refuse (_("“%s” cannot be written."), options->report);

  return ce_tally_end (&tally, complete);
}

static int
run_filter (const CeFilter *filter, const Options *options)
{
  CeRun              run = { .filter = filter, .overwrite = options->overwrite, .metadata = ! options->bare,
                             .quality = options->quality, .n_workers = options->jobs, .output = options->output,
                             .color = options->color ? options->color : "black",
                             .format = options->format ? options->format : "png" };
  g_autoptr (GError) error = NULL;
  int                status;

  if (! take_values (&run.params, filter, options->values, &error))
    return refuse ("%s", error->message);
  status = check (options, &run);
  if (status)
    return status;

  run.jobs = ce_list_jobs (options->files, options->files_from, run.format, run.output, &error);
  if (! run.jobs || ! ce_folder_open (&run, &error))
    return refuse ("%s", error->message);
  run.n_workers = CLAMP ((int) run.jobs->len, 1, run.n_workers);
  status = run_with_report (&run, options);
  ce_folder_close (&run);
  g_ptr_array_unref (run.jobs);

  return status;
}

/* Beside the program if it is in a user's folders, else where the plug-in has them. */
static void
bind_catalogues (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = g_path_get_dirname (program ? program : "");
  g_autofree char *local = g_build_filename (folder, "..", "share", "locale", NULL);
  g_autofree char *one = g_build_filename (local, "de", "LC_MESSAGES", GETTEXT_PACKAGE ".mo", NULL);

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, g_file_test (one, G_FILE_TEST_EXISTS) ? local : CE_CATALOGUES);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}

/* "-j4" as "-j" "4", which GLib does not know. */
static char **
split_options (char **argv)
{
  GPtrArray *words = g_ptr_array_new ();
  gboolean   options = TRUE;

  for (; *argv; argv++)
    {
      const char *word = *argv;

      options = options && ! g_str_equal (word, "--");
      if (options && word[0] == '-' && word[1] && strchr ("ofj", word[1]) && word[2])
        {
          g_ptr_array_add (words, g_strndup (word, 2));
          word += 2;
        }
      g_ptr_array_add (words, g_strdup (word));
    }
  g_ptr_array_add (words, NULL);

  return (char **) g_ptr_array_free (words, FALSE);
}

int
main (int argc, char **argv)
{
  const CeFilter    *filter = argc > 1 ? ce_filter_find (argv[1]) : NULL;
  Options            options = { .quality = 90, .jobs = (int) g_get_num_processors () };
  g_autoptr (GError) error = NULL;

  bind_catalogues ();
  if (argc > 1 && (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h")))
    return usage (stdout);
  if (argc > 1 && g_str_equal (argv[1], "--version"))
    return printf ("cuda-edges %s\n", CE_VERSION) < 0;
  if (! filter)
    return argc > 1 ? refuse (_("There is no filter “%s”. cuda-edges --help lists them."), argv[1]) : usage (stderr);

  argv[1] = argv[0];
  argv = split_options (argv + 1);
  argc = (int) g_strv_length (argv);
  if (! parse (filter, &options, &argc, &argv, &error))
    return refuse ("%s", error->message);

  return run_filter (filter, &options);
}
