/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: the passes over the planes, each as tiles. Reads beyond a
 * pixel are always of a plane that the pass does not write.
 */
#include "filter.h"

#include "engine/memory.h"
#include "engine/threads.h"

/* Up to this radius more steps follow each other in the cache: beyond, and with transparency, their
 * rows are too many for it. */
#define NARROW 4

/* Most bytes that are kept: of 64 megapixels. */
#define BUDGET ((gsize) 768 << 20)

typedef struct
{
  CeRings rings;
  CeRing *restored;             /* a product, whose inputs are read instead */
} Workspace;

void
ce_restore_clear (CeRestore *restore)
{
  if (restore->light)
    ce_memory_free (restore->light, restore->size);
  restore->light = NULL;
  restore->stamp.valid = FALSE;
}

/* Memory for the planes of an image, kept or not. */
gboolean
ce_restore_planes (CeRestore *restore, const CeView *source, GError **error)
{
  gsize n = (gsize) source->width * (gsize) source->height;

  if (restore->light)
    return TRUE;

  restore->width = source->width;
  restore->size = 3 * n * sizeof (float);
  restore->light = ce_memory_alloc (restore->size, error);
  if (! restore->light)
    return FALSE;

  restore->estimate = restore->light + n;
  restore->next = restore->estimate + n;
  restore->keeps &= restore->size <= ce_keep_budget (BUDGET);

  return TRUE;
}

/* Whether the planes hold what @params ask for; other parameters than these come after the steps. */
static gboolean
holds (const CeRestore *restore, const CeParams *params)
{
  return ce_stamp_holds (&restore->stamp, params, CE_FILTER_SHARPEN, CE_STEP_THRESHOLDS)
         && restore->stamp.params.detail == params->detail;
}

static void
init (gpointer data, const CeRender *render, int tile_width)
{
  Workspace       *w = data;
  const CeRestore *restore = render->restore;

  ce_rings_init (&w->rings, render->rows, render->source, render->plan);
  if (restore->n_steps == 0)
    return;

  w->restored = ce_rings_plane (&w->rings, restore->from);
  for (int i = 0; i < restore->n_steps; i++)
    w->restored = ce_rings_restored (&w->rings, w->restored, restore->light);
  ce_ring_need (w->restored, 0, 0, 1);
  ce_rings_alloc (&w->rings, tile_width);
}

/* How many steps one pass makes. */
static int
steps_of_pass (const CePlan *plan)
{
  return plan->opaque && plan->radius <= NARROW ? 4 : 2;
}

static void
fill_row (const CeRender *render, const CeTile *tile, int y, float *light, int n)
{
  const CeView *view = &render->source->view;

  render->rows->restore.light (ce_view_pixel (view, tile->x0, y), view->type, view->channels, render->restore->channel,
                               render->plan->wr, render->plan->wb, light, n);
}

static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace       *w = data;
  const CeRestore *restore = render->restore;
  int              n = tile->x1 - tile->x0;

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    {
      float *out = ce_restore_row (restore, w->restored ? restore->next : restore->light, y) + tile->x0;

      if (w->restored)
        render->rows->levels.product (ce_ring_row (w->restored->inputs[0], y), ce_ring_row (w->restored->inputs[1], y),
                                      out, n);
      else
        fill_row (render, tile, y, out, n);
    }
}

static const CeTiled passes = { sizeof (Workspace), init, run };

static gboolean
run_pass (const CeTiled *tiled, const CeRender *render, const CeProgress *whole, double from, double to, GError **error)
{
  CeSection  section;
  CeProgress progress = ce_section (&section, whole, from, to);

  return ce_tiled_run (tiled, render, NULL, NULL, &progress, error);
}

/* All steps for the light of one channel or of luminance. */
static gboolean
restore_light (CeRestore *restore, const CeRender *render, const CeProgress *progress, double from, double to,
               GError **error)
{
  int n = render->plan->params.iterations;

  restore->stamp.valid = FALSE;
  restore->n_steps = 0;
  restore->from = restore->light;
  if (! run_pass (&passes, render, progress, from, from, error))
    return FALSE;

  for (int step = 0; step < n; step += restore->n_steps)
    {
      double begin = from + (to - from) * step / n;
      float *plane = restore->next;

      restore->n_steps = MIN (steps_of_pass (render->plan), n - step);
      if (! run_pass (&passes, render, progress, begin, begin + (to - from) * restore->n_steps / n, error))
        return FALSE;
      restore->next = restore->estimate;
      restore->from = restore->estimate = plane;
    }

  return TRUE;
}

/**
 * ce_restore_render:
 * @restore: its planes, which are there
 * @render: a deconvolution
 * @progress: told the share done
 * @error: return location
 *
 * Channels come one after the other, so that planes of one suffice.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED or %CE_ERROR_NO_MEMORY
 */
gboolean
ce_restore_render (CeRestore *restore, const CeRender *render, const CeProgress *progress, GError **error)
{
  const CePlan *plan = render->plan;
  int           channels = render->source->view.channels;
  gboolean      luminance = plan->params.channels == CE_CHANNELS_LUMINANCE && channels >= 3;
  int           n = luminance || channels < 3 ? 1 : 3;
  double        share = 1.0 / n, last = share / (2 * plan->params.iterations + 2);
  gboolean      known = n == 1 && holds (restore, &plan->params);

  for (int i = 0; i < n; i++)
    {
      restore->channel = luminance ? -1 : i;
      if ((! known && ! restore_light (restore, render, progress, i * share, (i + 1) * share - last, error))
          || ! run_pass (&ce_cpu_sharpen, render, progress, known ? 0 : (i + 1) * share - last, (i + 1) * share, error))
        return FALSE;
      if (n == 1)
        restore->stamp = ce_stamp (&plan->params);
    }

  return TRUE;
}
