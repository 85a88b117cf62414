/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stages of the specification.
 */
#include "plain.h"

#include "engine/samples.h"

CePlane
ce_plain_plane_new (int width, int height)
{
  return (CePlane) { width, height, g_new (float, (gsize) width * height) };
}

static float
sample_level (const CeView *view, int x, int y, int channel)
{
  const guint8 *row = ce_view_row (view, y);
  gsize         i = (gsize) x * view->channels + channel;

  return ce_level_of (row, view->type, i);
}

/* Returns the levels of one channel; 255 everywhere for the alpha of an image without one. */
CePlane
ce_plain_channel (const CeSource *source, int channel)
{
  const CeView *view = &source->view;
  CePlane       plane = ce_plain_plane_new (view->width, view->height);

  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      plane.v[(gsize) y * view->width + x] = channel < view->channels ? sample_level (view, x, y, channel) : 255.0f;

  return plane;
}

CePlane
ce_plain_luma (const CeSource *source, const CePlan *plan)
{
  const CeView *view = &source->view;
  CePlane       plane;

  if (ce_n_colors (view->channels) == 1)
    return ce_plain_channel (source, 0);

  plane = ce_plain_plane_new (view->width, view->height);
  for (int y = 0; y < view->height; y++)
    for (int x = 0; x < view->width; x++)
      plane.v[(gsize) y * view->width + x] =
        ce_luma (sample_level (view, x, y, 0), sample_level (view, x, y, 1), sample_level (view, x, y, 2),
                 plan->wr, plan->wb);

  return plane;
}

/* Returns a signal of the plan. */
CePlane
ce_plain_signal (const CeSource *source, const CePlan *plan, int number)
{
  const CeSignal *signal = &plan->signals.signal[number];
  CePlane         plane = signal->channel == CE_CHANNEL_LUMA ? ce_plain_luma (source, plan)
                                                             : ce_plain_channel (source, signal->channel);
  g_auto (CePlane) alpha = { 0 };

  if (! signal->covered)
    return plane;

  alpha = ce_plain_channel (source, source->view.channels - 1);
  for (gsize i = 0; i < (gsize) plane.width * plane.height; i++)
    plane.v[i] = ce_luma_covered (plane.v[i], alpha.v[i]);

  return plane;
}

static CePlane
gaussian_pass (const CePlane *plane, const float *weights, int radius, int step_x, int step_y)
{
  CePlane out = ce_plain_plane_new (plane->width, plane->height);

  for (int y = 0; y < plane->height; y++)
    for (int x = 0; x < plane->width; x++)
      {
        float acc = weights[0] * ce_plain_at (plane, x, y);

        for (int i = 1; i <= radius; i++)
          acc = acc + weights[i] * (ce_plain_at (plane, x - i * step_x, y - i * step_y)
                                    + ce_plain_at (plane, x + i * step_x, y + i * step_y));
        out.v[(gsize) y * plane->width + x] = acc;
      }

  return out;
}

/* Returns the Gaussian of @plane, a copy if the radius is 0. */
CePlane
ce_plain_blur (const CePlane *plane, const float *weights, int radius)
{
  g_auto (CePlane) rows = gaussian_pass (plane, weights, radius, 1, 0);

  return gaussian_pass (&rows, weights, radius, 0, 1);
}

CePlane
ce_plain_gaussian (const CePlane *plane, const CePlan *plan)
{
  return ce_plain_blur (plane, plan->weights, plan->radius);
}

/* Returns the Gaussian; with transparency it is Gaussian (C * a) / Gaussian (a), or C where both are 0. */
CePlane
ce_plain_blurred (const CePlane *c, const CePlane *alpha, const CePlan *plan)
{
  gsize            n = (gsize) c->width * c->height;
  g_auto (CePlane) weight = ce_plain_plane_new (c->width, c->height);
  g_auto (CePlane) product = ce_plain_plane_new (c->width, c->height);
  g_auto (CePlane) denominator = { 0 };
  CePlane          numerator;

  if (plan->opaque)
    return ce_plain_gaussian (c, plan);

  for (gsize i = 0; i < n; i++)
    {
      weight.v[i] = alpha->v[i] / 255.0f;
      product.v[i] = c->v[i] * weight.v[i];
    }

  numerator = ce_plain_gaussian (&product, plan);
  denominator = ce_plain_gaussian (&weight, plan);
  for (gsize i = 0; i < n; i++)
    numerator.v[i] = numerator.v[i] == 0 && denominator.v[i] == 0 ? c->v[i] : numerator.v[i] / denominator.v[i];

  return numerator;
}

/* Writes the derivatives and returns the squared magnitude, or the direction and the strength of the middle of a line. */
static float
derivatives (const CePlane *g, int x, int y, const CePlan *plan, float *dx, float *dy)
{
  const CeDerivative *k = &plan->derivative;
  const CeRidge      *ridge = &plan->ridge;
  float tl = ce_plain_at (g, x - 1, y - 1), t = ce_plain_at (g, x, y - 1), tr = ce_plain_at (g, x + 1, y - 1);
  float l = ce_plain_at (g, x - 1, y), r = ce_plain_at (g, x + 1, y);
  float bl = ce_plain_at (g, x - 1, y + 1), b = ce_plain_at (g, x, y + 1), br = ce_plain_at (g, x + 1, y + 1);

  if (plan->finds_middles)
    return ce_ridge (tl, t, tr, l, ce_plain_at (g, x, y), r, bl, b, br, ridge->k1, ridge->k2, ridge->k3, ridge->strength,
                     dx, dy);

  *dx = ce_gradient_x (tl, l, bl, tr, r, br, k->k1, k->k2, k->scale);
  *dy = ce_gradient_y (tl, t, tr, bl, b, br, k->k1, k->k2, k->scale);

  return *dx * *dx + *dy * *dy;
}

/* Computes the derivatives of the signal that is strongest at each pixel, the first of equal ones. */
CeGradient
ce_plain_gradient (const CeSource *source, const CePlan *plan)
{
  int        width = source->view.width;
  int        height = source->view.height;
  CeGradient out = { ce_plain_plane_new (width, height), ce_plain_plane_new (width, height),
                     ce_plain_plane_new (width, height) };
  g_auto (CePlane) strongest = ce_plain_plane_new (width, height);

  for (int s = 0; s < plan->signals.n; s++)
    {
      g_auto (CePlane) signal = ce_plain_signal (source, plan, s);
      g_auto (CePlane) g = ce_plain_gaussian (&signal, plan);

      for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
          {
            gsize i = (gsize) y * width + x;
            float dx, dy, m2 = derivatives (&g, x, y, plan, &dx, &dy);
            float compared = plan->compares_l1 ? ce_abs (dx) + ce_abs (dy) : m2;

            if (s == 0 || compared > strongest.v[i])
              {
                out.dx.v[i] = dx;
                out.dy.v[i] = dy;
                out.m2.v[i] = m2;
                strongest.v[i] = compared;
              }
          }
    }

  return out;
}

/* Writes one level of an edge map. */
void
ce_plain_store (const CeView *result, int x, int y, float level, const CePlan *plan)
{
  if (plan->is_strength)
    *(float *) ce_view_pixel (result, x, y) = level;
  else
    ce_put_level (ce_view_row (result, y), result->type, (gsize) x, plan->inverted ? 255.0f - level : level, TRUE);
}
