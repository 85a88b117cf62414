/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests many effects above each other: counts GEGL's queries after a change and at the end, and checks that every listener
 * learns of all results that a change makes stale.
 */
#include <gegl-plugin.h>

#include <string.h>

#include "tests/support/support.h"

static const GeglRectangle extent = { -9, 4, 200, 150 };

static guint n_asked;
static void (*prepare) (GeglOperation *);
static GeglRectangle (*get_bounding_box) (GeglOperation *);

static void
count_prepare (GeglOperation *operation)
{
  n_asked++;
  prepare (operation);
}

static GeglRectangle
count_bounding_box (GeglOperation *operation)
{
  n_asked++;

  return get_bounding_box (operation);
}

/* Counts GEGL's queries of this operation from now on. */
static void
watch (const char *name)
{
  GeglNode           *node = gegl_node_new ();
  GeglNode           *child = gegl_node_new_child (node, "operation", name, NULL);
  GeglOperationClass *klass = GEGL_OPERATION_GET_CLASS (gegl_node_get_gegl_operation (child));

  prepare = klass->prepare;
  get_bounding_box = klass->get_bounding_box;
  klass->prepare = count_prepare;
  klass->get_bounding_box = count_bounding_box;
  g_object_unref (node);
}

static GeglBuffer *
new_buffer (const GeglRectangle *where, guint64 seed)
{
  GeglBuffer        *buffer = gegl_buffer_new (where, babl_format ("R'G'B' u8"));
  gsize              n = (gsize) where->width * (gsize) where->height * 3;
  g_autofree guint8 *raw = g_malloc (n);
  TestRandom         random = { seed };

  for (gsize i = 0; i < n; i++)
    raw[i] = (guint8) test_random_int (&random, 0, 255);
  gegl_buffer_set (buffer, where, 0, NULL, raw, GEGL_AUTO_ROWSTRIDE);

  return buffer;
}

static void
paint (GeglBuffer *buffer, const GeglRectangle *where, const char *name)
{
  GeglColor *color = gegl_color_new (name);

  gegl_buffer_set_color (buffer, where, color);
  g_object_unref (color);
}

/**
 * Chain:
 * @nodes: the source, then effects, each the sink of the one before
 */
typedef struct
{
  GeglNode  *graph;
  GeglNode  *nodes[64];
  int        n;
} Chain;

/* Makes a chain of effects. The last one of an odd number finds its thresholds, so it reads every pixel. */
static void
chain_init (Chain *chain, GeglBuffer *buffer, int n_effects)
{
  chain->n = n_effects + 1;
  chain->graph = gegl_node_new ();
  chain->nodes[0] = gegl_node_new_child (chain->graph, "operation", "gegl:buffer-source", "buffer", buffer, NULL);
  for (int i = 1; i < chain->n; i++)
    {
      chain->nodes[i] = gegl_node_new_child (chain->graph, "operation", "cuda-edges:canny", "backend", CE_BACKEND_CPU,
                                             "thresholds", i % 2 ? CE_THRESHOLDS_OTSU : CE_THRESHOLDS_MANUAL, "stage",
                                             i % 2 ? CE_STAGE_EDGES : CE_STAGE_MAGNITUDE, NULL);
      gegl_node_link (chain->nodes[i - 1], chain->nodes[i]);
    }
}

static void
look (Chain *chain, const GeglRectangle *roi, guint8 *result)
{
  gegl_node_blit (chain->nodes[chain->n - 1], 1.0, roi, babl_format ("R'G'B' u8"), result, GEGL_AUTO_ROWSTRIDE,
                  GEGL_BLIT_DEFAULT);
}

/* Checks that the chain's result equals that of a new chain. */
static void
is_right (Chain *chain, GeglBuffer *buffer, const GeglRectangle *roi, const char *what)
{
  gsize              n = (gsize) roi->width * (gsize) roi->height * 3;
  g_autofree guint8 *result = g_malloc0 (n), *expected = g_malloc0 (n);
  Chain              fresh;

  look (chain, roi, result);
  chain_init (&fresh, buffer, chain->n - 1);
  look (&fresh, roi, expected);
  g_object_unref (fresh.graph);
  test_ok (memcmp (result, expected, n) == 0, "%s", what);
}

typedef struct { guint change, render, end; } Counts;

/* Counts the queries of a change of a chain, of the render after it, and of its end, one effect after the other, as when
 * GIMP closes an image. */
static Counts
count (int n_effects)
{
  g_autoptr (GeglBuffer) buffer = new_buffer (&extent, 1);
  guint8 pixel[3];
  Counts counts;
  Chain  chain;

  chain_init (&chain, buffer, n_effects);
  look (&chain, GEGL_RECTANGLE (0, 10, 1, 1), pixel);
  n_asked = 0;
  paint (buffer, GEGL_RECTANGLE (20, 30, 5, 5), "white");
  counts.change = n_asked;

  n_asked = 0;
  look (&chain, GEGL_RECTANGLE (0, 10, 1, 1), pixel);
  counts.render = n_asked;

  n_asked = 0;
  for (int i = 1; i < chain.n; i++)
    gegl_node_disconnect (chain.nodes[i], "input");
  g_object_unref (chain.graph);
  counts.end = n_asked;

  return counts;
}

static void
cost_is_linear (void)
{
  Counts few = count (12), many = count (48);

  test_ok (few.change <= 12 && many.change <= 48, "a change of 12 effects and of 48 asks no more of each than once: %u, %u",
           few.change, many.change);
  test_ok (few.render <= 4 * 12 && many.render <= 4 * 48, "a render after it no more than four times: %u, %u", few.render,
           many.render);
  test_ok (few.end <= 2 * 12 && many.end <= 2 * 48, "their end no more than twice: %u, %u", few.end, many.end);
}

/* Changes pixels that were not rendered yet, rendered pixels, and pixels beyond the image. */
static void
changes_are_told (void)
{
  static const GeglRectangle strokes[] = { { 100, 50, 20, 90 }, { -9, 4, 1, 1 }, { 190, 153, 1, 1 }, { 0, 0, 300, 20 } };
  static const char *const   colors[] = { "white", "red", "black", "gray" };
  g_autoptr (GeglBuffer)     buffer = new_buffer (&extent, 2), larger = new_buffer (GEGL_RECTANGLE (-30, -20, 260, 190), 3),
                             smaller = new_buffer (GEGL_RECTANGLE (40, 40, 50, 60), 4);
  const GeglRectangle        corner = { 150, 100, 41, 54 }, all = { -30, -20, 260, 190 };
  Chain                      chain;

  chain_init (&chain, buffer, 3);
  is_right (&chain, buffer, &corner, "a corner");
  for (guint i = 0; i < G_N_ELEMENTS (strokes); i++)
    {
      paint (buffer, &strokes[i], colors[i]);
      is_right (&chain, buffer, i % 2 ? &corner : &extent, "after a stroke");
      paint (buffer, &strokes[i], colors[(i + 1) % 4]);
      paint (buffer, &strokes[(i + 1) % 4], colors[i]);
      is_right (&chain, buffer, &extent, "after two");
    }
  gegl_node_set (chain.nodes[0], "buffer", larger, NULL);
  is_right (&chain, larger, &all, "a larger source");
  gegl_node_set (chain.nodes[0], "buffer", smaller, NULL);
  is_right (&chain, smaller, &all, "a smaller one");
  gegl_node_set (chain.nodes[0], "buffer", buffer, NULL);
  is_right (&chain, buffer, &all, "the first again");
  gegl_node_disconnect (chain.nodes[2], "input");
  gegl_node_link (chain.nodes[1], chain.nodes[2]);
  paint (buffer, &strokes[1], "white");
  is_right (&chain, buffer, &all, "connected again");
  g_object_unref (chain.graph);
}

/* Notes the stale rectangle: a listener learns of every rendered result that has become wrong. */
static void
note_stale (GeglNode *node, const GeglRectangle *stale, GeglRectangle *all)
{
  gegl_rectangle_bounding_box (all, all, stale);
}

static void
listeners_hear (void)
{
  g_autoptr (GeglBuffer) buffer = new_buffer (&extent, 5);
  GeglRectangle          stale = { 0, 0, 0, 0 };
  guint8                 pixel[3];
  Chain                  chain;

  chain_init (&chain, buffer, 2);
  look (&chain, GEGL_RECTANGLE (0, 10, 1, 1), pixel);
  g_signal_connect (chain.nodes[2], "invalidated", G_CALLBACK (note_stale), &stale);
  paint (buffer, GEGL_RECTANGLE (20, 30, 5, 5), "white");
  test_ok (gegl_rectangle_contains (&stale, &extent), "a stroke makes all stale: %d %d, %dx%d", stale.x, stale.y,
           stale.width, stale.height);
  g_object_unref (chain.graph);
}

/* Checks an infinite input: only requested parts are computed, and a change makes each of them stale. */
static void
without_end (void)
{
  static const GeglRectangle parts[] = { { 90, 10, 60, 60 }, { -80, 0, 60, 60 } };
  g_autoptr (GeglBuffer)     buffer = new_buffer (&extent, 6);
  GeglNode                  *graph = gegl_node_new ();
  GeglNode                  *source = gegl_node_new_child (graph, "operation", "gegl:buffer-source", "buffer", buffer, NULL);
  GeglNode                  *plane = gegl_node_new_child (graph, "operation", "gegl:color", NULL);
  GeglNode                  *over = gegl_node_new_child (graph, "operation", "gegl:over", NULL);
  GeglNode                  *node = gegl_node_new_child (graph, "operation", "cuda-edges:canny", NULL);
  GeglRectangle              stale = { 0, 0, 0, 0 };
  guint8                     pixels[60 * 60];

  gegl_node_connect (plane, "output", over, "input");
  gegl_node_connect (source, "output", over, "aux");
  gegl_node_link (over, node);
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gegl_node_blit (node, 1.0, &parts[i], babl_format ("Y' u8"), pixels, GEGL_AUTO_ROWSTRIDE, GEGL_BLIT_DEFAULT);
  g_signal_connect (node, "invalidated", G_CALLBACK (note_stale), &stale);
  paint (buffer, GEGL_RECTANGLE (95, 20, 5, 5), "white");
  test_ok (gegl_rectangle_contains (&stale, &parts[0]) && gegl_rectangle_contains (&stale, &parts[1]),
           "a stroke on a plane without end makes both parts that were seen stale: %d %d, %dx%d", stale.x, stale.y,
           stale.width, stale.height);
  g_object_unref (graph);
}

int
main (int argc, char **argv)
{
  g_setenv ("GEGL_USE_OPENCL", "no", TRUE);
  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);

  watch ("cuda-edges:canny");
  cost_is_linear ();
  changes_are_told ();
  listeners_hear ();
  without_end ();
  gegl_exit ();

  return test_done ();
}
