/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of Sobel and of the Laplacian of Gaussian.
 */
#include "plain.h"

#include "engine/arithmetic.h"

static float
sobel_level (float dx, float dy, float m2, const CePlan *plan)
{
  float gain = (float) plan->params.gain;

  switch (plan->params.component)
    {
    case CE_COMPONENT_HORIZONTAL:
      return 128.0f + gain * dx * 0.125f;

    case CE_COMPONENT_VERTICAL:
      return 128.0f + gain * dy * 0.125f;

    case CE_COMPONENT_DIRECTION:
      return ce_direction (dx, dy, m2);

    default:
      return gain * (plan->l1 ? ce_abs (dx) + ce_abs (dy) : ce_sqrt (m2));
    }
}

void
ce_plain_sobel (const CeSource *source, const CePlan *plan, const CeView *result)
{
  g_auto (CeGradient) gradient = ce_plain_gradient (source, plan);

  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      {
        gsize i = (gsize) y * result->width + x;

        ce_plain_store (result, x, y, sobel_level (gradient.dx.v[i], gradient.dy.v[i], gradient.m2.v[i], plan), plan);
      }
}

/* Computes the response of the signal with the larger one. */
static CePlane
laplacian_response (const CeSource *source, const CePlan *plan)
{
  int     width = source->view.width;
  int     height = source->view.height;
  CePlane out = ce_plain_plane_new (width, height);

  for (int s = 0; s < plan->signals.n; s++)
    {
      g_auto (CePlane) signal = ce_plain_signal (source, plan, s);
      g_auto (CePlane) g = ce_plain_gaussian (&signal, plan);

      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          {
            float *best = &out.v[(gsize) y * width + x];
            float  lap = ce_laplacian (ce_plain_at (&g, x, y - 1), ce_plain_at (&g, x, y + 1),
                                       ce_plain_at (&g, x - 1, y), ce_plain_at (&g, x + 1, y), ce_plain_at (&g, x, y));

            if (s == 0 || ce_abs (lap) > ce_abs (*best))
              *best = lap;
          }
    }

  return out;
}

static gboolean
crosses_zero (float lap, float neighbour, float threshold)
{
  return (lap < 0) != (neighbour < 0) && ce_abs (lap - neighbour) > threshold;
}

static float
laplacian_level (const CePlane *lap, int x, int y, const CePlan *plan)
{
  float value = ce_plain_at (lap, x, y);
  float threshold = (float) plan->params.threshold;

  switch (plan->params.response)
    {
    case CE_RESPONSE_SIGNED:
      return 128.0f + (float) plan->params.gain * value;

    case CE_RESPONSE_ZERO_CROSSINGS:
      /* A neighbour outside the image is clamped to the pixel itself and so
       * never crosses. */
      return crosses_zero (value, ce_plain_at (lap, x + 1, y), threshold)
             || crosses_zero (value, ce_plain_at (lap, x, y + 1), threshold) ? 255.0f : 0.0f;

    default:
      return ce_abs (value) > threshold ? 255.0f : 0.0f;
    }
}

void
ce_plain_laplacian (const CeSource *source, const CePlan *plan, const CeView *result)
{
  g_auto (CePlane) lap = laplacian_response (source, plan);

  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      ce_plain_store (result, x, y, laplacian_level (&lap, x, y, plan), plan);
}
