/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CPU as a backend: instruction sets are variants inside it.
 */
#include "edges.h"
#include "cpu/plain/plain.h"
#include "engine/text.h"
#include "engine/threads.h"
#include "variants.h"

#include <string.h>

/* Smaller parts are rendered soon enough without anything kept. */
#define KEPT_PART (1 << 16)

typedef struct _CeCpuJob CeCpuJob;
struct _CeCpuJob
{
  const CeSource *source;
  const CeRows   *rows;         /* NULL: the plain specification */
  CeEdges         edges;
  CeBlurred       blurred;
  CeRestore       restore;
  CeTimes         times;
  CeCpuJob       *part;         /* (nullable): that of the last part, with what it keeps */
  CeArea          area;         /* its */
  CeSource        inside;       /* its */
};

static gboolean
find (GError **error)
{
  return TRUE;
}

static gboolean
start (const CePlace *place, GError **error)
{
  return TRUE;
}

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
open_rows (const CeSource *source, const CeRows *rows, GError **error)
{
  CeCpuJob *job = g_try_new0 (CeCpuJob, 1);

  if (! job)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory to compute with."));
      return NULL;
    }

  job->source = source;
  job->rows = rows;
  job->edges.keeps = job->blurred.keeps = job->restore.keeps = source->keeps;

  return job;
}

static gpointer
open_job (const CeSource *source, const CePlace *place, GError **error)
{
  return open_rows (source, ce_cpu_variant_rows (place->variant), error);
}

static void
close_job (gpointer data)
{
  CeCpuJob *job = data;

  if (job->part)
    close_job (job->part);
  ce_edges_clear (&job->edges);
  ce_blurred_clear (&job->blurred);
  ce_restore_clear (&job->restore);
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
    case CE_N_FILTERS:
      g_warn_if_reached ();
    }
}

static gboolean
render_plain (const CeRender *render, const CeProgress *progress, GError **error)
{
  run_plain (render->source, render->plan, render->result);
  if (progress->func && ! progress->func (1, progress->data))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
      return FALSE;
    }

  return TRUE;
}

static gboolean
sharpen (CeCpuJob *job, CeRender *render, const CeProgress *progress, GError **error)
{
  const CeParams *params = &render->plan->params;

  if (ce_blurred_begin (&job->blurred, &job->source->view, params))
    render->blurred = &job->blurred;
  if (! ce_tiled_run (&ce_cpu_sharpen, render, NULL, NULL, progress, error))
    return FALSE;

  ce_blurred_end (&job->blurred, params, render->blurred != NULL);

  return TRUE;
}

/* Planes that are not worth keeping go at once. */
static gboolean
deconvolve (CeCpuJob *job, CeRender *render, const CeProgress *progress, GError **error)
{
  gboolean done;

  if (! ce_restore_planes (&job->restore, &job->source->view, error))
    return FALSE;

  render->restore = &job->restore;
  done = ce_restore_render (&job->restore, render, progress, error);
  if (! job->restore.keeps)
    ce_restore_clear (&job->restore);

  return done;
}

static gboolean
render_fast (CeCpuJob *job, CeRender *render, const CeProgress *progress, GError **error)
{
  const CePlan *plan = render->plan;

  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      return ce_tiled_run (&ce_cpu_sobel, render, NULL, NULL, progress, error);
    case CE_FILTER_SHARPEN:
      return plan->restores ? deconvolve (job, render, progress, error) : sharpen (job, render, progress, error);
    case CE_FILTER_LAPLACIAN:
      return ce_tiled_run (&ce_cpu_laplacian, render, NULL, NULL, progress, error);
    case CE_FILTER_CANNY:
      return plan->params.stage == CE_STAGE_EDGES ? ce_edges_render (&job->edges, render, progress, error)
                                                  : ce_tiled_run (&ce_cpu_canny_levels, render, NULL, NULL, progress, error);
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (FALSE);
}

/* The whole of the job's source. */
static gboolean
render_whole (CeCpuJob *job, const CePlan *plan, const CeView *result, const CeProgress *progress, GError **error)
{
  CeRender render = { .rows = job->rows, .source = job->source, .plan = plan, .result = result };
  gint64   start = g_get_monotonic_time ();
  gboolean done = job->rows ? render_fast (job, &render, progress, error) : render_plain (&render, progress, error);

  job->times.compute_ms = job->times.total_ms = (double) (g_get_monotonic_time () - start) / 1000;

  return done;
}

/* A rectangle is an image of its own, in the same memory. One that is large is
 * probably looked at while a slider moves. */
static CeCpuJob *
open_part (CeCpuJob *job, const CeArea *area, GError **error)
{
  if (job->part && memcmp (area, &job->area, sizeof *area) == 0)
    return job->part;

  job->area = *area;
  if (job->part)
    close_job (job->part);
  job->inside = *job->source;
  job->inside.view = ce_view_part (&job->source->view, area);
  job->part = open_rows (&job->inside, job->rows, error);

  return job->part;
}

static gboolean
render (gpointer data, const CePlan *plan, const CeArea *area, const CeView *result, const CeProgress *progress,
        GError **error)
{
  CeCpuJob     *job = data;
  const CeView *view = &job->source->view;
  CeSource      inside = { .view = ce_view_part (view, area), .opaque = job->source->opaque };
  gboolean      keeps = job->source->keeps && (gint64) area->width * area->height >= KEPT_PART;
  CeCpuJob     *own;
  gboolean      done;

  if (area->width == view->width && area->height == view->height)
    return render_whole (job, plan, result, progress, error);

  own = keeps ? open_part (job, area, error) : open_rows (&inside, job->rows, error);
  if (! own)
    return FALSE;

  done = render_whole (own, plan, result, progress, error);
  if (! keeps)
    close_job (own);

  return done;
}

static gboolean
histogram (gpointer data, const CePlan *plan, guint64 *bins, const CeProgress *progress, GError **error)
{
  CeCpuJob *job = data;
  CePlan    thinned = *plan;
  CeRender  render = { .rows = job->rows, .source = job->source, .plan = &thinned };

  if (! job->rows)
    {
      ce_plain_histogram (job->source, plan, plan->counted, bins);
      return TRUE;
    }

  thinned.params.stage = CE_STAGE_THINNED;

  return ce_edges_histogram (&job->edges, &render, plan->counted, bins, progress, error);
}

const CeBackend ce_cpu_backend = {
  .choice = CE_BACKEND_CPU,
  .name = "cpu",
  .find = find,
  .devices = devices,
  .variants = ce_cpu_variants,
  .start = start,
  .open = open_job,
  .render = render,
  .histogram = histogram,
  .times = times,
  .close = close_job
};
