/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "serial.h"

#include "plain.h"

#include <math.h>
#include <string.h>

/* The threshold and the sigma that 003 measured with. */
#define LOW 51
#define HIGH 102
#define SIGMA 2.0
#define TAPS 13

static void
conv3 (const SerialImages *i, int y0, int y1)
{
  plain_conv (i->floats, i->numbers, i->width, i->height, 1, y0, y1);
}

static void
conv5 (const SerialImages *i, int y0, int y1)
{
  plain_conv (i->floats, i->numbers, i->width, i->height, 2, y0, y1);
}

static void
gauss (const SerialImages *i, int y0, int y1)
{
  plain_gauss_whole (i->bytes, i->out, i->width, i->height, y0, y1);
}

/* With the functions that 002 names. */
static void
gradient (const SerialImages *s, int y0, int y1)
{
  for (int y = y0; y < y1; y++)
    for (int x = 0; x < s->width; x++)
      {
        const guint8 *a = s->bytes + (gsize) MAX (y - 1, 0) * s->width, *b = s->bytes + (gsize) y * s->width;
        const guint8 *c = s->bytes + (gsize) MIN (y + 1, s->height - 1) * s->width;
        int           l = MAX (x - 1, 0), r = MIN (x + 1, s->width - 1);
        int           gx = (a[l] - a[r]) + 2 * (b[l] - b[r]) + (c[l] - c[r]);
        int           gy = (a[l] - c[l]) + 2 * (a[x] - c[x]) + (a[r] - c[r]);

        s->numbers[(gsize) y * s->width + x] = (float) hypot (gx, gy);
        s->angles[(gsize) y * s->width + x] = (float) (fmod (atan2 (gy, gx) + G_PI, G_PI) / G_PI * 8);
      }
}

static void
thin_float (const SerialImages *i, int y0, int y1)
{
  plain_thin_float (i->magnitude, i->direction, i->numbers, i->width, i->height, y0, y1);
}

static void
by_queue (const SerialImages *i, int y0, int y1)
{
  plain_hysteresis_queue (i->thinned, i->out, i->width, i->height, 40, 80);
}

static void
blur_whole (const SerialImages *i, int y0, int y1)
{
  float filter[TAPS * TAPS];

  plain_blur_filter (SIGMA, filter);
  plain_blur_whole (i->bytes, i->out, i->width, i->height, filter, TAPS, y0, y1);
}

/* Every share computes its rows along y, and those it needs are its own. */
static void
blur_separable (const SerialImages *i, int y0, int y1)
{
  float side[TAPS];

  plain_blur_side (SIGMA, side);
  plain_blur_along_y (i->bytes, i->more, i->width, i->height, side, TAPS, y0, y1);
  plain_blur_along_x (i->more, i->out, i->width, i->height, side, TAPS, y0, y1);
}

/* With the arc tangent that 003 names. */
static void
sobel (const SerialImages *s, int y0, int y1)
{
  for (int y = MAX (y0, 1); y < MIN (y1, s->height - 1); y++)
    for (int x = 1; x < s->width - 1; x++)
      {
        const guint8 *b = s->bytes + (gsize) y * s->width + x, *a = b - s->width, *c = b + s->width;
        int           v = (a[-1] + 2 * a[0] + a[1]) - (c[-1] + 2 * c[0] + c[1]);
        int           h = (a[-1] + 2 * b[-1] + c[-1]) - (a[1] + 2 * b[1] + c[1]);

        s->out[b - s->bytes] = (guint8) MIN (255, (int) sqrtf ((float) (h * h + v * v)));
        s->more[b - s->bytes] = (guint8) plain_sector_float (v, h);
      }
}

static void
thin_bytes (const SerialImages *i, int y0, int y1)
{
  plain_thin_bytes (i->lengths, i->sectors, i->out, i->width, i->height, NULL, y0, y1);
}

static void
threshold (const SerialImages *i, int y0, int y1)
{
  gsize first = (gsize) y0 * i->width;

  plain_threshold (i->thin + first, i->out + first, (gsize) (y1 - y0) * i->width, LOW, HIGH);
}

static void
by_depth (const SerialImages *i, int y0, int y1)
{
  plain_hysteresis_depth (i->classes, i->out, i->width, i->height);
}

static void
shifted (const SerialImages *i, int y0, int y1)
{
  plain_sobel_shifted (i->bytes, (gint8 *) i->out, (gint8 *) i->more, i->width, i->height, i->width, y0, y1);
}

/* 16 bytes as 16 numbers of 16 bits, in the compiler's own vectors. */
typedef guint8 Bytes16 __attribute__ ((vector_size (16)));
typedef gint8  Signs16 __attribute__ ((vector_size (16)));
typedef gint16 Shorts16 __attribute__ ((vector_size (32)));

#define LOAD(at) ({ Bytes16 bytes; memcpy (&bytes, at, 16); __builtin_convertvector (bytes, Shorts16); })
#define STORE(at, value) do { Signs16 signs = __builtin_convertvector (value, Signs16); memcpy (at, &signs, 16); } while (0)

static inline __attribute__ ((always_inline)) void
shifted_vectors (const SerialImages *s, int y0, int y1)
{
  for (int y = MAX (y0, 1); y < MIN (y1, s->height - 1); y++)
    {
      int x = 1;

      for (; x + 16 < s->width; x += 16)
        {
          const guint8 *b = s->bytes + (gsize) y * s->width + x, *a = b - s->width, *c = b + s->width;
          Shorts16      a0 = LOAD (a - 1), a1 = LOAD (a), a2 = LOAD (a + 1), b0 = LOAD (b - 1), b2 = LOAD (b + 1);
          Shorts16      c0 = LOAD (c - 1), c1 = LOAD (c), c2 = LOAD (c + 1);

          STORE (s->out + (b - s->bytes), ((a2 - a0) + 2 * (b2 - b0) + (c2 - c0)) >> 3);
          STORE (s->more + (b - s->bytes), ((a0 + 2 * a1 + a2) - (c0 + 2 * c1 + c2)) >> 3);
        }
      for (; x < s->width - 1; x++)
        {
          const guint8 *b = s->bytes + (gsize) y * s->width + x, *a = b - s->width, *c = b + s->width;

          s->out[b - s->bytes] = (guint8) (((a[1] - a[-1]) + 2 * (b[1] - b[-1]) + (c[1] - c[-1])) >> 3);
          s->more[b - s->bytes] = (guint8) (((a[-1] + 2 * a[0] + a[1]) - (c[-1] + 2 * c[0] + c[1])) >> 3);
        }
    }
}

static void
shifted_base (const SerialImages *images, int y0, int y1)
{
  shifted_vectors (images, y0, y1);
}

#ifdef __x86_64__
__attribute__ ((target ("arch=x86-64-v3"))) static void
shifted_v3 (const SerialImages *images, int y0, int y1)
{
  shifted_vectors (images, y0, y1);
}

__attribute__ ((target ("arch=x86-64-v4"))) static void
shifted_v4 (const SerialImages *images, int y0, int y1)
{
  shifted_vectors (images, y0, y1);
}
#endif

static void
combine (const SerialImages *s, int y0, int y1)
{
  gsize first = (gsize) y0 * s->width;

  plain_combine ((gint8 *) s->lengths + first, (gint8 *) s->sectors + first, s->out + first, (gsize) (y1 - y0) * s->width);
}

const SerialRung serial_rungs[] = {
  { "001-serial-conv3", conv3, FALSE, NULL, 18 },
  { "001-serial-conv5", conv5, FALSE, NULL, 50 },
  { "002-serial-gauss", gauss, FALSE, NULL, 51 },
  { "002-serial-gradient", gradient, FALSE, NULL, 22 },
  { "002-serial-thin", thin_float, FALSE, NULL, 6 },
  { "002-serial-hysteresis", by_queue, TRUE, NULL, 2 },
  { "003-serial-blur", blur_whole, FALSE, NULL, 2 * TAPS * TAPS },
  { "003-serial-blur-separable", blur_separable, FALSE, NULL, 4 * TAPS },
  { "003-serial-sobel", sobel, FALSE, NULL, 20 },
  { "003-serial-thin", thin_bytes, FALSE, NULL, 2 },
  { "003-serial-threshold", threshold, FALSE, NULL, 2 },
  { "003-serial-hysteresis", by_depth, TRUE, NULL, 2 },
  { "004-serial-scalar", shifted, FALSE, NULL, 14 },
  { "004-serial-vectors", shifted_base, FALSE, NULL, 14 },
#ifdef __x86_64__
  { "004-serial-vectors-v3", shifted_v3, FALSE, "v3", 14 },
  { "004-serial-vectors-v4", shifted_v4, FALSE, "v4", 14 },
#endif
  { "004-serial-combine", combine, FALSE, NULL, 4 },
};

const guint serial_n_rungs = G_N_ELEMENTS (serial_rungs);

gboolean
serial_can_run (const SerialRung *rung)
{
#ifdef __x86_64__
  if (g_strcmp0 (rung->needs, "v3") == 0)
    return __builtin_cpu_supports ("x86-64-v3") != 0;
  if (g_strcmp0 (rung->needs, "v4") == 0)
    return __builtin_cpu_supports ("x86-64-v4") != 0;
#endif
  return ! rung->needs;
}

/* Prepares the inputs of each step by the statements before it. */
SerialImages *
serial_images_new (const guint8 *bytes, int width, int height)
{
  SerialImages *s = g_new0 (SerialImages, 1);
  gsize         n = (gsize) width * height;
  float       **floats[] = { &s->floats, &s->magnitude, &s->direction, &s->thinned, &s->numbers, &s->angles };
  guint8      **all[] = { &s->lengths, &s->sectors, &s->classes, &s->thin, &s->out, &s->more };

  s->width = width;
  s->height = height;
  s->bytes = g_memdup2 (bytes, n);
  for (guint i = 0; i < G_N_ELEMENTS (floats); i++)
    *floats[i] = g_new0 (float, n);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    *all[i] = g_malloc0 (n);
  for (gsize i = 0; i < n; i++)
    s->floats[i] = bytes[i];
  plain_gradient (bytes, s->magnitude, s->direction, width, height, 0, height);
  plain_thin_float (s->magnitude, s->direction, s->thinned, width, height, 0, height);
  plain_sobel_bytes (bytes, s->lengths, s->sectors, width, height, NULL, 0, height);
  plain_thin_bytes (s->lengths, s->sectors, s->thin, width, height, NULL, 0, height);
  plain_threshold (s->thin, s->classes, n, LOW, HIGH);

  return s;
}

void
serial_images_free (SerialImages *s)
{
  gpointer all[] = { s->bytes, s->floats, s->magnitude, s->direction, s->thinned, s->lengths, s->sectors, s->classes,
                     s->thin, s->out, s->more, s->numbers, s->angles, s };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    g_free (all[i]);
}

typedef struct
{
  const SerialRung   *rung;
  const SerialImages *images;
  int                 y0, y1;
} Share;

static gpointer
run_share (gpointer data)
{
  Share *share = data;

  share->rung->rows (share->images, share->y0, share->y1);

  return NULL;
}

void
serial_run (const SerialRung *rung, const SerialImages *images, int n_threads)
{
  int                 n = rung->alone ? 1 : MIN (n_threads, images->height);
  g_autofree Share   *shares = g_new (Share, n);
  g_autofree GThread **others = g_new (GThread *, n);

  for (int i = 0; i < n; i++)
    {
      shares[i] = (Share) { rung, images, (int) ((gint64) images->height * i / n),
                            (int) ((gint64) images->height * (i + 1) / n) };
      if (i > 0)
        others[i] = g_thread_new ("rows", run_share, &shares[i]);
    }
  run_share (&shares[0]);
  for (int i = 1; i < n; i++)
    g_thread_join (others[i]);
}
