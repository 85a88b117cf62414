/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the operations in a graph of GEGL: they give the engine's bits in every format and after all changes.
 *
 * operation FOLDER [cuda]: the module's folder, and the place, by default cpu. On CUDA no render may fall back to the CPU.
 */
#include "graph.h"

#include <string.h>

static const GeglRectangle small = { 0, 0, 61, 43 };

/* Results are in the source's own format, lines have alpha. */
static const struct
{
  const char *source;
  const char *lines;
} formats[] = {
  { "R'G'B' u8", "R'G'B'A u8" },
  { "R'G'B'A u8", "R'G'B'A u8" },
  { "Y' u8", "Y'A u8" },
  { "Y'A u8", "Y'A u8" },
  { "R~G~B~ u8", "R~G~B~A u8" },
  { "RGB u8", "RGBA u8" },
  { "R'G'B' u16", "R'G'B'A u16" },
  { "RGBA u16", "RGBA u16" },
  { "YA u32", "YA u32" },
  { "R'G'B'A u32", "R'G'B'A u32" },
  { "RGB half", "RGBA half" },
  { "R'G'B'A float", "R'G'B'A float" },
  { "RGB float", "RGBA float" },
  { "YA double", "YA double" },
};

static void
all_formats (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (int f = 0; f < CE_N_FILTERS; f++)
      {
        const char *filter = ce_filter_get (f)->name;
        Graph       graph;

        graph_init (&graph, filter, formats[i].source, &small, TEST_ALPHA_SHAPES, i);
        graph_is_right (&graph, filter, "", formats[i].source, formats[i].source);
        if (f != CE_FILTER_SHARPEN)
          {
            graph_set (&graph, "style=lines");
            graph_is_right (&graph, filter, "style=lines", formats[i].lines, formats[i].source);
          }
        graph_clear (&graph);
      }
}

/* Checks formats that babl has to convert: the result is right. */
static void
other_formats (void)
{
  static const char *const others[] = { "RaGaBaA float", "cairo-ARGB32", "CIE Lab float", "CMYK u8" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      GeglBuffer *buffer = gegl_buffer_new (&small, babl_format (others[i]));
      GeglNode   *graph = gegl_node_new ();
      GeglNode   *source = gegl_node_new_child (graph, "operation", "gegl:buffer-source", "buffer", buffer, NULL);
      GeglNode   *node = gegl_node_new_child (graph, "operation", "cuda-edges:sobel", "backend", graph_backend, NULL);
      GeglColor  *red = gegl_color_new ("red");
      float       pixels[61 * 43];
      int         n_edges = 0;

      gegl_buffer_set_color (buffer, GEGL_RECTANGLE (20, 10, 20, 20), red);
      gegl_node_link (source, node);
      gegl_node_blit (node, 1.0, &small, babl_format ("Y' float"), pixels, GEGL_AUTO_ROWSTRIDE, GEGL_BLIT_DEFAULT);
      for (guint p = 0; p < G_N_ELEMENTS (pixels); p++)
        n_edges += pixels[p] > 0.1f;
      test_ok (n_edges == 160, "sobel of %s finds a square: %d pixels", others[i], n_edges);
      g_object_unref (red);
      g_object_unref (graph);
      g_object_unref (buffer);
    }
}

static void
one_process (GObject *node, double progress, gpointer n_told)
{
  (*(int *) n_told)++;
}

/* Checks extents with any origin, sizes around those of tiles, and requests of a part. */
static void
places (void)
{
  static const GeglRectangle extents[] = { { -13, 7, 61, 43 }, { 100, -300, 129, 257 }, { -5, -5, 1, 1 },
                                           { 127, 127, 2, 2 }, { 0, 0, 513, 130 } };

  for (guint i = 0; i < G_N_ELEMENTS (extents); i++)
    for (int f = 0; f < CE_N_FILTERS; f++)
      {
        const char *filter = ce_filter_get (f)->name;
        Graph       graph;

        graph_init (&graph, filter, "R'G'B'A u16", &extents[i], TEST_ALPHA_SOME, i);
        graph_is_right (&graph, filter, "", "R'G'B'A u16", "another place");
        graph_clear (&graph);
      }
}

/* Checks that a requested corner is that of the whole result, because an edge may depend on a pixel far away. */
static void
corner (void)
{
  const GeglRectangle extent = { 0, 0, 300, 300 }, part = { 260, 250, 40, 50 };
  gsize               n_all, n_part;
  g_autofree guint8  *all = NULL;
  g_autofree guint8  *found = NULL;
  gboolean            same = TRUE;
  Graph               graph;

  graph_init (&graph, "canny", "Y' u8", &extent, TEST_ALPHA_NONE, 3);
  graph_set (&graph, "thresholds=otsu");
  found = graph_result (&graph, &part, &n_part);
  all = graph_expected (&graph, "canny", "thresholds=otsu", "Y' u8", &n_all);
  for (int y = 0; y < part.height; y++)
    same = same && memcmp (found + y * part.width, all + (part.y + y) * extent.width + part.x, (gsize) part.width) == 0;
  test_ok (same, "a part that is asked for is a part of the whole result");
  graph_clear (&graph);
}

/* Checks an operation on a part of an image, as GIMP gives a new effect the selected rectangle. It computes from that part
 * alone: thresholds are those of the part, and the nearest pixel inside replaces those beyond its border. */
static void
cut_out (void)
{
  static const GeglRectangle extent = { -20, 10, 300, 200 }, part = { 30, 50, 120, 90 };
  static const struct { const char *filter, *params; } cases[] = {
    { "sobel", "" }, { "laplacian", "sigma=4" }, { "canny", "thresholds=otsu" }, { "canny", "thresholds=percentile share=70" },
    { "sharpen", "radius=8" }, { "sharpen", "method=deconvolve iterations=5" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize              n, n_expected, n_wrong = 0, n_otherwise = 0;
      g_autofree guint8 *found = NULL, *expected = NULL, *of_all = NULL;
      Graph              graph, alone;
      GeglNode          *crop;

      graph_init (&graph, cases[i].filter, "R'G'B' u8", &extent, TEST_ALPHA_NONE, 20 + i);
      graph_set (&graph, cases[i].params);
      of_all = graph_result (&graph, &part, &n);
      crop = gegl_node_new_child (graph.graph, "operation", "gegl:crop", "x", (double) part.x, "y", (double) part.y, "width",
                                  (double) part.width, "height", (double) part.height, NULL);
      gegl_node_link_many (graph.source, crop, graph.node, NULL);
      found = graph_result (&graph, &part, &n);

      graph_init (&alone, cases[i].filter, "R'G'B' u8", &part, TEST_ALPHA_NONE, 0);
      gegl_buffer_copy (graph.buffer, &part, GEGL_ABYSS_NONE, alone.buffer, &part);
      expected = graph_expected (&alone, cases[i].filter, cases[i].params, "R'G'B' u8", &n_expected);
      for (gsize b = 0; b < n; b++)
        {
          n_wrong += found[b] != expected[b];
          n_otherwise += found[b] != of_all[b];
        }
      test_ok (n == n_expected && n_wrong == 0 && n_otherwise > 0, "%s %s of a part is that of the part alone: %d differ, and %d "
               "from that of all", cases[i].filter, cases[i].params, (int) n_wrong, (int) n_otherwise);
      graph_clear (&alone);
      graph_clear (&graph);
    }
}

/* Checks that each result after changes of parameters, brush strokes and another buffer equals that of a new graph. */
static void
changes (void)
{
  const GeglRectangle extent = { -20, 30, 400, 300 };
  const GeglRectangle strokes[] = { { -20, 30, 30, 30 }, { 300, 200, 80, 130 }, { 0, 31, 300, 1 }, { 379, 329, 1, 1 } };
  static const char *const settings[] = { "sigma=2", "sigma=2 low=20", "sigma=2 low=20 high=60 thresholds=percentile",
                                          "thresholds=otsu", "style=black-on-white", "stage=magnitude norm=l1" };
  Graph               graph, other;

  graph_init (&graph, "canny", "R'G'B' u8", &extent, TEST_ALPHA_NONE, 1);
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      CeParams         params;
      const CeFilter  *filter = ce_filter_get (CE_FILTER_CANNY);
      g_autofree char *text = NULL;

      ce_params_init (&params, filter);
      ce_params_parse (&params, filter, settings[i], NULL);
      params.backend = graph_backend;
      params.output = CE_OUTPUT_NEW_LAYER;
      text = ce_params_to_text (&params, filter, NULL);
      *strstr (text, " output=") = '\0';
      graph_set (&graph, text);
      graph_is_right (&graph, "canny", settings[i], "R'G'B' u8", "a moved slider");
      graph_paint (&graph, &strokes[i % G_N_ELEMENTS (strokes)], 50 + i);
      graph_is_right (&graph, "canny", settings[i], "R'G'B' u8", "after a stroke");
      graph_paint (&graph, &strokes[(i + 1) % G_N_ELEMENTS (strokes)], 60 + i);
      graph_paint (&graph, &strokes[(i + 2) % G_N_ELEMENTS (strokes)], 70 + i);
      graph_is_right (&graph, "canny", settings[i], "R'G'B' u8", "after two strokes");
    }

  graph_init (&other, "canny", "R'G'B' u8", &extent, TEST_ALPHA_NONE, 2);
  gegl_node_set (graph.source, "buffer", other.buffer, NULL);
  g_clear_object (&graph.buffer);
  graph.buffer = g_object_ref (other.buffer);
  graph_is_right (&graph, "canny", settings[5], "R'G'B' u8", "another buffer of the same size");
  graph_clear (&other);

  graph_init (&other, "canny", "R'G'B'A float", &small, TEST_ALPHA_SHAPES, 3);
  gegl_node_set (graph.source, "buffer", other.buffer, NULL);
  g_clear_object (&graph.buffer);
  graph.buffer = g_object_ref (other.buffer);
  graph_is_right (&graph, "canny", settings[5], "R'G'B'A float", "another format and size");
  graph_clear (&other);
  graph_clear (&graph);
}

/* Checks that the result becomes transparent where paint made the layer transparent. */
static void
transparency_comes (void)
{
  const GeglRectangle extent = { 0, 0, 200, 200 };
  Graph               graph;

  graph_init (&graph, "laplacian", "R'G'B'A u8", &extent, TEST_ALPHA_OPAQUE, 9);
  graph_is_right (&graph, "laplacian", "", "R'G'B'A u8", "opaque");
  gegl_buffer_clear (graph.buffer, GEGL_RECTANGLE (50, 60, 30, 40));
  graph_is_right (&graph, "laplacian", "", "R'G'B'A u8", "with a hole");
  graph_paint (&graph, GEGL_RECTANGLE (40, 50, 60, 60), 4);
  graph_is_right (&graph, "laplacian", "", "R'G'B'A u8", "without it");
  graph_clear (&graph);
}

/* Checks numbers from a file, which keeps floats. */
static void
numbers_from_files (void)
{
  static const struct { double set, text; } numbers[] = { { 1.3700000047683716, 1.37 }, { 0.30000001192092896, 0.3 },
                                                          { 5.214472948190403, 5.214473 }, { 1.4, 1.4 }, { 0, 0 } };
  Graph graph;

  graph_init (&graph, "canny", "R'G'B' float", GEGL_RECTANGLE (0, 0, 150, 140), TEST_ALPHA_NONE, 12);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      char             number[G_ASCII_DTOSTR_BUF_SIZE];
      g_autofree char *text = g_strconcat ("stage=blurred sigma=", g_ascii_dtostr (number, sizeof number, numbers[i].text),
                                           NULL);

      gegl_node_set (graph.node, "stage", CE_STAGE_BLURRED, "sigma", numbers[i].set, NULL);
      graph_is_right (&graph, "canny", text, "R'G'B' float", "as it comes from a file");
    }
  graph_clear (&graph);
}

/* Checks a named backend that is missing: the result is the processor's, never black. */
static void
named_backend (void)
{
  for (int f = 0; f < CE_N_FILTERS; f++)
    {
      const char *filter = ce_filter_get (f)->name;
      Graph       graph;

      graph_init (&graph, filter, "R'G'B' u8", &small, TEST_ALPHA_NONE, 2);
      for (int backend = CE_BACKEND_AUTO; backend <= CE_BACKEND_CPU; backend++)
        {
          gegl_node_set (graph.node, "backend", backend, NULL);
          graph_is_right (&graph, filter, "", "R'G'B' u8",
                          backend == CE_BACKEND_CUDA ? "cuda" : backend == CE_BACKEND_CPU ? "cpu" : "auto");
        }
      graph_clear (&graph);
    }
}

/* Checks that progress ends with 1, because GIMP blocks all input until then. */
static void
progress (void)
{
  Graph graph;
  int   n_told = 0;

  graph_init (&graph, "canny", "R'G'B' u8", GEGL_RECTANGLE (0, 0, 700, 700), TEST_ALPHA_NONE, 5);
  g_signal_connect (graph.node, "progress", G_CALLBACK (one_process), &n_told);
  graph_is_right (&graph, "canny", "", "R'G'B' u8", "with somebody who listens to progress");
  test_ok (n_told == 0, "no progress is told");
  graph_clear (&graph);
}

/* Renders an effect often; two effects do so at once, on threads of their own. */
static gpointer
render_often (gpointer data)
{
  Graph    graph;
  gboolean right = TRUE;
  guint64  seed = (guint64) GPOINTER_TO_SIZE (data);

  graph_init (&graph, "sobel", "R'G'B'A half", GEGL_RECTANGLE (0, 0, 180, 170), TEST_ALPHA_SHAPES, seed);
  for (int i = 0; i < 6 && right; i++)
    {
      gsize              n, m;
      g_autofree char   *params = g_strdup_printf ("gain=%d", i + 1);
      g_autofree guint8 *result = NULL;
      g_autofree guint8 *expected = NULL;

      graph_set (&graph, params);
      result = graph_result (&graph, gegl_buffer_get_extent (graph.buffer), &n);
      expected = graph_expected (&graph, "sobel", params, "R'G'B'A half", &m);
      right = n == m && memcmp (result, expected, n) == 0;
    }
  graph_clear (&graph);

  return GINT_TO_POINTER (right);
}

static void
two_threads (void)
{
  GThread *threads[3];
  gboolean right = TRUE;

  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("effect", render_often, GSIZE_TO_POINTER (i + 1));
  for (gsize i = 0; i < G_N_ELEMENTS (threads); i++)
    right = g_thread_join (threads[i]) && right;
  test_ok (right, "three effects on three threads give what one gives");
}

/* Counts messages that the GPU could not be used. */
static void
count_fallback (const char *domain, GLogLevelFlags level, const char *message, gpointer n)
{
  (*(int *) n) += strstr (message, "GPU") != NULL;
  test_note ("%s", message);
}

int
main (int argc, char **argv)
{
  CePlace cuda = { .choice = CE_BACKEND_CUDA };
  int     n_fallbacks = 0;
  guint   handler;

  g_setenv ("GEGL_USE_OPENCL", "no", TRUE);
  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);
  if (argc > 2 && g_str_equal (argv[2], "cuda"))
    graph_backend = CE_BACKEND_CUDA;

  handler = g_log_set_handler ("GEGL", G_LOG_LEVEL_MESSAGE, count_fallback, &n_fallbacks);
  all_formats ();
  other_formats ();
  places ();
  corner ();
  cut_out ();
  changes ();
  transparency_comes ();
  numbers_from_files ();
  test_ok (n_fallbacks == 0, "nothing was said of a GPU that nobody named: %d", n_fallbacks);
  named_backend ();
  test_ok (n_fallbacks == ! ce_backend_start (&cuda, NULL), "one that is named and missing is told once: %d", n_fallbacks);
  g_log_remove_handler ("GEGL", handler);
  progress ();
  two_threads ();

  gegl_exit ();

  return test_done ();
}
