/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long the filters take, without GIMP: compute alone, buffers warm, all
 * contenders interleaved round by round in one process, medians. Apart from
 * that: the start of a backend, and with --transfers the way from host to host.
 *
 *   ce-bench --sizes 1024x1024,6000x4000 --backends cpu,cpu:v3,cuda --json times.json
 *
 * CE_TESTING=threads=N sets the threads of the CPU backend and of the peers alike.
 */
#include "contest.h"
#include "floor.h"

#include <stdio.h>
#include <string.h>

static char    *sizes = "512x512,1000x1000,2000x2000,6000x4000,10000x10000";
static char    *one_size = "6000x4000";
static char    *groups = "size,worst,sigma,stage,depth";
static char    *backends = "cpu,cuda";
static char    *json_file;
static char    *only;
static char    *picture;
static int      n_rounds = 15;
static double   budget = 4;
static int      only_channels;
static char    *only_type;
static gboolean no_peers, transfers;

static const GOptionEntry options[] = {
  { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes, "Sizes of the group “size” (0.25 to 100 megapixels)", "LIST" },
  { "at", 0, 0, G_OPTION_ARG_STRING, &one_size, "Size of the other groups (6000x4000)", "SIZE" },
  { "groups", 0, 0, G_OPTION_ARG_STRING, &groups, "Of size,worst,sigma,stage,curve,depth", "LIST" },
  { "backends", 0, 0, G_OPTION_ARG_STRING, &backends, "Backends (cpu,cuda)", "LIST" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &n_rounds, "Rounds at most (15)", "N" },
  { "budget", 0, 0, G_OPTION_ARG_DOUBLE, &budget, "Seconds for a case, from the third round on (4)", "S" },
  { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Only cases whose name begins so", "NAME" },
  { "channels", 0, 0, G_OPTION_ARG_INT, &only_channels, "Only pictures of so many channels", "N" },
  { "type", 0, 0, G_OPTION_ARG_STRING, &only_type, "Only pictures of bytes, or of floats", "u8|f32" },
  { "no-peer", 0, 0, G_OPTION_ARG_NONE, &no_peers, "Leave other libraries out", NULL },
  { "transfers", 0, 0, G_OPTION_ARG_NONE, &transfers, "Measure from host to host instead", NULL },
  { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture, "Only write a natural picture of the first size", "PPM|PGM" },
  { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_file, "Write the times to this file too", "FILE" },
  { NULL }
};

static gboolean
is_wanted (const BenchCase *what, const char *group)
{
  return g_str_equal (what->group, group) && (! only || g_str_has_prefix (what->name, only))
         && (! only_channels || what->channels == only_channels)
         && (! only_type || g_str_equal (only_type, what->type == CE_U8 ? "u8" : "f32"));
}

/* The picture, a session's source and two results, and the floor's buffers;
 * peers need about as much. Without /proc everything is tried. */
static gboolean
fits (const BenchCase *what, int width, int height)
{
  g_autofree char *text = NULL;
  const char      *line;
  double           bytes = (double) width * height * what->channels * ce_type_size (what->type);

  if (! g_file_get_contents ("/proc/meminfo", &text, NULL, NULL) || ! (line = strstr (text, "MemAvailable:")))
    return TRUE;
  if (bytes * 9 < g_ascii_strtod (line + 13, NULL) * 1024)
    return TRUE;

  g_printerr ("%s at %dx%d, %d channels is left out: there is not enough memory.\n", what->name, width, height,
              what->channels);
  return FALSE;
}

/* Draws only what was not drawn before. */
static void
run_group (const BenchRules *rules, const char *group, int width, int height)
{
  CeView       image = { NULL, 0, 0, 0, 0, CE_U8 };
  BenchPicture drawn = BENCH_NATURAL;

  for (guint i = 0; i < bench_n_cases; i++)
    {
      const BenchCase *what = &bench_cases[i];

      if (! is_wanted (what, group) || ! fits (what, width, height))
        continue;
      if (! image.data || drawn != what->picture || image.channels != what->channels || image.type != what->type)
        {
          test_image_clear (&image);
          test_image_init (&image, width, height, what->channels, what->type);
          bench_picture_draw (&image, what->picture);
          drawn = what->picture;
        }
      if (transfers)
        bench_transfers (rules, what, &image);
      else
        bench_contest (rules, what, &image);
    }
  test_image_clear (&image);
}

static void
run_sizes (const BenchRules *rules, const char *group, const char *names)
{
  g_auto (GStrv) list = g_strsplit (names, ",", -1);

  for (char **size = list; *size; size++)
    {
      int width = 0, height = 0;

      if (sscanf (*size, "%dx%d", &width, &height) == 2 && width > 0 && height > 0)
        run_group (rules, group, width, height);
      else
        g_printerr ("%s is no size.\n", *size);
    }
}

/* Those that start, each timed; the others are named once. */
static char **
start_backends (GString *json)
{
  g_auto (GStrv) wanted = g_strsplit (backends, ",", -1);
  GPtrArray     *names = g_ptr_array_new ();

  for (char **name = wanted; *name; name++)
    {
      g_autoptr (GError) error = NULL;
      double             begin = bench_now_ms (), ms;
      CePlace            place;
      const CeBackend   *backend = ce_place_parse (&place, *name, &error) ? ce_backend_start (&place, &error) : NULL;
      guint              n_devices;

      if (! backend)
        {
          g_printerr ("%s is left out: %s\n", *name, error->message);
          continue;
        }
      ms = bench_now_ms () - begin;
      g_ptr_array_add (names, g_strdup (*name));
      g_print ("%s started in %.1f ms: %s\n", *name, ms, backend->devices (&n_devices)->name);
      g_string_append_printf (json, "%s{\"on\": \"%s\", \"device\": \"%s\", \"start_ms\": %.2f}",
                              names->len > 1 ? ", " : "", *name, backend->devices (&n_devices)->name, ms);
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
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

static void
describe_machine (GString *json, const char *command)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char      *date = g_date_time_format (now, "%F");
  g_autofree char      *processor = processor_name ();
  double                additions = bench_additions ();

  g_print ("%s, %d threads, %.1f billion float additions per second\n", processor, bench_threads (), additions / 1e9);
  g_string_append_printf (json, "{\"date\": \"%s\", \"command\": \"ce-bench %s\", \"processor\": \"%s\", "
                          "\"threads\": %d, \"additions\": %.4g,\n\"start\": [", date, command, processor,
                          bench_threads (), additions);
}

static void
run_groups (const BenchRules *rules)
{
  g_auto (GStrv) list = g_strsplit (groups, ",", -1);

  bench_contest_init (rules);
  g_print ("%-20s %-8s   %-3s %11s  %-17s %9s %9s %9s %8s\n", "case", "picture", "", "size", "on", "median ms", "least",
           "total", "MP/s");
  for (char **group = list; *group; group++)
    run_sizes (rules, *group, g_str_equal (*group, "size") ? sizes : one_size);
}

static gboolean
write_picture (GError **error)
{
  int      width, height;
  CeView   image;
  gboolean written;

  if (sscanf (sizes, "%dx%d", &width, &height) != 2)
    return FALSE;
  test_image_init (&image, width, height, g_str_has_suffix (picture, ".pgm") ? 1 : 3, CE_U8);
  bench_picture_draw (&image, BENCH_NATURAL);
  written = bench_picture_save (&image, picture, error);
  test_image_clear (&image);

  return written;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;
  g_autoptr (GString)        json = g_string_new (NULL);
  g_autofree char           *command = g_strjoinv (" ", argv + MIN (argc, 1));
  g_auto (GStrv)             names = NULL;
  BenchRules                 rules;

  g_option_context_add_main_entries (context, options, NULL);
  if (! g_option_context_parse (context, &argc, &argv, &error) || n_rounds < 1 || n_rounds > 100)
    {
      g_printerr ("%s\n", error ? error->message : "There have to be 1 to 100 rounds.");
      return 2;
    }
  if (picture)
    {
      if (write_picture (&error))
        return 0;
      g_printerr ("%s\n", error ? error->message : "There is no size.");
      return 1;
    }

  describe_machine (json, command);
  names = start_backends (json);
  g_string_append (json, "],\n\"rows\": [");
  rules = (BenchRules) { names, ! no_peers, n_rounds, budget * 1000, json };
  run_groups (&rules);
  g_string_append (json, "\n]}\n");

  if (json_file && ! g_file_set_contents (json_file, json->str, (gssize) json->len, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }

  return 0;
}
