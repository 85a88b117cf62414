/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pictures of the experiments: photos as PPM files, and drawn pictures.
 */
#include "experiments.h"

#include "plain.h"

#include <stdio.h>
#include <string.h>

static void
free_source (gpointer data)
{
  LadderSource *source = data;

  test_image_clear (&source->image);
  g_free (source->name);
  g_free (source);
}

static void
add_picture (GPtrArray *all, BenchPicture picture, int width, int height, const char *params)
{
  LadderSource *source = g_new0 (LadderSource, 1);

  source->name = g_strdup_printf ("%s, %dx%d", bench_picture_name (picture), width, height);
  source->params = params;
  test_image_init (&source->image, width, height, 1, CE_U8);
  bench_picture_draw (&source->image, picture);
  g_ptr_array_add (all, source);
}

/* P6 of 8 bits, as bench_picture_save() writes it. */
static void
add_photo (GPtrArray *all, const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  LadderSource    *source;
  FILE            *file = fopen (path, "rb");
  int              width = 0, height = 0;

  if (! file)
    return;
  if (fscanf (file, "P6 %d %d 255", &width, &height) == 2 && fgetc (file) != EOF && width > 0 && height > 0)
    {
      source = g_new0 (LadderSource, 1);
      source->name = g_strndup (name, strlen (name) - 4);
      source->params = "sigma=2 low=51 high=102 channel=luma-601";
      test_image_init (&source->image, width, height, 3, CE_U8);
      for (int y = 0; y < height; y++)
        if (fread (ce_view_row (&source->image, y), 3, (gsize) width, file) != (gsize) width)
          g_error ("%s is too short", path);
      g_ptr_array_add (all, source);
    }
  fclose (file);
}

/* Photos first, so that the first of all can stand for them; large pictures where there is a GPU to count on. */
GPtrArray *
ladder_sources (const char *folder, gboolean small)
{
  static const char *const canny = "sigma=2 low=51 high=102", *const plain = "sigma=0 low=40 high=100";
  GPtrArray               *all = g_ptr_array_new_with_free_func (free_source);
  g_autoptr (GDir)         dir = folder ? g_dir_open (folder, 0, NULL) : NULL;
  const char              *name;

  while (dir && (name = g_dir_read_name (dir)))
    if (g_str_has_suffix (name, ".ppm"))
      add_photo (all, folder, name);
  add_picture (all, BENCH_NATURAL, 1000, 1000, canny);
  if (! small)
    {
      add_picture (all, BENCH_NATURAL, 6000, 4000, canny);
      add_picture (all, BENCH_NATURAL, 14091, 9394, canny);
    }
  add_picture (all, BENCH_SPIRAL, 512, 512, plain);
  add_picture (all, BENCH_COMB, 512, 512, "sigma=0 low=20 high=100");

  return all;
}

/* Our Canny with the source's parameters and @more. */
guint8 *
ladder_render_gray (const LadderSource *source, const char *more)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *params = g_strconcat (source->params, " ", more, NULL);
  CeView             result;
  guint8            *bytes;

  if (! test_render ("canny", ladder_gpu () ? "cuda" : "cpu", params, &source->image, &result, &error))
    g_error ("%s", error->message);
  bytes = g_malloc ((gsize) result.width * result.height);
  for (int y = 0; y < result.height; y++)
    for (int x = 0; x < result.width; x++)
      bytes[(gsize) y * result.width + x] = ((guint8 *) ce_view_row (&result, y))[(gsize) x * result.channels];
  test_image_clear (&result);

  return bytes;
}
