/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contest.h"

#include <stdlib.h>
#include <string.h>

#include "engine/shelf.h"

#include "floor.h"
#include "peer.h"

#define MOST_ROUNDS 101
/* One that takes so long sits out after three rounds. */
#define SLOW_MS 1000

typedef enum { OURS, PEER, FLOOR, DEVICE_FLOOR, TRANSFER } Kind;
typedef enum { COMPUTE, TOTAL, UPLOAD, DOWNLOAD, N_TIMES } Time;

typedef struct
{
  Kind             kind;
  const char      *name;
  CeSession       *session;
  CeParams         params;
  const BenchPeer *peer;
  int              n;           /* rounds it took part in */
  double           ms[N_TIMES][MOST_ROUNDS];
} Contender;

static const BenchPeer *const peers[] = {
#ifdef BENCH_OPENCV
  &bench_opencv,
#endif
#ifdef BENCH_GEGL
  &bench_gegl,
#endif
  NULL
};

double
bench_now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Sorts. */
static double
median (double *values, int n)
{
  qsort (values, n, sizeof *values, compare);

  return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static void
take_times (Contender *one, double begin)
{
  CeTimes times = ce_session_get_times (one->session);

  one->ms[TOTAL][one->n] = bench_now_ms () - begin;
  one->ms[COMPUTE][one->n] = times.compute_ms;
  one->ms[UPLOAD][one->n] = times.upload_ms;
  one->ms[DOWNLOAD][one->n] = times.download_ms;
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

  begin = bench_now_ms ();
  if (! ce_session_render (one->session, &params, NULL, NULL, &error))
    g_error ("%s: %s", one->name, error->message);
  take_times (one, begin);
}

static void
run (Contender *one, int round)
{
  double begin = bench_now_ms (), ms;

  if (one->kind == OURS)
    {
      run_session (one, round);
      return;
    }

  if (one->kind == PEER)
    one->peer->run ();
  else if (one->kind == FLOOR)
    bench_floor_run ();
  ms = one->kind == DEVICE_FLOOR ? bench_device_copy_ms () : one->kind == TRANSFER ? bench_device_transfer_ms ()
                                                                                  : bench_now_ms () - begin;
  one->ms[COMPUTE][one->n] = one->ms[TOTAL][one->n] = ms;
}

/* Two rounds warm up. */
static void
run_rounds (const BenchRules *rules, GPtrArray *contenders)
{
  double begin = 0;

  for (int round = -2; round < rules->n_rounds; round++)
    {
      if (round == 0)
        begin = bench_now_ms ();
      if (round >= 3 && bench_now_ms () - begin > rules->budget_ms)
        return;

      for (guint i = 0; i < contenders->len; i++)
        {
          Contender *one = contenders->pdata[i];

          if (round >= 3 && one->ms[TOTAL][0] > SLOW_MS)
            continue;
          run (one, round);
          if (round >= 0)
            one->n++;
        }
    }
}

static Contender *
add (GPtrArray *contenders, Kind kind, const char *name)
{
  Contender *one = g_new0 (Contender, 1);

  one->kind = kind;
  one->name = name;
  g_ptr_array_add (contenders, one);

  return one;
}

static void
add_ours (GPtrArray *contenders, const char *name, const BenchCase *what, const CeView *image)
{
  g_autoptr (GError)    error = NULL;
  const CeFilter       *filter = ce_filter_find (what->filter);
  g_autoptr (CeSession) session = test_session_new (what->filter, name, image, &error);
  CeParams              params;

  ce_params_init (&params, filter);
  if (! session || ! ce_params_parse (&params, filter, what->params, &error))
    {
      g_printerr ("%s is left out: %s\n", name, error->message);
      return;
    }

  add (contenders, OURS, name);
  ((Contender *) contenders->pdata[contenders->len - 1])->params = params;
  ((Contender *) contenders->pdata[contenders->len - 1])->session = g_steal_pointer (&session);
}

static void
result_view (const BenchCase *what, const CeView *image, CeView *result)
{
  *result = *image;
  ce_filter_result_format (ce_filter_find (what->filter), image, result);
}

static gsize
view_bytes (const CeView *view)
{
  return test_image_row (view) * (gsize) view->height;
}

static void
add_all (const BenchRules *rules, GPtrArray *contenders, const BenchCase *what, const CeView *image)
{
  CeView result;

  result_view (what, image, &result);
  for (char **name = rules->backends; *name; name++)
    {
      add_ours (contenders, *name, what, image);
      if (g_str_has_prefix (*name, "cuda") && bench_device_begin (view_bytes (image), view_bytes (&result)))
        add (contenders, DEVICE_FLOOR, "device copy");
    }
  for (guint i = 0; rules->peers && peers[i]; i++)
    {
      const char *name = peers[i]->begin (what->name, what->params, image);

      if (name)
        add (contenders, PEER, name)->peer = peers[i];
    }

  bench_floor_begin (view_bytes (image), view_bytes (&result));
  add (contenders, FLOOR, "copy");
}

static void
report (const BenchRules *rules, const BenchCase *what, const CeView *image, Contender *one)
{
  static const char *const kinds[] = { "ours", "peer", "floor", "floor", "transfer" };
  const char              *type = what->type == CE_U8 ? "u8" : "f32";
  double                   ms[N_TIMES];
  CeView                   result;

  if (one->n == 0)
    return;
  for (int i = 0; i < N_TIMES; i++)
    ms[i] = median (one->ms[i], one->n);
  result_view (what, image, &result);

  g_print ("%-20s %-8s %d %-3s %5dx%-5d  %-17s %9.3f %9.3f %9.3f %8.0f\n", what->name,
           bench_picture_name (what->picture), what->channels, type, image->width, image->height, one->name, ms[COMPUTE],
           one->ms[COMPUTE][0], ms[TOTAL], image->width * (double) image->height / ms[COMPUTE] / 1000);

  g_string_append_printf (rules->json, "%s\n  {\"group\": \"%s\", \"case\": \"%s\", \"filter\": \"%s\", "
                          "\"parameters\": \"%s\", \"picture\": \"%s\", \"channels\": %d, \"type\": \"%s\", ",
                          g_str_has_suffix (rules->json->str, "}") ? "," : "", what->group, what->name, what->filter,
                          what->params, bench_picture_name (what->picture), what->channels, type);
  g_string_append_printf (rules->json, "\"width\": %d, \"height\": %d, \"bytes_in\": %" G_GSIZE_FORMAT
                          ", \"bytes_out\": %" G_GSIZE_FORMAT ", \"on\": \"%s\", \"kind\": \"%s\", ",
                          image->width, image->height, view_bytes (image), view_bytes (&result), one->name,
                          kinds[one->kind]);
  g_string_append_printf (rules->json, "\"compute_ms\": %.4f, \"least_ms\": %.4f, \"total_ms\": %.4f, "
                          "\"upload_ms\": %.4f, \"download_ms\": %.4f, \"rounds\": %d}",
                          ms[COMPUTE], one->ms[COMPUTE][0], ms[TOTAL], ms[UPLOAD], ms[DOWNLOAD], one->n);
}

static void
finish (const BenchRules *rules, GPtrArray *contenders, const BenchCase *what, const CeView *image)
{
  for (guint i = 0; i < contenders->len; i++)
    {
      Contender *one = contenders->pdata[i];

      report (rules, what, image, one);
      ce_session_free (one->session);
      if (one->peer)
        one->peer->end ();
      g_free (one);
    }
  g_ptr_array_free (contenders, TRUE);
  bench_floor_end ();
  bench_device_end ();
}

/**
 * bench_contest_init:
 * @rules: as for every case
 */
void
bench_contest_init (const BenchRules *rules)
{
  for (guint i = 0; rules->peers && peers[i]; i++)
    peers[i]->init (bench_threads ());
}

/**
 * bench_contest:
 * @rules: how
 * @what: the case
 * @image: its picture
 *
 * Times everyone who can do it, prints and notes their medians.
 */
void
bench_contest (const BenchRules *rules, const BenchCase *what, const CeView *image)
{
  GPtrArray *contenders = g_ptr_array_new ();

  add_all (rules, contenders, what, image);
  run_rounds (rules, contenders);
  finish (rules, contenders, what, image);
}

/* How rows come, from host to host. */
typedef enum
{
  SAME_MEMORY,                  /* all at once, into memory that an earlier session left */
  NEW_MEMORY,                   /* into memory that is new to the process */
  AT_A_PACE,                    /* as slowly as GIMP hands them over; what counts is the time after the last */
  N_ARRIVALS
} Arrival;

static const char *const arrivals[] = { "cuda", "cuda, new memory", "cuda, after the last row" };

/* GIMP hands over 24 megapixels of RGB in 0.13 s. */
#define PACE_NS 1.8

static void
feed_rows (CeSession *session, Arrival arrival)
{
  const CeView *source = ce_session_get_source (session);
  double        begin = bench_now_ms ();
  int           band = arrival == AT_A_PACE ? 128 : 1024;

  for (int y = 0; y < source->height; y += band)
    {
      double due = begin + (double) source->stride * (y + band) * PACE_NS / 1e6;

      if (arrival == AT_A_PACE && y + band < source->height && due > bench_now_ms ())
        g_usleep ((gulong) ((due - bench_now_ms ()) * 1000));
      ce_session_rows_arrived (session, y, MIN (band, source->height - y));
    }
}

/* One render of a session that has just been filled: from the arrival of the
 * rows, in bands like GIMP's, to the result in host memory. */
static gboolean
run_arrival (Contender *one, const BenchCase *what, const CeView *image, Arrival arrival)
{
  g_autoptr (GError) error = NULL;
  const CeView      *source;
  double             begin;

  if (arrival == NEW_MEMORY)
    ce_shelf_clear ();
  one->session = ce_session_new (ce_filter_find (what->filter), "cuda", image->width, image->height,
                                 image->channels, image->type, &error);
  source = one->session ? ce_session_get_source (one->session) : NULL;
  if (! source || ! ce_params_parse (&one->params, ce_filter_find (what->filter), what->params, &error))
    return FALSE;
  for (int y = 0; y < image->height; y++)
    memcpy (ce_view_row (source, y), ce_view_row (image, y), test_image_row (image));

  begin = bench_now_ms ();
  ce_session_expect (one->session, &one->params);
  feed_rows (one->session, arrival);
  if (arrival == AT_A_PACE)
    begin = bench_now_ms ();
  if (! ce_session_render (one->session, &one->params, NULL, NULL, &error))
    g_error ("%s: %s", one->name, error->message);
  take_times (one, begin);
  g_clear_pointer (&one->session, ce_session_free);

  return TRUE;
}

/**
 * bench_transfers:
 * @rules: how
 * @what: the case
 * @image: its picture
 *
 * From host to host on the GPU, each time with a new session; beside it the
 * transfer alone, between memory pinned beforehand.
 */
void
bench_transfers (const BenchRules *rules, const BenchCase *what, const CeView *image)
{
  GPtrArray *contenders = g_ptr_array_new ();
  Contender *ours[N_ARRIVALS], *alone;
  BenchCase  shown = *what;
  CeView     result;

  shown.group = "host-to-host";
  result_view (what, image, &result);
  for (int i = 0; i < N_ARRIVALS; i++)
    {
      ours[i] = add (contenders, OURS, arrivals[i]);
      ce_params_init (&ours[i]->params, ce_filter_find (what->filter));
    }
  if (bench_device_begin (view_bytes (image), view_bytes (&result)))
    {
      gboolean goes_on = TRUE;

      alone = add (contenders, TRANSFER, "transfer alone");
      for (int round = -2; round < rules->n_rounds && goes_on; round++)
        {
          for (int i = N_ARRIVALS - 1; i >= 0 && goes_on; i--)
            goes_on = run_arrival (ours[i], what, image, i);
          run (alone, round);
          for (guint i = 0; i < contenders->len; i++)
            ((Contender *) contenders->pdata[i])->n = MAX (round + 1, 0);
        }
    }
  finish (rules, contenders, &shown, image);
}
