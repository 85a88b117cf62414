/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of sharpening.
 */
#include "plain.h"

#include "engine/arithmetic.h"

/* amount * sum of a_n * (C - C_n) over the eight neighbours. */
static CePlane
kernel_change (const CePlane *c, const CePlane *alpha, float amount)
{
  CePlane out = ce_plain_plane_new (c->width, c->height);

  for (int y = 0; y < c->height; y++)
    for (int x = 0; x < c->width; x++)
      {
        float d[9];

        for (int i = 0; i < 9; i++)
          {
            int nx = x + i % 3 - 1;
            int ny = y + i / 3 - 1;

            d[i] = (ce_plain_at (alpha, nx, ny) / 255.0f) * (ce_plain_at (c, x, y) - ce_plain_at (c, nx, ny));
          }
        out.v[(gsize) y * c->width + x] = amount * ce_sum8 (d[0], d[1], d[2], d[3], d[5], d[6], d[7], d[8]);
      }

  return out;
}

/* Gaussian (C * a) / Gaussian (a); C where that is 0 / 0. */
static CePlane
blurred_under_alpha (const CePlane *c, const CePlane *alpha, const CePlan *plan)
{
  gsize   n = (gsize) c->width * c->height;
  CePlane weight = ce_plain_plane_new (c->width, c->height);
  CePlane product = ce_plain_plane_new (c->width, c->height);
  CePlane numerator;
  CePlane denominator;

  for (gsize i = 0; i < n; i++)
    {
      weight.v[i] = alpha->v[i] / 255.0f;
      product.v[i] = c->v[i] * weight.v[i];
    }

  numerator = ce_plain_gaussian (&product, plan);
  denominator = ce_plain_gaussian (&weight, plan);
  for (gsize i = 0; i < n; i++)
    numerator.v[i] = numerator.v[i] == 0 && denominator.v[i] == 0 ? c->v[i] : numerator.v[i] / denominator.v[i];

  ce_plain_plane_free (&weight);
  ce_plain_plane_free (&product);
  ce_plain_plane_free (&denominator);

  return numerator;
}

static CePlane
unsharp_change (const CePlane *c, const CePlane *alpha, const CePlan *plan)
{
  gsize   n = (gsize) c->width * c->height;
  CePlane blurred = plan->opaque ? ce_plain_gaussian (c, plan) : blurred_under_alpha (c, alpha, plan);

  for (gsize i = 0; i < n; i++)
    {
      float detail = c->v[i] - blurred.v[i];

      detail = ce_abs (detail) <= (float) plan->params.threshold ? 0.0f : detail;
      blurred.v[i] = (float) plan->params.amount * detail;
    }

  return blurred;
}

static void
store (const CeView *result, int x, int y, int channel, float level)
{
  gpointer row = ce_view_row (result, y);
  gsize    i = (gsize) x * result->channels + channel;

  if (result->type == CE_U8)
    ((guint8 *) row)[i] = ce_level_to_u8 (level);
  else
    ((float *) row)[i] = ce_level_to_float_signed (level);
}

static void
copy_alpha (const CeSource *source, const CeView *result)
{
  int a = result->channels - 1;

  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      {
        gsize i = (gsize) x * result->channels + a;

        if (result->type == CE_U8)
          ((guint8 *) ce_view_row (result, y))[i] = ((guint8 *) ce_view_row (&source->view, y))[i];
        else
          ((float *) ce_view_row (result, y))[i] = ((float *) ce_view_row (&source->view, y))[i];
      }
}

void
ce_plain_sharpen (const CeSource *source, const CePlan *plan, const CeView *result)
{
  const CeParams *params = &plan->params;
  gboolean has_alpha = ce_view_has_alpha (&source->view);
  int      n_colors = source->view.channels - (has_alpha ? 1 : 0);
  CePlane  alpha = ce_plain_channel (source, has_alpha ? n_colors : source->view.channels);

  for (int channel = 0; channel < n_colors; channel++)
    {
      CePlane c = ce_plain_channel (source, channel);
      CePlane measured = params->channels == CE_CHANNELS_LUMINANCE ? ce_plain_luma (source, plan)
                                                                   : ce_plain_channel (source, channel);
      CePlane change = params->method == CE_METHOD_KERNEL
                       ? kernel_change (&measured, &alpha, (float) params->amount)
                       : unsharp_change (&measured, &alpha, plan);

      for (int y = 0; y < result->height; y++)
        for (int x = 0; x < result->width; x++)
          store (result, x, y, channel, ce_plain_at (&c, x, y) + ce_plain_at (&change, x, y));

      ce_plain_plane_free (&c);
      ce_plain_plane_free (&measured);
      ce_plain_plane_free (&change);
    }

  if (has_alpha)
    copy_alpha (source, result);

  ce_plain_plane_free (&alpha);
}
