/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening. What is measured is either luma, one float per pixel, or the
 * samples as they are interleaved; the change is added to the samples.
 */
#include "filter.h"

#include <string.h>

typedef struct
{
  CeRings  rings;
  gboolean on_bytes;            /* of the source itself; then there are no rings */
  CeRing *measured;            /* what is measured: luma or samples */
  CeRing *blurred;             /* of unsharp, unless it is kept, else NULL */
  CeRing *weight;              /* blurred alpha, or alpha of the kernel; NULL if opaque */
  float   *change;
  float   *quotient;
} Workspace;

static CeRing *
measured (Workspace *w, const CeRender *render)
{
  if (render->plan->params.channels == CE_CHANNELS_LUMINANCE)
    return ce_rings_luma (&w->rings);

  return ce_rings_samples (&w->rings);
}

static void
init_unsharp (Workspace *w, const CeRender *render)
{
  CeRing *blurred = w->measured;
  int     step = w->measured->step;

  if (render->blurred && render->blurred->complete)
    {
      ce_ring_need (w->measured, 0, 0, 1);
      return;
    }

  if (! render->plan->opaque)
    {
      w->weight = ce_rings_gaussian (&w->rings, ce_rings_fraction (&w->rings, step));
      ce_ring_need (w->weight, 0, 0, 1);
      blurred = ce_rings_product (&w->rings, measured (w, render), ce_rings_fraction (&w->rings, step));
    }

  /* What is measured has two readers where nothing is transparent: the
   * Gaussian runs ahead by its radius and the rows that it computes at once. */
  w->blurred = ce_rings_gaussian (&w->rings, blurred);
  ce_ring_need (w->blurred, 0, 0, 1);
  ce_ring_need (w->measured, 0, 0, render->plan->radius + CE_RING_AT_ONCE);
}

static void
init_kernel (Workspace *w, const CeRender *render)
{
  ce_ring_need (w->measured, 1, 1, 3);
  if (render->plan->opaque)
    return;

  w->weight = ce_rings_fraction (&w->rings, w->measured->step);
  ce_ring_need (w->weight, 1, 1, 3);
}

static gpointer
new_workspace (const CeRender *render, int tile_width)
{
  Workspace *w = g_new0 (Workspace, 1);
  int        channels = render->source->view.channels;

  ce_rings_init (&w->rings, render->rows, render->source, render->plan);
  w->on_bytes = render->plan->params.method == CE_METHOD_KERNEL && ce_works_on_bytes (render);
  if (w->on_bytes)
    return w;

  w->measured = measured (w, render);
  if (render->plan->params.method == CE_METHOD_UNSHARP)
    init_unsharp (w, render);
  else
    init_kernel (w, render);
  ce_rings_alloc (&w->rings, tile_width);

  w->change = ce_line_new (tile_width * channels);
  w->quotient = ce_line_new (tile_width * channels);

  return w;
}

static void
free_workspace (gpointer data)
{
  Workspace *w = data;

  ce_rings_clear (&w->rings);
  ce_line_free (w->change);
  ce_line_free (w->quotient);
  g_free (w);
}

static void
kernel_change (Workspace *w, const CeRender *render, int y, int n)
{
  const float *c[3];
  const float *alpha[3];

  ce_ring_rows (w->measured, y - 1, 3, c);
  if (w->weight)
    ce_ring_rows (w->weight, y - 1, 3, alpha);

  render->rows->sharpen.kernel (c, w->weight ? alpha : NULL, (float) render->plan->params.amount, w->measured->step,
                               w->change, n);
}

/* The row as the Gaussian leaves it. */
static const float *
blur (Workspace *w, const CeRender *render, int y, int n)
{
  const float *blurred = ce_ring_row (w->blurred, y);

  if (! w->weight)
    return blurred;

  memcpy (w->quotient, blurred, (gsize) n * sizeof (float));
  render->rows->sharpen.quotient (w->quotient, ce_ring_row (w->weight, y), ce_ring_row (w->measured, y), n);

  return w->quotient;
}

static void
unsharp_change (Workspace *w, const CeRender *render, const CeTile *tile, int y, int n)
{
  float       *kept = render->blurred ? ce_blurred_row (render->blurred, y) + tile->x0 : NULL;
  gboolean     known = kept && render->blurred->complete;
  const float *blurred = known ? kept : blur (w, render, y, n);

  if (kept && ! known)
    memcpy (kept, blurred, (gsize) n * sizeof (float));

  render->rows->sharpen.detail (ce_ring_row (w->measured, y), blurred, (float) render->plan->params.threshold,
                               (float) render->plan->params.amount, w->change, n);
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
kernel_on_bytes (const CeRender *render, const guint8 *const c[3], const guint8 *next, int at, int n, guint8 *out,
                 gpointer data)
{
  int step = render->source->view.channels;

  render->rows->bytes->kernel (c, (float) render->plan->params.amount, step, next, out, n * step);
}

static void
sharpen_row (Workspace *w, const CeRender *render, const CeTile *tile, int y, const guint8 *in, guint8 *out)
{
  const CeView *source = &render->source->view;
  int           n = tile->x1 - tile->x0;
  int           step = w->measured->step;

  if (render->plan->params.method == CE_METHOD_UNSHARP)
    unsharp_change (w, render, tile, y, n * step);
  else
    kernel_change (w, render, y, n * step);

  render->rows->sharpen.add (in, source->type, source->channels, w->change, step, out, n);
}

static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace    *w = data;
  const CeView *source = &render->source->view;
  gsize         offset = (gsize) tile->x0 * source->channels * ce_type_size (source->type);

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      const guint8 *in = (const guint8 *) ce_view_row (source, y) + offset;
      guint8       *out = (guint8 *) ce_view_row (render->result, y) + offset;

      if (w->on_bytes)
        ce_byte_row (render, tile, y, kernel_on_bytes, out, NULL);
      else
        sharpen_row (w, render, tile, y, in, out);
      if (ce_view_has_alpha (source))
        keep_alpha (render, tile, y);
    }
}

const CeTiled ce_cpu_sharpen = { new_workspace, run, free_workspace };
