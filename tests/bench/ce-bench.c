/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How long the filters take, without GIMP: compute alone, buffers warm, all
 * contenders interleaved round by round in one process, medians.
 *
 *   ce-bench --sizes 1024x1024,6000x4000 --backends cpu,cpu:v3,cuda --json times.json
 *
 * CE_THREADS sets the threads of the CPU backend and of the peer alike.
 */
#include "tests/support.h"

#ifdef BENCH_PEER
#include "peer.h"
#endif

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  const char *name;
  const char *filter;
  const char *params;
  int         channels;
  CeType      type;
} Case;

static const Case cases[] = {
  { "canny-l2", "canny", "sigma=0 low=50 high=100", 1, CE_U8 },
  { "canny-l1", "canny", "sigma=0 low=50 high=100 norm=l1", 1, CE_U8 },
  { "canny-blurred", "canny", "sigma=1.4 low=25 high=50", 1, CE_U8 },
  { "canny-otsu", "canny", "sigma=1.4 thresholds=otsu", 1, CE_U8 },
  { "sobel-l2", "sobel", "", 1, CE_U8 },
  { "sobel-l1", "sobel", "norm=l1", 1, CE_U8 },
  { "sharpen-kernel", "sharpen", "method=kernel amount=1", 1, CE_U8 },
  { "unsharp", "sharpen", "radius=1.4 amount=0.5", 1, CE_U8 },
  { "laplacian", "laplacian", "sigma=1.4 threshold=5", 1, CE_U8 },
  { "canny-l2", "canny", "sigma=0 low=50 high=100 channel=luma-601", 3, CE_U8 },
  { "canny-blurred", "canny", "sigma=1.4 low=25 high=50 channel=luma-601", 3, CE_U8 },
  { "sobel-l2", "sobel", "channel=luma-601", 3, CE_U8 },
  { "sharpen-kernel", "sharpen", "method=kernel amount=1 channels=rgb", 3, CE_U8 },
  { "unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 3, CE_U8 },
  { "unsharp-luminance", "sharpen", "radius=1.4 amount=0.5 channels=luminance", 3, CE_U8 },
  { "canny-blurred", "canny", "sigma=1.4 low=25 high=50", 3, CE_F32 },
  { "unsharp", "sharpen", "radius=1.4 amount=0.5 channels=rgb", 4, CE_F32 }
};

static char    *sizes = "512x512,1920x1080,6000x4000";
static char    *backends = "cpu,cuda";
static char    *json_file;
static char    *only;
static int      n_rounds = 9;
static gboolean no_peer;

static const GOptionEntry options[] = {
  { "sizes", 0, 0, G_OPTION_ARG_STRING, &sizes, "Sizes of the image (512x512,1920x1080,6000x4000)", "LIST" },
  { "backends", 0, 0, G_OPTION_ARG_STRING, &backends, "Backends (cpu,cuda)", "LIST" },
  { "rounds", 0, 0, G_OPTION_ARG_INT, &n_rounds, "Rounds (9)", "N" },
  { "only", 0, 0, G_OPTION_ARG_STRING, &only, "Only cases whose name begins so", "NAME" },
  { "no-peer", 0, 0, G_OPTION_ARG_NONE, &no_peer, "Leave OpenCV out", NULL },
  { "json", 0, 0, G_OPTION_ARG_FILENAME, &json_file, "Write the times to this file too", "FILE" },
  { NULL }
};

/* One that takes part in a case. Without a session it is the peer. */
typedef struct
{
  const char *name;
  CeSession  *session;
  CeParams    params;
  double     *compute;          /* milliseconds, one per round */
  double     *total;
} Contender;

static GString *json;

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values, int n)
{
  qsort (values, n, sizeof *values, compare);

  return values[n / 2];
}

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

static void
run_session (Contender *one, int round)
{
  g_autoptr (GError) error = NULL;
  CeParams           params = one->params;
  double             begin;

  /* A backend may keep the blurred image while sigma stays; here it has to do
   * all of its work each time. */
  params.sigma *= round % 2 ? 1.0000001 : 1;

  begin = now_ms ();
  if (! ce_session_render (one->session, &params, NULL, NULL, &error))
    g_error ("%s: %s", one->name, error->message);
  one->total[MAX (round, 0)] = now_ms () - begin;
  one->compute[MAX (round, 0)] = ce_session_get_times (one->session).compute_ms;
}

static void
run (Contender *one, int round)
{
  if (one->session)
    run_session (one, round);
#ifdef BENCH_PEER
  else
    {
      double begin = now_ms ();

      bench_peer_run ();
      one->total[MAX (round, 0)] = one->compute[MAX (round, 0)] = now_ms () - begin;
    }
#endif
}

static void
add_contender (GArray *contenders, const char *name, const Case *what, const CeView *image)
{
  g_autoptr (GError) error = NULL;
  Contender          one = { name, NULL, { 0 }, NULL, NULL };

  if (what)
    {
      const CeFilter *filter = ce_filter_find (what->filter);

      ce_params_init (&one.params, filter);
      one.session = test_session_new (what->filter, name, image, &error);
      if (! one.session || ! ce_params_parse (&one.params, filter, what->params, &error))
        {
          g_printerr ("%s is left out: %s\n", name, error->message);
          return;
        }
    }

  one.compute = g_new0 (double, n_rounds);
  one.total = g_new0 (double, n_rounds);
  g_array_append_val (contenders, one);
}

static void
report (const Case *what, const CeView *image, Contender *one, double peer)
{
  double least, compute, total;

  compute = median (one->compute, n_rounds);
  least = one->compute[0];
  total = median (one->total, n_rounds);

  g_print ("%-18s %d %-3s %5dx%-5d  %-14s %9.3f %9.3f %9.3f %9.0f", what->name, what->channels,
           what->type == CE_U8 ? "u8" : "f32", image->width, image->height, one->name, compute, least, total,
           image->width * (double) image->height / compute / 1000);
  if (peer > 0)
    g_print (" %7.2f", peer / compute);
  g_print ("\n");

  g_string_append_printf (json, "%s\n  {\"case\": \"%s\", \"parameters\": \"%s\", \"channels\": %d, \"type\": \"%s\", "
                          "\"width\": %d, \"height\": %d, \"on\": \"%s\", \"compute_ms\": %.4f, \"least_ms\": %.4f, "
                          "\"total_ms\": %.4f, \"rounds\": %d}", json->len > 1 ? "," : "", what->name, what->params,
                          what->channels, what->type == CE_U8 ? "u8" : "f32", image->width, image->height, one->name,
                          compute, least, total, n_rounds);
}

static void
run_case (const Case *what, const CeView *image, char **names)
{
  g_autoptr (GArray) contenders = g_array_new (FALSE, FALSE, sizeof (Contender));
  double             peer = 0;

  for (char **name = names; *name; name++)
    add_contender (contenders, *name, what, image);
#ifdef BENCH_PEER
  if (! no_peer && bench_peer_begin (what->name, image))
    add_contender (contenders, bench_peer_name (), NULL, image);
#endif

  for (int round = -2; round < n_rounds; round++)
    for (guint i = 0; i < contenders->len; i++)
      run (&g_array_index (contenders, Contender, i), round);

  for (guint i = 0; i < contenders->len; i++)
    if (! g_array_index (contenders, Contender, i).session)
      peer = median (g_array_index (contenders, Contender, i).compute, n_rounds);
  for (guint i = 0; i < contenders->len; i++)
    {
      Contender *one = &g_array_index (contenders, Contender, i);

      report (what, image, one, peer);
      ce_session_free (one->session);
      g_free (one->compute);
      g_free (one->total);
    }
#ifdef BENCH_PEER
  bench_peer_end ();
#endif
}

/* Images of a size are made once per format, as making one takes longer than
 * all that is measured. */
static void
run_size (int width, int height, char **names)
{
  CeView image = { NULL, 0, 0, 0, 0, CE_U8 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (only && ! g_str_has_prefix (cases[i].name, only))
        continue;
      if (! image.data || image.channels != cases[i].channels || image.type != cases[i].type)
        {
          test_image_clear (&image);
          test_image_init (&image, width, height, cases[i].channels, cases[i].type);
          test_image_natural (&image, 20240);
        }
      run_case (&cases[i], &image, names);
    }
  test_image_clear (&image);
}

/* Those that start; the others are named once. */
static char **
usable_backends (void)
{
  g_auto (GStrv) wanted = g_strsplit (backends, ",", -1);
  GPtrArray     *names = g_ptr_array_new ();

  for (char **name = wanted; *name; name++)
    {
      g_autoptr (GError) error = NULL;
      const char        *variant;

      if (ce_backend_find (*name, &variant, &error))
        g_ptr_array_add (names, g_strdup (*name));
      else
        g_printerr ("%s is left out: %s\n", *name, error->message);
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (names, FALSE);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;
  g_auto (GStrv)             names = NULL;
  g_auto (GStrv)             list = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (! g_option_context_parse (context, &argc, &argv, &error) || n_rounds < 1)
    {
      g_printerr ("%s\n", error ? error->message : "There has to be one round at least.");
      return 2;
    }

  json = g_string_new ("[");
  names = usable_backends ();
  list = g_strsplit (sizes, ",", -1);
#ifdef BENCH_PEER
  {
    const char *threads = g_getenv ("CE_THREADS");

    bench_peer_init (threads ? atoi (threads) : (int) g_get_num_processors ());
  }
#endif

  g_print ("%-22s  %11s  %-14s %9s %9s %9s %9s %7s\n", "case", "size", "on", "median ms", "least", "total", "MP/s", "x peer");
  for (char **size = list; *size; size++)
    {
      int width = 0, height = 0;

      if (sscanf (*size, "%dx%d", &width, &height) == 2 && width > 0 && height > 0)
        run_size (width, height, names);
    }

  g_string_append (json, "\n]\n");
  if (json_file && ! g_file_set_contents (json_file, json->str, (gssize) json->len, &error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_string_free (json, TRUE);

  return 0;
}
