/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures the time of paths after Canny, in milliseconds of all cores together, the median of five:
 *
 *   bench-lines WIDTH HEIGHT "PARAMETERS OF CANNY" TOLERANCE PHOTO.ppm…
 *
 * The photos are repeated side by side; every second copy is mirrored.
 */
#include "tests/soak/pictures.h"

#include "engine/lines/trace.h"
#include "engine/session-private.h"
#include "engine/threads.h"

#include <stdlib.h>
#include <time.h>

#define TIMES 5

typedef enum { CANNY, BITS, CHAINS, JOINTS, POINTS, ALL, PEN, SVG, N_STEPS } Step;

static const char *const names[N_STEPS] = { "Canny", "bits", "chains", "joints", "points", "all that, and curves", "pen", "svg" };

static double
cpu_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);

  return (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
}

static int
mirrored (int i, int n)
{
  int at = i % (2 * n);

  return at < n ? at : 2 * n - 1 - at;
}

static void
lay_out (CeView *view, const Photo *photo)
{
  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      {
        const guint8 *from = photo->rgb + 3 * ((gsize) mirrored (y, photo->height) * (gsize) photo->width
                                               + (gsize) mirrored (x, photo->width));
        guint8       *to = ce_view_pixel (view, x, y);

        to[0] = from[0], to[1] = from[1], to[2] = from[2];
      }
}

/* Runs every step once, and prints its results the first time. */
static void
run_once (CeSession *session, const CeParams *params, const CeLinesParams *wanted, double ms[N_STEPS], gboolean says)
{
  CeProgress        silent = { NULL };
  CeEdgeMap         map;
  CeChains          chains;
  CeOffsets         offsets;
  CeJoins           joins = { wanted->gap, 0, NULL, NULL };
  CePlan            plan;
  g_autoptr (CeLines) lines = NULL;
  g_autofree guint *order = NULL;
  double            travel;
  GString          *svg;
  double            begin = cpu_ms ();

  ce_session_render (session, params, NULL, NULL, NULL);
  ms[CANNY] = cpu_ms () - begin, begin = cpu_ms ();
  ce_edge_map_init (&map, &session->result, NULL, &silent, NULL);
  ms[BITS] = cpu_ms () - begin, begin = cpu_ms ();
  ce_chains_init (&chains, &map, &silent, NULL);
  ms[CHAINS] = cpu_ms () - begin, begin = cpu_ms ();
  ce_plan_init (&plan, CE_FILTER_CANNY, &session->status.params, &session->status.found, &session->source, NULL);
  ce_offsets_init (&offsets, &map, &session->source, &plan, &silent, NULL);
  ms[POINTS] = cpu_ms () - begin, begin = cpu_ms ();
  if (plan.finds_middles)
    {
      joins.skip = (guint) ceil (plan.found.line_width);
      ce_chains_cut (&chains, joins.skip, offsets.middles, &silent, NULL);
    }
  ce_chains_join (&joins, &chains, &map, &offsets, &silent, NULL);
  ms[JOINTS] = cpu_ms () - begin;
  ce_joins_clear (&joins);
  ce_offsets_clear (&offsets);
  ce_chains_clear (&chains);
  ce_edge_map_clear (&map);

  begin = cpu_ms ();
  lines = ce_lines_trace (&session->source, &session->status.params, &session->status.found, &session->result, NULL, wanted,
                          &silent, NULL);
  ms[ALL] = cpu_ms () - begin, begin = cpu_ms ();
  order = ce_lines_order (lines, &travel, NULL, NULL, NULL);
  ms[PEN] = cpu_ms () - begin, begin = cpu_ms ();
  svg = ce_lines_to_svg (lines, &(CeSvg) { .order = order });
  ms[SVG] = cpu_ms () - begin;
  if (says)
    g_print ("%u edge pixels, %u chains, %u paths, %u curves, %.0f px, travel %.0f px, %zu bytes\n", lines->n_pixels,
             lines->n_chains, lines->n_paths, lines->n_curves, lines->length, travel, svg->len);
  g_string_free (svg, TRUE);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double d = *(const double *) a - *(const double *) b;

  return (d > 0) - (d < 0);
}

static void
measure (const char *name, CeView *view, const CeParams *params, const CeLinesParams *wanted)
{
  g_autoptr (CeSession) session = NULL;
  Photo                 photo = photo_load (name);
  double                ms[TIMES][N_STEPS], of_step[TIMES];

  lay_out (view, &photo);
  session = test_session_new ("canny", "cpu", view, FALSE, NULL);
  g_print ("%s, %d x %d: ", name, view->width, view->height);
  for (int i = 0; i < TIMES; i++)
    run_once (session, params, wanted, ms[i], i == 0);
  for (int step = 0; step < N_STEPS; step++)
    {
      for (int i = 0; i < TIMES; i++)
        of_step[i] = ms[i][step];
      qsort (of_step, TIMES, sizeof *of_step, compare);
      g_print ("  %-26s %8.1f ms\n", names[step], of_step[TIMES / 2]);
    }
  g_free (photo.rgb);
}

int
main (int argc, char **argv)
{
  CeLinesParams wanted = CE_LINES_DEFAULTS;
  CeParams      params;
  CeView        view;

  if (argc < 6)
    {
      g_printerr ("usage: bench-lines WIDTH HEIGHT \"PARAMETERS\" TOLERANCE PHOTO.ppm…\n");
      return 2;
    }

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  if (! ce_params_parse (&params, ce_filter_get (CE_FILTER_CANNY), argv[3], NULL))
    return 2;
  wanted.tolerance = g_ascii_strtod (argv[4], NULL);
  test_image_init (&view, atoi (argv[1]), atoi (argv[2]), 3, CE_U8);
  for (int i = 5; i < argc; i++)
    measure (argv[i], &view, &params, &wanted);
  test_image_clear (&view);

  return 0;
}
