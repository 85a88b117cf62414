/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution as passes over planes, each in tiles. A pass reads the neighbors of a pixel only in planes that it does
 * not write.
 */
#include "filter.h"

#include "engine/threads.h"

/* The largest radius at which a pass of an opaque source makes four steps inside the cache, because more rows do not fit. */
#define NARROW 4

/* The most bytes that are kept, those of 64 megapixels. */
#define BUDGET ((gsize) 768 << 20)

typedef struct
{
  CeRings rings;
  CeRing *estimate;             /* a product, whose inputs are read instead */
} Workspace;

static void
init (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace             *w = data;
  const CeDeconvolution *planes = render->deconvolution;

  w->rings.render = render;
  if (planes->n_steps == 0)
    return;

  w->estimate = ce_rings_plane (&w->rings, planes->from);
  for (int i = 0; i < planes->n_steps; i++)
    w->estimate = ce_rings_deconvolved (&w->rings, w->estimate, planes->light);
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
                               render->deconvolution->channel, render->plan->wr, render->plan->wb, light, n);
}

static void
run (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace             *w = data;
  const CeDeconvolution *planes = render->deconvolution;
  int                    n = tile->x1 - tile->x0;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      float *out = ce_plane_row (render, w->estimate ? planes->next : planes->light, y) + tile->x0;

      if (w->estimate)
        render->rows->levels.product (ce_ring_row (w->estimate->inputs[0], y), ce_ring_row (w->estimate->inputs[1], y),
                                      out, n);
      else
        fill_row (render, tile, y, out, n);
    }
}

static const CeTiled passes = { sizeof (Workspace), init, run, 0 };

static gboolean
run_pass (const CeTiled *tiled, const CeCpuRender *render, const CeProgress *whole, double from, double to, GError **error)
{
  CeProgress progress = ce_progress_section (whole, from, to);

  return ce_tiled_run (tiled, render, NULL, NULL, &progress, error);
}

/* Makes all steps for the light of one channel or of luminance. */
static gboolean
deconvolve_light (CeDeconvolution *planes, const CeCpuRender *render, const CeProgress *progress, double from, double to,
               GError **error)
{
  int n = render->plan->params.iterations;

  planes->n_steps = 0;
  planes->from = planes->light;
  if (! run_pass (&passes, render, progress, from, from, error))
    return FALSE;

  for (int step = 0; step < n; step += planes->n_steps)
    {
      double begin = from + (to - from) * step / n;
      float *plane = planes->next;

      planes->n_steps = MIN (steps_of_pass (render->plan), n - step);
      if (! run_pass (&passes, render, progress, begin, begin + (to - from) * planes->n_steps / n, error))
        return FALSE;
      planes->next = planes->estimate;
      planes->from = planes->estimate = plane;
    }

  return TRUE;
}

/* Divides the kept memory into planes, so that the last pass writes the second one. */
static gboolean
find_planes (CeDeconvolution *planes, CeKept *kept, const CeCpuRender *render, GError **error)
{
  gsize    n = (gsize) render->source->view.width * (gsize) render->source->view.height;
  int      steps = steps_of_pass (render->plan);
  gboolean even = (render->plan->params.iterations + steps - 1) / steps % 2 == 0;

  float   *light = ce_kept_reserve (kept, 3 * n * sizeof (float), error);

  if (! light)
    return FALSE;

  planes->light = light;
  planes->estimate = light + (even || kept->is_valid ? n : 2 * n);
  planes->next = light + (even || kept->is_valid ? 2 * n : n);

  return TRUE;
}

static gboolean
deconvolve (CeDeconvolution *planes, CeKept *kept, const CeCpuRender *render, const CeProgress *progress, GError **error)
{
  const CePlan *plan = render->plan;
  int           n_colors = ce_n_colors (render->source->view.channels);
  gboolean      luminance = plan->params.channels == CE_CHANNELS_LUMINANCE && n_colors == 3;
  int           n = luminance ? 1 : n_colors;
  double        share = 1.0 / n, last = share / (2 * plan->params.iterations + 2);
  gboolean      known = kept->is_valid;

  for (int i = 0; i < n; i++)
    {
      planes->channel = luminance ? -1 : i;
      if (! known && ! deconvolve_light (planes, render, progress, i * share, (i + 1) * share - last, error))
        return FALSE;
      kept->is_valid = n == 1;
      if (! run_pass (&ce_cpu_sharpen, render, progress, known ? 0 : (i + 1) * share - last, (i + 1) * share, error))
        return FALSE;
    }

  return TRUE;
}

/* Renders a deconvolution, one channel after the other, so that the planes of one suffice. A kept estimate needs no new
 * steps for another amount, mask or limit. */
gboolean
ce_deconvolve (CeKept *kept, CeCpuRender *render, const CeProgress *progress, GError **error)
{
  CeDeconvolution planes = { 0 };
  gboolean        done;

  ce_kept_begin (kept, &render->plan->params, CE_FILTER_SHARPEN, CE_STEP_NONE);
  if (! find_planes (&planes, kept, render, error))
    return FALSE;

  render->deconvolution = &planes;
  done = deconvolve (&planes, kept, render, progress, error);
  if (! kept->keeps || kept->size > ce_kept_budget (BUDGET))
    ce_kept_clear (kept);

  return done;
}
