/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "measuring.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "floor.h"

#define MOST_ROUNDS 100

/**
 * bench_options_parse:
 * @options: defaults, replaced by the given options
 * @more: the program's own options, ended by %NULL
 * @argc: main()'s argument
 * @argv: main()'s argument, unchanged
 *
 * Returns: %FALSE after a message about the mistake
 */
gboolean
bench_options_parse (BenchOptions *options, const GOptionEntry *more, int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "sizes", 0, 0, G_OPTION_ARG_STRING, &options->sizes, "Sizes in pixels", "512x512,…" },
    { "only", 0, 0, G_OPTION_ARG_STRING, &options->only, "Only what is named so", "NAME" },
    { "rounds", 0, 0, G_OPTION_ARG_INT, &options->n_rounds, "Rounds at most (15)", "N" },
    { "budget", 0, 0, G_OPTION_ARG_DOUBLE, &options->budget, "Seconds for a case, from the third round on (4)", "S" },
    { "json", 0, 0, G_OPTION_ARG_FILENAME, &options->json_file, "Write what was found to this file too", "FILE" },
    { NULL }
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;
  g_auto (GStrv)             given = g_strdupv (argv);

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_add_main_entries (context, more, NULL);
  if (! g_option_context_parse_strv (context, &given, &error))
    g_printerr ("%s\n", error->message);
  else if (options->n_rounds < 1 || options->n_rounds > MOST_ROUNDS)
    g_printerr ("There have to be 1 to %d rounds.\n", MOST_ROUNDS);
  else
    return TRUE;

  return FALSE;
}

void
bench_for_sizes (const char *sizes, BenchSizeFunc func, gpointer data)
{
  g_auto (GStrv) list = g_strsplit (sizes, ",", -1);

  for (char **size = list; *size; size++)
    {
      int width = 0, height = 0;

      if (sscanf (*size, "%dx%d", &width, &height) == 2 && width > 0 && height > 0)
        func (width, height, data);
      else if (**size)
        g_printerr ("%s is no size.\n", *size);
    }
}

static char *
processor_name (void)
{
  g_autofree char *text = NULL;
  const char      *line;

  if (! g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL) || ! (line = strstr (text, "model name")))
    return g_strdup ("unknown");
  line = strchr (line, ':') + 2;

  return g_strndup (line, strcspn (line, "\n"));
}

/**
 * bench_machine:
 * @program: its name
 * @argc: main()'s argument
 * @argv: main()'s argument
 *
 * Returns: (transfer full): fields of JSON with the time, the command and the machine
 */
char *
bench_machine (const char *program, int argc, char **argv)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char      *date = g_date_time_format (now, "%F");
  g_autofree char      *processor = processor_name ();
  g_autofree char      *command = g_strjoinv (" ", argv + MIN (argc, 1));

  return g_strdup_printf ("\"date\": \"%s\", \"command\": \"%s %s\", \"processor\": \"%s\", \"threads\": %d", date, program,
                          command, processor, bench_threads ());
}

/* Writes a file in place, because root's /dev/null would give way to a new one. FALSE after a message with the reason. */
gboolean
bench_save (const BenchOptions *options, const char *json)
{
  FILE    *file = options->json_file ? fopen (options->json_file, "w") : NULL;
  gboolean done = ! options->json_file || (file && fputs (json, file) >= 0);

  if (file && fclose (file) != 0)
    done = FALSE;
  if (! done)
    g_printerr ("%s: %s\n", options->json_file, g_strerror (errno));

  return done;
}

static int
ascending (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Sorts. */
double
bench_median (double *values, int n)
{
  qsort (values, n, sizeof *values, ascending);

  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}
