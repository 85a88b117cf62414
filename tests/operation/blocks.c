/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves a slow slider of an effect, with CE_TESTING=soon: the effect is computed in blocks, also where the layer was painted
 * meanwhile; then as a whole, for parameters after the slow steps.
 */
#include "graph.h"

#include <gegl-plugin.h>
#include <string.h>

/* Checks some rectangles, which are computed in blocks of @width columns. */
static void
are_blocks (Graph *graph, const char *params, int width)
{
  static const GeglRectangle rois[] = { { -7, 5, 30, 20 }, { 1020, 40, 9, 300 }, { 2200, 250, 93, 55 },
                                        { 900, 5, 700, 300 } };
  gsize              n;
  g_autofree guint8 *expected = graph_expected (graph, "sharpen", params, "R'G'B' u8", &n);
  GeglRectangle      block;

  for (guint i = 0; i < G_N_ELEMENTS (rois); i++)
    {
      gsize              size, n_wrong = 0, row = (gsize) rois[i].width * 3;
      g_autofree guint8 *result = graph_result (graph, &rois[i], &size);

      for (int y = 0; y < rois[i].height; y++)
        n_wrong += memcmp (result + (gsize) y * row,
                           expected + ((gsize) (rois[i].y - 5 + y) * 2300 + (gsize) (rois[i].x + 7)) * 3, row) != 0;
      test_ok (n_wrong == 0, "sharpen %s, rectangle %u", params, i);
    }
  block = gegl_operation_get_cached_region (gegl_node_get_gegl_operation (graph->node), GEGL_RECTANGLE (1000, 50, 200, 20));
  test_ok (gegl_rectangle_contains (&block, GEGL_RECTANGLE (1000, 50, 200, 20)), "of what reaches from one to the next all is computed");
  block = gegl_operation_get_cached_region (gegl_node_get_gegl_operation (graph->node), &rois[0]);
  test_ok (block.width == width && block.x == -7 && block.height == 400, "in blocks of %d columns: %d", width, block.width);
}

int
main (int argc, char **argv)
{
  Graph graph;

  g_setenv ("GEGL_USE_OPENCL", "no", TRUE);
  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);

  graph_init (&graph, "sharpen", "R'G'B' u8", GEGL_RECTANGLE (-7, 5, 2300, 400), TEST_ALPHA_NONE, 5);
  graph_set (&graph, "method=deconvolve radius=0.5 iterations=3");
  are_blocks (&graph, "method=deconvolve radius=0.5 iterations=3", 2300);
  graph_set (&graph, "radius=0.6");
  are_blocks (&graph, "method=deconvolve radius=0.6 iterations=3", 1024);
  graph_paint (&graph, GEGL_RECTANGLE (1000, 100, 60, 40), 9);
  are_blocks (&graph, "method=deconvolve radius=0.6 iterations=3", 1024);
  graph_set (&graph, "amount=0.7");
  are_blocks (&graph, "method=deconvolve radius=0.6 iterations=3 amount=0.7", 2300);
  graph_set (&graph, "iterations=4");
  are_blocks (&graph, "method=deconvolve radius=0.6 iterations=4 amount=0.7", 1024);
  graph_clear (&graph);
  gegl_exit ();

  return test_done ();
}
