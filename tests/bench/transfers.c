/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures renders from host memory to host memory.
 */
#include "contest.h"

#include <string.h>

#include "engine/memory.h"

#include "contender.h"
#include "floor.h"

/* The way in which rows arrive. */
typedef enum
{
  SAME_MEMORY,                  /* all at once, into memory that earlier sessions left, so that it is pinned */
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
      ce_session_put_rows (session, y, MIN (band, source->height - y), NULL, 0);
    }
}

/* Transfers of a picture until its memory is pinned. */
#define UNTIL_PINNED 4

/* One render of a session that has just been filled: from the arrival of the
 * rows, in bands like GIMP's, to the result in host memory. */
static gboolean
run_arrival (BenchContender *one, const BenchCase *what, const CeView *image, Arrival arrival)
{
  g_autoptr (GError) error = NULL;
  CePlace            cuda = { .choice = CE_BACKEND_CUDA };
  const CeView      *source;
  double             begin;

  if (arrival == NEW_MEMORY)
    ce_release (FALSE);
  one->session = ce_session_new (ce_filter_find (what->filter), &cuda, image->width, image->height,
                                 image->channels, image->type, &error);
  source = one->session ? ce_session_get_source (one->session) : NULL;
  if (! source || ! ce_params_parse (&one->params, ce_filter_find (what->filter), what->params, &error))
    return FALSE;
  for (int y = 0; y < image->height; y++)
    memcpy (ce_view_row (source, y), ce_view_row (image, y), test_image_row (image));

  if (! ce_session_open (one->session, &error))
    return FALSE;

  begin = bench_now_ms ();
  feed_rows (one->session, arrival);
  if (arrival == AT_A_PACE)
    begin = bench_now_ms ();
  if (! ce_session_render (one->session, &one->params, NULL, NULL, &error))
    g_error ("%s: %s", one->name, error->message);
  bench_contender_take_times (one, begin);
  g_clear_pointer (&one->session, ce_session_free);

  return TRUE;
}

/**
 * bench_transfers:
 * @rules: the rules
 * @what: the case
 * @image: its picture
 *
 * Times renders from host to host on the GPU, each with a new session, and
 * the transfer alone, between memory pinned before.
 */
void
bench_transfers (const BenchRules *rules, const BenchCase *what, const CeView *image)
{
  GPtrArray *contenders = g_ptr_array_new ();
  BenchContender *ours[N_ARRIVALS], *alone;
  BenchCase  shown = *what;
  CeView     result;

  shown.group = "host-to-host";
  bench_result_view (what, image, &result);
  for (int i = 0; i < N_ARRIVALS; i++)
    {
      ours[i] = bench_contender_add (contenders, BENCH_OURS, arrivals[i]);
      ce_params_init (&ours[i]->params, ce_filter_find (what->filter));
    }
  if (bench_device_begin (bench_view_bytes (image), bench_view_bytes (&result)))
    {
      gboolean goes_on = TRUE;

      alone = bench_contender_add (contenders, BENCH_TRANSFER, "transfer alone");
      for (int round = -2; round < rules->n_rounds && goes_on; round++)
        {
          for (int i = N_ARRIVALS - 1; i >= 0; i--)
            for (int k = i == SAME_MEMORY ? UNTIL_PINNED : 1; k > 0 && goes_on; k--)
              {
                ours[i]->n = MAX (round, 0);
                goes_on = run_arrival (ours[i], what, image, i);
              }
          bench_contender_run (alone, round);
          for (guint i = 0; i < contenders->len; i++)
            ((BenchContender *) contenders->pdata[i])->n = MAX (round + 1, 0);
        }
    }
  bench_contenders_finish (rules, contenders, &shown, image);
}
