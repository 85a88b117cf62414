/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for the gradient and Sobel's results.
 */
#include "known.h"

#include <math.h>

static const char *const operators[] = { "sobel", "scharr", "prewitt" };

static void
constant_and_one_pixel (void)
{
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *p = g_strdup_printf ("operator=%s", operators[i]);

      known_u8 ("a constant has no gradient", "sobel", p, 4, 3, 1,
                U8 (117, 117, 117, 117, 117, 117, 117, 117, 117, 117, 117, 117), U8 (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
      known_u8 ("1x1", "sobel", p, 1, 1, 1, U8 (77), U8 (0));
    }
  known_u8 ("1x1 horizontal", "sobel", "component=horizontal", 1, 1, 3, U8 (1, 2, 3), U8 (128));
  known_u8 ("1x1 direction", "sobel", "component=direction", 1, 1, 1, U8 (9), U8 (0));
}

/* Every operator gives 8 on a ramp of one level per pixel, and 4 at its ends,
 * where the neighbour outside is the pixel itself. Scharr: 16 * 2 / 4.
 * Prewitt: 3 * 2 * 4/3, whose float product rounds to 8 exactly. */
static void
ramp (void)
{
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *p = g_strdup_printf ("operator=%s", operators[i]);
      g_autofree char *l1 = g_strdup_printf ("operator=%s norm=l1", operators[i]);

      known_u8 ("a ramp to the right gives 8", "sobel", p, 5, 2, 1, U8 (0, 1, 2, 3, 4, 0, 1, 2, 3, 4),
                U8 (4, 8, 8, 8, 4, 4, 8, 8, 8, 4));
      known_u8 ("a ramp downwards gives 8", "sobel", p, 2, 5, 1, U8 (9, 9, 8, 8, 7, 7, 6, 6, 5, 5),
                U8 (4, 4, 8, 8, 8, 8, 8, 8, 4, 4));
      /* One level per pixel both ways: dx = dy = 8 in the middle. */
      known_u8 ("L1 is the sum", "sobel", l1, 3, 3, 1, U8 (0, 1, 2, 1, 2, 3, 2, 3, 4), U8 (8, 12, 8, 12, 16, 12, 8, 12, 8));
    }
  /* sqrt (8² + 8²) = 11.31, sqrt (8² + 4²) = 8.94, sqrt (4² + 4²) = 5.66 */
  known_u8 ("L2 is the length", "sobel", "", 3, 3, 1, U8 (0, 1, 2, 1, 2, 3, 2, 3, 4), U8 (6, 9, 6, 9, 11, 9, 6, 9, 6));
}

/* A step of 100: dx = 400 beside it, for Prewitt 300 * 4/3. */
static void
step (void)
{
  for (int i = 0; i < 3; i++)
    {
      g_autofree char *p = g_strdup_printf ("operator=%s gain=0.25", operators[i]);

      known_u8 ("a step", "sobel", p, 5, 1, 1, U8 (0, 0, 100, 100, 100), U8 (0, 100, 100, 0, 0));
      known_u8 ("a step downwards", "sobel", p, 1, 5, 1, U8 (100, 100, 100, 0, 0), U8 (0, 0, 100, 100, 0));
    }
  known_u8 ("a step is clamped", "sobel", "", 4, 1, 1, U8 (0, 0, 100, 100), U8 (0, 255, 255, 0));
}

/* 16 in the middle of 0: |dx| and |dy| are k1 * 16 at a corner neighbour, k2 *
 * 16 and 0 at a side neighbour, 0 in the middle. */
static void
bright_pixel (void)
{
  const guint8 *in = U8 (0, 0, 0, 0, 0,  0, 0, 0, 0, 0,  0, 0, 16, 0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0, 0);

#define RING(corner, side) U8 (0, 0, 0, 0, 0,  0, corner, side, corner, 0,  0, side, 0, side, 0, \
                               0, corner, side, corner, 0,  0, 0, 0, 0, 0)
  /* 16 * sqrt 2 = 22.6 and 32 */
  known_u8 ("one bright pixel", "sobel", "", 5, 5, 1, in, RING (23, 32));
  known_u8 ("one bright pixel", "sobel", "norm=l1", 5, 5, 1, in, RING (32, 32));
  /* 12 * sqrt 2 = 16.97 and 40 */
  known_u8 ("one bright pixel", "sobel", "operator=scharr", 5, 5, 1, in, RING (17, 40));
  known_u8 ("one bright pixel", "sobel", "operator=scharr norm=l1", 5, 5, 1, in, RING (24, 40));
  /* 64/3 * sqrt 2 = 30.2 and 21.3; 42.7 */
  known_u8 ("one bright pixel", "sobel", "operator=prewitt", 5, 5, 1, in, RING (30, 21));
  known_u8 ("one bright pixel", "sobel", "operator=prewitt norm=l1", 5, 5, 1, in, RING (43, 21));
#undef RING

  /* 128 + 16/8 and 128 + 32/8: brighter to the right of a pixel is positive. */
  known_u8 ("horizontal derivative", "sobel", "component=horizontal", 5, 5, 1, in,
            U8 (128, 128, 128, 128, 128,  128, 130, 128, 126, 128,  128, 132, 128, 124, 128,  128, 130, 128, 126, 128,
                128, 128, 128, 128, 128));
  known_u8 ("vertical derivative", "sobel", "component=vertical", 5, 5, 1, in,
            U8 (128, 128, 128, 128, 128,  128, 130, 132, 130, 128,  128, 128, 128, 128, 128,  128, 126, 124, 126, 128,
                128, 128, 128, 128, 128));
  known_u8 ("gain of a derivative", "sobel", "component=vertical gain=2", 5, 5, 1, in,
            U8 (128, 128, 128, 128, 128,  128, 132, 136, 132, 128,  128, 128, 128, 128, 128,  128, 124, 120, 124, 128,
                128, 128, 128, 128, 128));
  /* Towards the bright pixel, y down: from the left 0°, from the top left 45°
   * (32), from above 90° (64), and so on round. */
  known_u8 ("directions", "sobel", "component=direction", 5, 5, 1, in,
            U8 (0, 0, 0, 0, 0,  0, 32, 64, 96, 0,  0, 0, 0, 128, 0,  0, 224, 192, 160, 0,  0, 0, 0, 0, 0));
}

/* A plane that rises towards @degrees, in floats: the direction in its middle
 * within 0.1°, for every half degree. */
static double
worst_angle (const char *backend, const char *operator_)
{
  g_autofree char *params = g_strdup_printf ("component=direction operator=%s", operator_);
  double           worst = 0;

  for (int i = 0; i < 720; i++)
    {
      g_autoptr (GError) error = NULL;
      double             angle = i * 0.5 * G_PI / 180;
      float              in[9];
      CeView             image = { (guint8 *) in, 12, 3, 3, 1, CE_F32 };
      CeView             result;
      double             off;

      for (int k = 0; k < 9; k++)
        in[k] = (float) (0.5 + 0.1 * ((k % 3 - 1) * cos (angle) + (k / 3 - 1) * sin (angle)));
      if (! test_render ("sobel", backend, params, &image, &result, &error))
        return INFINITY;
      off = fabs (((float *) result.data)[4] * 255.0 * 360 / 256 - i * 0.5);
      worst = MAX (worst, MIN (off, 360 - off));
      test_image_clear (&result);
    }

  return worst;
}

static void
angles (void)
{
  for (char **backend = known_backends; *backend; backend++)
    for (int i = 0; i < 3; i++)
      {
        double worst = worst_angle (*backend, operators[i]);

        test_ok (worst < 0.1, "sobel: directions with %s on %s are off by at most %.5f°", operators[i], *backend, worst);
      }
}

void
known_gradient (void)
{
  constant_and_one_pixel ();
  ramp ();
  step ();
  bright_pixel ();
  angles ();
}
