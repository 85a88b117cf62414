/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for paths of edges that are drawn here, pixel by pixel. The source is flat, so every point is the center of
 * its pixel, 0.5 from its corner.
 */
#include "tests/support/support.h"

#include "engine/lines/lines.h"

#include <string.h>

typedef struct
{
  const char *what;
  const char *rows;             /* of pixels: # is an edge; separated by / */
  int         least_length;
  int         gap;
  const char *paths;            /* separated by spaces; coordinates by , */
} Case;

static const CeSvg pixels = { .x_dpi = 0 };

/* Draws edges; free with test_image_clear(). */
static void
draw (CeView *edges, const char *rows)
{
  g_auto (GStrv) row = g_strsplit (rows, "/", -1);
  int            height = (int) g_strv_length (row), width = (int) strlen (row[0]);

  test_image_init (edges, width, height, 1, CE_U8);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      *ce_view_pixel (edges, x, y) = row[y][x] == '#' ? 255 : 0;
}

static CeLines *
trace (const CeView *source, const CeView *edges, const CeView *selection, const CeLinesParams *wanted,
       CeProgressFunc progress, GError **error)
{
  CeSource   of = { *source, TRUE, FALSE };
  CeProgress silent = { progress, NULL, 0, 0 };
  CeParams   params;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.sigma = 0;

  return ce_lines_trace (&of, &params, NULL, edges, selection, wanted, &silent, error);
}

/* Returns the paths of a document in the notation of a Case. */
static char *
paths_of (const CeLines *lines, const CeSvg *svg)
{
  GString           *text = ce_lines_to_svg (lines, svg);
  g_auto (GStrv)     part = g_strsplit (text->str, " d=\"", -1);
  g_autoptr (GString) paths = g_string_new (NULL);

  for (int i = 1; part[i]; i++)
    {
      *strchr (part[i], '"') = 0;
      g_string_append_printf (paths, "%s%s", i > 1 ? " " : "", g_strdelimit (part[i], " ", ','));
    }
  g_string_free (text, TRUE);

  return g_string_free (g_steal_pointer (&paths), FALSE);
}

static void
known (const Case *wanted, const CeView *source, const CeView *edges)
{
  CeLinesParams       params = { 0.5, wanted->least_length, wanted->gap };
  g_autoptr (GError)  error = NULL;
  g_autoptr (CeLines) lines = trace (source, edges, NULL, &params, NULL, &error);
  g_autofree char    *paths = lines ? paths_of (lines, &pixels) : g_strdup (error->message);

  if (! test_ok (g_str_equal (paths, wanted->paths), "%s", wanted->what))
    test_note ("expected %s, found %s", wanted->paths, paths);
}

static const Case cases[] = {
  { "nothing", ".....", 0, 0, "" },
  { "a single pixel of one", "#", 0, 0, "" },
  { "a single pixel", ".../.#./...", 0, 0, "" },
  { "two pixels", "..../.##./....", 0, 0, "M1.500,1.500L2.500,1.500" },
  { "a row of 8 pixels", "........../.########.", 8, 0, "M1.500,1.500L8.500,1.500" },
  { "a row of 8 pixels is shorter than 9", "........../.########.", 9, 0, "" },
  { "a column", "#/#/#", 0, 0, "M0.500,0.500L0.500,2.500" },
  { "a diagonal", "...#/..#./.#../#...", 0, 0, "M3.500,0.500L0.500,3.500" },
  /* The node in the middle has chains from above, from the left, to the right and down. */
  { "a cross", "...#.../...#.../...#.../#######/...#.../...#.../...#...", 3, 0,
    "M3.500,0.500L3.500,6.500 M0.500,3.500L6.500,3.500" },
  { "a T", "#########/....#..../....#..../....#....", 3, 0, "M0.500,0.500L8.500,0.500 M4.500,0.500L4.500,3.500" },
  /* The four pixels in the middle are nodes; the arms go on through two links. The chains between them have two pixels
   * each. */
  { "an X of even width", "#......#/.#....#./..#..#../...##.../...##.../..#..#../.#....#./#......#", 3, 0,
    "M0.500,0.500L7.500,7.500 M7.500,0.500L0.500,7.500" },
  { "an X of odd width", "#.....#/.#...#./..#.#../...#.../..#.#../.#...#./#.....#", 3, 0,
    "M0.500,0.500L6.500,6.500 M6.500,0.500L0.500,6.500" },
  /* Around from its first pixel to the right; its corners are where its sides cross. */
  { "a square", ".........../.#########./.#.......#./.#.......#./.#.......#./.#.......#./.#.......#./.#.......#./"
    ".#.......#./.#########./...........", 8, 0, "M1.500,1.500L9.500,1.500L9.500,9.500L1.500,9.500L1.500,1.500Z" },
  /* Its direction is that of the matrix (38, 35; 35, 35) of its 12 points around (3.5, 3): (1.5 + sqrt (1.5 * 1.5
   * + 35 * 35), 35), of length 1 (0.722086, 0.691802). The first point is (-3, -2.5) from the mean, so its foot is 3.895763
   * before that. */
  { "a staircase", "##...../.##..../..##.../...##../....##./.....##", 8, 0, "M0.687,0.305L6.313,5.695" },
  /* Thinning of others keeps one pixel of it, or of its mirror image (findings/thinning-eats-a-diagonal.sh). */
  { "a staircase the other way", ".....##/....##./...##../..##.../.##..../##.....", 8, 0, "M6.313,0.305L0.687,5.695" },
  { "a gap of two pixels", "########..########", 8, 2, "M0.500,0.500L17.500,0.500" },
  { "a gap of two pixels is more than one", "########..########", 8, 1,
    "M0.500,0.500L7.500,0.500 M10.500,0.500L17.500,0.500" },
  { "short ends join before they are short", "####..####", 8, 2, "M0.500,0.500L9.500,0.500" },
  { "ends that do not look at each other", "######......../............../......########", 6, 10,
    "M0.500,0.500L5.500,0.500 M6.500,2.500L13.500,2.500" },
  { "a spur of one pixel ends there", "#######/...#...", 2, 0, "M0.500,0.500L6.500,0.500 M3.500,0.500L3.500,1.500" },
};

/* Columns of 0, 100 and 160 have the magnitudes 0, 400, 640, 240 and 0 from column 2 to 6. The parabola through 400, 640 and
 * 240 has its top at 0.5 * (400 - 240) / (400 - 2 * 640 + 240) = -0.125. */
static void
below_the_pixel (void)
{
  const guint8 levels[] = { 0, 0, 0, 0, 100, 160, 160, 160, 160 };
  const Case   at[] = {
    { "the top of a parabola", "....#..../....#..../....#....", 0, 0, "M4.375,0.500L4.375,2.500" },
    { "a step to the right before", "...#...../...#...../...#.....", 0, 0, "M4.375,0.500L4.375,2.500" },
    /* 1.125 pixels to the left, and one is the most. */
    { "a step to the left before", ".....#.../.....#.../.....#...", 0, 0, "M4.500,0.500L4.500,2.500" },
    /* A step to 400; the top of 0, 400 and 640 is half a pixel to the right or more, and one in all is the most. */
    { "one pixel at most", "..#....../..#....../..#......", 0, 0, "M3.500,0.500L3.500,2.500" },
  };
  CeView       source, edges;

  test_image_init (&source, 9, 3, 1, CE_U8);
  for (int y = 0; y < 3; y++)
    memcpy (ce_view_row (&source, y), levels, sizeof levels);
  for (guint i = 0; i < G_N_ELEMENTS (at); i++)
    {
      draw (&edges, at[i].rows);
      known (&at[i], &source, &edges);
      test_image_clear (&edges);
    }
  test_image_clear (&source);
}

/* The same step, three pixels beside an edge, and its mirror image; wherever a tile's blocks of 16 columns begin. */
static void
beside_blocks (void)
{
  for (int mirrored = 0; mirrored < 2; mirrored++)
    for (int n = 0; n < 16; n++)
      {
        double          x = n + (mirrored ? 13 - 4.375 : 4.375);
        g_autofree char *paths = g_strdup_printf ("M%.3f,0.500L%.3f,2.500", x, x);
        g_autofree char *what = g_strdup_printf ("a step to the %s of column %d", mirrored ? "left" : "right", n);
        Case             one = { what, NULL, 0, 0, paths };
        CeView           source, edges;

        test_image_init (&source, 13 + n, 3, 1, CE_U8);
        test_image_init (&edges, 13 + n, 3, 1, CE_U8);
        for (int y = 0; y < 3; y++)
          for (int i = 0; i < 13 + n; i++)
            {
              int at = mirrored ? 12 + n - i : i - n;

              *ce_view_pixel (&source, i, y) = at < 4 ? 0 : at == 4 ? 100 : 160;
              *ce_view_pixel (&edges, i, y) = at == 3 ? 255 : 0;
            }
        known (&one, &source, &edges);
        test_image_clear (&source);
        test_image_clear (&edges);
      }
}

static gboolean
cancel (double share, gpointer data)
{
  return FALSE;
}

static void
refused (void)
{
  const CeLinesParams bad[] = { { 0.04, 8, 0 }, { 11, 8, 0 }, { 0.5, -1, 0 }, { 0.5, 8, 11 }, { 0.5, 8, -1 } };
  const CeLinesParams good = CE_LINES_DEFAULTS;
  g_autoptr (GError)  error = NULL;
  CeView              edges, many;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      test_ok (! ce_lines_check (&bad[i], &error), "parameters %u are refused", i);
      test_error (error, CE_ERROR_INVALID, "the refusal");
      g_clear_error (&error);
    }

  draw (&edges, "########/......../########");
  test_ok (! trace (&edges, &edges, NULL, &good, cancel, &error), "Cancel ends it");
  test_ok (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED), "it says that it was cancelled");
  g_clear_error (&error);
  test_image_clear (&edges);

  test_image_init (&many, 5000, 2001, 1, CE_U8);
  memset (many.data, 255, many.stride * (gsize) many.height);
  test_ok (! trace (&many, &many, NULL, &good, NULL, &error), "too many edge pixels are refused");
  test_error (error, CE_ERROR_INVALID, "too many");
  test_image_clear (&many);
}

static void
selected (void)
{
  CeLinesParams       wanted = { 0.5, 2, 0 };
  CeView              edges, selection;
  g_autoptr (CeLines) lines = NULL;
  g_autofree char    *paths = NULL;

  draw (&edges, "##########/........../##########");
  draw (&selection, ".####...../.#########/..........");
  lines = trace (&edges, &edges, &selection, &wanted, NULL, NULL);
  paths = paths_of (lines, &pixels);
  test_ok (lines->n_pixels == 4 && lines->n_paths == 1, "edges beyond the selection are left out: %s", paths);
  test_image_clear (&edges);
  test_image_clear (&selection);
}

/* Rows at 0, 2 and 4 of 4 pixels: down to the nearest begin at (0.5, 0.5), 3 along, 2 down to the end of the second, 3 back,
 * 2 down: 0.707 + 2 + 2. */
static void
drawn_by_a_pen (void)
{
  CeLinesParams       wanted = { 0.5, 2, 0 };
  CeView              edges, flat;
  g_autoptr (CeLines) lines = NULL;
  g_autofree guint   *order = NULL;
  double              travel;
  g_autofree char    *paths = NULL;

  draw (&edges, "####....../........../####....../........../####......");
  draw (&flat, "........../........../........../........../..........");
  lines = trace (&flat, &edges, NULL, &wanted, NULL, NULL);
  order = ce_lines_order (lines, &travel, NULL, NULL, NULL);
  paths = paths_of (lines, &(CeSvg) { .order = order });
  test_ok (g_str_equal (paths, "M0.500,0.500L3.500,0.500 M3.500,2.500L0.500,2.500 M0.500,4.500L3.500,4.500"),
           "the nearest end is next: %s", paths);
  test_ok (travel > 4.7071 && travel < 4.7072, "travel %.4f", travel);
  test_ok (lines->length == 9, "length %.3f", lines->length);
  test_ok (! ce_lines_to_svg (lines, &(CeSvg) { .order = order, .progress = cancel }),
           "Cancel ends writing");

  test_image_clear (&edges);
  test_image_clear (&flat);
}

/* The size of 10 x 5 pixels: 0.847 x 0.423 mm at 300 dpi; half as high as a width that is stated. A fax of 204 x 98 dpi are
 * 8031 x 3858 pixels per meter in a PNG, which is 203.987 x 97.993 dpi: 25.4 / 204 * 10 = 1.245 and 25.4 / 98 * 5 = 1.296.
 * Coordinates and strokes are pixels. */
static void
written (void)
{
  static const struct { const char *what; CeSvg svg; const char *head; guint n; } documents[] = {
    { "no resolution", { .x_dpi = 0 }, " width=\"10.000\" height=\"5.000\" viewBox=\"0 0 10.000 5.000\">", 3 },
    { "300 dpi", { .x_dpi = 300, .y_dpi = 300 }, " width=\"0.847mm\" height=\"0.423mm\" viewBox=\"0 0 10.000 5.000\">", 3 },
    { "a fax", { .x_dpi = 8031 * 0.0254, .y_dpi = 3858 * 0.0254 },
      " width=\"1.245mm\" height=\"1.296mm\" viewBox=\"0 0 10.000 5.000\" preserveAspectRatio=\"none\">", 3 },
    { "a width", { .x_dpi = 300, .y_dpi = 300, .mm = 300 },
      " width=\"300.000mm\" height=\"150.000mm\" viewBox=\"0 0 10.000 5.000\">", 3 },
    { "a width alone", { .mm = 12.5 }, " width=\"12.500mm\" height=\"6.250mm\" viewBox=\"0 0 10.000 5.000\">", 3 },
    { "a width near a whole resolution", { .mm = 25.4 * 10 / 72.01 },
      " width=\"3.527mm\" height=\"1.764mm\" viewBox=\"0 0 10.000 5.000\">", 3 },
    { "a fax's width", { .x_dpi = 204, .y_dpi = 98, .mm = 100 },
      " width=\"100.000mm\" height=\"104.082mm\" viewBox=\"0 0 10.000 5.000\" preserveAspectRatio=\"none\">", 3 },
    { "one axis alone", { .x_dpi = 300 }, " width=\"10.000\" height=\"5.000\" viewBox=\"0 0 10.000 5.000\">", 3 },
    { "one element", { .is_one = TRUE }, " width=\"10.000\" height=\"5.000\" viewBox=\"0 0 10.000 5.000\">", 1 },
  };
  CeLinesParams       wanted = { 0.5, 2, 0 };
  CeView              edges, flat;
  g_autoptr (CeLines) lines = NULL;

  draw (&edges, "####....../........../####....../........../####......");
  draw (&flat, "........../........../........../........../..........");
  lines = trace (&flat, &edges, NULL, &wanted, NULL, NULL);
  lines->paths[2].width = 2.79;
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      GString          *text = ce_lines_to_svg (lines, &documents[i].svg);
      g_auto (GStrv)    parts = g_strsplit (text->str, "<path d=\"M", -1);
      g_autofree char  *commands = paths_of (lines, &documents[i].svg);
      const char       *known = documents[i].n == 1
                                ? "M0.500,4.500L3.500,4.500M0.500,2.500L3.500,2.500M0.500,0.500L3.500,0.500"
                                : "M0.500,0.500L3.500,0.500 M0.500,2.500L3.500,2.500 M0.500,4.500L3.500,4.500";

      test_ok (strstr (text->str, documents[i].head) && g_strv_length (parts) == documents[i].n + 1
                 && (documents[i].n == 1 || strstr (text->str, "4.500\" stroke-width=\"2.790\"/>\n</g>"))
                 && g_str_equal (commands, known),
               "an SVG of %s", documents[i].what);
      if (! strstr (text->str, documents[i].head))
        test_note ("%s", text->str);
      g_string_free (text, TRUE);
    }
  test_image_clear (&edges);
  test_image_clear (&flat);
}

int
main (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      CeView edges, flat;

      draw (&edges, cases[i].rows);
      draw (&flat, cases[i].rows);
      memset (flat.data, 90, flat.stride * (gsize) flat.height);
      known (&cases[i], &flat, &edges);
      test_image_clear (&edges);
      test_image_clear (&flat);
    }
  below_the_pixel ();
  beside_blocks ();
  refused ();
  selected ();
  drawn_by_a_pen ();
  written ();

  return test_done ();
}
