/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening. The measured signal is luma, one float per pixel, or the interleaved samples; its change is added to the
 * samples.
 */
#include "filter.h"

#include <string.h>

/* The most bytes of blurred luminance that are kept, those of 128 megapixels. */
#define BUDGET ((gsize) 512 << 20)

typedef struct
{
  CeRings  rings;
  CeRing *measured;            /* luma or samples */
  CeRing *blurred;             /* of unsharp masking, unless it is kept, else NULL */
  CeRing *weight;              /* alpha of the 3x3 methods; NULL if opaque */
  CeRing *slope;               /* of the mask, or NULL */
  float   *mask;
  float   *change;
} Workspace;

static CeRing *
measured (Workspace *w, const CeCpuRender *render)
{
  if (render->plan->deconvolves)
    return ce_rings_plane (&w->rings, render->planes);
  if (render->plan->params.channels == CE_CHANNELS_LUMINANCE)
    return ce_rings_channel (&w->rings, CE_CHANNEL_LUMA);

  return ce_rings_samples (&w->rings);
}

static void
init_unsharp (Workspace *w, const CeCpuRender *render)
{
  int beside = render->plan->is_limited;

  ce_ring_need (w->measured, beside, beside, 1 + 2 * beside);
  if (render->is_blurred)
    return;

  w->blurred = ce_rings_blurred (&w->rings, w->measured);
  ce_ring_need (w->blurred, 0, 0, 1);
}

static void
init_kernel (Workspace *w, const CeCpuRender *render)
{
  ce_ring_need (w->measured, 1, 1, 3);
  if (render->plan->opaque)
    return;

  w->weight = ce_rings_fraction (&w->rings, w->measured->step);
  ce_ring_need (w->weight, 1, 1, 3);
}

/* Adds the rings of the method. */
static void
init_method (Workspace *w, const CeCpuRender *render)
{
  int beside = render->plan->is_limited;

  w->measured = measured (w, render);
  switch (render->plan->params.method)
    {
    case CE_METHOD_UNSHARP:
      init_unsharp (w, render);
      break;
    case CE_METHOD_DECONVOLVE:
      ce_ring_need (w->measured, beside, beside, 1 + 2 * beside);
      break;
    default:
      init_kernel (w, render);
      break;
    }
}

static void
init (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace *w = data;
  int        channels = render->source->view.channels;

  w->rings.render = render;
  if (render->plan->params.stage == CE_SHOWN_RESULT)
    init_method (w, render);
  if (render->plan->n_ramps > 0)
    {
      w->slope = ce_rings_slope (&w->rings);
      ce_ring_need (w->slope, 0, 0, 1);
    }
  ce_rings_alloc (&w->rings, tile_width);

  w->mask = ce_line_new (tile_width);
  w->change = ce_line_new (tile_width * channels);
}

/* Computes the change of the 3x3 methods. */
static void
change_3x3 (Workspace *w, const CeCpuRender *render, int y, int n)
{
  const CeParams *params = &render->plan->params;
  int             step = w->measured->step;
  const float    *c[3], *rows[3];
  const float   **alpha = w->weight ? rows : NULL;

  ce_ring_rows (w->measured, y - 1, 3, c);
  if (alpha)
    ce_ring_rows (w->weight, y - 1, 3, alpha);

  if (params->method == CE_METHOD_KERNEL)
    render->rows->sharpen.kernel (c, alpha, (float) params->amount, step, w->change, n);
  else
    render->rows->sharpen.adaptive (c, alpha, render->plan->peak, step, w->change, n);
}

static void
unsharp_change (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y, int n)
{
  const CeParams *params = &render->plan->params;
  float       *kept = render->planes ? ce_plane_row (render, 0, y) + tile->x0 : NULL;
  const float *blurred = render->is_blurred ? kept : ce_ring_row (w->blurred, y);

  if (kept && ! render->is_blurred)
    memcpy (kept, blurred, (gsize) n * sizeof (float));

  render->rows->sharpen.detail (ce_ring_row (w->measured, y), blurred, params->threshold_kind, (float) params->threshold,
                                (float) params->amount, w->change, n);
}

/* Computes the difference of the estimate from the observed light. */
static void
deconvolved_change (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y, int n)
{
  const float *estimate = ce_plane_row (render, render->pass->from, y) + tile->x0;

  render->rows->sharpen.detail (estimate, ce_ring_row (w->measured, y), CE_THRESHOLD_HARD, 0,
                                (float) render->plan->params.amount, w->change, n);
}

/* Computes the mask of @n pixels. */
static const float *
mask_row (Workspace *w, const CeCpuRender *render, int y, int n)
{
  render->rows->modulate.ramps (w->slope ? ce_ring_row (w->slope, y) : w->mask, render->plan->ramps, render->plan->n_ramps,
                             w->mask, n);

  return w->mask;
}

/* Modulates the changes of @n pixels. */
static void
modulate_change (Workspace *w, const CeCpuRender *render, int y, int n)
{
  const CePlan *plan = render->plan;
  int           step = w->measured->step;

  if (w->slope)
    render->rows->modulate.masked (w->change, mask_row (w, render, y, n), step, n);
  if (plan->is_limited)
    {
      const float *c[3];

      ce_ring_rows (w->measured, y - 1, 3, c);
      render->rows->modulate.limited (w->change, c, plan->cut_light, plan->cut_dark, step, n * step);
    }
}

/* Copies alpha. */
static void
keep_alpha (const CeCpuRender *render, const CeTile *tile, int y)
{
  const CeView *view = &render->source->view;
  gconstpointer in = ce_view_pixel (view, tile->x0, y);
  gpointer      out = ce_view_pixel (render->result, tile->x0, y);
  int           end = (tile->x1 - tile->x0) * view->channels;

#define COPY(Sample) \
  for (int i = view->channels - 1; i < end; i += view->channels) \
    ((Sample *) out)[i] = ((const Sample *) in)[i]
  switch (view->type)
    {
    case CE_U8: COPY (guint8); break;
    case CE_U16: COPY (guint16); break;
    case CE_F32: COPY (guint32); break;
    }
#undef COPY
}

static void
sharpen_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y, const guint8 *in, guint8 *out)
{
  const CeRows *rows = render->rows;
  const CeView *source = &render->source->view;
  int           n = tile->x1 - tile->x0;
  int           step = w->measured->step;

  if (render->plan->deconvolves)
    deconvolved_change (w, render, tile, y, n);
  else if (render->plan->params.method == CE_METHOD_UNSHARP)
    unsharp_change (w, render, tile, y, n * step);
  else
    change_3x3 (w, render, y, n * step);
  if (render->plan->is_modulated)
    modulate_change (w, render, y, n);

  if (render->plan->deconvolves)
    rows->deconvolve.relit (in, source->type, source->channels, render->pass->channel, ce_ring_row (w->measured, y),
                         w->change, out, n);
  else
    rows->sharpen.add (in, source->type, source->channels, w->change, step, out, n);
}

static void
run (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace    *w = data;
  const CeView *source = &render->source->view;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      const guint8 *in = ce_view_pixel (source, tile->x0, y);
      guint8       *out = ce_view_pixel (render->result, tile->x0, y);

      if (! w->measured)
        render->rows->modulate.gray (mask_row (w, render, y, tile->x1 - tile->x0), source->type, source->channels, out,
                                  tile->x1 - tile->x0);
      else
        sharpen_row (w, render, tile, y, in, out);
      if (ce_view_has_alpha (source))
        keep_alpha (render, tile, y);
    }
}

const CeTiled ce_cpu_sharpen_tiles = { sizeof (Workspace), init, run, 0 };

/* Returns whether blurred luminance of colors, the default, fits its budget. Other signals have several floats per pixel,
 * which take as long to read as to compute. */
static gboolean
is_worth_keeping (const CeCpuRender *render)
{
  const CeParams *params = &render->plan->params;
  const CeView   *source = &render->source->view;

  return params->method == CE_METHOD_UNSHARP && params->stage == CE_SHOWN_RESULT
         && params->channels == CE_CHANNELS_LUMINANCE && ce_n_colors (source->channels) == 3 && params->sigma > 0
         && (gsize) source->width * source->height * sizeof (float) <= ce_kept_budget (BUDGET);
}

/* Renders a sharpening other than deconvolution. It keeps no plane while the radius changes, because keeping would only cost
 * time. */
gboolean
ce_unsharp (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  CeKept       *kept = render->kept;
  const CeView *source = &render->source->view;
  CeStep        first = ce_kept_begin (kept, &render->plan->params, CE_FILTER_SHARPEN, CE_STEP_NONE);

  if (kept->keeps && first >= CE_STEP_THRESHOLDS && is_worth_keeping (render))
    {
      render->planes = ce_kept_reserve (kept, (gsize) source->width * source->height * sizeof (float), NULL);
      render->is_blurred = kept->is_valid;
    }
  if (! ce_tiled_run (&ce_cpu_sharpen_tiles, render, NULL, NULL, progress, error))
    return FALSE;

  kept->is_valid = kept->is_valid || render->planes;

  return TRUE;
}
