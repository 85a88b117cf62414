/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: the passes over the planes, each as tiles. Reads beyond a
 * pixel are always of a plane that the pass does not write.
 */
#include "filter.h"

#include "engine/memory.h"

#include <string.h>

/* Most bytes that are kept: of 64 megapixels. */
#define BUDGET ((gsize) 768 << 20)

typedef struct
{
  CeRings rings;
  CeRing *blurred;
  CeRing *weight;               /* blurred alpha, NULL if opaque */
  float  *quotient;
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
  restore->estimate = restore->light + n;
  restore->correction = restore->estimate + n;
  restore->keeps &= restore->size <= ce_keep_budget (BUDGET);

  return restore->light != NULL;
}

/* Whether the planes hold what @params ask for; other parameters than these come after the steps. */
gboolean
ce_restore_holds (const CeRestore *restore, const CeParams *params)
{
  return ce_stamp_holds (&restore->stamp, params, CE_FILTER_SHARPEN, CE_STEP_THRESHOLDS)
         && restore->stamp.params.detail == params->detail;
}

static gpointer
new_workspace (const CeRender *render, int tile_width)
{
  Workspace       *w = g_new0 (Workspace, 1);
  const CeRestore *restore = render->restore;
  CeRing          *read;

  ce_rings_init (&w->rings, render->rows, render->source, render->plan);
  if (restore->pass == CE_RESTORE_FILL)
    return w;

  read = ce_rings_plane (&w->rings, restore->pass == CE_RESTORE_CORRECT ? restore->estimate : restore->correction);
  if (! render->plan->opaque)
    {
      w->weight = ce_rings_gaussian (&w->rings, ce_rings_fraction (&w->rings, 1));
      ce_ring_need (w->weight, 0, 0, 1);
      read = ce_rings_product (&w->rings, read, ce_rings_fraction (&w->rings, 1));
    }
  w->blurred = ce_rings_gaussian (&w->rings, read);
  ce_ring_need (w->blurred, 0, 0, 1);
  ce_rings_alloc (&w->rings, tile_width);
  w->quotient = ce_line_new (tile_width);

  return w;
}

static void
free_workspace (gpointer data)
{
  Workspace *w = data;

  ce_rings_clear (&w->rings);
  ce_line_free (w->quotient);
  g_free (w);
}

/* The row of @plane as the Gaussian leaves it. */
static const float *
blur (Workspace *w, const CeRender *render, const float *plane, int y, int n)
{
  const float *blurred = ce_ring_row (w->blurred, y);

  if (! w->weight)
    return blurred;

  memcpy (w->quotient, blurred, (gsize) n * sizeof (float));
  render->rows->sharpen.quotient (w->quotient, ce_ring_row (w->weight, y), plane, n);

  return w->quotient;
}

static void
fill_row (const CeRender *render, const CeTile *tile, int y, float *light, float *estimate, int n)
{
  const CeView *view = &render->source->view;
  const guint8 *pixels = (const guint8 *) ce_view_row (view, y)
                         + (gsize) tile->x0 * view->channels * ce_type_size (view->type);

  render->rows->restore.light (pixels, view->type, view->channels, render->restore->channel,
                               render->plan->wr, render->plan->wb, light, n);
  memcpy (estimate, light, (gsize) n * sizeof (float));
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
      float *light = ce_restore_row (restore, restore->light, y) + tile->x0;
      float *estimate = ce_restore_row (restore, restore->estimate, y) + tile->x0;
      float *correction = ce_restore_row (restore, restore->correction, y) + tile->x0;

      if (restore->pass == CE_RESTORE_FILL)
        fill_row (render, tile, y, light, estimate, n);
      else if (restore->pass == CE_RESTORE_CORRECT)
        render->rows->restore.correct (light, blur (w, render, estimate, y, n), render->plan->damping, correction, n);
      else
        render->rows->restore.update (estimate, blur (w, render, correction, y, n), n);
    }
}

static const CeTiled passes = { new_workspace, run, free_workspace };

/* A part of a whole render. */
typedef struct
{
  const CeProgress *whole;
  double            from;
  double            to;
} Section;

static gboolean
report (double share, gpointer data)
{
  const Section *section = data;

  return ! section->whole->func
         || section->whole->func (section->from + (section->to - section->from) * share, section->whole->data);
}

static gboolean
run_pass (const CeTiled *tiled, const CeRender *render, const CeProgress *whole, double from, double to, GError **error)
{
  Section    section = { whole, from, to };
  CeProgress progress = { report, &section };

  return ce_tiled_run (tiled, render, NULL, NULL, &progress, 1, error);
}

/* All steps for the light of one channel or of luminance. */
static gboolean
restore_light (CeRestore *restore, const CeRender *render, const CeProgress *progress, double from, double to,
               GError **error)
{
  int    n = render->plan->params.iterations;
  double each = (to - from) / (2 * n + 1);

  restore->stamp.valid = FALSE;
  restore->pass = CE_RESTORE_FILL;
  if (! run_pass (&passes, render, progress, from, from + each, error))
    return FALSE;

  for (int i = 1; i <= 2 * n; i++)
    {
      restore->pass = i % 2 ? CE_RESTORE_CORRECT : CE_RESTORE_UPDATE;
      if (! run_pass (&passes, render, progress, from + i * each, from + (i + 1) * each, error))
        return FALSE;
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
 * Returns: %TRUE, or %FALSE with %CE_ERROR_CANCELLED
 */
gboolean
ce_restore_render (CeRestore *restore, const CeRender *render, const CeProgress *progress, GError **error)
{
  const CePlan *plan = render->plan;
  int           channels = render->source->view.channels;
  gboolean      luminance = plan->params.channels == CE_CHANNELS_LUMINANCE && channels >= 3;
  int           n = luminance || channels < 3 ? 1 : 3;
  double        share = 1.0 / n, last = share / (2 * plan->params.iterations + 2);
  gboolean      known = n == 1 && ce_restore_holds (restore, &plan->params);

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
