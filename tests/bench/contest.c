/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "contest.h"

#include "engine/filters.h"

#include "contender.h"
#include "floor.h"

/* A contender that takes this long has three rounds only. */
#define SLOW_MS 1000

static const BenchPeer *const peers[] = {
#ifdef BENCH_OPENCV
  &bench_opencv,
#endif
#ifdef BENCH_GEGL
  &bench_gegl,
#endif
  &bench_plain,
  NULL
};

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
          BenchContender *one = contenders->pdata[i];

          if (round >= 3 && one->ms[BENCH_TOTAL][0] > SLOW_MS)
            continue;
          bench_contender_run (one, round);
          if (round >= 0)
            one->n++;
        }
    }
}

static void
add_ours (GPtrArray *contenders, const char *name, const BenchCase *what, const CeView *image)
{
  g_autoptr (GError)    error = NULL;
  const CeFilter       *filter = ce_filter_find (what->filter);
  g_autoptr (CeSession) session = test_session_new (what->filter, name, image, FALSE, &error);
  CeParams              params;

  ce_params_init (&params, filter);
  if (! session || ! ce_params_parse (&params, filter, what->params, &error))
    {
      g_printerr ("%s is left out: %s\n", name, error->message);
      return;
    }

  ce_params_resolve (&params, filter);          /* contenders change values, and a default may stand for one */
  bench_contender_add (contenders, BENCH_OURS, name);
  ((BenchContender *) contenders->pdata[contenders->len - 1])->params = params;
  ((BenchContender *) contenders->pdata[contenders->len - 1])->session = g_steal_pointer (&session);
}

static void
add_all (const BenchRules *rules, GPtrArray *contenders, const BenchCase *what, const CeView *image)
{
  CeView result;

  bench_result_view (what, image, &result);
  for (char **name = rules->backends; *name; name++)
    {
      add_ours (contenders, *name, what, image);
      if (g_str_has_prefix (*name, "cuda") && bench_device_begin (bench_view_bytes (image), bench_view_bytes (&result)))
        bench_contender_add (contenders, BENCH_DEVICE_FLOOR, "device copy");
    }
  for (guint i = 0; rules->peers && peers[i]; i++)
    {
      const char *name = peers[i]->begin (what->name, what->params, image);

      if (name)
        bench_contender_add (contenders, BENCH_PEER, name)->peer = peers[i];
    }

  bench_floor_begin (bench_view_bytes (image), bench_view_bytes (&result));
  bench_contender_add (contenders, BENCH_FLOOR, "copy");
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
 * @rules: the rules
 * @what: the case
 * @image: its picture
 *
 * Times all contenders that can do the case, prints and stores their medians.
 */
void
bench_contest (const BenchRules *rules, const BenchCase *what, const CeView *image)
{
  GPtrArray *contenders = g_ptr_array_new ();

  add_all (rules, contenders, what, image);
  run_rounds (rules, contenders);
  bench_contenders_finish (rules, contenders, what, image);
}
