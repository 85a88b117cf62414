/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   bench-slider MODULE [SIZE [BACKEND…]]: how long our operations take in process() on a photo that stays: the first
 *   time, and then for each step of a slider. JSON lines: filter, slider, backend, first_ms, median_ms, worst_ms, all_ms
 *   (until all is there, where one process() computes a block), and of processor time median_processor_ms, of all threads,
 *   which other programs change less.
 */
#include <gegl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define STEPS 15
#define DECONVOLVE 2            /* the choice of that name */

typedef struct
{
  const char *filter;
  const char *slider;
  double      from;
  double      step;
  int         method;           /* of sharpening */
} Slider;

static const Slider sliders[] = {
  { "canny", "low", 20, 1.5, 0 }, { "canny", "high", 90, 3, 0 }, { "canny", "sigma", 1, 0.1, 0 },
  { "sharpen", "amount", 0.3, 0.1, 0 }, { "sharpen", "radius", 1, 0.2, 0 },
  { "sharpen", "amount", 0.3, 0.04, DECONVOLVE }, { "sharpen", "radius", 0.5, 0.05, DECONVOLVE },
  { "laplacian", "threshold", 2, 0.5, 0 }, { "sobel", "gain", 0.8, 0.1, 0 },
};

/* Something with edges and texture: blocks, a ramp and noise. */
static GeglBuffer *
make_photo (int width, int height)
{
  GeglBuffer        *buffer = gegl_buffer_new (GEGL_RECTANGLE (0, 0, width, height), babl_format ("R'G'B' u8"));
  g_autofree guint8 *row = g_malloc ((gsize) width * 3);
  guint32            state = 1;

  for (int y = 0; y < height; y++)
    {
      for (int i = 0; i < width * 3; i++)
        {
          state = state * 1664525u + 1013904223u;
          row[i] = (guint8) (((i / 3 / 97 + y / 61) * 53 % 160) + (i / 3 + y) % 60 + (state >> 29));
        }
      gegl_buffer_set (buffer, GEGL_RECTANGLE (0, y, width, 1), 0, NULL, row, GEGL_AUTO_ROWSTRIDE);
    }

  return buffer;
}

/* One process(): its result is in the node's cache then, where GIMP's projection takes it from. */
static double
process (GeglNode *node)
{
  gint64 begin = g_get_monotonic_time ();

  gegl_node_blit (node, 1.0, GEGL_RECTANGLE (0, 0, 1, 1), NULL, NULL, 0, GEGL_BLIT_CACHE);

  return (double) (g_get_monotonic_time () - begin) / 1000;
}

/* Renders the rest of it in GIMP's way. */
static double
process_rest (GeglNode *node, GeglBuffer *photo)
{
  gint64 begin = g_get_monotonic_time ();

  for (int y = 0; y < gegl_buffer_get_height (photo); y += 512)
    for (int x = 0; x < gegl_buffer_get_width (photo); x += 512)
      gegl_node_blit (node, 1.0, GEGL_RECTANGLE (x, y, 1, 1), NULL, NULL, 0, GEGL_BLIT_CACHE);

  return (double) (g_get_monotonic_time () - begin) / 1000;
}

static int
compare (const void *a, const void *b)
{
  return (*(const double *) a > *(const double *) b) - (*(const double *) a < *(const double *) b);
}

static void
measure (GeglBuffer *photo, const Slider *slider, const char *backend)
{
  g_autofree char *name = g_strconcat ("cuda-edges:", slider->filter, NULL);
  GeglNode        *graph = gegl_node_new ();
  GeglNode        *source = gegl_node_new_child (graph, "operation", "gegl:buffer-source", "buffer", photo, NULL);
  int              choice = g_str_equal (backend, "cuda") ? 1 : g_str_equal (backend, "cpu") ? 2 : 0;
  GeglNode        *node = gegl_node_new_child (graph, "operation", name, "backend", choice, slider->slider, slider->from, NULL);
  double           times[STEPS], shares[STEPS], all[STEPS], first;

  if (slider->method)
    gegl_node_set (node, "method", slider->method, NULL);
  gegl_node_link (source, node);
  first = process (node);
  /* The second render begins to keep stages, and where that is automatic may go to the GPU. */
  for (int i = -2; i < STEPS; i++)
    {
      clock_t begin = clock ();

      gegl_node_set (node, slider->slider, slider->from + slider->step * (i + 3), NULL);
      times[MAX (i, 0)] = process (node);
      all[MAX (i, 0)] = times[MAX (i, 0)] + process_rest (node, photo);
      shares[MAX (i, 0)] = (double) (clock () - begin) * 1000 / CLOCKS_PER_SEC;
    }
  qsort (times, STEPS, sizeof *times, compare);
  qsort (shares, STEPS, sizeof *shares, compare);
  qsort (all, STEPS, sizeof *all, compare);
  g_print ("{\"filter\": \"%s%s\", \"slider\": \"%s\", \"backend\": \"%s\", \"width\": %d, \"height\": %d, \"first_ms\": %.1f, "
           "\"median_ms\": %.1f, \"worst_ms\": %.1f, \"all_ms\": %.1f, \"median_processor_ms\": %.1f}\n", slider->filter,
           slider->method ? ", deconvolution" : "", slider->slider, backend,
           gegl_buffer_get_width (photo), gegl_buffer_get_height (photo), first, times[STEPS / 2], times[STEPS - 1],
           all[STEPS / 2], shares[STEPS / 2]);
  g_object_unref (graph);
}

int
main (int argc, char **argv)
{
  int         width = 6000, height = 4000;
  GeglBuffer *photo;

  if (argc < 2)
    return 2;

  gegl_init (NULL, NULL);
  gegl_load_module_directory (argv[1]);
  if (argc > 2)
    sscanf (argv[2], "%dx%d", &width, &height);
  photo = make_photo (width, height);
  for (guint s = 0; s < G_N_ELEMENTS (sliders); s++)
    if (argc < 4)
      measure (photo, &sliders[s], "cpu");
    else
      for (int i = 3; i < argc; i++)
        measure (photo, &sliders[s], argv[i]);
  g_object_unref (photo);
  gegl_exit ();

  return 0;
}
