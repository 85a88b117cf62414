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
#include "measuring.h"

#include <stdio.h>
#include <string.h>

static BenchOptions common = { "512x512,1000x1000,2000x2000,6000x4000,10000x10000", NULL, NULL, 15, 4 };

static char    *one_size = "6000x4000";
static char    *groups = "size,worst,sigma,stage,depth";
static char    *backends = "cpu,cuda";
static char    *picture;
static int      only_channels;
static char    *only_type;
static gboolean no_peers, transfers;

static const GOptionEntry options[] = {
  { "at", 0, 0, G_OPTION_ARG_STRING, &one_size, "Size of the groups other than “size” (6000x4000)", "SIZE" },
  { "groups", 0, 0, G_OPTION_ARG_STRING, &groups, "Of size,worst,sigma,stage,sharpen,curve,depth", "LIST" },
  { "backends", 0, 0, G_OPTION_ARG_STRING, &backends, "Backends (cpu,cuda)", "LIST" },
  { "channels", 0, 0, G_OPTION_ARG_INT, &only_channels, "Only pictures of so many channels", "N" },
  { "type", 0, 0, G_OPTION_ARG_STRING, &only_type, "Only pictures of bytes, of words, or of floats", "u8|u16|f32" },
  { "no-peer", 0, 0, G_OPTION_ARG_NONE, &no_peers, "Leave other libraries out", NULL },
  { "transfers", 0, 0, G_OPTION_ARG_NONE, &transfers, "Measure from host to host instead", NULL },
  { "picture", 0, 0, G_OPTION_ARG_FILENAME, &picture, "Only write a natural picture of the first size", "PPM|PGM" },
  { NULL }
};

static gboolean
is_wanted (const BenchCase *what, const char *group)
{
  return g_str_equal (what->group, group) && (! common.only || g_str_has_prefix (what->name, common.only))
         && (! only_channels || what->channels == only_channels)
         && (! only_type || g_str_equal (only_type, test_type_names[what->type]));
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

/* Draws a picture, unless it was drawn before. */
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

typedef struct
{
  const BenchRules *rules;
  const char       *group;
} Group;

static void
run_size (int width, int height, gpointer data)
{
  Group *one = data;

  run_group (one->rules, one->group, width, height);
}

/* Returns the backends that start, with the time of each start; names the others once. */
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

static void
describe_machine (GString *json, int argc, char **argv)
{
  g_autofree char *machine = bench_machine ("ce-bench", argc, argv);
  double           additions = bench_additions ();

  g_print ("%s, %.1f billion float additions per second\n", machine, additions / 1e9);
  g_string_append_printf (json, "{%s, \"additions\": %.4g,\n\"start\": [", machine, additions);
}

static void
run_groups (const BenchRules *rules)
{
  g_auto (GStrv) list = g_strsplit (groups, ",", -1);

  bench_contest_init (rules);
  g_print ("%-20s %-8s   %-3s %11s  %-17s %9s %9s %9s %8s\n", "case", "picture", "", "size", "on", "median ms", "least",
           "total", "MP/s");
  for (char **group = list; *group; group++)
    {
      Group one = { rules, *group };

      bench_for_sizes (g_str_equal (*group, "size") ? common.sizes : one_size, run_size, &one);
    }
}

static gboolean
write_picture (GError **error)
{
  int      width, height;
  CeView   image;
  gboolean written;

  if (sscanf (common.sizes, "%dx%d", &width, &height) != 2)
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
  g_autoptr (GError)  error = NULL;
  g_autoptr (GString) json = g_string_new (NULL);
  g_auto (GStrv)      names = NULL;
  BenchRules          rules;

  if (! bench_options_parse (&common, options, argc, argv))
    return 2;
  if (picture)
    {
      if (write_picture (&error))
        return 0;
      g_printerr ("%s\n", error ? error->message : "There is no size.");
      return 1;
    }

  describe_machine (json, argc, argv);
  names = start_backends (json);
  g_string_append (json, "],\n\"rows\": [");
  rules = (BenchRules) { names, ! no_peers, common.n_rounds, common.budget * 1000, json };
  run_groups (&rules);
  g_string_append (json, "\n]}\n");

  return bench_save (&common, json->str) ? 0 : 1;
}
