/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A picture of the manual: picture FILTER PHOTO RESULT.png|jpg [--NAME VALUE]...
 * GEGL reads and writes it, which a build for GIMP has.
 */
#include <stdlib.h>

#include "engine/cuda-edges.h"
#include "pixels/exchange.h"

static GeglBuffer *
load (const char *path)
{
  GeglNode   *graph = gegl_node_new (), *load, *sink;
  GeglBuffer *buffer = NULL;

  load = gegl_node_new_child (graph, "operation", "gegl:load", "path", path, NULL);
  sink = gegl_node_new_child (graph, "operation", "gegl:buffer-sink", "buffer", &buffer, "format", babl_format ("R'G'B' u8"), NULL);
  gegl_node_link (load, sink);
  gegl_node_process (sink);
  g_object_unref (graph);

  return buffer;
}

static void
save (GeglBuffer *buffer, const char *path)
{
  GeglNode *graph = gegl_node_new (), *source, *save;

  source = gegl_node_new_child (graph, "operation", "gegl:buffer-source", "buffer", buffer, NULL);
  save = g_str_has_suffix (path, ".jpg")
         ? gegl_node_new_child (graph, "operation", "gegl:jpg-save", "path", path, "quality", 90, NULL)
         : gegl_node_new_child (graph, "operation", "gegl:png-save", "path", path, "bitdepth", 8, NULL);
  gegl_node_link (source, save);
  gegl_node_process (save);
  g_object_unref (graph);
}

static void
take_values (CeParams *params, const CeFilter *filter, char **words)
{
  g_autoptr (GError) error = NULL;

  ce_params_init (params, filter);
  for (; words[0] && words[1] && ! error; words += 2)
    ce_params_put_text (params, ce_filter_find_param (filter, words[0] + 2), words[1], &error);
  ce_params_quantize (params, filter);
  if (error)
    g_error ("%s", error->message);
}

/* Returns the result as a layer would have it: lines are black, and transparent elsewhere. */
static GeglBuffer *
render (const CeFilter *filter, const CeParams *params, GeglBuffer *photo)
{
  const GeglRectangle  *all = gegl_buffer_get_extent (photo);
  CePlace               place = { .choice = CE_BACKEND_CPU };
  CeExchange            in = { .buffer = photo }, out = { .buffer = NULL };
  g_autoptr (CeSession) session = ce_session_new (filter, &place, all->width, all->height, 3, CE_U8, NULL);
  CePaint               paint = { .type = CE_U8, .out_channels = 3 };

  ce_pixels_init (&in.pixels, babl_format ("R'G'B' u8"), FALSE);
  in.view = ce_session_get_source (session);
  if (! ce_exchange_read (&in, all, NULL, NULL, NULL))
    return NULL;
  ce_session_put_rows (session, 0, all->height, NULL, 0);
  if (! ce_session_render (session, params, NULL, NULL, NULL))
    return NULL;

  out.view = ce_session_get_result (session);
  paint.in_channels = out.view->channels;
  paint.lines = params->style == CE_STYLE_LINES && ce_filter_get_kind (filter, params) & CE_RESULT_STYLED;
  paint.out_channels += paint.lines;
  out.buffer = gegl_buffer_new (all, babl_format (paint.lines ? "R'G'B'A u8" : "R'G'B' u8"));
  ce_pixels_init (&out.pixels, gegl_buffer_get_format (out.buffer), FALSE);
  out.paint = paint.lines || paint.in_channels != paint.out_channels ? &paint : NULL;

  return ce_exchange_write (&out, all, NULL) ? out.buffer : NULL;
}

int
main (int argc, char **argv)
{
  const CeFilter *filter = ce_filter_find (argv[1]);
  CeParams        params;
  GeglBuffer     *photo, *result;

  gegl_init (NULL, NULL);
  take_values (&params, filter, argv + 4);
  photo = load (argv[2]);
  result = photo ? render (filter, &params, photo) : NULL;
  if (! result)
    return EXIT_FAILURE;
  save (result, argv[3]);
  g_object_unref (photo);
  g_object_unref (result);
  gegl_exit ();

  return EXIT_SUCCESS;
}
