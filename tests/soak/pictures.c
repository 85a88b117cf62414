/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pictures.h"

#include "engine/threads.h"

#include <stdio.h>

/* The least number of pixels. */
#define LEAST_PIXELS 80000000

static const struct
{
  CeType type;
  int    channels;
} formats[] = {
  { CE_U8, 1 }, { CE_U8, 3 }, { CE_U16, 1 }, { CE_F32, 3 }, { CE_U8, 4 }, { CE_U8, 3 }, { CE_U16, 3 }, { CE_U8, 1 }
};

static const char *const kind_names[] = { "photos", "noise", "few levels", "edges", "rings" };

/* Rows of an image, some for each task. */
void
rows_in_threads (int height, CeTask task, gpointer data)
{

  if (! ce_threads_run ((height + ROWS_OF_A_TASK - 1) / ROWS_OF_A_TASK, task, data, NULL, NULL))
    g_error ("threads were cancelled");
}

/* Loads a PPM file. */
Photo
photo_load (const char *name)
{
  FILE *file = fopen (name, "rb");
  Photo photo;
  gsize size;
  int   most;

  if (! file || fscanf (file, "P6 %d %d %d", &photo.width, &photo.height, &most) != 3 || most != 255 || photo.width < 1
      || photo.height < 1)
    g_error ("%s is no PPM picture of bytes", name);
  fgetc (file);
  size = (gsize) photo.width * photo.height * 3;
  photo.rgb = g_malloc (size);
  if (fread (photo.rgb, 1, size, file) != size)
    g_error ("%s ends early", name);
  fclose (file);

  return photo;
}

/* Returns a level of a photo that repeats over the picture; each copy is mirrored and darkened in another way. */
static int
photo_level (const Picture *picture, int x, int y, int channel)
{
  const Photo *photo = picture->photo;
  int          column = x / photo->width, row = y / photo->height;
  int          gain = 150 + (column * picture->a + row * picture->b) % 106;

  x = column % 2 ? photo->width - 1 - x % photo->width : x % photo->width;
  y = row % 2 ? photo->height - 1 - y % photo->height : y % photo->height;

  return photo->rgb[((gsize) y * photo->width + x) * 3 + channel % 3] * gain / 255;
}

static int
level_at (const Picture *picture, int x, int y, int channel, guint noise)
{
  gint64 u = x - picture->view.width / 2 + channel * picture->depth, v = y - picture->view.height / 2;
  int    grain = (int) (noise % (guint) (picture->depth + 1));

  switch (picture->kind)
    {
    case PHOTOS: return photo_level (picture, x, y, channel);
    case NOISE: return (int) (noise & 255);
    case FEW_LEVELS: return grain * 255 / MAX (picture->depth, 1);
    case EDGES: return ((u * picture->a + v * picture->b) >> 9 & 1 ? 180 : 20) + grain;
    case RINGS: return (int) ((u * u * picture->a + v * v * picture->b) >> 16 & 255);
    case N_KINDS: break;
    }

  return 0;
}

/* Levels of words and floats are seldom whole. */
static void
put (void *row, CeType type, gsize i, int level, guint noise)
{
  int v = CLAMP (level, 0, 255);

  switch (type)
    {
    case CE_U8: ((guint8 *) row)[i] = (guint8) v; break;
    case CE_U16: ((guint16 *) row)[i] = (guint16) MIN (v * 257 + (int) (noise >> 8 & 63), 65535); break;
    case CE_F32: ((float *) row)[i] = (float) v / 255.0f + (float) (noise >> 8 & 1023) * 1e-6f; break;
    }
}

/* xorshift: G. Marsaglia, 2003. */
static guint32
next_noise (guint32 *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;

  return *state;
}

static void
draw_row (const Picture *picture, int y)
{
  const CeView *view = &picture->view;
  TestRandom    random = { picture->seed ^ (guint64) y << 32 };
  guint32       state = (guint32) test_random (&random) | 1;
  int           alpha = view->channels % 2 ? -1 : view->channels - 1;

  for (int x = 0; x < view->width; x++)
    for (int i = 0; i < view->channels; i++)
      {
        guint32  noise = next_noise (&state) >> 8;
        gboolean hides = picture->is_transparent && (x / 97 + y / 61) % 5 == 0;

        put (ce_view_row (view, y), view->type, (gsize) x * view->channels + i,
             i == alpha ? (hides ? (int) (noise & 255) : 255) : level_at (picture, x, y, i, noise), i == alpha ? 0 : noise);
      }
}

/* A CeTask. */
static void
draw_rows (int task, gpointer data)
{
  Picture *picture = data;

  for (int y = task * ROWS_OF_A_TASK; y < MIN ((task + 1) * ROWS_OF_A_TASK, picture->view.height); y++)
    draw_row (picture, y);
}

/* Makes a picture whose size and format depend on @random, with about @side columns and rows; 0 makes a large one. */
void
picture_draw (Picture *picture, GArray *photos, int side, TestRandom *random)
{
  int format = test_random_int (random, 0, G_N_ELEMENTS (formats) - 1);
  int width = side ? test_random_int (random, side / 2, side * 2) : test_random_int (random, 7000, 14000);
  int height = side ? test_random_int (random, side / 2, side) : LEAST_PIXELS / width + test_random_int (random, 1, 500);

  test_image_init (&picture->view, width, height, formats[format].channels, formats[format].type);
  picture->kind = (Kind) test_random_int (random, photos->len ? PHOTOS : NOISE, N_KINDS - 1);
  picture->photo = photos->len ? &g_array_index (photos, Photo, test_random (random) % photos->len) : NULL;
  picture->a = test_random_int (random, 1, 99);
  picture->b = test_random_int (random, 1, 99);
  picture->depth = test_random_int (random, 1, 70);
  picture->is_transparent = picture->view.channels == 4 && test_random_chance (random, 0.5);
  rows_in_threads (height, draw_rows, picture);
}

/* Returns a description for people. */
char *
picture_text (const Picture *picture)
{
  return g_strdup_printf ("seed %" G_GUINT64_FORMAT ", %d x %d, %d channels, %s, %s%s", picture->seed, picture->view.width,
                          picture->view.height, picture->view.channels, test_type_names[picture->view.type],
                          kind_names[picture->kind], picture->is_transparent ? ", transparent" : "");
}
