/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The methods of five documents, each checked against its statement and timed beside ours.
 *
 *   ladder --check --small           every rung on small pictures, for compute-sanitizer
 *   ladder --json ladder.json        all of it
 */
#include "contest.h"
#include "experiments.h"

#include "tests/bench/measuring.h"

#include <string.h>

static BenchOptions common = { "256x256,512x512,1024x1024,2048x2048,4096x4096,10000x10000", NULL, NULL, 15, 4 };

static char    *serial_sizes = "512x512,1024x1024";
static char    *parts = "rungs,worst,serial,experiments";
static char    *photos, *picture;
static gboolean check_only, small, once;

static const GOptionEntry options[] = {
  { "check", 0, 0, G_OPTION_ARG_NONE, &check_only, "Time nothing", NULL },
  { "small", 0, 0, G_OPTION_ARG_NONE, &small, "Small pictures alone", NULL },
  { "once", 0, 0, G_OPTION_ARG_NONE, &once, "Check on one picture of 512x512, for a profiler", NULL },
  { "parts", 0, 0, G_OPTION_ARG_STRING, &parts, "Of rungs,worst,serial,experiments", "LIST" },
  { "serial-sizes", 0, 0, G_OPTION_ARG_STRING, &serial_sizes, "Sizes on the processor", "LIST" },
  { "photos", 0, 0, G_OPTION_ARG_FILENAME, &photos, "A folder of photos as PPM for the experiments", "FOLDER" },
  { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture, "Draw the passes to this file", "PPM" },
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

typedef struct
{
  const LadderRules    *rules;
  const LadderDocument *document;
  const GArray         *rungs, *verdicts;
} Contest;

static void
run_size (int width, int height, gpointer data)
{
  Contest *one = data;

  ladder_contest (one->rules, one->document, one->rungs, one->verdicts, width, height);
}

/* Runs the requested sizes, or with “own” the document's. */
static void
run_sizes (Contest *one)
{
  g_auto (GStrv) own = g_strsplit (small ? "" : one->document->sizes, ",", -1), asked = g_strsplit (common.sizes, ",", -1);
  gboolean       only_own = g_str_equal (common.sizes, "own");

  if (! only_own)
    bench_for_sizes (common.sizes, run_size, one);
  for (char **size = own; *size; size++)
    if (! g_strv_contains ((const char *const *) asked, *size))
      bench_for_sizes (*size, run_size, one);
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
  verdicts = ladder_check (document, rungs, once ? LADDER_ONCE : small ? LADDER_SMALL : LADDER_ALL, common.only);
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
    run_sizes (&(Contest) { rules, document, rungs, verdicts });

  return n_bad;
}

static guint
run_rungs (const LadderRules *rules, GString *checks, GString *about)
{
  g_autofree char *sectors = NULL;
  guint            n_bad = 0;

  sectors = ladder_sectors ();
  g_print ("%s; of 4165680 pairs of derivatives in another sector: %s\n", ladder_gpu ()->name, sectors);
  g_string_append_printf (about, "\"device\": \"%s\", \"processors\": %d, \"l2\": %d, \"shared\": %d, \"sectors\": [%s],\n",
                          ladder_gpu ()->name, ladder_gpu ()->processors, ladder_gpu ()->l2, ladder_gpu ()->shared, sectors);
  if (! check_only)
    ladder_peaks (rules);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    if (! common.only || g_str_has_prefix (common.only, documents[i]->name) || ! g_ascii_isdigit (common.only[0]))
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
run_serial (int width, int height, gpointer rules)
{
  ladder_serial (rules, width, height);
}

int
main (int argc, char **argv)
{
  g_autoptr (GString) rows = g_string_new (NULL), checks = g_string_new (NULL), passes = g_string_new (NULL);
  g_autoptr (GString) agreement = g_string_new (NULL), about = g_string_new (NULL);
  g_autofree char    *machine = bench_machine ("ladder", argc, argv), *json = NULL;
  LadderRules         rules;
  guint               n_bad = 0;

  if (! bench_options_parse (&common, options, argc, argv))
    return 2;

  if (is_part ("rungs") && ! ladder_gpu ())
    {
      g_printerr ("No rung was checked: %s.\n", ladder_gpu_lacks ());
      return 1;
    }
  rules = (LadderRules) { common.only, common.n_rounds, common.budget * 1000, rows };
  if (is_part ("rungs"))
    n_bad = run_rungs (&rules, checks, about);
  if (! check_only && is_part ("worst") && ladder_gpu ())
    ladder_worst (&rules, small ? 1024 : 10000, small ? 1024 : 10000);
  if (! check_only && is_part ("serial"))
    bench_for_sizes (serial_sizes, run_serial, &rules);
  if (! check_only && is_part ("experiments"))
    run_experiments (passes, agreement);

  json = g_strdup_printf ("{%s,\n%s\"checks\": [%s\n],\n\"rows\": [%s\n],\n\"passes\": [%s\n],\n\"agreement\": [%s\n]}\n", machine,
                          about->str, checks->str, rows->str, passes->str, agreement->str);
  if (n_bad)
    g_printerr ("%u rungs differ from their statements.\n", n_bad);

  return ! bench_save (&common, json) || n_bad > 0;
}
