/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures how fast a result follows a slider, without a window: from a request to the visible part of its result, ready to
 * be drawn, on the main thread. Prints medians and judges nothing. Usage: pace [WIDTHxHEIGHT [BACKEND...]]
 */
#include "screen.h"

#include <stdio.h>

#define N_CHANGES 60
#define PERIOD_US 16000

/* Changes that become lines. */
#define N_LINES 11

/* The time that a hand takes to reach the slider. */
#define REACH_US 1000000

/* The parameters that move, in steps from their defaults. */
static const struct { const char *filter, *name; double step; int method; } cases[] = {
  { "sobel", "gain", 0.01, 0 },
  { "canny", "low", 0.5, 0 },
  { "canny", "sigma", 0.01, 0 },
  { "laplacian", "threshold", 0.05, 0 },
  { "laplacian", "sigma", 0.01, 0 },
  { "sharpen", "amount", 0.01, CE_METHOD_UNSHARP },
  { "sharpen", "radius", 0.01, CE_METHOD_UNSHARP },
  { "sharpen", "amount", 0.01, CE_METHOD_DECONVOLVE },
  { "sharpen", "radius", 0.01, CE_METHOD_DECONVOLVE },
  { "line-art", "threshold", 0.5, 0 },
  { "line-art", "sigma", 0.01, 0 },
};

/* Sets the other parameters to their defaults. */
static void
set_defaults (CeParams *params, const CeFilter *filter, guint i)
{
  ce_params_init (params, filter);
  params->method = cases[i].method;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

/* Sends requests at the pace of a slider's events, and measures each one that is painted. */
static void
follow (Screen *screen, guint i, GArray *latencies)
{
  const CeParam *param = ce_filter_find_param (screen->filter, cases[i].name);
  gint64   begun[N_CHANGES + 2], next = g_get_monotonic_time ();
  guint    first = screen->generation, last = first, seen = first;
  CeParams params;
  double   usual;

  set_defaults (&params, screen->filter, i);
  usual = ce_params_get_default (&params, screen->filter, param);
  while (seen < first + N_CHANGES)
    {
      gint64 now = g_get_monotonic_time ();

      if (now >= next && last < first + N_CHANGES)
        {
          G_STRUCT_MEMBER (double, &params, param->offset) = usual + (last - first) * cases[i].step;
          begun[last + 1 - first] = now;
          last = screen_request (screen, &params);
          next = MAX (next + PERIOD_US, now);
        }

      g_main_context_iteration (NULL, FALSE);
      if (screen->generation != seen)
        {
          double latency = (g_get_monotonic_time () - begun[screen->generation - first]) / 1000.0;

          seen = screen->generation;
          g_array_append_val (latencies, latency);
        }
      g_usleep (50);
    }
}

/* Moves the view at 100 %, then zooms, and measures until both pictures are painted for the new view. */
static void
move (const char *backend, const CeView *image, guint i, double scale)
{
  static const double zooms[] = { 1, 0.5, 1 / 3.0, 0.25 };
  GArray *pans = g_array_new (FALSE, FALSE, sizeof (double)), *steps = g_array_new (FALSE, FALSE, sizeof (double));
  Screen  screen;
  CeParams params;

  if (! screen_open (&screen, cases[i].filter, backend, image, NULL))
    return;

  screen_show (&screen, 1, 0, 0, 1100, 800);
  screen_feed (&screen, 0, image->height);
  set_defaults (&params, screen.filter, i);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  g_usleep (REACH_US);

  for (int k = 0; k < 2 * N_CHANGES; k++)
    {
      gboolean pans_now = k < N_CHANGES;
      gint64   begin;
      double   latency;

      g_usleep (PERIOD_US);
      begin = g_get_monotonic_time ();
      if (pans_now)
        screen_show (&screen, 1, 100 + 23 * k, 200 + 11 * k, 1100, 800);
      else
        screen_show (&screen, k % 5 ? zooms[k % 5 - 1] : scale, 0, 0, 1100, 800);
      screen_wait (&screen, CE_PICTURE_AFTER, 0);
      screen_wait (&screen, CE_PICTURE_BEFORE, 0);
      latency = (g_get_monotonic_time () - begin) / 1000.0;
      g_array_append_val (pans_now ? pans : steps, latency);
    }
  g_array_sort (pans, compare);
  g_array_sort (steps, compare);
  printf ("# %-5s %-10s pan at 100 %% median %6.1f ms, zoom median %6.1f ms, longest %6.1f ms\n", backend, cases[i].filter,
          g_array_index (pans, double, pans->len / 2), g_array_index (steps, double, steps->len / 2),
          g_array_index (steps, double, steps->len - 1));
  fflush (stdout);
  g_array_unref (pans);
  g_array_unref (steps);
  screen_close (&screen);
}

static void
measure (const char *backend, const CeView *image, guint i, double scale, const char *zoom)
{
  GArray *latencies = g_array_new (FALSE, FALSE, sizeof (double));
  GError *error = NULL;
  Screen  screen;
  CeParams params;
  double   worst;

  if (! screen_open (&screen, cases[i].filter, backend, image, &error))
    {
      printf ("# %s: %s\n", backend, error->message);
      g_clear_error (&error);
      return;
    }

  screen_show (&screen, scale, 0, 0, 1100, 800);
  screen_feed (&screen, 0, image->height);
  set_defaults (&params, screen.filter, i);
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  screen_wait (&screen, CE_PICTURE_BEFORE, 0);
  g_usleep (REACH_US);

  follow (&screen, i, latencies);
  g_array_sort (latencies, compare);
  worst = g_array_index (latencies, double, latencies->len - 1);
  printf ("# %-5s %-10s %-9s %-5s  median %6.1f ms, longest %6.1f ms, %2u of %d changes painted\n", backend,
          cases[i].method == CE_METHOD_DECONVOLVE ? "deconvolve" : cases[i].filter, cases[i].name, zoom, g_array_index (latencies, double, latencies->len / 2), worst, latencies->len, N_CHANGES);
  fflush (stdout);
  g_array_unref (latencies);
  screen_close (&screen);
}

/* Changes Canny's @name again and again, and measures until the edges are painted and until all of them are lines. */
static void
measure_lines (const char *backend, const CeView *image, const char *name, double step)
{
  const CeParam *param = ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), name);
  GArray        *painted = g_array_new (FALSE, FALSE, sizeof (double));
  GArray        *traced = g_array_new (FALSE, FALSE, sizeof (double));
  Screen         screen;
  CeParams       params;

  if (! screen_open (&screen, "canny", backend, image, NULL))
    return;

  screen_show (&screen, 1, 0, 0, 1100, 800);
  screen_feed (&screen, 0, image->height);
  ce_params_init (&params, screen.filter);
  screen.traced = TRUE;
  screen_wait (&screen, CE_PICTURE_AFTER, screen_request (&screen, &params));
  g_usleep (REACH_US);
  for (int k = 1; k <= N_LINES; k++)
    {
      gint64 begin = g_get_monotonic_time ();
      guint  generation;
      double latency;

      G_STRUCT_MEMBER (double, &params, param->offset) = ce_params_get_default (&params, screen.filter, param) + k * step;
      generation = screen_request (&screen, &params);
      screen_wait (&screen, CE_PICTURE_AFTER, generation);
      latency = (g_get_monotonic_time () - begin) / 1000.0;
      g_array_append_val (painted, latency);
      while (screen.of_lines != generation)
        g_main_context_iteration (NULL, TRUE);
      latency = (g_get_monotonic_time () - begin) / 1000.0;
      g_array_append_val (traced, latency);
    }
  g_array_sort (painted, compare);
  g_array_sort (traced, compare);
  printf ("# %-5s lines      %-9s 100 %%  median %6.1f ms to the edges, %6.1f ms to all lines, %u curves of %u pixels\n", backend,
          name, g_array_index (painted, double, N_LINES / 2), g_array_index (traced, double, N_LINES / 2),
          screen.lines->n_curves, screen.lines->n_pixels);
  fflush (stdout);
  g_array_unref (painted);
  g_array_unref (traced);
  screen_close (&screen);
}

int
main (int argc, char **argv)
{
  int    width = 6000, height = 4000;
  CeView image;
  double scale;

  if (argc > 1 && sscanf (argv[1], "%dx%d", &width, &height) != 2)
    return 2;

  test_image_init (&image, width, height, 3, CE_U8);
  test_image_natural (&image, 1);
  scale = MIN (1, MIN (1100.0 / width, 800.0 / height));
  printf ("# %d x %d RGB, a change each %d ms, %d x %d pixels visible\n", width, height, PERIOD_US / 1000, 1100, 800);

  for (int backend = 2; backend < MAX (argc, 3); backend++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        const char *name = argc > 2 ? argv[backend] : "cpu";

        if (i == 0 || cases[i].filter != cases[i - 1].filter)
          move (name, &image, i, scale);
        measure (name, &image, i, scale, "fit");
        measure (name, &image, i, 1, "100 %");
      }
  for (int backend = 2; backend < MAX (argc, 3); backend++)
    {
      measure_lines (argc > 2 ? argv[backend] : "cpu", &image, "low", 0.5);
      measure_lines (argc > 2 ? argv[backend] : "cpu", &image, "sigma", 0.05);
    }
  test_image_clear (&image);
  test_ok (TRUE, "measured");

  return test_done ();
}
