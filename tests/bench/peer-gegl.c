/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Times GEGL's nearest operations on buffers in memory. Their results differ from ours, because they compute in linear light
 * and float.
 */
#include <gegl.h>

#include "peer.h"

static const struct
{
  const char *name;
  const char *operation;
  const char *radius;           /* property for a sigma of 1.4 */
} operations[] = {
  { "sobel-l2", "gegl:edge-sobel", NULL },
  { "unsharp", "gegl:unsharp-mask", "std-dev" },
  { "laplacian", "gegl:edge-laplace", NULL },
  { "stage-blurred", "gegl:gaussian-blur", "std-dev-x" },
};

static GeglBuffer *source, *result;
static guint8     *pixels;
static int         chosen;

static void
init (int threads)
{
  gegl_init (NULL, NULL);
  g_object_set (gegl_config (), "threads", threads, "use-opencl", FALSE, "swap", "RAM",
                "tile-cache-size", (guint64) 8 << 30, NULL);
}

static const char *
begin (const char *name, const char *params, const CeView *image)
{
  GeglRectangle area = { 0, 0, image->width, image->height };
  const Babl   *format = babl_format (image->channels == 1 ? "Y' u8" : "R'G'B' u8");

  for (chosen = 0; chosen < (int) G_N_ELEMENTS (operations); chosen++)
    if (g_str_equal (name, operations[chosen].name))
      break;

  if (chosen == G_N_ELEMENTS (operations) || image->type != CE_U8 || image->channels % 2 == 0
      || ! gegl_has_operation (operations[chosen].operation))
    return NULL;

  source = gegl_buffer_new (&area, format);
  result = gegl_buffer_new (&area, format);
  gegl_buffer_set (source, &area, 0, format, image->data, (int) image->stride);

  return operations[chosen].operation;
}

static void
run (void)
{
  const char *radius = operations[chosen].radius;
  GeglNode   *graph = gegl_node_new ();
  GeglNode   *from = gegl_node_new_child (graph, "operation", "gegl:buffer-source", "buffer", source, NULL);
  GeglNode   *node = gegl_node_new_child (graph, "operation", operations[chosen].operation, NULL);
  GeglNode   *to = gegl_node_new_child (graph, "operation", "gegl:write-buffer", "buffer", result, NULL);

  if (radius)
    gegl_node_set (node, radius, 1.4, NULL);
  if (g_strcmp0 (radius, "std-dev-x") == 0)
    gegl_node_set (node, "std-dev-y", 1.4, NULL);
  gegl_node_link_many (from, node, to, NULL);
  gegl_node_process (to);
  g_object_unref (graph);
}

static void
end (void)
{
  g_clear_object (&source);
  g_clear_object (&result);
  g_clear_pointer (&pixels, g_free);
}

static gboolean
get_result (CeView *view)
{
  const Babl *format = gegl_buffer_get_format (result);
  int         width = gegl_buffer_get_width (result), height = gegl_buffer_get_height (result);
  int         channels = babl_format_get_n_components (format);

  pixels = g_malloc ((gsize) width * height * channels);
  gegl_buffer_get (result, GEGL_RECTANGLE (0, 0, width, height), 1, format, pixels, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
  *view = (CeView) { pixels, (gsize) width * channels, width, height, channels, CE_U8 };

  return TRUE;
}

const BenchPeer bench_gegl = { init, begin, run, end, get_result };
