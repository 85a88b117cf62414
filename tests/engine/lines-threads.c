/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests that lines are the same, to the byte, for any number of threads: of a photo, of drawn lines, and of edges that run
 * through the rows of all threads. Each number of threads is a process of its own, because a process counts them once.
 */
#include "tests/support/support.h"

#include "engine/lines/lines.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define WIDTH 900
#define HEIGHT 700

typedef enum { PHOTO, DRAWN, NOISE, GRID, SPIRALS, RINGS, N_PICTURES } Kind;

static const char *const names[N_PICTURES] = { "a photo", "drawn lines", "noise", "a grid", "spirals", "rings" };
static const int counts[] = { 1, 2, 3, 5, 16 };

/* Returns whether a pixel is an edge; rings have a gap here and there, spirals are arms of it. */
static gboolean
is_edge (Kind kind, int x, int y, TestRandom *random)
{
  int way = MIN (MIN (x, y), MIN (WIDTH - 1 - x, HEIGHT - 1 - y));

  switch (kind)
    {
    case NOISE: return test_random_chance (random, 0.4);
    case GRID: return (x % 23 == 0 || y % 17 == 0) && ! test_random_chance (random, 0.002);
    case SPIRALS: return way % 4 == 0 ? x != way + 4 || y != way + 1 : way % 4 != 2 && x == way + 1 && y == way + 3;
    case RINGS: return way % 3 == 0;
    default: return FALSE;
    }
}

static CeLines *
find (Kind kind)
{
  TestRandom    random = { kind + 1 };
  CeView        image;
  CeParams      params;
  CeLines      *lines;
  CeLinesParams wanted = { 0.25, 4, 3 };

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  test_image_init (&image, WIDTH, HEIGHT, 1, CE_U8);
  if (kind <= DRAWN)
    {
      g_autoptr (CeSession) session = NULL;

      test_image_natural (&image, 5);
      params.of = kind == DRAWN ? CE_OF_DARK_LINES : CE_OF_EDGES;
      params.low = 2, params.high = 4, params.gap = 3;
      session = test_session_new ("canny", "cpu", &image, FALSE, NULL);
      lines = session ? ce_lines_find (session, &params, NULL, NULL, NULL, NULL) : NULL;
    }
  else
    {
      CeSource source = { image, TRUE, FALSE };

      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          *ce_view_pixel (&image, x, y) = is_edge (kind, x, y, &random) ? 255 : 0;
      lines = ce_lines_trace (&source, &params, NULL, &image, NULL, &wanted, &(CeProgress) { NULL }, NULL);
    }
  test_image_clear (&image);

  return lines;
}

/* Returns the checksum of what was found. */
static char *
sum_of (const CeLines *lines)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char      *text = NULL;

  for (guint i = 0; i < lines->n_paths; i++)
    {
      const CePath *path = &lines->paths[i];
      double        values[] = { path->from.x, path->from.y, path->first, path->n, path->n_pixels, path->length, path->width,
                                 path->is_closed, path->is_butt };

      g_checksum_update (sum, (const guchar *) values, sizeof values);
    }
  for (guint i = 0; i < lines->n_curves; i++)
    {
      g_checksum_update (sum, (const guchar *) lines->curves[i].handle, sizeof lines->curves[i].handle);
      g_checksum_update (sum, (const guchar *) &lines->curves[i].to, sizeof lines->curves[i].to);
    }
  text = g_strdup_printf ("%u chains, %u dots, length %.17g", lines->n_chains, lines->n_dots, lines->length);
  g_checksum_update (sum, (const guchar *) text, -1);

  return g_strdup_printf ("%u paths, %u curves, %s\n", lines->n_paths, lines->n_curves, g_checksum_get_string (sum));
}

/* Returns what a process of @n threads finds, a line of each picture. */
static char *
find_with (int n)
{
  g_autofree char *testing = g_strdup_printf ("threads=%d", n);
  GString         *text = g_string_new (NULL);
  char             buffer[1000];
  int              ends[2];
  pid_t            child;

  if (pipe (ends) != 0 || (child = fork ()) < 0)
    return g_string_free (text, FALSE);
  if (child == 0)
    {
      g_setenv ("CE_TESTING", testing, TRUE);
      for (Kind kind = 0; kind < N_PICTURES; kind++)
        {
          g_autoptr (CeLines) lines = find (kind);
          g_autofree char    *line = lines ? sum_of (lines) : g_strdup ("none\n");

          if (write (ends[1], line, strlen (line)) < 0)
            _exit (1);
        }
      _exit (0);
    }

  close (ends[1]);
  for (gssize size; (size = read (ends[0], buffer, sizeof buffer)) > 0;)
    g_string_append_len (text, buffer, size);
  close (ends[0]);
  waitpid (child, NULL, 0);

  return g_string_free (text, FALSE);
}

int
main (void)
{
  g_autofree char *text = find_with (counts[0]);
  g_auto (GStrv)   expected = g_strsplit (text, "\n", -1);

  for (Kind kind = 0; kind < N_PICTURES; kind++)
    test_ok (g_strv_length (expected) > N_PICTURES && ! g_str_has_prefix (expected[kind], "0 paths"), "%s has lines: %s",
             names[kind], expected[kind]);
  for (guint i = 1; i < G_N_ELEMENTS (counts); i++)
    {
      g_autofree char *other = find_with (counts[i]);

      test_ok (g_str_equal (text, other), "%d threads find the same", counts[i]);
    }

  return test_done ();
}
