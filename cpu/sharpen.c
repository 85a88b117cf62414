/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening. What is measured is either luma, one float per pixel, or the
 * samples as they are interleaved; the change is added to the samples.
 */
#include "filter.h"

#include <string.h>

typedef struct
{
  CeChain  chain;
  CeRing *colour;              /* what is changed: the samples */
  CeRing *measured;            /* what is measured */
  CeRing *blurred;             /* of unsharp, else NULL */
  CeRing *weight;              /* blurred alpha, or alpha of the kernel; NULL if opaque */
  float   *change;
  float   *quotient;
  float   *out;
} Workspace;

static CeRing *
measured (Workspace *w, const CeRender *render)
{
  if (render->params->channels == CE_CHANNELS_LUMINANCE)
    return ce_chain_luma (&w->chain, CE_LUMA_709);

  return ce_chain_samples (&w->chain);
}

static void
init_unsharp (Workspace *w, const CeRender *render, int step)
{
  CeRing *colour = measured (w, render);
  CeRing *weight;

  if (! render->source->opaque)
    {
      weight = ce_chain_fraction (&w->chain, step);
      w->weight = ce_chain_gaussian (&w->chain, weight, render->weights, render->radius);
      ce_ring_need (w->weight, 0, 0, 1);
      colour = ce_chain_product (&w->chain, colour, ce_chain_fraction (&w->chain, step));
    }

  w->blurred = ce_chain_gaussian (&w->chain, colour, render->weights, render->radius);
  ce_ring_need (w->blurred, 0, 0, 1);
}

static gpointer
new_workspace (const CeRender *render, int tile_width)
{
  Workspace *w = g_new0 (Workspace, 1);
  int        channels = render->source->view.channels;
  int        step;

  ce_chain_init (&w->chain, render->rows, render->source);
  w->colour = ce_chain_samples (&w->chain);
  w->measured = measured (w, render);
  step = w->measured->step;

  if (render->params->method == CE_METHOD_UNSHARP)
    init_unsharp (w, render, step);
  else if (! render->source->opaque)
    w->weight = ce_chain_fraction (&w->chain, step);

  if (render->params->method == CE_METHOD_KERNEL)
    {
      ce_ring_need (w->measured, 1, 1, 3);
      if (w->weight)
        ce_ring_need (w->weight, 1, 1, 3);
    }
  ce_chain_alloc (&w->chain, tile_width);

  w->change = ce_line_new (tile_width * channels);
  w->quotient = ce_line_new (tile_width * channels);
  w->out = ce_line_new (tile_width * channels);

  return w;
}

static void
free_workspace (gpointer data)
{
  Workspace *w = data;

  ce_chain_clear (&w->chain);
  ce_line_free (w->change);
  ce_line_free (w->quotient);
  ce_line_free (w->out);
  g_free (w);
}

static void
kernel_change (Workspace *w, const CeRender *render, int y, int n)
{
  const float *c[3];
  const float *alpha[3];

  for (int i = 0; i < 3; i++)
    {
      c[i] = ce_ring_row (w->measured, y + i - 1);
      alpha[i] = w->weight ? ce_ring_row (w->weight, y + i - 1) : NULL;
    }

  render->rows->kernel_change (c, w->weight ? alpha : NULL, (float) render->params->amount, w->measured->step,
                               w->change, n);
}

static void
unsharp_change (Workspace *w, const CeRender *render, int y, int n)
{
  const float *c = ce_ring_row (w->measured, y);
  const float *blurred = ce_ring_row (w->blurred, y);

  if (w->weight)
    {
      memcpy (w->quotient, blurred, (gsize) n * sizeof (float));
      render->rows->quotient (w->quotient, ce_ring_row (w->weight, y), c, n);
      blurred = w->quotient;
    }

  render->rows->detail_change (c, blurred, (float) render->params->threshold, (float) render->params->amount,
                               w->change, n);
}

/* Alpha goes through untouched. */
static void
keep_alpha (const CeRender *render, const CeTile *tile, int y)
{
  const CeView *from = &render->source->view;
  gsize         size = ce_type_size (from->type);
  gsize         pixel = size * from->channels;
  const guint8 *in = (const guint8 *) ce_view_row (from, y) + tile->x0 * pixel + pixel - size;
  guint8       *out = (guint8 *) ce_view_row (render->result, y) + tile->x0 * pixel + pixel - size;
  int           n = tile->x1 - tile->x0;

  if (from->type == CE_U8)
    for (int x = 0; x < n; x++)
      out[x * pixel] = in[x * pixel];
  else
    for (int x = 0; x < n; x++)
      memcpy (out + x * pixel, in + x * pixel, sizeof (float));
}

static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace    *w = data;
  const CeView *result = render->result;
  int           channels = result->channels;
  int           n = tile->x1 - tile->x0;
  int           step = w->measured->step;

  ce_chain_begin (&w->chain, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      const float *colour = ce_ring_row (w->colour, y);
      gsize        offset = (gsize) tile->x0 * channels;

      if (w->blurred)
        unsharp_change (w, render, y, n * step);
      else
        kernel_change (w, render, y, n * step);

      if (step == channels)
        render->rows->add (colour, w->change, 1, w->out, n * channels);
      else
        render->rows->add (colour, w->change, channels, w->out, n);

      if (result->type == CE_U8)
        render->rows->store_u8 (w->out, FALSE, (guint8 *) ce_view_row (result, y) + offset, n * channels);
      else
        render->rows->store_signed (w->out, (float *) ce_view_row (result, y) + offset, n * channels);

      if (ce_view_has_alpha (result))
        keep_alpha (render, tile, y);
    }
}

const CeTiled ce_cpu_sharpen = { new_workspace, run, free_workspace };
