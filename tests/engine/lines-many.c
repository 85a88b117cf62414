/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests lines of empty, tiny and huge pictures: memory is bounded, Cancel is polled often, and the progress grows to 1.
 * One thread does all, because the number of questions must not depend on other programs.
 */
#include "tests/support/support.h"

#include "engine/lines/lines.h"
#include "engine/threads.h"

#include <stdio.h>
#include <string.h>

/* The most work between two polls of Cancel: pixels of the image, edge pixels, or ends of chains. */
#define WORK 100000
#define MAP_WORK (64 * 100000)

/* The steps of ce_lines_trace() end at these shares: map, chains, offsets, joining, curves. */
#define N_STEPS 5
static const double ends[N_STEPS] = { 0.05, 0.1, 0.4, 0.5, 1 };

/* Bytes of memory for an edge pixel, beside its share of paths. */
#define BYTES 200

/* The largest part of Canny of 48 megapixels between two polls of Cancel. */
#define LARGEST_GAP 0.05

/* The share of a section of a section is not exact. */
#define ROUNDING 1e-9

/* What a progress was told. */
typedef struct
{
  guint    n;
  double   last, largest_gap;
  double   gaps[N_STEPS];       /* the largest one inside each step, of the whole */
  gboolean falls;
} Asked;

/* A CeProgressFunc. */
static gboolean
ask (double share, gpointer data)
{
  Asked *asked = data;

  asked->n++;
  asked->falls |= share < asked->last - ROUNDING;
  asked->largest_gap = MAX (asked->largest_gap, share - asked->last);
  for (int step = 0; step < N_STEPS; step++)
    {
      double gap = MIN (share, ends[step]) - MAX (asked->last, step ? ends[step - 1] : 0);

      asked->gaps[step] = MAX (asked->gaps[step], gap);
    }
  asked->last = share;

  return TRUE;
}

/* A CeProgressFunc of two: of Canny, which is 0.4 of the whole, and of the steps behind it. */
static gboolean
ask_both (double share, gpointer data)
{
  Asked *both = data;

  return share < 0.4 ? ask (share / 0.4, &both[0]) : ask ((share - 0.4) / 0.6, &both[1]);
}

/* Checks that the share of what is done grew up to 1. */
static void
check_shares (Asked *asked, const char *what)
{
  test_ok (! asked->falls && asked->last <= 1 + ROUNDING, "%s: the share that is done grows to 1, not to %g", what,
           asked->last);
  ask (1, asked);
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

/* Checks that Cancel was polled often in each step of making @lines from an image of @n_pixels. */
static void
check_steps (const Asked *asked, const CeLines *lines, gsize n_pixels)
{
  double work[N_STEPS] = { (double) n_pixels * WORK / MAP_WORK, lines->n_pixels, lines->n_pixels, 2.0 * lines->n_chains,
                           lines->n_chains > 0 ? lines->n_pixels : 0 };

  for (int step = 0; step < N_STEPS; step++)
    {
      double share = asked->gaps[step] / (ends[step] - (step ? ends[step - 1] : 0));

      test_ok (share * work[step] <= WORK, "Cancel is polled often in step %d: not once in %.0f of %.0f", step,
               share * work[step], work[step]);
    }
}

/* Makes lines of @edges, orders and writes them, and checks the limits. Returns the number of lines. */
static guint
try (const char *what, const CeView *edges, const CeView *selection, int least_length, int gap)
{
  CeSource            source = { *edges, TRUE, FALSE };
  CeLinesParams       wanted = { 0.25, least_length, gap };
  Asked               asked = { 0 }, of_pen = { 0 }, of_text = { 0 };
  CeProgress          progress = { ask, &asked, 0, 0 };
  CeParams            params;
  g_autoptr (GError)  error = NULL;
  g_autoptr (CeLines) lines = NULL;
  g_autofree guint   *order = NULL;
  double              travel;
  GString            *text;
  gsize               before = memory ("VmRSS:"), peak;

  forget_peak ();
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.sigma = 0;
  lines = ce_lines_trace (&source, &params, NULL, edges, selection, &wanted, &progress, &error);
  order = lines ? ce_lines_order (lines, &travel, ask, &of_pen, &error) : NULL;
  if (! test_ok (order != NULL, "%s", what))
    {
      test_note ("%s", error->message);
      return 0;
    }

  peak = memory ("VmHWM:") - MIN (before, memory ("VmHWM:"));
  text = ce_lines_to_svg (lines, &(CeSvg) { .order = order, .progress = ask, .data = &of_text });
  test_note ("%u pixels, %u chains, %u paths, %u curves: asked %u, %u, %u times, %zu MB", lines->n_pixels, lines->n_chains,
             lines->n_paths, lines->n_curves, asked.n, of_pen.n, of_text.n, peak >> 20);
  check_shares (&asked, what);
  check_shares (&of_pen, "their order");
  check_shares (&of_text, "their text");
  check_steps (&asked, lines, (gsize) edges->width * (gsize) edges->height);
  test_ok (of_pen.largest_gap * lines->n_paths <= WORK && of_text.largest_gap * lines->n_curves <= WORK,
           "and often in their order and text");
  test_ok (peak < BYTES * (gsize) lines->n_pixels + ce_view_size (edges) + (64 << 20), "in little memory");
  test_ok (g_str_has_suffix (text->str, "</g>\n</svg>\n"), "written");
  g_string_free (text, TRUE);

  return lines->n_paths;
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

/* Finds lines of a large drawing of floats, of edges or of middles without a given width, and checks how often Cancel
 * is polled. */
static void
try_whole (int of, const char *name)
{
  CeView                image;
  CeParams              params;
  Asked                 asked[2] = { 0 };
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = NULL;
  g_autoptr (CeLines)   lines = NULL;

  test_image_init (&image, 8000, 6000, 1, CE_F32);
  for (int y = 0; y < image.height; y++)
    for (int x = 0; x < image.width; x++)
      test_image_put (&image, x, y, 0, x % 32 < 5 && y % 40 < 30 ? 40 : 200);
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.of = of;
  params.low = 10;
  params.high = 20;
  session = test_session_new ("canny", "cpu", &image, FALSE, &error);
  lines = session ? ce_lines_find (session, &params, NULL, ask_both, asked, &error) : NULL;
  test_ok (lines != NULL, "lines of %s in 48 megapixels of floats: %s", name, error ? error->message : "");
  test_note ("%u pixels, asked %u and %u times", lines ? lines->n_pixels : 0, asked[0].n, asked[1].n);
  check_shares (&asked[0], "edges");
  check_shares (&asked[1], name);
  test_ok (asked[0].largest_gap < LARGEST_GAP, "Cancel is polled often: not once in %g of Canny", asked[0].largest_gap);
  if (lines)
    check_steps (&asked[1], lines, (gsize) image.width * (gsize) image.height);
  test_image_clear (&image);
}

int
main (void)
{
  g_setenv ("CE_TESTING", "threads=1", FALSE);
  try_far ();
  try_whole (CE_OF_EDGES, "edges");
  try_whole (CE_OF_DARK_LINES, "middles");
  try_little ();
  try_specks ();
  try_noise ();
  try_spiral ();

  return test_done ();
}
