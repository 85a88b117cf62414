/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CPU backend. Its variants are instruction sets.
 */
#include "edges.h"
#include "cpu/plain/plain.h"
#include "engine/threads.h"
#include "variants.h"
#include "workspace.h"

#include <string.h>

/* The least pixels of a part whose stages are kept; smaller parts render fast enough. */
#define KEPT_PART (1 << 16)

/* A rectangle of the source, rendered as an image of its own, and the stages that are kept of it. */
typedef struct
{
  CeArea  area;
  CeKept  kept;
  CeEdges edges;
} Part;

typedef struct
{
  const CeSource *source;
  const CeRows   *rows;         /* NULL: the plain specification */
  Part            whole;
  Part            part;         /* the last one */
  CeTimes         times;
} CeCpuJob;

static const CeDevice *
devices (guint *n_devices)
{
  static CeDevice device;
  static gsize    filled;

  if (g_once_init_enter (&filled))
    {
      const char *variant = ce_variant_name (ce_cpu_best_variant ());

      g_snprintf (device.name, sizeof device.name, "%s%s",
                  variant[0] == 'v' ? "x86-64-" : "", variant);
      device.threads = ce_threads_count ();
      g_once_init_leave (&filled, 1);
    }

  *n_devices = 1;
  return &device;
}

static gpointer
open_job (const CeSource *source, const CePlace *place, GError **error)
{
  CeCpuJob *job = g_try_new0 (CeCpuJob, 1);

  if (! job)
    {
      ce_workspace_refuse (error);
      return NULL;
    }

  job->source = source;
  job->rows = ce_cpu_variant_rows (place->variant);
  job->whole.area = (CeArea) { 0, 0, source->view.width, source->view.height };
  job->whole.kept.keeps = source->keeps;

  return job;
}

static void
clear_part (Part *part)
{
  ce_kept_clear (&part->kept);
  ce_edges_clear (&part->edges);
  memset (part, 0, sizeof *part);
}

static void
close_job (gpointer data)
{
  CeCpuJob *job = data;

  clear_part (&job->whole);
  clear_part (&job->part);
  g_free (job);
}

static CeTimes
times (gpointer data)
{
  CeCpuJob *job = data;

  return job->times;
}

static void
run_plain (const CeSource *source, const CePlan *plan, const CeView *result)
{
  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      ce_plain_sobel (source, plan, result);
      break;
    case CE_FILTER_SHARPEN:
      ce_plain_sharpen (source, plan, result);
      break;
    case CE_FILTER_LAPLACIAN:
      ce_plain_laplacian (source, plan, result);
      break;
    case CE_FILTER_CANNY:
      ce_plain_canny (source, plan, result);
      break;
    case CE_FILTER_LINE_ART:
      ce_plain_line_art (source, plan, result);
      break;
    case CE_N_FILTERS:
      g_warn_if_reached ();
    }
}

static gboolean
render_plain (const CeCpuRender *render, const CeProgress *progress, GError **error)
{
  run_plain (render->source, render->plan, render->result);

  return ce_progress_report (progress, 1, error);
}

static gboolean
render_fast (Part *part, CeCpuRender *render, const CeProgress *progress, GError **error)
{
  const CePlan *plan = render->plan;

  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      return ce_tiled_run (&ce_cpu_sobel, render, NULL, NULL, progress, error);
    case CE_FILTER_SHARPEN:
      return (plan->deconvolves ? ce_deconvolve : ce_unsharp) (&part->kept, render, progress, error);
    case CE_FILTER_LAPLACIAN:
      return ce_tiled_run (&ce_cpu_laplacian, render, NULL, NULL, progress, error);
    case CE_FILTER_CANNY:
      return plan->params.stage == CE_STAGE_EDGES ? ce_edges_render (&part->edges, &part->kept, render, progress, error)
                                                  : ce_tiled_run (&ce_cpu_canny_levels, render, NULL, NULL, progress, error);
    case CE_FILTER_LINE_ART:
      return ce_line_art (&part->kept, render, progress, error);
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (FALSE);
}

static gboolean
render_part (CeCpuJob *job, Part *part, const CePlan *plan, const CeView *result, const CeProgress *progress, GError **error)
{
  CeSource inside = { .view = ce_view_part (&job->source->view, &part->area), .opaque = job->source->opaque };
  CeCpuRender render = { .rows = job->rows, .source = &inside, .plan = plan, .result = result };
  gboolean done = job->rows ? render_fast (part, &render, progress, error) : render_plain (&render, progress, error);

  if (! part->kept.keeps)
    part->kept.begun = part->kept.is_valid = FALSE;

  return done;
}

/* Returns the part of @area. The stages of a large part are kept, because the user probably moves a slider over it. */
static Part *
find_part (CeCpuJob *job, const CeArea *area)
{
  if (memcmp (area, &job->whole.area, sizeof *area) == 0)
    return &job->whole;
  if (memcmp (area, &job->part.area, sizeof *area) == 0)
    return &job->part;

  clear_part (&job->part);
  job->part.area = *area;
  job->part.kept.keeps = job->source->keeps && (gint64) area->width * area->height >= KEPT_PART;

  return &job->part;
}

static gboolean
render (gpointer data, const CePlan *plan, const CeArea *area, const CeView *result, const CeProgress *progress,
        GError **error)
{
  CeCpuJob *job = data;
  gint64    start = g_get_monotonic_time ();
  gboolean  done = render_part (job, find_part (job, area), plan, result, progress, error);

  job->times.compute_ms = job->times.total_ms = (double) (g_get_monotonic_time () - start) / 1000;

  return done;
}

static gboolean
histogram (gpointer data, const CePlan *plan, guint64 *bins, const CeProgress *progress, GError **error)
{
  CeCpuJob *job = data;
  CePlan    thinned = *plan;
  CeCpuRender  render = { .rows = job->rows, .source = job->source, .plan = &thinned };

  if (! job->rows)
    {
      ce_plain_histogram (job->source, plan, plan->counted, bins);
      return TRUE;
    }

  thinned.params.stage = CE_STAGE_THINNED;

  return ce_edges_histogram (&job->whole.edges, &job->whole.kept, &render, bins, progress, error);
}

const CeBackend ce_cpu_backend = {
  .choice = CE_BACKEND_CPU,
  .name = "cpu",
  .devices = devices,
  .variants = ce_cpu_variants,
  .open = open_job,
  .render = render,
  .histogram = histogram,
  .times = times,
  .close = close_job
};
