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

/* A filter. */
typedef struct
{
  void     (*plain)  (const CeSource *source, const CePlan *plan, const CeView *result);
  gboolean (*render) (CeCpuRender *render, const CeProgress *progress, GError **error);
} Filter;

static const Filter filters[CE_N_FILTERS] = {
#define FILTER(ID, name) [CE_FILTER_ ## ID] = { ce_plain_ ## name, ce_cpu_ ## name },
  CE_EACH_FILTER (FILTER)
#undef FILTER
};

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

static gboolean
render_part (CeCpuJob *job, Part *part, const CePlan *plan, const CeView *result, const CeProgress *progress, GError **error)
{
  const Filter *filter = &filters[plan->filter];
  CeSource      inside = { .view = ce_view_part (&job->source->view, &part->area), .opaque = job->source->opaque };
  CeCpuRender   render = { .rows = job->rows, .source = &inside, .plan = plan, .result = result, .kept = &part->kept,
                           .edges = &part->edges };
  gboolean      done;

  if (! job->rows)
    {
      filter->plain (&inside, plan, result);
      return ce_progress_report (progress, 1, error);
    }

  done = filter->render (&render, progress, error);
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
  CeCpuRender render = { .rows = job->rows, .source = job->source, .plan = &thinned, .kept = &job->whole.kept,
                         .edges = &job->whole.edges };

  if (! job->rows)
    {
      ce_plain_histogram (job->source, plan, plan->counted, bins);
      return TRUE;
    }

  thinned.params.stage = CE_STAGE_THINNED;

  return ce_edges_histogram (&render, bins, progress, error);
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
