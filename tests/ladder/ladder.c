/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The methods of five documents, each checked against its statement and timed beside ours.
 *
 *   ladder --check --small           every rung on small pictures, for compute-sanitizer
 *   ladder --json ladder.json        all of it
 */
#include "contest.h"
#include "experiments.h"

#include "tests/bench/floor.h"

#include <stdio.h>
#include <string.h>

static char    *sizes = "256x256,512x512,1024x1024,2048x2048,4096x4096,10000x10000";
static char    *serial_sizes = "512x512,1024x1024";
static char    *parts = "rungs,worst,serial,experiments";
static char    *only, *json_file, *photos, *picture;
static int      n_rounds = 15;
static double   budget = 4;
static gboolean check_only, small, once;

static const GOptionEntry options[] = {
  { "check", 0, 0, G_OPTION_ARG_NONE, &check_only, "Time nothing", NULL },
  { "small", 0, 0, G_OPTION_ARG_NONE, &small, "Small pictures alone", NULL },
  { "once", 0, 0, G_OPTION_ARG_NONE, &once, "Check on one picture of 512x512, for a profiler", NULL },
  { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Only rungs with this in their names", "NAME" },
  { "parts", 0, 0, G_OPTION_ARG_STRING, &parts, "Of rungs,worst,serial,experiments", "LIST" },
  { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes, "Sizes, beside the documents' own; “own” for those alone", "LIST" },
  { "serial-sizes", 0, 0, G_OPTION_ARG_STRING, &serial_sizes, "Sizes on the processor", "LIST" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &n_rounds, "Rounds at most (15)", "N" },
  { "budget", 0, 0, G_OPTION_ARG_DOUBLE, &budget, "Seconds for a size, from the third round on (4)", "S" },
  { "photos", 0, 0, G_OPTION_ARG_FILENAME, &photos, "A folder of photos as PPM for the experiments", "FOLDER" },
  { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture, "Draw the passes to this file", "PPM" },
  { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_file, "Write what was found to this file too", "FILE" },
  { NULL }
};

static const LadderDocument *const documents[] = {
  &ladder_sobel, &ladder_convolution, &ladder_textures, &ladder_passes, &ladder_vectors
};

static gboolean
is_part (const char *name)
{
  return strstr (parts, name) != NULL;
}

static void
run_sizes (const LadderRules *rules, const LadderDocument *document, const GArray *rungs, const GArray *verdicts)
{
  g_autofree char *both = g_strjoin (",", g_str_has_prefix (sizes, "own") ? "" : sizes, small ? "" : document->sizes, NULL);
  g_auto (GStrv)   list = g_strsplit (both, ",", -1);

  for (char **size = list; *size; size++)
    {
      int      width, height;
      gboolean before = FALSE;

      for (char **other = list; other < size; other++)
        before = before || g_str_equal (*other, *size);
      if (! before && sscanf (*size, "%dx%d", &width, &height) == 2 && width > 0 && height > 0)
        ladder_contest (rules, document, rungs, verdicts, width, height);
    }
}

/* Returns how many rungs differ from their statements. */
static guint
run_document (const LadderRules *rules, const LadderDocument *document, GString *checks)
{
  g_autoptr (GArray) rungs = g_array_new (FALSE, FALSE, sizeof (LadderRung)), verdicts = NULL;
  guint              n_bad = 0;

  document->add (rungs);
  if (document->prepare)
    document->prepare ();
  verdicts = ladder_check (document, rungs, once ? LADDER_ONCE : small ? LADDER_SMALL : LADDER_ALL, only);
  for (guint i = 0; i < rungs->len; i++)
    {
      const LadderRung    *rung = &g_array_index (rungs, LadderRung, i);
      const LadderVerdict *verdict = &g_array_index (verdicts, LadderVerdict, i);
      g_autofree char     *text = ladder_verdict_text (verdict);

      if (verdict->n == 0)
        continue;
      n_bad += ! ladder_verdict_holds (verdict);
      g_print ("%-36s %10" G_GINT64_FORMAT " pixels: %s\n", rung->name, verdict->n, text);
      ladder_add_row (checks, "{\"case\": \"%s\", \"pixels\": %" G_GINT64_FORMAT ", \"check\": \"%s\"}", rung->name, verdict->n,
                      text);
    }
  if (! check_only)
    run_sizes (rules, document, rungs, verdicts);

  return n_bad;
}

static guint
run_rungs (const LadderRules *rules, GString *checks, GString *about)
{
  g_autofree char *sectors = NULL;
  guint            n_bad = 0;

  if (! ladder_gpu ())
    {
      g_print ("There is no GPU, or this was built without kernels: the processor's rungs alone.\n");
      return 0;
    }
  sectors = ladder_sectors ();
  g_print ("%s; of 4165680 pairs of derivatives in another sector: %s\n", ladder_gpu ()->name, sectors);
  g_string_append_printf (about, "\"device\": \"%s\", \"processors\": %d, \"l2\": %d, \"shared\": %d, \"sectors\": [%s],\n",
                          ladder_gpu ()->name, ladder_gpu ()->processors, ladder_gpu ()->l2, ladder_gpu ()->shared, sectors);
  if (! check_only)
    ladder_peaks (rules);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    if (! only || g_str_has_prefix (only, documents[i]->name) || ! g_ascii_isdigit (only[0]))
      n_bad += run_document (rules, documents[i], checks);

  return n_bad;
}

static void
run_experiments (GString *passes, GString *agreement)
{
  g_autoptr (GPtrArray) sources = ladder_sources (photos, small || ! ladder_gpu ());
  g_autoptr (GError)    error = NULL;

  for (guint i = 0; i < sources->len; i++)
    {
      LadderSource *source = sources->pdata[i];
      gint64        n = (gint64) source->image.width * source->image.height;

      ladder_passes_lost (source, n > 10000000, passes);
      if (n <= 2000000 && ! strstr (source->params, "sigma=0"))
        ladder_agreement (source, agreement);
    }
  if (picture && sources->len > 0 && ! ladder_draw_passes (sources->pdata[0], picture, &error))
    g_printerr ("%s\n", error->message);
}

static void
run_serial (const LadderRules *rules)
{
  g_auto (GStrv) list = g_strsplit (serial_sizes, ",", -1);

  for (char **size = list; *size; size++)
    {
      int width, height;

      if (sscanf (*size, "%dx%d", &width, &height) == 2 && width > 0 && height > 0)
        ladder_serial (rules, width, height);
    }
}

static char *
describe (const char *command)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char      *date = g_date_time_format (now, "%F"), *text = NULL, *processor = NULL;
  const char           *line = NULL;

  if (g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    line = strstr (text, "model name");
  line = line ? strchr (line, ':') + 2 : "unknown";
  processor = g_strndup (line, strcspn (line, "\n"));

  return g_strdup_printf ("\"date\": \"%s\", \"command\": \"ladder %s\", \"processor\": \"%s\", \"threads\": %d,\n", date, command,
                          processor, bench_threads ());
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;
  g_autoptr (GString)        rows = g_string_new (NULL), checks = g_string_new (NULL), passes = g_string_new (NULL);
  g_autoptr (GString)        agreement = g_string_new (NULL), about = g_string_new (NULL);
  g_autofree char           *command = g_strjoinv (" ", argv + MIN (argc, 1)), *machine = describe (command), *json = NULL;
  LadderRules                rules;
  guint                      n_bad = 0;

  g_option_context_add_main_entries (context, options, NULL);
  if (! g_option_context_parse (context, &argc, &argv, &error) || n_rounds < 3 || n_rounds > 100)
    {
      g_printerr ("%s\n", error ? error->message : "There have to be 3 to 100 rounds.");
      return 2;
    }

  rules = (LadderRules) { only, n_rounds, budget * 1000, rows };
  if (is_part ("rungs"))
    n_bad = run_rungs (&rules, checks, about);
  if (! check_only && is_part ("worst") && ladder_gpu ())
    ladder_worst (&rules, small ? 1024 : 10000, small ? 1024 : 10000);
  if (! check_only && is_part ("serial"))
    run_serial (&rules);
  if (! check_only && is_part ("experiments"))
    run_experiments (passes, agreement);

  json = g_strdup_printf ("{%s%s\"checks\": [%s\n],\n\"rows\": [%s\n],\n\"passes\": [%s\n],\n\"agreement\": [%s\n]}\n", machine,
                          about->str, checks->str, rows->str, passes->str, agreement->str);
  if (json_file && ! g_file_set_contents (json_file, json, -1, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  if (n_bad)
    g_printerr ("%u rungs differ from their statements.\n", n_bad);

  return n_bad > 0;
}
