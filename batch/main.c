/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * cuda-edges FILTER: the command line. The filter's options are the catalogue's parameters, which refuse values in the
 * plug-in's words. Every fault of a command is found before a file is touched.
 */
#include "batch.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

static int
usage (FILE *file)
{
  fprintf (file, "%s\n", _("Usage: cuda-edges FILTER [OPTION…] -o FOLDER FILE…"));
  fprintf (file, "%s\n\n", _("   or: cuda-edges FILTER [OPTION…] FILE RESULT, where - is stdin or stdout"));
  for (guint i = 0; ce_filter_in_order (i); i++)
    fprintf (file, "  %-10s %s\n", ce_filter_in_order (i)->name, _(ce_filter_in_order (i)->blurb));
  fprintf (file, "\n%s\n", _("cuda-edges FILTER --help lists the options of a filter."));

  return file == stdout ? 0 : 2;
}

static gboolean
set_params (CeRun *run, GError **error)
{
  ce_params_init (&run->basis, run->filter);
  if ((run->recipe && ! ce_recipe_load (run, run->recipe, error)) || ! ce_params_fit (run, 0, &run->params, error))
    return FALSE;
  run->place = (CePlace) { .choice = (CeBackendChoice) run->params.backend };
  run->made = ce_record_describe (run);

  return TRUE;
}

/* Sets the place; a device that was named has to work. */
static gboolean
set_place (CeRun *run, GError **error)
{
  g_autoptr (GArray) devices = run->device ? ce_devices_list (TRUE, NULL) : NULL;
  gboolean           found = ! run->device;

  for (guint i = 0; ! found && run->place.choice != CE_BACKEND_CPU && i < devices->len; i++)
    {
      const CeDeviceEntry *entry = &g_array_index (devices, CeDeviceEntry, i);

      found = entry->place.choice == CE_BACKEND_CUDA && entry->device
              && g_ascii_strcasecmp (entry->device->name, run->device) == 0;
      run->place = found ? entry->place : run->place;
    }
  if (! found)
    return ce_refuse (error, _("There is no GPU “%s” here."), run->device);

  return run->place.choice != CE_BACKEND_CUDA || ce_place_start (&run->place, CE_START_NOW, error);
}

/* Sets the color of lines, six hexadecimal digits. */
static gboolean
parse_color (CeRun *run, GError **error)
{
  const char *name = run->color_name ? run->color_name : "#000000";
  guint64     color = g_ascii_strtoull (name + MIN (strlen (name), 1), NULL, 16);

  for (int i = 0; i < 3; i++)
    run->color[i] = (guint8) (color >> (16 - 8 * i));

  return (name[0] == '#' && strlen (name) == 7 && strspn (name + 1, "0123456789abcdefABCDEF") == 6)
         || ce_refuse (error, _("“%s” is no color of the form #rrggbb, such as #ff0000."), name);
}

static gboolean
check_options (CeRun *run, GError **error)
{
  gboolean    lines = run->filter->makes_paths;
  const char *format = lines ? "svg" : run->format || run->filter->keeps_channels ? run->format : "png";

  run->wanted = ce_format_find (format, NULL);
  if (! run->output || ! *run->output)
    return ce_refuse (error, _("-o FOLDER is missing. One photo goes into a file as well: cuda-edges %s photo.jpg result.png"),
                      run->filter->name);
  if (! run->files && ! run->files_from)
    return ce_refuse (error, _("No file was named."));
  if (lines && (! run->svg || run->format))
    return ce_refuse (error, _("Lines are written as SVG files: say --svg, and no other format."));
  if (format && (! run->wanted || lines != g_str_equal (run->wanted->name, "svg")))
    return ce_refuse (error, _("“%s” is no format of results: png, jpg, tif, webp, heic, jxl."), format);
  if (run->quality != -1 && (run->quality < 1 || run->quality > 100))
    return ce_refuse (error, _("“%s” is %.9g, but must be from %g to %g."), "quality", (double) run->quality, 1., 100.);
  if (run->n_in_flight < 1 || run->n_in_flight > 1024)
    return ce_refuse (error, _("“%s” is %.9g, but must be from %g to %g."), "jobs", (double) run->n_in_flight, 1., 1024.);
  if (! parse_color (run, error))
    return FALSE;
  if ((ce_filter_get_kind (run->filter, &run->params) & CE_RESULT_COVERAGE) && run->wanted && g_str_equal (run->wanted->name, "jpg"))
    return ce_refuse (error, _("Lines need transparency, which JPEG does not have: choose another --format."));
  if (run->suffix && strchr (run->suffix, '/'))
    return ce_refuse (error, _("“%s” is a path, not a suffix."), run->suffix);
  if (run->base && ! g_file_test (run->base, G_FILE_TEST_IS_DIR))
    return ce_refuse (error, _("“%s” is no folder."), run->base);

  return ! run->format || ce_format_works (run->wanted, error);
}

/* Says what folders have and the run leaves out. */
static void
tell_left_out (const CeRun *run)
{
  const CeLeftOut *n = &run->left_out;

  if (n->raws > 0)
    fprintf (stderr, g_dngettext (NULL, "%u raw file of a camera is left out: develop it first.\n",
                                  "%u raw files of cameras are left out: develop them first.\n", n->raws), n->raws);
  if (n->folders > 0)
    fprintf (stderr, g_dngettext (NULL, "%u folder of thumbnails or deleted files is left out; name it to have it filtered.\n",
                                  "%u folders of thumbnails or deleted files are left out; name them to have them filtered.\n",
                                  n->folders), n->folders);
}

/* Refuses an option that no result has a use for. */
static gboolean
check_jobs (const CeRun *run, GError **error)
{
  gboolean has_quality = run->quality == -1, has_compression = ! run->compression;

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const CeFormat *format = ((const CeJob *) run->jobs->pdata[i])->format;

      has_quality |= format && format->lossy;
      has_compression |= format && g_strv_contains (format->compressions, run->compression ? run->compression : "");
    }
  if (! run->quiet)
    tell_left_out (run);
  if (run->jobs->len == 0 && run->left_out.results > 0)
    return ce_refuse (error, _("No picture was found but results in the output folder, and nothing is made of these there."));
  if (run->jobs->len == 0)
    return ce_refuse (error, _("No picture was found."));
  if (! has_quality)
    return ce_refuse (error, _("“%s” is for JPEG, WebP, HEIC and JPEG XL."), "--quality");

  return has_compression || ce_refuse (error, _("“%s” is 0 to 9 for PNG, and none, deflate or lzw for TIFF."), "--compression");
}

/* Runs a filter's command. Returns the exit status. */
static int
run_filter (CeRun *run, int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  if (! run->filter)
    ce_refuse (&error, _("There is no filter “%s”. cuda-edges --help lists them."), argv[1]);
  else if (ce_options_parse (run, argc - 1, argv + 1, &error) && set_params (run, &error) && set_place (run, &error)
           && ce_codec_start (argv[0], &error) && ce_ends_set (run, &error) && check_options (run, &error)
           && ce_list_jobs (run, &error) && check_jobs (run, &error)
           && (run->dry_run || run->to_stdout || ce_output_check (run->output, &error))
           && ce_report_begin (run, &error))
    return ce_run (run);
  fprintf (stderr, "cuda-edges: %s\n", error->message);

  return 2;
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

/* Runs the command @argv, or tells the usage. Returns the exit status. */
static int
run_command (int argc, char **argv)
{
  static const char *const helps[] = { "--help", "-h", "help", NULL };
  const char *word = argc > 1 ? argv[1] : "";
  gboolean    asks = g_strv_contains (helps, word), completes = g_str_equal (word, "--complete");
  char       *help[] = { argv[0], argc > 2 ? argv[2] : NULL, (char *) "--help", NULL };
  CeRun       run = { .filter = ce_filter_find ((asks || completes) && argc > 2 ? argv[2] : word), .quality = -1,
                       .n_in_flight = (int) g_get_num_processors () };

  if (g_str_equal (word, "--version") || g_str_equal (word, "-v"))
    return printf ("cuda-edges %s\n", CE_VERSION) < 0;
  if (completes)
    return ce_options_complete (&run, argc - 2, argv + 2), 0;
  if (asks && argc > 2)
    return run_filter (&run, 3, help);

  return asks ? usage (stdout) : argc < 2 ? usage (stderr) : run_filter (&run, argc, argv);
}

/* A GLogWriterFunc: warnings of libraries are for their developers, who set G_DEBUG, and not for a user. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer data)
{
  return level & (G_LOG_FLAG_FATAL | G_LOG_LEVEL_ERROR) || g_getenv ("G_DEBUG")
         ? g_log_writer_default (level, fields, n, data) : G_LOG_WRITER_HANDLED;
}

int
main (int argc, char **argv)
{
  int status;

  /* Files that are opened later must not become stdin, stdout or stderr. A closed one stays of no use: this makes reading
   * stdin and writing stdout fail. */
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  g_setenv ("CUDA_DEVICE_MAX_CONNECTIONS", "1", FALSE);         /* CUDA starts sooner: see plugin/main.c */
  g_log_set_writer_func (write_log, NULL, NULL);
  bind_catalogues ();
  status = run_command (argc, argv);
  ce_place_wait ();
  if (fflush (stdout) == 0 && ! ferror (stdout))
    return status;
  fprintf (stderr, _("“%s” could not be written whole."), "stdout");
  fprintf (stderr, "\n");

  return MAX (status, 1);
}
