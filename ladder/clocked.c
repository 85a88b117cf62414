/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times the processor's rungs, our worst cases, peaks and sectors, all but the rungs of the GPU.
 */
#include "contest.h"
#include "serial.h"

#include "tests/bench/floor.h"
#include "tests/bench/measuring.h"

static double
now_ms (void)
{
  return (double) g_get_monotonic_time () / 1000;
}

typedef struct
{
  const SerialRung *rung;
  const LadderOurs *ours;
  LadderSession    *session;
  const char       *name;
  int               n_threads, n;
  double            ms[LADDER_MOST_ROUNDS];
} One;

static void
run_one (One *one, const SerialImages *images)
{
  double begin = now_ms ();

  if (one->session)
    {
      one->ms[one->n] = ladder_session_time (one->session, FALSE);
      return;
    }
  serial_run (one->rung, images, one->n_threads);
  one->ms[one->n] = now_ms () - begin;
}

static const LadderOurs ours[] = {
  { "sobel, 8-bit", "sobel", "", 1, CE_U8, 20 },
  { "laplacian of Gaussian 1.4, 8-bit", "laplacian", "sigma=1.4 threshold=5", 1, CE_U8, 39 },
  { "Canny 1.4, 40, 80", "canny", "sigma=1.4 low=40 high=80", 1, CE_U8, 59 },
  { "Canny 2, 51, 102", "canny", "sigma=2 low=51 high=102", 1, CE_U8, 75 },
  { "Gaussian 2", "canny", "sigma=2 stage=blurred", 1, CE_U8, 40 },
};

static GArray *
all_of_them (const LadderRules *rules, int width, int height)
{
  static const char *const backends[] = { "cpu", "cpu:plain" };
  GArray                  *all = g_array_new (FALSE, TRUE, sizeof (One));

  for (guint i = 0; i < serial_n_rungs; i++)
    for (int many = 0; many < 2; many++)
      if (ladder_takes (rules, serial_rungs[i].name) && serial_can_run (&serial_rungs[i])
          && ! (many && (serial_rungs[i].alone || bench_threads () == 1)))
        {
          One one = { &serial_rungs[i], NULL, NULL, "serial", many ? bench_threads () : 1, 0, { 0 } };

          g_array_append_val (all, one);
        }
  for (guint i = 0; ! rules->only && i < G_N_ELEMENTS (ours); i++)
    for (guint b = 0; b < G_N_ELEMENTS (backends); b++)
      {
        One one = { NULL, &ours[i], ladder_session_new (backends[b], &ours[i], width, height, BENCH_NATURAL), backends[b],
                    bench_threads (), 0, { 0 } };

        if (one.session)
          g_array_append_val (all, one);
      }

  return all;
}

/**
 * ladder_serial:
 * @rules: how
 * @width: pixels
 * @height: rows
 *
 * Times the processor's rungs, with one thread and all, beside ours.
 */
void
ladder_serial (const LadderRules *rules, int width, int height)
{
  g_autoptr (GArray) all = all_of_them (rules, width, height);
  double             begin = now_ms ();
  SerialImages      *images;
  CeView             view;

  test_image_init (&view, width, height, 1, CE_U8);
  bench_picture_draw (&view, BENCH_NATURAL);
  images = serial_images_new (view.data, width, height);
  test_image_clear (&view);

  for (int round = -1; round < rules->n_rounds && (round < 3 || now_ms () - begin < rules->budget_ms); round++)
    for (guint i = 0; i < all->len; i++)
      {
        One *one = &g_array_index (all, One, i);

        if (one->n >= 1 && one->ms[0] > 300)
          continue;
        run_one (one, images);
        one->n += round >= 0;
      }
  for (guint i = 0; i < all->len; i++)
    {
      One        *one = &g_array_index (all, One, i);
      const char *name = one->rung ? one->rung->name : one->ours->name;
      double      ms = bench_median (one->ms, one->n);

      g_print ("%-34s %-9s %2d threads %5dx%-5d %9.4f\n", name, one->name, one->n_threads, width, height, ms);
      ladder_add_row (rules->rows, "{\"group\": \"serial\", \"case\": \"%s\", \"on\": \"%s\", \"kind\": \"%s\", \"threads\": %d, "
                      "\"picture\": \"natural\", \"width\": %d, \"height\": %d, \"compute_ms\": %.5f, \"rounds\": %d, "
                      "\"operations\": %g}", name, one->name, one->rung ? "rung" : "ours", one->n_threads, width, height, ms,
                      one->n, one->rung ? one->rung->operations : 0);
      if (one->session)
        ladder_session_free (one->session);
    }
  serial_images_free (images);
}

/* Times our worst cases. Our hysteresis has no time of its own, so the cost of chains is the extra time over a flat
 * picture. */
void
ladder_worst (const LadderRules *rules, int width, int height)
{
  static const BenchPicture pictures[] = { BENCH_FLAT, BENCH_NATURAL, BENCH_SPIRAL, BENCH_COMB };
  LadderOurs                canny = { "Canny without blur", "canny", "sigma=0 low=40 high=100", 1, CE_U8, 27 };
  double                    ms[LADDER_MOST_ROUNDS];

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      LadderSession *session;

      canny.params = pictures[i] == BENCH_COMB ? "sigma=0 low=20 high=100" : "sigma=0 low=40 high=100";
      session = ladder_session_new ("cuda", &canny, width, height, pictures[i]);
      if (! session)
        return;
      ladder_session_time (session, FALSE);
      for (int round = 0; round < rules->n_rounds; round++)
        ms[round] = ladder_session_time (session, FALSE);
      g_print ("%s on %s %dx%d: %.4f ms\n", canny.name, bench_picture_name (pictures[i]), width, height,
               bench_median (ms, rules->n_rounds));
      ladder_add_row (rules->rows, "{\"group\": \"worst\", \"case\": \"%s\", \"on\": \"cuda\", \"kind\": \"ours\", "
                      "\"parameters\": \"%s\", \"picture\": \"%s\", \"width\": %d, \"height\": %d, \"compute_ms\": %.5f}",
                      canny.name, canny.params, bench_picture_name (pictures[i]), width, height,
                      bench_median (ms, rules->n_rounds));
      ladder_session_free (session);
    }
}

#define PEAK_ROUNDS 2048

typedef struct
{
  gpointer     function;
  BenchPointer memory;
  int          n_blocks, n;
} Peak;

static void
launch_peak (gpointer data)
{
  Peak    *peak = data;
  gpointer args[] = { &peak->memory, &peak->n };

  ladder_gpu_check (ladder_gpu ()->call->launch (peak->function, (unsigned) peak->n_blocks, 1, 1, 256, 1, 1, 0,
                                                 ladder_gpu ()->stream, args, NULL), "a peak");
}

/* Operations per second that the GPU does, a product and a sum at once or one after the other. */
void
ladder_peaks (const LadderRules *rules)
{
  static const char *const names[] = { "peak_fused", "peak_separate" };
  Peak                     peak = { NULL, 0, 64 * ladder_gpu ()->processors, PEAK_ROUNDS };
  double                   best;

  peak.memory = ladder_gpu_alloc ((gsize) peak.n_blocks * 256 * sizeof (float));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      best = G_MAXDOUBLE;
      peak.function = ladder_gpu_function (names[i]);
      for (int round = 0; round < 5; round++)
        best = MIN (best, ladder_gpu_time (LADDER_WARM, launch_peak, &peak));
      /* Eight chains for each thread, two operations a link. */
      best = 16.0 * PEAK_ROUNDS * 256 * peak.n_blocks / best * 1e3;
      g_print ("%s: %.4g operations per second\n", names[i], best);
      ladder_add_row (rules->rows, "{\"group\": \"peak\", \"case\": \"%s\", \"on\": \"cuda\", \"kind\": \"peak\", "
                      "\"per_second\": %.6g}", names[i], best);
    }
  ladder_gpu_free (&peak.memory);
}

/**
 * ladder_sectors:
 *
 * Returns: (transfer full): how many of all pairs of derivatives fall into another sector, as three numbers: with
 *   002's quick division and atanf, with its atan2f, with 003's atan2f in float
 */
char *
ladder_sectors (void)
{
  int          counts[3] = { 0 }, columns = (2041 + 255) / 256;
  BenchPointer memory = ladder_gpu_alloc (sizeof counts);
  gpointer     args[] = { &memory };

  ladder_gpu_send (memory, counts, sizeof counts);
  ladder_gpu_check (ladder_gpu ()->call->launch (ladder_gpu_function ("count_sectors"), (unsigned) columns, 2041, 1, 256, 1, 1, 0,
                                                 ladder_gpu ()->stream, args, NULL), "counting sectors");
  ladder_gpu_fetch (counts, memory, sizeof counts);
  ladder_gpu_free (&memory);

  return g_strdup_printf ("%d, %d, %d", counts[0], counts[1], counts[2]);
}
