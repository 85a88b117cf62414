/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests lines of empty, tiny and huge pictures: memory is bounded, and Cancel is polled often.
 */
#include "support.h"

#include "engine/lines/lines.h"
#include "engine/threads.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Pixels, or joined chains, between two polls of Cancel in each step: chains, offsets, joining, curves. */
#define WORK 100000
#define N_STEPS 4

/* Bytes of memory for an edge pixel, beside its share of paths. */
#define BYTES 200

/* The longest time between two polls of Cancel, ms of the processor; 25 to 80 were measured. */
#define LONGEST_MS 500

typedef struct
{
  double last, longest, where;
  guint  n[N_STEPS];
} Asked;

static double
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);

  return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

/* A CeProgressFunc. */
static gboolean
ask (double share, gpointer data)
{
  Asked *asked = data;
  double at = now ();

  if (at - asked->last > asked->longest)
    asked->longest = at - asked->last, asked->where = share;
  asked->last = at;
  asked->n[share < 0.1 ? 0 : share < 0.4 ? 1 : share < 0.5 ? 2 : 3]++;

  return TRUE;
}

/* Returns the current or largest size of the process in memory, bytes; 0 if it is not known. */
static gsize
memory (const char *which)
{
  g_autofree char *status = NULL;
  const char      *line = g_file_get_contents ("/proc/self/status", &status, NULL, NULL) ? strstr (status, which) : NULL;

  return line ? (gsize) strtoull (line + strlen (which), NULL, 10) * 1024 : 0;
}

static void
forget_peak (void)
{
  FILE *file = fopen ("/proc/self/clear_refs", "w");

  if (file)
    {
      fputs ("5", file);
      fclose (file);
    }
}

/* Makes lines of @edges, orders and writes them, and checks the limits. Returns the number of lines. */
static guint
try (const char *what, const CeView *edges, const CeView *selection, int least_length, int gap)
{
  CeSource            source = { *edges, TRUE, FALSE };
  CeLinesParams       wanted = { 0.25, least_length, gap };
  Asked               asked = { .last = now () };
  CeProgress          progress = { ask, &asked, 0, 0 };
  CeParams            params;
  g_autoptr (GError)  error = NULL;
  g_autoptr (CeLines) lines = NULL;
  g_autoptr (CePen)   pen = NULL;
  GString            *text;
  double              begin = now ();
  gsize               before = memory ("VmRSS:"), peak;
  guint               n, work[N_STEPS];

  forget_peak ();
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.sigma = 0;
  lines = ce_lines_trace (&source, &params, edges, selection, &wanted, &progress, &error);
  pen = lines ? ce_pen_new (lines, &progress, &error) : NULL;
  if (! test_ok (pen != NULL, "%s", what))
    {
      test_note ("%s", error->message);
      return 0;
    }

  peak = memory ("VmHWM:") - MIN (before, memory ("VmHWM:"));
  text = ce_lines_to_svg (lines, &(CeSvg) { 1, 1, "", 1, pen, &progress });
  test_note ("%u pixels, %u chains, %u paths, %u curves: %.2f s, asked %u, %u, %u, %u times, %.0f ms at most (at %.2f), %zu MB",
             lines->n_pixels, lines->n_chains, lines->n_paths, lines->n_curves, now () - begin, asked.n[0], asked.n[1],
             asked.n[2], asked.n[3], asked.longest * 1e3, asked.where, peak >> 20);
  work[0] = lines->n_pixels;
  work[1] = lines->n_pixels / ce_threads_count ();      /* one of the threads asks */
  work[2] = lines->n_chains;
  work[3] = lines->n_chains > 0 ? lines->n_pixels : 0;
  for (int step = 0; step < N_STEPS; step++)
    test_ok (asked.n[step] >= work[step] / WORK, "asked often in step %d", step);
  test_ok (asked.longest * 1e3 < LONGEST_MS, "Cancel is heard in time");
  test_ok (peak < BYTES * (gsize) lines->n_pixels + ce_view_size (edges) + (64 << 20), "in little memory");
  test_ok (g_str_has_suffix (text->str, "</g>\n</svg>\n"), "written");
  g_string_free (text, TRUE);
  n = lines->n_paths;

  return n;
}

/* Tries no edges, one pixel, and an empty selection. */
static void
try_little (void)
{
  CeView edges, selection, one;

  test_image_init (&edges, 300, 200, 1, CE_U8);
  test_image_init (&selection, 300, 200, 1, CE_U8);
  test_image_init (&one, 1, 1, 1, CE_U8);
  test_ok (try ("no edges", &edges, NULL, 8, 0) == 0, "no lines");
  memset (ce_view_row (&edges, 100), 255, 300);
  test_ok (try ("an edge", &edges, NULL, 8, 0) == 1, "one line");
  test_ok (try ("nothing selected", &edges, &selection, 8, 0) == 0, "no lines");
  test_ok (try ("1 x 1 without edges", &one, NULL, 0, 0) == 0, "no lines");
  one.data[0] = 255;
  test_ok (try ("1 x 1 of one edge", &one, NULL, 0, 0) == 0, "no lines");
  test_image_clear (&edges);
  test_image_clear (&selection);
  test_image_clear (&one);
}

/* Tries a million specks of one pixel, and of three. */
static void
try_specks (void)
{
  CeView edges;

  test_image_init (&edges, 4000, 2000, 1, CE_U8);
  for (int i = 0; i < 1000000; i++)
    *ce_view_pixel (&edges, i % 1000 * 4, i / 1000 * 2) = 255;
  test_ok (try ("specks of one pixel", &edges, NULL, 0, 0) == 0, "no lines");
  test_image_clear (&edges);

  test_image_init (&edges, 5000, 2000, 1, CE_U8);
  for (int i = 0; i < 1000000; i++)
    memset (ce_view_pixel (&edges, i % 1000 * 5, i / 1000 * 2), 255, 3);
  test_ok (try ("specks of three pixels", &edges, NULL, 8, 0) == 0, "no lines are long enough");
  test_ok (try ("specks of three pixels, all of them", &edges, NULL, 0, 0) == 1000000, "a million lines");
  test_image_clear (&edges);
}

/* Tries every second pixel at random; most of them are nodes. */
static void
try_noise (void)
{
  TestRandom random = { 1 };
  CeView     edges;

  test_image_init (&edges, 3000, 2000, 1, CE_U8);
  for (gsize i = 0; i < ce_view_size (&edges); i++)
    edges.data[i] = test_random (&random) & (1 << 20) ? 255 : 0;
  try ("noise", &edges, NULL, 8, 10);
  try ("noise, all lines", &edges, NULL, 0, 0);
  test_image_clear (&edges);
}

/* Tries a spiral of three million pixels from the corner to the middle. */
static void
try_spiral (void)
{
  const CePoint steps[] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
  CePoint       at = { 0, 0 };
  CeView        edges;

  test_image_init (&edges, 3000, 3000, 1, CE_U8);
  for (int side = 0, n = 2999; n > 6; n -= side % 2 == 0 && side > 0 ? 3 : 0, side++)
    for (int i = 0; i < n; i++, at.x += steps[side % 4].x, at.y += steps[side % 4].y)
      *ce_view_pixel (&edges, at.x, at.y) = 255;
  test_ok (try ("a spiral", &edges, NULL, 8, 0) == 1, "one line");
  test_image_clear (&edges);
}

/* Tries two lines whose distance is the length of GIMP's highest and widest images. */
static void
try_far (void)
{
  CeView edges;

  test_image_init (&edges, 50, 524288, 1, CE_U8);
  memset (ce_view_row (&edges, 3), 255, 50);
  memset (ce_view_row (&edges, 524280), 255, 50);
  test_ok (try ("two lines of a high image", &edges, NULL, 8, 0) == 2, "two lines");
  test_image_clear (&edges);

  test_image_init (&edges, 524288, 50, 1, CE_U8);
  for (int y = 0; y < 50; y++)
    *ce_view_pixel (&edges, 3, y) = *ce_view_pixel (&edges, 524280, y) = 255;
  test_ok (try ("two lines of a wide image", &edges, NULL, 8, 0) == 2, "two lines");
  test_image_clear (&edges);
}

/* Finds lines of a large drawing of floats, of edges or of middles without a given width, and checks the time between polls
 * of Cancel. */
static void
try_whole (int of, const char *name)
{
  CeView                image;
  CeLinesParams         wanted = CE_LINES_DEFAULTS;
  CeParams              params;
  Asked                 asked = { 0 };
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = NULL;
  g_autoptr (CeLines)   lines = NULL;

  test_image_init (&image, 8000, 6000, 1, CE_F32);
  for (int y = 0; y < image.height; y++)
    for (int x = 0; x < image.width; x++)
      test_image_put (&image, x, y, 0, x % 32 < 5 ? 40 : 200);
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.of = of;
  session = test_session_new ("canny", "cpu", &image, FALSE, &error);
  asked.last = now ();
  lines = session ? ce_lines_find (session, &params, &wanted, NULL, ask, &asked, &error) : NULL;
  test_ok (lines != NULL, "lines of %s in 48 megapixels of floats: %s", name, error ? error->message : "");
  test_note ("%u pixels, %.0f ms at most between two questions (at %.2f)", lines ? lines->n_pixels : 0, asked.longest * 1e3,
             asked.where);
  test_ok (asked.longest * 1e3 < LONGEST_MS, "Cancel is heard in time");
  test_image_clear (&image);
}

int
main (void)
{
  try_far ();
  try_whole (CE_OF_EDGES, "edges");
  try_whole (CE_OF_DARK_LINES, "middles");
  try_little ();
  try_specks ();
  try_noise ();
  try_spiral ();

  return test_done ();
}
