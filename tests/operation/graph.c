/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "graph.h"

#include <gegl-plugin.h>

#include <string.h>

int graph_backend = CE_BACKEND_CPU;

/* Makes a picture in the buffer's own format. */
static guint8 *
make_raw (const Babl *format, int width, int height, TestAlpha alpha, guint64 seed)
{
  gsize             n = (gsize) width * (gsize) height;
  guint8           *raw = g_malloc (n * (gsize) babl_format_get_bytes_per_pixel (format));
  g_autofree float *scratch = NULL;
  TestRandom        random = { seed };
  CePixels          pixels;
  CeView            image;

  ce_pixels_init (&pixels, format, FALSE);
  test_image_init (&image, width, height, pixels.channels, CE_F32);
  test_image_fill (&image, TEST_NATURAL, alpha, &random);
  scratch = g_new (float, n * (gsize) pixels.channels);
  ce_converter_encode (&pixels.converter, (const float *) image.data, raw, scratch, n);
  test_image_clear (&image);

  return raw;
}

void
graph_init (Graph *graph, const char *filter, const char *format, const GeglRectangle *extent, TestAlpha alpha,
            guint64 seed)
{
  g_autofree char   *name = g_strconcat ("cuda-edges:", filter, NULL);
  g_autofree guint8 *raw = make_raw (babl_format (format), extent->width, extent->height, alpha, seed);

  graph->buffer = gegl_buffer_new (extent, babl_format (format));
  gegl_buffer_set (graph->buffer, extent, 0, NULL, raw, GEGL_AUTO_ROWSTRIDE);
  graph->graph = gegl_node_new ();
  graph->source = gegl_node_new_child (graph->graph, "operation", "gegl:buffer-source", "buffer", graph->buffer, NULL);
  graph->node = gegl_node_new_child (graph->graph, "operation", name, "backend", graph_backend, NULL);
  gegl_node_link (graph->source, graph->node);
}

void
graph_clear (Graph *graph)
{
  g_clear_object (&graph->graph);
  g_clear_object (&graph->buffer);
}

/* Sets parameters such as "sigma=2 style=lines". */
void
graph_set (Graph *graph, const char *params)
{
  const CeFilter *filter = ce_filter_find (strchr (gegl_node_get_operation (graph->node), ':') + 1);
  g_auto (GStrv)  words = g_strsplit (params, " ", -1);
  CeParams        values;

  ce_params_init (&values, filter);
  ce_params_parse (&values, filter, params, NULL);
  for (char **word = words; *word && **word; word++)
    {
      g_autofree char *name = g_strndup (*word, strcspn (*word, "="));
      const CeParam   *param = ce_filter_find_param (filter, name);
      double           value = param->kind == CE_PARAM_TEXT ? 0 : ce_params_get (&values, param);

      if (param->kind == CE_PARAM_TEXT)
        gegl_node_set (graph->node, name, ce_params_get_text (&values, param), NULL);
      else if (param->kind != CE_PARAM_DOUBLE)
        gegl_node_set (graph->node, name, (int) value, NULL);
      else
        gegl_node_set (graph->node, name, value, NULL);
    }
}

/* Changes some pixels, as a brush would. */
void
graph_paint (Graph *graph, const GeglRectangle *where, guint64 seed)
{
  g_autofree guint8 *raw = make_raw (gegl_buffer_get_format (graph->buffer), where->width, where->height,
                                     TEST_ALPHA_OPAQUE, seed);

  gegl_buffer_set (graph->buffer, where, 0, NULL, raw, GEGL_AUTO_ROWSTRIDE);
}

static const Babl *
output_format (Graph *graph)
{
  GeglOperation *operation = gegl_node_get_gegl_operation (graph->node);

  return gegl_operation_get_format (operation, "output");
}

/* Returns the operation's result in its own format. */
guint8 *
graph_result (Graph *graph, const GeglRectangle *roi, gsize *size)
{
  guint8 *result;

  /* The format is known after prepare(). */
  gegl_node_blit (graph->node, 1.0, GEGL_RECTANGLE (roi->x, roi->y, 1, 1), NULL, NULL, 0, GEGL_BLIT_CACHE);
  *size = (gsize) roi->width * (gsize) roi->height * (gsize) babl_format_get_bytes_per_pixel (output_format (graph));
  result = g_malloc (*size);
  gegl_node_blit (graph->node, 1.0, roi, output_format (graph), result, GEGL_AUTO_ROWSTRIDE, GEGL_BLIT_DEFAULT);

  return result;
}

/* Returns the engine's result for the buffer's current pixels, in @format. */
guint8 *
graph_expected (Graph *graph, const char *filter, const char *params, const char *format, gsize *size)
{
  const GeglRectangle *extent = gegl_buffer_get_extent (graph->buffer);
  const Babl          *raw_format = gegl_buffer_get_format (graph->buffer);
  gsize                n = (gsize) extent->width * (gsize) extent->height;
  g_autofree guint8   *raw = g_malloc (n * (gsize) babl_format_get_bytes_per_pixel (raw_format));
  g_autofree float    *scratch = g_new (float, 4 * n);
  g_autofree float    *floats = g_new (float, 4 * n);
  CePaint              paint = { .lines = strstr (params, "style=lines") != NULL };
  CePixels             in, out;
  CeView               source, result;
  guint8              *expected;
  g_autofree guint8   *painted = NULL;

  ce_pixels_init (&in, raw_format, FALSE);
  ce_pixels_init (&out, babl_format (format), FALSE);
  gegl_buffer_get (graph->buffer, extent, 1.0, raw_format, raw, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);

  /* Words are read as floats, because the engine's result for words has to be the same. */
  test_image_init (&source, extent->width, extent->height, in.channels, in.type == CE_U8 ? CE_U8 : CE_F32);
  if (in.type == CE_U8)
    memcpy (source.data, raw, n * (gsize) in.channels);
  else
    ce_converter_decode (&in.converter, raw, (float *) source.data, scratch, n);
  if (! test_render (filter, "cpu:plain", params, &source, &result, NULL))
    g_error ("%s with %s fails", filter, params);

  paint.type = result.type;
  paint.in_channels = result.channels;
  paint.out_channels = out.channels;
  if (paint.lines && paint.type == CE_F32)
    memset (paint.color.f32, 0, sizeof paint.color.f32);
  painted = g_malloc (n * (gsize) out.channels * ce_type_size (result.type));
  for (int y = 0; y < result.height; y++)
    ce_paint_row (&paint, ce_view_row (&result, y),
                  painted + (gsize) y * (gsize) result.width * (gsize) out.channels * ce_type_size (result.type),
                  result.width);

  *size = n * (gsize) babl_format_get_bytes_per_pixel (babl_format (format));
  expected = g_malloc (*size);
  if (result.type == CE_U8)
    memcpy (expected, painted, *size);
  else
    {
      memcpy (floats, painted, n * (gsize) out.channels * sizeof (float));
      ce_converter_encode (&out.converter, floats, expected, scratch, n);
    }
  test_image_clear (&source);
  test_image_clear (&result);

  return expected;
}

gboolean
graph_is_right (Graph *graph, const char *filter, const char *params, const char *format, const char *what)
{
  gsize              n_result, n_expected;
  g_autofree guint8 *result = graph_result (graph, gegl_buffer_get_extent (graph->buffer), &n_result);
  g_autofree guint8 *expected = graph_expected (graph, filter, params, format, &n_expected);
  gboolean           right = output_format (graph) == babl_format (format) && n_result == n_expected
                             && memcmp (result, expected, n_result) == 0;

  if (! right)
    {
      gsize first = 0, n = 0;

      for (gsize i = 0; i < MIN (n_result, n_expected); i++)
        if (result[i] != expected[i] && n++ == 0)
          first = i;
      test_note ("in %s: %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT " bytes differ, the first is %" G_GSIZE_FORMAT,
                 babl_get_name (output_format (graph)), n, n_result, first);
    }

  return test_ok (right, "%s %s, %s", filter, params, what);
}
