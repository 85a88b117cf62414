/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution as passes over planes, each in tiles. A pass reads the neighbors of a pixel only in planes that it does
 * not write.
 */
#include "filter.h"

/* The largest radius at which a pass of an opaque source makes four steps inside the cache, because more rows do not fit. */
#define NARROW 4

/* The most bytes that are kept, those of 64 megapixels. */
#define BUDGET ((gsize) 768 << 20)

/* The planes of a render. */
enum { LIGHT, FIRST, SECOND, N_PLANES };

typedef struct
{
  CeRings rings;
  CeRing *estimate;             /* a product, whose inputs are read instead */
} Workspace;

static void
init (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace *w = data;

  w->rings.render = render;
  if (render->pass->n_steps == 0)
    return;

  w->estimate = ce_rings_plane (&w->rings, ce_plane_row (render, render->pass->from, 0));
  for (int i = 0; i < render->pass->n_steps; i++)
    w->estimate = ce_rings_deconvolved (&w->rings, w->estimate, ce_plane_row (render, LIGHT, 0));
  ce_ring_need (w->estimate, 0, 0, 1);
  ce_rings_alloc (&w->rings, tile_width);
}

/* Returns the steps of one pass. */
static int
steps_of_pass (const CePlan *plan)
{
  return plan->opaque && plan->radius <= NARROW ? 4 : 2;
}

static void
fill_row (const CeCpuRender *render, const CeTile *tile, int y, float *light, int n)
{
  const CeView *view = &render->source->view;

  render->rows->deconvolve.light (ce_view_pixel (view, tile->x0, y), view->type, view->channels,
                               render->pass->channel, render->plan->wr, render->plan->wb, light, n);
}

static void
run (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace *w = data;
  int        n = tile->x1 - tile->x0;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      float *out = ce_plane_row (render, render->pass->to, y) + tile->x0;

      if (w->estimate)
        render->rows->levels.product (ce_ring_row (w->estimate->inputs[0], y), ce_ring_row (w->estimate->inputs[1], y),
                                      out, n);
      else
        fill_row (render, tile, y, out, n);
    }
}

static const CeTiled steps = { sizeof (Workspace), init, run, 0 };

/* Lists the passes for the light of a channel, or of luminance (-1), which are a @share of all, and @keeps its estimate. */
static void
list_passes (GArray *passes, const CePlan *plan, int channel, double share, gboolean keeps)
{
  int    n = plan->params.iterations;
  double half = share / (2 * n + 2);
  CePass pass = { .tiled = &steps, .to = LIGHT, .channel = channel };

  g_array_append_val (passes, pass);
  for (int step = 0; step < n; step += pass.n_steps)
    {
      pass.from = pass.to;
      pass.to = pass.from == FIRST ? SECOND : FIRST;
      pass.n_steps = MIN (steps_of_pass (plan), n - step);
      pass.share = 2 * half * pass.n_steps;
      pass.keeps = keeps && step + pass.n_steps == n;
      g_array_append_val (passes, pass);
    }
  pass = (CePass) { .tiled = &ce_cpu_sharpen_tiles, .share = 2 * half, .from = pass.to, .channel = channel };
  g_array_append_val (passes, pass);
}

/* Renders a deconvolution, one channel after the other, so that the planes of one suffice. A kept estimate needs no new
 * steps for another amount, mask or limit. */
static gboolean
deconvolve (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  const CeView      *view = &render->source->view;
  int                n_colors = ce_n_colors (view->channels);
  gboolean           luminance = render->plan->params.channels == CE_CHANNELS_LUMINANCE && n_colors == 3;
  int                n = luminance ? 1 : n_colors;
  g_autoptr (GArray) passes = g_array_new (FALSE, FALSE, sizeof (CePass));

  ce_kept_begin (render->kept, &render->plan->params, CE_FILTER_SHARPEN, CE_STEP_NONE);
  for (int i = 0; i < n; i++)
    list_passes (passes, render->plan, luminance ? -1 : i, 1.0 / n, n == 1);
  render->planes = ce_kept_reserve (render->kept, N_PLANES * (gsize) view->width * (gsize) view->height * sizeof (float),
                                    error);

  return render->planes && ce_passes_run ((CePass *) passes->data, (int) passes->len, BUDGET, render, progress, error);
}

gboolean
ce_cpu_sharpen (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  return (render->plan->deconvolves ? deconvolve : ce_unsharp) (render, progress, error);
}
