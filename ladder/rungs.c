/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rungs.h"

#include <string.h>

/* Three channels where the source has three bytes for a pixel; else one, as floats where it has four. */
static void
put_source (LadderImages *images, const CeView *view)
{
  int size = images->document->slots[0].size;

  for (int y = 0; y < images->height; y++)
    for (int x = 0; x < images->width; x++)
      {
        const guint8 *from = (const guint8 *) ce_view_row (view, y) + x * view->channels;
        guint8       *to = (guint8 *) images->host[0] + ((gsize) y * images->stride + x) * size;

        if (size == 4)
          *(float *) to = from[0];
        else
          for (int c = 0; c < size; c++)
            to[c] = from[view->channels == 3 ? c : 0];
      }
}

/**
 * ladder_images_new:
 * @document: whose
 * @width: pixels
 * @height: rows
 * @picture: the source
 *
 * Returns: (transfer full): images of which the host has the source
 */
LadderImages *
ladder_images_new (const LadderDocument *document, int width, int height, BenchPicture picture)
{
  LadderImages *images = g_new0 (LadderImages, 1);
  CeView        view;

  images->document = document;
  images->width = width;
  images->height = height;
  images->stride = document->padded ? (width + 15) / 16 * 16 + 16 : width;
  images->host[0] = g_malloc0 (ladder_images_bytes (images, 0));
  test_image_init (&view, width, height, picture == BENCH_NATURAL && document->slots[0].size == 3 ? 3 : 1, CE_U8);
  bench_picture_draw (&view, picture);
  put_source (images, &view);
  test_image_clear (&view);

  return images;
}

void
ladder_images_free (LadderImages *images)
{
  for (guint i = 0; i < images->document->n_slots; i++)
    {
      g_free (images->host[i]);
      if (images->textures[i])
        ladder_gpu ()->call->texture_free (images->textures[i]);
      if (images->arrays[i])
        ladder_gpu ()->call->array_free (images->arrays[i]);
      if (images->device[i])
        ladder_gpu_free (&images->device[i]);
    }
  g_free (images);
}

gsize
ladder_images_bytes (const LadderImages *images, guint slot)
{
  return (gsize) images->stride * images->height * images->document->slots[slot].size;
}

/* Room on the GPU for these slots; %FALSE where there is none. */
gboolean
ladder_images_allocate (LadderImages *images, guint64 slots)
{
  for (guint i = 0; i < images->document->n_slots; i++)
    if (slots >> i & 1 && ! images->device[i])
      {
        images->device[i] = ladder_gpu_alloc (ladder_images_bytes (images, i));
        if (! images->device[i])
          return FALSE;
      }

  return TRUE;
}

static void
make_texture (LadderImages *images, guint slot)
{
  const BenchDriver *call = ladder_gpu ()->call;
  gboolean           is_float = images->document->slots[slot].is_float;
  BenchArray         array = { (gsize) images->width, (gsize) images->height,
                               is_float ? BENCH_ARRAY_F32 : BENCH_ARRAY_U8, 1 };
  BenchResource      resource;
  BenchTexture       texture;

  memset (&resource, 0, sizeof resource);
  memset (&texture, 0, sizeof texture);
  ladder_gpu_check (call->array_new (&images->arrays[slot], &array), "an array");
  resource.of.array = images->arrays[slot];
  for (int i = 0; i < 3; i++)
    texture.address[i] = 1;
  texture.flags = 1;
  ladder_gpu_check (call->texture_new (&images->textures[slot], &resource, &texture, NULL), "a texture");
}

/* Copies a slot to the array behind its texture, as the document's rebinding does. */
void
ladder_images_bind (LadderImages *images, guint slot)
{
  gsize       row = (gsize) images->width * images->document->slots[slot].size;
  BenchCopy2D copy = { 0 };

  if (! images->textures[slot])
    make_texture (images, slot);
  copy.from_kind = 2;
  copy.from = images->device[slot];
  copy.from_pitch = row;
  copy.to_kind = 3;
  copy.to_array = images->arrays[slot];
  copy.bytes = row;
  copy.rows = (gsize) images->height;
  ladder_gpu_check (ladder_gpu ()->call->copy_2d (&copy, ladder_gpu ()->stream), "a copy to an array");
}

/**
 * ladder_run_init:
 * @run: what to make ready
 * @rung: which
 * @images: whose slots are filled
 * @block: one of the rung's
 *
 * Returns: %FALSE where the GPU has not got the memory that it asks for
 */
gboolean
ladder_run_init (LadderRun *run, const LadderRung *rung, LadderImages *images, int block)
{
  const LadderGpu *gpu = ladder_gpu ();

  *run = (LadderRun) { rung, images, block, rung->value, { NULL } };
  if (! ladder_images_allocate (images, rung->reads | rung->writes | rung->scratch))
    return FALSE;
  for (guint i = 0; i < images->document->n_slots; i++)
    if (rung->textured >> i & 1)
      ladder_images_bind (images, i);
  for (guint i = 0; i < G_N_ELEMENTS (run->functions) && rung->kernels[i]; i++)
    {
      gsize            length = strlen (rung->kernels[i]);
      g_autofree char *name = rung->kernels[i][length - 1] == '.' ? g_strndup (rung->kernels[i], length - 1)
                              : g_strdup_printf ("%s_%d", rung->kernels[i], block);

      run->functions[i] = ladder_gpu_function (name);
    }
  if (rung->shared)
    {
      if (rung->shared (run) > (gsize) gpu->shared)
        return FALSE;
      /* Other rungs with the same kernel may ask for more. */
      for (guint i = 0; i < G_N_ELEMENTS (run->functions) && run->functions[i]; i++)
        gpu->call->function_set (run->functions[i], BENCH_FUNCTION_MOST_SHARED, gpu->shared);
    }

  return TRUE;
}

void
ladder_run_launch (gpointer run)
{
  ((LadderRun *) run)->rung->launch (run);
}

/* Blocks of @width x @height threads, @columns x @rows of them. */
void
ladder_launch (LadderRun *run, int which, int columns, int rows, int width, int height, gsize shared, gpointer *args)
{
  ladder_gpu_check (ladder_gpu ()->call->launch (run->functions[which], (unsigned) columns, (unsigned) rows, 1,
                                                 (unsigned) width, (unsigned) height, 1, (unsigned) shared,
                                                 ladder_gpu ()->stream, args, NULL), run->rung->name);
}

/* A thread for each pixel. */
void
ladder_launch_pixels (LadderRun *run, int which, gpointer *args)
{
  int b = run->block;

  ladder_launch (run, which, (run->images->width + b - 1) / b, (run->images->height + b - 1) / b, b, b, 0, args);
}

int
ladder_square (int block)
{
  return block * block;
}
