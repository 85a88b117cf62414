/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures the time of paths after Canny, in milliseconds of a clock and of all cores together, the medians of eleven:
 *
 *   CE_TESTING=threads=N bench-lines WIDTH HEIGHT "PARAMETERS OF CANNY" TOLERANCE PHOTO.ppm…
 *
 * The photos are repeated side by side; every second copy is mirrored. The name "natural" is the picture of `ui-pace`.
 */
#include "tests/soak/pictures.h"

#include "engine/lines/trace.h"
#include "engine/session-private.h"
#include "engine/threads.h"

#include <stdlib.h>
#include <time.h>

#define TIMES 11

typedef enum { CANNY, BITS, CHAINS, JOINTS, POINTS, ALL, PEN, SVG, N_STEPS } Step;

static const char *const names[N_STEPS] = { "Canny", "bits", "chains", "joints", "points", "all that, and curves", "pen", "svg" };

/* A moment, or a time: of a clock, and of all cores. */
typedef struct { double ms[2]; } Moment;

static Moment
now (void)
{
  Moment moment;

  for (int k = 0; k < 2; k++)
    {
      struct timespec time;

      clock_gettime (k ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time);
      moment.ms[k] = (double) time.tv_sec * 1e3 + (double) time.tv_nsec / 1e6;
    }

  return moment;
}

/* Returns the time since @begin, which is now after that. */
static Moment
lap (Moment *begin)
{
  Moment at = now (), way = { { at.ms[0] - begin->ms[0], at.ms[1] - begin->ms[1] } };

  *begin = at;

  return way;
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

/* Fills the picture with the one of a @name. */
static void
fill (CeView *view, const char *name)
{
  Photo photo;

  if (g_str_equal (name, "natural"))
    {
      test_image_natural (view, 1);
      return;
    }

  photo = photo_load (name);
  lay_out (view, &photo);
  g_free (photo.rgb);
}

/* Runs every step once, and prints its results the first time. */
static void
run_once (CeSession *session, const CeParams *params, const CeLinesParams *wanted, Moment ms[N_STEPS], gboolean says)
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
  Moment            begin = now ();

  ce_session_render (session, params, NULL, NULL, NULL);
  ms[CANNY] = lap (&begin);
  ce_edge_map_init (&map, &session->result, NULL, &silent, NULL);
  ms[BITS] = lap (&begin);
  ce_chains_init (&chains, &map, &silent, NULL);
  ms[CHAINS] = lap (&begin);
  ce_plan_init (&plan, CE_FILTER_CANNY, &session->status.params, &session->status.found, &session->source, NULL);
  ce_offsets_init (&offsets, &map, &session->source, &plan, &silent, NULL);
  ms[POINTS] = lap (&begin);
  if (plan.finds_middles)
    {
      joins.skip = (guint) ceil (plan.found.line_width);
      ce_chains_cut (&chains, joins.skip, offsets.middles, &silent, NULL);
    }
  ce_chains_join (&joins, &chains, &map, &offsets, &silent, NULL);
  ms[JOINTS] = lap (&begin);
  ce_joins_clear (&joins);
  ce_offsets_clear (&offsets);
  ce_chains_clear (&chains);
  ce_edge_map_clear (&map);

  begin = now ();
  lines = ce_lines_trace (&session->source, &session->status.params, &session->status.found, &session->result, NULL, wanted,
                          &silent, NULL);
  ms[ALL] = lap (&begin);
  order = ce_lines_order (lines, &travel, NULL, NULL, NULL);
  ms[PEN] = lap (&begin);
  svg = ce_lines_to_svg (lines, &(CeSvg) { .order = order });
  ms[SVG] = lap (&begin);
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
  Moment                ms[TIMES][N_STEPS];
  double                of_step[2][TIMES];

  fill (view, name);
  session = test_session_new ("canny", "cpu", view, FALSE, NULL);
  g_print ("%s, %d x %d: ", name, view->width, view->height);
  for (int i = 0; i < TIMES; i++)
    run_once (session, params, wanted, ms[i], i == 0);
  for (int step = 0; step < N_STEPS; step++)
    {
      for (int k = 0; k < 2; k++)
        {
          for (int i = 0; i < TIMES; i++)
            of_step[k][i] = ms[i][step].ms[k];
          qsort (of_step[k], TIMES, sizeof **of_step, compare);
        }
      g_print ("  %-26s %8.2f ms %8.2f\n", names[step], of_step[0][TIMES / 2], of_step[1][TIMES / 2]);
    }
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
