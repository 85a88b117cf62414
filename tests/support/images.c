/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes pictures for tests. The seed alone determines them.
 */
#include "support.h"

#include <math.h>

const char *const test_type_names[] = { [CE_U8] = "u8", [CE_U16] = "u16", [CE_F32] = "f32" };

void
test_image_init (CeView *image, int width, int height, int channels, CeType type)
{
  image->width = width;
  image->height = height;
  image->channels = channels;
  image->type = type;
  image->stride = test_image_row (image);
  image->data = g_malloc0 (image->stride * (gsize) height);
}

void
test_image_clear (CeView *image)
{
  g_free (image->data);
  image->data = NULL;
}

gsize
test_image_row (const CeView *image)
{
  return (gsize) image->width * image->channels * ce_type_size (image->type);
}

/* Sets a sample; some values of words and floats are not whole levels. */
void
test_image_put (CeView *image, int x, int y, int channel, double level)
{
  gsize i = (gsize) x * image->channels + channel;

  switch (image->type)
    {
    case CE_U8: ((guint8 *) ce_view_row (image, y))[i] = (guint8) CLAMP (level + 0.5, 0, 255); break;
    case CE_U16: ((guint16 *) ce_view_row (image, y))[i] = (guint16) CLAMP (level * 257 + 0.5, 0, 65535); break;
    case CE_F32: ((float *) ce_view_row (image, y))[i] = (float) (level / 255.0); break;
    }
}

static float
lattice (guint64 seed, int x, int y)
{
  TestRandom random = { seed ^ ((guint64) (guint32) x << 32 | (guint32) y) };

  return (float) (test_random (&random) >> 40) / 16777216.0f;
}

/* Returns value noise: random values on a grid of @cell pixels, linear between. */
static float
value_noise (guint64 seed, int x, int y, int cell)
{
  int   gx = x / cell, gy = y / cell;
  float fx = (float) (x % cell) / cell, fy = (float) (y % cell) / cell;
  float top = lattice (seed, gx, gy) * (1 - fx) + lattice (seed, gx + 1, gy) * fx;
  float bottom = lattice (seed, gx, gy + 1) * (1 - fx) + lattice (seed, gx + 1, gy + 1) * fx;

  return top * (1 - fy) + bottom * fy;
}

typedef struct
{
  float x, y, radius, soft, level;
  int   kind;
} Shape;

static float
shape_distance (const Shape *shape, int x, int y)
{
  float dx = fabsf (x - shape->x), dy = fabsf (y - shape->y);
  float round = sqrtf (dx * dx + dy * dy) - shape->radius;

  if (shape->kind == 0)
    return round;
  if (shape->kind == 1)
    return fabsf (round) - shape->radius * 0.15f;

  return MAX (dx - shape->radius, dy - shape->radius * 0.4f);
}

static void
draw_shape (const Shape *shape, float *plane, int width, int height)
{
  int reach = (int) (shape->radius * 1.2f + 8);
  int x0 = MAX (0, (int) shape->x - reach), x1 = MIN (width, (int) shape->x + reach);
  int y0 = MAX (0, (int) shape->y - reach), y1 = MIN (height, (int) shape->y + reach);

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        float *p = &plane[(gsize) y * width + x];
        float  cover = CLAMP (0.5f - shape_distance (shape, x, y) / (2 * shape->soft), 0.0f, 1.0f);

        *p += cover * (shape->level - *p);
      }
}

static float *
natural_plane (int width, int height, guint64 seed)
{
  static const struct { int cell; float levels; } octaves[] =
    { { 512, 90 }, { 128, 50 }, { 64, 30 }, { 32, 16 }, { 16, 8 }, { 8, 4 }, { 4, 2 } };
  TestRandom random = { seed };
  float     *plane = g_new (float, (gsize) width * height);
  int        n_shapes = 24 + (int) ((gint64) width * height / 12000);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        float level = 28;

        for (guint i = 0; i < G_N_ELEMENTS (octaves); i++)
          level += octaves[i].levels * value_noise (seed + i, x, y, octaves[i].cell);
        plane[(gsize) y * width + x] = level;
      }

  for (int i = 0; i < n_shapes; i++)
    {
      Shape shape;

      shape.x = (float) test_random_double (&random, 0, width);
      shape.y = (float) test_random_double (&random, 0, height);
      shape.radius = (float) exp (test_random_double (&random, log (4), log (140)));
      shape.soft = test_random_chance (&random, 0.6) ? 0.7f : (float) test_random_double (&random, 1, 4);
      shape.level = (float) test_random_double (&random, 5, 250);
      shape.kind = test_random_int (&random, 0, 2);
      draw_shape (&shape, plane, width, height);
    }

  return plane;
}

/* Draws soft and sharp shapes of all sizes on uneven ground, with a sensor's noise; colors share the structure. */
void
test_image_natural (CeView *image, guint64 seed)
{
  g_autofree float *plane = natural_plane (image->width, image->height, seed);
  TestRandom        random = { seed + 1 };
  static const int  tint[3] = { 30, -12, -24 };

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      for (int c = 0; c < image->channels; c++)
        {
          gboolean alpha = ce_view_has_alpha (image) && c == image->channels - 1;
          double   level = plane[(gsize) y * image->width + x];
          double   sensor = test_random_double (&random, -2, 2) + test_random_double (&random, -2, 2)
                          + test_random_double (&random, -2, 2);

          if (image->channels >= 3 && ! alpha)
            level += tint[c] * (value_noise (seed + 99, x, y, 200) - 0.5);
          test_image_put (image, x, y, c, alpha ? 255 : level + sensor);
        }
}

static double
content_level (TestContent content, int x, int y, int c, const int *k, TestRandom *random)
{
  switch (content)
    {
    case TEST_NOISE:
      return test_random_int (random, 0, 255);
    case TEST_FEW_LEVELS:
      return test_random_int (random, 0, 3) * k[0] % 256;
    case TEST_SHAPES:
      return ((x * k[1] + y * k[2] + c) / (8 + k[3]) + (y - x) / (5 + k[4] % 7)) & 1 ? k[0] : 255 - k[0];
    case TEST_SPARSE:
      return test_random_chance (random, 0.03) ? test_random_int (random, 0, 255) : 0;
    case TEST_RAMP:
      return abs (x * k[1] + y * k[2] + c * k[3]) % 256;
    default:
      return k[0];
    }
}

/* Fills every channel, alpha too (test_image_fill() then replaces it). */
static void
fill_content (CeView *image, TestContent content, TestRandom *random)
{
  int      k[5];
  gboolean fractions = test_random_chance (random, 0.5);

  k[0] = test_random_int (random, 0, 255);
  for (int i = 1; i < 5; i++)
    k[i] = test_random_int (random, 0, 5);

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      for (int c = 0; c < image->channels; c++)
        {
          double level = content_level (content, x, y, c, k, random);

          if (fractions && image->type != CE_U8 && content != TEST_FLAT)
            level += test_random_double (random, -0.5, 0.5);
          test_image_put (image, x, y, c, level);
        }
}

static double
alpha_level (TestAlpha alpha, int x, int y, TestRandom *random)
{
  switch (alpha)
    {
    case TEST_ALPHA_SOME:
      return test_random_chance (random, 0.01) ? test_random_int (random, 0, 254) : 255;
    case TEST_ALPHA_SHAPES:
      return (x / 9 + y / 7) & 1 ? 255 : 0;
    case TEST_ALPHA_NOISE:
      return test_random_int (random, 0, 255);
    case TEST_ALPHA_NONE:
      return 0;
    default:
      return 255;
    }
}

void
test_image_fill (CeView *image, TestContent content, TestAlpha alpha, TestRandom *random)
{
  if (content == TEST_NATURAL)
    test_image_natural (image, test_random (random));
  else
    fill_content (image, content, random);

  if (! ce_view_has_alpha (image))
    return;

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      test_image_put (image, x, y, image->channels - 1, alpha_level (alpha, x, y, random));
}

/* Multiplies floats by 2^-@powers, so that squares of squares of their differences are not normal numbers. */
void
test_image_fade (CeView *image, int powers)
{
  for (int y = 0; y < image->height; y++)
    {
      float *row = ce_view_row (image, y);

      for (int i = 0; i < image->width * image->channels; i++)
        row[i] = ldexpf (row[i], -powers);
    }
}

/* Sets a @share of the samples to special floats, such as NaN. */
void
test_image_special (CeView *image, double share, TestRandom *random)
{
  static const float special[] = {
    NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e36f, -1e36f, 1e19f, -1e19f, 1e-40f, -1e-40f,
    1e-38f, 1e-20f, -0.0f, 1.0f, -1.0f, 1000.0f, -37.5f, 1.5f, 0.5f
  };

  g_return_if_fail (image->type == CE_F32);

  for (int y = 0; y < image->height; y++)
    {
      float *row = ce_view_row (image, y);

      for (int i = 0; i < image->width * image->channels; i++)
        if (test_random_chance (random, share))
          row[i] = special[test_random_int (random, 0, G_N_ELEMENTS (special) - 1)];
    }
}
