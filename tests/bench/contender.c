/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs one contender, and reports its times.
 */
#include "contender.h"

#include <string.h>

#include "floor.h"
#include "measuring.h"

double
bench_now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

/* Returns the session's times of the render that began at @begin. */
void
bench_contender_take_times (BenchContender *one, double begin)
{
  CeTimes times = ce_session_get_status (one->session)->times;

  one->ms[BENCH_TOTAL][one->n] = bench_now_ms () - begin;
  one->ms[BENCH_COMPUTE][one->n] = times.compute_ms;
  one->ms[BENCH_UPLOAD][one->n] = times.upload_ms;
  one->ms[BENCH_DOWNLOAD][one->n] = times.download_ms;
}

static void
run_session (BenchContender *one, int round)
{
  g_autoptr (GError) error = NULL;
  CeParams           params = one->params;
  double             begin;

  /* A backend may keep the blurred image while sigma stays; here it has to do
   * all of its work each time, with as many taps: 3 sigma must not pass a whole number. */
  params.sigma *= round % 2 ? 0.99999 : 1;

  begin = bench_now_ms ();
  if (! ce_session_render (one->session, &params, NULL, NULL, &error))
    g_error ("%s: %s", one->name, error->message);
  bench_contender_take_times (one, begin);
}

/* One round; the first two warm up. */
void
bench_contender_run (BenchContender *one, int round)
{
  double begin = bench_now_ms (), ms;

  if (one->kind == BENCH_OURS)
    {
      run_session (one, round);
      return;
    }

  if (one->kind == BENCH_PEER)
    one->peer->run ();
  else if (one->kind == BENCH_FLOOR)
    bench_floor_run ();
  ms = one->kind == BENCH_DEVICE_FLOOR ? bench_device_copy_ms ()
       : one->kind == BENCH_TRANSFER ? bench_device_transfer_ms () : bench_now_ms () - begin;
  one->ms[BENCH_COMPUTE][one->n] = one->ms[BENCH_TOTAL][one->n] = ms;
}

/* Adds the contender of @kind; bench_contenders_finish() frees it with the others. */
BenchContender *
bench_contender_add (GPtrArray *contenders, BenchKind kind, const char *name)
{
  BenchContender *one = g_new0 (BenchContender, 1);

  one->kind = kind;
  one->name = name;
  g_ptr_array_add (contenders, one);

  return one;
}

/* Returns the format of the result. */
void
bench_result_view (const BenchCase *what, const CeView *image, CeView *result)
{
  *result = *image;
  ce_filter_result_format (ce_filter_find (what->filter), image, result);
}

/* Returns the bytes of samples, without padding of rows. */
gsize
bench_view_bytes (const CeView *view)
{
  return test_image_row (view) * (gsize) view->height;
}

/* Returns the number of pixels in which a peer's result differs from ours, except the outermost ring; -1 if they cannot be
 * compared. */
static gint64
count_differing (const BenchPeer *peer, const CeView *exact)
{
  CeView view;
  gint64 n = 0;

  if (! peer->result (&view) || exact->type != CE_U8 || view.channels != exact->channels)
    return -1;
  for (int y = 1; y < view.height - 1; y++)
    for (int x = 1; x < view.width - 1; x++)
      n += memcmp (view.data + y * view.stride + x * view.channels, exact->data + y * exact->stride + x * exact->channels,
                   view.channels) != 0;

  return n;
}

/* Renders ours with the current parameters; every second round has others. */
static const CeView *
find_exact (GPtrArray *contenders)
{
  for (guint i = 0; i < contenders->len; i++)
    {
      BenchContender *one = contenders->pdata[i];

      if (one->session && ce_session_render (one->session, &one->params, NULL, NULL, NULL))
        return ce_session_get_result (one->session);
    }

  return NULL;
}

static void
report (const BenchRules *rules, const BenchCase *what, const CeView *image, const CeView *exact, BenchContender *one)
{
  static const char *const kinds[] = { "ours", "peer", "floor", "floor", "transfer" };
  const char              *type = test_type_names[what->type];
  double                   ms[BENCH_N_TIMES];
  CeView                   result;

  if (one->n == 0)
    return;
  for (int i = 0; i < BENCH_N_TIMES; i++)
    ms[i] = bench_median (one->ms[i], one->n);
  bench_result_view (what, image, &result);

  g_print ("%-20s %-8s %d %-3s %5dx%-5d  %-17s %9.3f %9.3f %9.3f %8.0f\n", what->name,
           bench_picture_name (what->picture), what->channels, type, image->width, image->height, one->name,
           ms[BENCH_COMPUTE], one->ms[BENCH_COMPUTE][0], ms[BENCH_TOTAL],
           image->width * (double) image->height / ms[BENCH_COMPUTE] / 1000);

  g_string_append_printf (rules->json, "%s\n  {\"group\": \"%s\", \"case\": \"%s\", \"filter\": \"%s\", "
                          "\"parameters\": \"%s\", \"picture\": \"%s\", \"channels\": %d, \"type\": \"%s\", ",
                          g_str_has_suffix (rules->json->str, "}") ? "," : "", what->group, what->name, what->filter,
                          what->params, bench_picture_name (what->picture), what->channels, type);
  g_string_append_printf (rules->json, "\"width\": %d, \"height\": %d, \"bytes_in\": %" G_GSIZE_FORMAT
                          ", \"bytes_out\": %" G_GSIZE_FORMAT ", \"on\": \"%s\", \"kind\": \"%s\", ",
                          image->width, image->height, bench_view_bytes (image), bench_view_bytes (&result), one->name,
                          kinds[one->kind]);
  g_string_append_printf (rules->json, "\"compute_ms\": %.4f, \"least_ms\": %.4f, \"total_ms\": %.4f, "
                          "\"upload_ms\": %.4f, \"download_ms\": %.4f, \"rounds\": %d",
                          ms[BENCH_COMPUTE], one->ms[BENCH_COMPUTE][0], ms[BENCH_TOTAL], ms[BENCH_UPLOAD],
                          ms[BENCH_DOWNLOAD], one->n);
  if (one->peer && exact && count_differing (one->peer, exact) >= 0)
    g_string_append_printf (rules->json, ", \"where\": \"cpu\", \"differ\": %" G_GINT64_FORMAT,
                            count_differing (one->peer, exact));
  g_string_append_c (rules->json, '}');
}

/* Reports and frees all of them. */
void
bench_contenders_finish (const BenchRules *rules, GPtrArray *contenders, const BenchCase *what, const CeView *image)
{
  const CeView *exact = rules->peers ? find_exact (contenders) : NULL;

  for (guint i = 0; i < contenders->len; i++)
    report (rules, what, image, exact, contenders->pdata[i]);
  for (guint i = 0; i < contenders->len; i++)
    {
      BenchContender *one = contenders->pdata[i];

      ce_session_free (one->session);
      if (one->peer)
        one->peer->end ();
      g_free (one);
    }
  g_ptr_array_free (contenders, TRUE);
  bench_floor_end ();
  bench_device_end ();
}
