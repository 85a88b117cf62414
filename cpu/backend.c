/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CPU as a backend: instruction sets are variants inside it.
 */
#include "edges.h"
#include "cpu/plain/plain.h"
#include "engine/threads.h"
#include "variants.h"

#include <string.h>

typedef struct
{
  const CeSource *source;
  const CeRows   *rows;         /* NULL: the plain specification */
  CeEdges         edges;
  CeBlurred       blurred;
  CeAhead        *ahead;        /* what began while rows arrived, or NULL */
  CeTimes         times;
} CeCpuJob;

static gboolean
find (GError **error)
{
  return TRUE;
}

static gboolean
start (const char *variant, GError **error)
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
      const char *variant = ce_cpu_best_variant ();

      g_snprintf (device.name, sizeof device.name, "%s%s",
                  variant[0] == 'v' ? "x86-64-" : "", variant);
      device.threads = ce_threads_count ();
      g_once_init_leave (&filled, 1);
    }

  *n_devices = 1;
  return &device;
}

static gpointer
open_job (const CeSource *source, const char *variant, GError **error)
{
  CeCpuJob *job = g_new0 (CeCpuJob, 1);

  job->source = source;
  job->rows = ce_cpu_variant_rows (variant);

  return job;
}

static void
close_job (gpointer data)
{
  CeCpuJob *job = data;

  ce_ahead_free (job->ahead);
  ce_edges_clear (&job->edges);
  ce_blurred_clear (&job->blurred);
  g_free (job);
}

static CeTimes
times (gpointer data)
{
  CeCpuJob *job = data;

  return job->times;
}

/* Bitmaps of the job for Canny's edges, what the Gaussian needs, and who does it. */
static gboolean
init_render (CeRender *render, CeCpuJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
             const CeTiled **tiled, GError **error)
{
  static const CeTiled *const filters[CE_N_FILTERS] = {
    &ce_cpu_sobel, &ce_cpu_sharpen, &ce_cpu_laplacian, &ce_cpu_canny_levels
  };
  gboolean blurs = filter == CE_FILTER_LAPLACIAN || filter == CE_FILTER_CANNY
                        || (filter == CE_FILTER_SHARPEN && params->method == CE_METHOD_UNSHARP);

  *render = (CeRender) { .rows = job->rows, .source = job->source, .filter = filter, .params = params,
                         .result = result };
  if (blurs)
    render->radius = ce_gaussian_weights (params->sigma, render->weights);

  *tiled = filters[filter];
  if (filter == CE_FILTER_SHARPEN && ce_unsharp_serves (render))
    *tiled = &ce_cpu_unsharp;
  if (filter != CE_FILTER_CANNY || params->stage != CE_STAGE_EDGES)
    return TRUE;

  if (! ce_edges_alloc (&job->edges, &job->source->view, error))
    return FALSE;

  *tiled = &ce_cpu_canny_edges;
  render->weak = &job->edges.weak;
  render->strong = &job->edges.strong;

  return TRUE;
}

static void
expect (gpointer data, CeFilterId filter, const CeParams *params, const CeView *result)
{
  CeCpuJob      *job = data;
  const CeTiled *tiled;
  CeRender       render;

  if (job->rows && ! job->ahead && init_render (&render, job, filter, params, result, &tiled, NULL))
    job->ahead = ce_ahead_new (tiled, &render);
}

static void
rows_arrived (gpointer data, int y, int n_rows)
{
  CeCpuJob *job = data;

  ce_edges_forget (&job->edges);
  ce_blurred_forget (&job->blurred);
  if (job->ahead)
    ce_ahead_rows_arrived (job->ahead, job->source, y + n_rows);
}

/* All tiles, or what is left of them. */
static gboolean
run_tiles (gpointer data, const CeTiled *tiled, const CeRender *render, const CeProgress *progress, double to,
           GError **error)
{
  CeCpuJob *job = data;
  gboolean success;

  if (! job->ahead)
    return ce_tiled_run (tiled, render, NULL, NULL, progress, to, error);

  success = ce_ahead_finish (job->ahead, progress, to, error);
  g_clear_pointer (&job->ahead, ce_ahead_free);

  return success;
}

static gboolean
render_plain (CeCpuJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
              const CeProgress *progress, GError **error)
{
  static void (*const filters[CE_N_FILTERS]) (const CeSource *, const CeParams *, const CeView *) = {
    ce_plain_sobel, ce_plain_sharpen, ce_plain_laplacian, ce_plain_canny
  };

  filters[filter] (job->source, params, result);

  if (progress->func && ! progress->func (1, progress->data))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
      return FALSE;
    }

  return TRUE;
}

/* What began while rows arrived knows of nothing that is kept. */
static gboolean
sharpen (CeCpuJob *job, CeRender *render, const CeProgress *progress, GError **error)
{
  if (ce_blurred_begin (&job->blurred, &job->source->view, render->params))
    {
      render->blurred = &job->blurred;
      g_clear_pointer (&job->ahead, ce_ahead_free);
    }
  if (! run_tiles (job, &ce_cpu_sharpen, render, progress, 1, error))
    return FALSE;

  ce_blurred_end (&job->blurred, render->params, render->blurred != NULL);

  return TRUE;
}

static gboolean
render_fast (CeCpuJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
             const CeProgress *progress, GError **error)
{
  const CeTiled *tiled;
  CeRender       render;

  if (! init_render (&render, job, filter, params, result, &tiled, error))
    return FALSE;
  if (job->ahead && ! ce_ahead_is (job->ahead, tiled, &render))
    g_clear_pointer (&job->ahead, ce_ahead_free);

  if (tiled == &ce_cpu_sharpen)
    return sharpen (job, &render, progress, error);
  if (! render.strong)
    return run_tiles (job, tiled, &render, progress, 1, error);

  return ce_edges_render (&job->edges, &render, run_tiles, job, progress, error);
}

static gboolean
render (gpointer data, CeFilterId filter, const CeParams *params, const CeView *result,
        const CeProgress *progress, GError **error)
{
  CeCpuJob *job = data;
  gint64    begin = g_get_monotonic_time ();
  gboolean  success;

  success = job->rows ? render_fast (job, filter, params, result, progress, error)
                      : render_plain (job, filter, params, result, progress, error);

  job->times.compute_ms = job->times.total_ms = (double) (g_get_monotonic_time () - begin) / 1000;

  return success;
}

static gboolean
histogram (gpointer data, const CeParams *params, CeHistogram what, guint64 *bins,
           const CeProgress *progress, GError **error)
{
  CeCpuJob      *job = data;
  CeParams       thinned = *params;
  CeRender       render;
  const CeTiled *tiled;

  if (! job->rows)
    {
      ce_plain_histogram (job->source, params, what, bins);
      return TRUE;
    }

  thinned.stage = CE_STAGE_THINNED;
  g_clear_pointer (&job->ahead, ce_ahead_free);
  init_render (&render, job, CE_FILTER_CANNY, &thinned, NULL, &tiled, NULL);

  return ce_edges_histogram (&job->edges, &render, what, bins, progress, error);
}

static void
keep (gpointer data)
{
  CeCpuJob *job = data;

  ce_edges_keep (&job->edges);
  ce_blurred_keep (&job->blurred);
}

static gboolean
prepare (gpointer data, CeFilterId filter, const CeProgress *progress)
{
  CeCpuJob *job = data;

  return filter != CE_FILTER_SHARPEN || ! job->rows || ce_blurred_prepare (&job->blurred, &job->source->view, progress);
}

const CeBackend ce_cpu_backend = {
  .name = "cpu",
  .find = find,
  .devices = devices,
  .variants = ce_cpu_variants,
  .start = start,
  .open = open_job,
  .expect = expect,
  .rows_arrived = rows_arrived,
  .histogram = histogram,
  .render = render,
  .times = times,
  .close = close_job,
  .keep = keep,
  .prepare = prepare
};
