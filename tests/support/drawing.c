/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws pictures of known shapes.
 */
#include "drawing.h"

#include "engine/session-private.h"

#include <math.h>

#define SAMPLES 8
#define BLUR 3

/* Pixels from the middle of a pixel to a border beyond which that does not touch it. */
#define FAR 3

/* Returns the distance from a circle, positive inside. */
double
drawing_disc (const Shape *shape, double x, double y)
{
  return shape->size - hypot (x - shape->x, y - shape->y);
}

/* Returns the distance from a square along an axis, positive inside. */
double
drawing_square (const Shape *shape, double x, double y)
{
  double u = cos (shape->angle) * (x - shape->x) + sin (shape->angle) * (y - shape->y);
  double v = cos (shape->angle) * (y - shape->y) - sin (shape->angle) * (x - shape->x);

  return shape->size - MAX (fabs (u), fabs (v));
}

/* Returns the distance from a segment. */
double
drawing_from_segment (CeVec a, CeVec b, double x, double y)
{
  double ux = b.x - a.x, uy = b.y - a.y, vx = x - a.x, vy = y - a.y, s = (ux * vx + uy * vy) / (ux * ux + uy * uy);

  s = CLAMP (s, 0, 1);

  return hypot (vx - s * ux, vy - s * uy);
}

/* Returns the distance from a wave of 90 pixels, positive below. */
double
drawing_wave (const Shape *shape, double x, double y)
{
  double slope = 1.5 * cos (x / 60);

  return (y - shape->y - 90 * sin (x / 60)) / sqrt (1 + slope * slope);
}

static double
normal (TestRandom *random)
{
  double sum = -6;

  for (int i = 0; i < 12; i++)
    sum += test_random_double (random, 0, 1);

  return sum;
}

/* Returns the share of a pixel that is inside a shape; far from its border one sample says it. */
static double
covered (InsideFunc inside, const Shape *shape, int left, int top)
{
  double distance = inside (shape, left + 0.5, top + 0.5);
  int    n = 0;

  if (fabs (distance) > FAR)
    return distance > 0;

  for (int k = 0; k < SAMPLES * SAMPLES; k++)
    n += inside (shape, left + (k % SAMPLES + 0.5) / SAMPLES, top + (k / SAMPLES + 0.5) / SAMPLES) > 0;

  return (double) n / (SAMPLES * SAMPLES);
}

/* Draws a shape of 200 on 40; free with test_image_clear(). */
void
drawing_draw (CeView *view, int side, InsideFunc inside, const Shape *shape, double noise, guint64 seed)
{
  TestRandom         random = { seed };
  int                n = side + 2 * BLUR;
  g_autofree double *sharp = g_new0 (double, n * n), *rows = g_new0 (double, n * n);
  double             weights[2 * BLUR + 1], sum = 0;

  for (int i = 0; i < n * n; i++)
    sharp[i] = 40 + 160 * covered (inside, shape, i % n - BLUR, i / n - BLUR);
  for (int k = -BLUR; k <= BLUR; k++)
    sum += weights[k + BLUR] = exp (-k * k / (2 * 0.7 * 0.7));
  for (int i = BLUR; i < n * n - BLUR; i++)
    for (int k = -BLUR; k <= BLUR; k++)
      rows[i] += sharp[i + k] * weights[k + BLUR] / sum;

  test_image_init (view, side, side, 1, CE_U8);
  for (int y = 0; y < side; y++)
    for (int x = 0; x < side; x++)
      {
        double level = 0;

        for (int k = -BLUR; k <= BLUR; k++)
          level += rows[(y + BLUR + k) * n + x + BLUR] * weights[k + BLUR] / sum;
        test_image_put (view, x, y, 0, rint (level + (noise > 0 ? noise * normal (&random) : 0)));
      }
}

/* Blurs a picture of one channel by @sigma pixels more. */
void
drawing_blur (CeView *view, double sigma)
{
  int                reach = (int) ceil (3 * sigma), n = view->width * view->height;
  g_autofree double *rows = g_new0 (double, n);
  double             sum = 0;

  for (int k = -reach; k <= reach; k++)
    sum += exp (-k * k / (2 * sigma * sigma));
  for (int i = 0; i < n; i++)
    for (int k = -reach; k <= reach; k++)
      rows[i] += *ce_view_pixel (view, CLAMP (i % view->width + k, 0, view->width - 1), i / view->width)
                 * exp (-k * k / (2 * sigma * sigma)) / sum;
  for (int i = 0; i < n; i++)
    {
      double level = 0;

      for (int k = -reach; k <= reach; k++)
        level += rows[CLAMP (i / view->width + k, 0, view->height - 1) * view->width + i % view->width]
                 * exp (-k * k / (2 * sigma * sigma)) / sum;
      test_image_put (view, i % view->width, i / view->width, 0, rint (level));
    }
}

CeLines *
drawing_find (const CeView *view, const char *text, double tolerance)
{
  g_autoptr (CeSession) session = test_session_new ("canny", "cpu", view, FALSE, NULL);
  CeParams              params;

  ce_params_init (&params, session->filter);
  ce_params_parse (&params, session->filter, text, NULL);
  params.tolerance = tolerance;
  params.least_length = 8;

  return ce_lines_find (session, &params, NULL, NULL, NULL, NULL);
}

CeVec
drawing_point (CeVec from, const CeBezier *curve, double u)
{
  CeVec c[3];

  if (curve->is_line)
    return (CeVec) { from.x + u * (curve->to.x - from.x), from.y + u * (curve->to.y - from.y) };
  ce_curve_powers (from, curve->handle, curve->to, c);

  return (CeVec) { ((c[2].x * u + c[1].x) * u + c[0].x) * u + from.x, ((c[2].y * u + c[1].y) * u + c[0].y) * u + from.y };
}
