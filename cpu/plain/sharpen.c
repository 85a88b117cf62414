/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The specification of sharpening.
 */
#include "plain.h"

#include "engine/samples.h"

#include <string.h>

/* Computes amount * sum of a_n * (C - C_n) over the eight neighbours. */
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

/* Computes contrast-adaptive sharpening; a transparent neighbour equals the middle. */
static CePlane
adaptive_change (const CePlane *c, const CePlane *alpha, const CePlan *plan)
{
  CePlane out = ce_plain_plane_new (c->width, c->height);

  for (int y = 0; y < c->height; y++)
    for (int x = 0; x < c->width; x++)
      {
        float middle = ce_adaptive_level (ce_plain_at (c, x, y));
        float v[9];

        for (int i = 0; i < 9; i++)
          {
            int nx = x + i % 3 - 1;
            int ny = y + i / 3 - 1;

            v[i] = ce_adaptive_level (ce_plain_at (c, nx, ny));
            if (! plan->opaque)
              v[i] = ce_adaptive_under (v[i], middle, ce_plain_at (alpha, nx, ny) / 255.0f);
          }
        out.v[(gsize) y * c->width + x] = ce_adaptive (v[0], v[1], v[2], v[3], middle, v[5], v[6], v[7], v[8],
                                                        plan->peak);
      }

  return out;
}

static CePlane
unsharp_change (const CePlane *c, const CePlane *alpha, const CePlan *plan)
{
  const CeParams *params = &plan->params;
  float           threshold = (float) params->threshold;
  gboolean        soft = params->threshold_kind == CE_THRESHOLD_SOFT;
  gsize           n = (gsize) c->width * c->height;
  CePlane         blurred = ce_plain_blurred (c, alpha, plan);

  for (gsize i = 0; i < n; i++)
    {
      float detail = c->v[i] - blurred.v[i];

      blurred.v[i] = (float) params->amount * (soft ? ce_soft (detail, threshold) : ce_hard (detail, threshold));
    }

  return blurred;
}

static void
store (const CeView *result, int x, int y, int channel, float level)
{
  ce_put_level (ce_view_row (result, y), result->type, (gsize) x * result->channels + channel, level, FALSE);
}

static void
copy_alpha (const CeSource *source, const CeView *result)
{
  gsize size = ce_type_size (result->type);

  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      {
        gsize at = ((gsize) (x + 1) * result->channels - 1) * size;

        memcpy ((guint8 *) ce_view_row (result, y) + at, (const guint8 *) ce_view_row (&source->view, y) + at, size);
      }
}

/* Computes the change of the signal @c: levels, or linear light for deconvolution. */
static CePlane
signal_change (const CePlane *c, const CePlane *alpha, const CePlan *plan)
{
  gsize   n = (gsize) c->width * c->height;
  CePlane change;

  switch (plan->params.method)
    {
    case CE_METHOD_KERNEL:
      return kernel_change (c, alpha, (float) plan->params.amount);
    case CE_METHOD_ADAPTIVE:
      return adaptive_change (c, alpha, plan);
    case CE_METHOD_DECONVOLVE:
      change = ce_plain_deconvolved (c, alpha, plan);
      for (gsize i = 0; i < n; i++)
        change.v[i] = (float) plan->params.amount * (change.v[i] - c->v[i]);
      return change;
    default:
      return unsharp_change (c, alpha, plan);
    }
}

/* Returns the signal that is sharpened: luma or a channel, or for deconvolution their linear light. */
static CePlane
measured_signal (const CeSource *source, const CePlan *plan, int channel)
{
  const CeParams *params = &plan->params;
  gboolean        luminance = params->channels == CE_CHANNELS_LUMINANCE && ce_n_colors (source->view.channels) == 3;
  gsize           n = (gsize) source->view.width * source->view.height;
  CePlane         c[3];

  if (params->method != CE_METHOD_DECONVOLVE)
    return luminance ? ce_plain_luma (source, plan) : ce_plain_channel (source, channel);

  for (int k = 0; k < (luminance ? 3 : 1); k++)
    {
      c[k] = ce_plain_channel (source, luminance ? k : channel);
      for (gsize i = 0; i < n; i++)
        c[k].v[i] = ce_linear (c[k].v[i]);
    }
  if (luminance)
    {
      for (gsize i = 0; i < n; i++)
        c[0].v[i] = ce_luma (c[0].v[i], c[1].v[i], c[2].v[i], plan->wr, plan->wb);
      ce_plain_plane_free (&c[1]);
      ce_plain_plane_free (&c[2]);
    }

  return c[0];
}

static void
sharpen_channel (const CeSource *source, const CePlan *plan, const CePlane *alpha, const CePlane *mask, int channel,
                 const CeView *result)
{
  gboolean         deconvolves = plan->params.method == CE_METHOD_DECONVOLVE;
  g_auto (CePlane) c = ce_plain_channel (source, channel);
  g_auto (CePlane) measured = measured_signal (source, plan, channel);
  g_auto (CePlane) change = signal_change (&measured, alpha, plan);

  if (plan->is_modulated)
    ce_plain_limit (&change, &measured, mask, plan);
  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      {
        float level = ce_plain_at (&c, x, y);
        float by = ce_plain_at (&change, x, y);

        if (deconvolves)
          by = ce_relit (level, ce_relight (ce_plain_at (&measured, x, y), by));
        store (result, x, y, channel, level + by);
      }
}

void
ce_plain_sharpen (const CeSource *source, const CePlan *plan, const CeView *result)
{
  gboolean         has_alpha = ce_view_has_alpha (&source->view);
  int              n_colors = source->view.channels - (has_alpha ? 1 : 0);
  g_auto (CePlane) alpha = ce_plain_channel (source, n_colors);
  g_auto (CePlane) mask = { 0 };

  if (plan->is_modulated)
    mask = ce_plain_mask (source, plan);
  for (int channel = 0; channel < n_colors; channel++)
    if (plan->params.stage == CE_SHOWN_RESULT)
      sharpen_channel (source, plan, &alpha, &mask, channel, result);
    else
      for (int y = 0; y < result->height; y++)
        for (int x = 0; x < result->width; x++)
          store (result, x, y, channel, 255.0f * ce_plain_at (&mask, x, y));

  if (has_alpha)
    copy_alpha (source, result);
}
