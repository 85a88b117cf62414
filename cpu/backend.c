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
  CePlan          plan;         /* what has begun */
  CeView          result;
  int             n_rows;       /* of the source, from the first, that have arrived */
  CeRun          *run;          /* what began while rows arrive, or NULL */
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
drop_run (CeCpuJob *job)
{
  ce_run_free (job->run, NULL, NULL);
  job->run = NULL;
}

static void
close_job (gpointer data)
{
  CeCpuJob *job = data;

  if (job->part)
    close_job (job->part);
  drop_run (job);
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

static const CeTiled *
choose_tiled (const CeRender *render)
{
  const CePlan *plan = render->plan;

  switch (plan->filter)
    {
    case CE_FILTER_SOBEL:
      return &ce_cpu_sobel;
    case CE_FILTER_SHARPEN:
      return &ce_cpu_sharpen;
    case CE_FILTER_LAPLACIAN:
      return &ce_cpu_laplacian;
    case CE_FILTER_CANNY:
      return plan->params.stage == CE_STAGE_EDGES ? &ce_cpu_canny_edges : &ce_cpu_canny_levels;
    case CE_N_FILTERS:
      break;
    }
  g_return_val_if_reached (NULL);
}

/* Bitmaps of the job for Canny's edges, and who does the tiles. */
static gboolean
init_render (CeRender *render, CeCpuJob *job, const CeTiled **tiled, GError **error)
{
  *render = (CeRender) { .rows = job->rows, .source = job->source, .plan = &job->plan, .result = &job->result };
  *tiled = choose_tiled (render);
  if (*tiled != &ce_cpu_canny_edges)
    return TRUE;

  if (! ce_edges_alloc (&job->edges, &job->source->view, error))
    return FALSE;

  render->weak = &job->edges.weak;
  render->strong = &job->edges.strong;

  return TRUE;
}

/* Tiles begin at once only where rows are still to come: a render of a source
 * that is there looks first at what is kept. */
static gboolean
begin (gpointer data, const CePlan *plan, const CeView *result, GError **error)
{
  CeCpuJob      *job = data;
  const CeTiled *tiled;
  CeRender       render;

  drop_run (job);
  job->plan = *plan;
  job->result = *result;
  if (! job->rows || job->n_rows == job->source->view.height || plan->restores)
    return TRUE;

  if (! init_render (&render, job, &tiled, error))
    return FALSE;
  job->run = ce_run_new (tiled, &render);
  ce_run_advance (job->run, job->n_rows);

  return TRUE;
}

static void
advance (gpointer data, int n_rows)
{
  CeCpuJob *job = data;

  job->n_rows = n_rows;
  if (job->run)
    ce_run_advance (job->run, n_rows);
}

/* All tiles, or what is left of them. */
static gboolean
run_tiles (gpointer data, const CeTiled *tiled, const CeRender *render, const CeProgress *progress, double to,
           GError **error)
{
  CeCpuJob *job = data;
  gboolean done;

  if (! job->run)
    return ce_tiled_run (tiled, render, NULL, NULL, progress, to, error);

  done = ce_run_finish (job->run, progress, to, error);
  drop_run (job);

  return done;
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
finish_plain (CeCpuJob *job, const CeProgress *progress, GError **error)
{
  run_plain (job->source, &job->plan, &job->result);
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
  const CeParams *params = &job->plan.params;

  if (ce_blurred_begin (&job->blurred, &job->source->view, params))
    {
      render->blurred = &job->blurred;
      drop_run (job);
    }
  if (! run_tiles (job, &ce_cpu_sharpen, render, progress, 1, error))
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
finish_fast (CeCpuJob *job, const CeProgress *progress, GError **error)
{
  const CeTiled *tiled;
  CeRender       render;

  if (! init_render (&render, job, &tiled, error))
    return FALSE;
  if (job->plan.restores)
    return deconvolve (job, &render, progress, error);
  if (tiled == &ce_cpu_sharpen)
    return sharpen (job, &render, progress, error);
  if (! render.strong)
    return run_tiles (job, tiled, &render, progress, 1, error);

  return ce_edges_render (&job->edges, &render, run_tiles, job, progress, error);
}

static gboolean
finish (gpointer data, const CeProgress *progress, GError **error)
{
  CeCpuJob *job = data;
  gint64    start = g_get_monotonic_time ();
  gboolean  done = job->rows ? finish_fast (job, progress, error) : finish_plain (job, progress, error);

  drop_run (job);
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
part (gpointer data, const CePlan *plan, const CeArea *area, const CeView *result, const CeProgress *progress,
      GError **error)
{
  CeCpuJob *job = data;
  CeSource  inside = { .view = ce_view_part (&job->source->view, area), .opaque = job->source->opaque };
  gboolean  keeps = job->source->keeps && (gint64) area->width * area->height >= KEPT_PART;
  CeCpuJob *own = keeps ? open_part (job, area, error) : open_rows (&inside, job->rows, error);
  gboolean  done;

  if (! own)
    return FALSE;

  own->n_rows = area->height;
  done = begin (own, plan, result, error) && finish (own, progress, error);
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

  drop_run (job);
  thinned.params.stage = CE_STAGE_THINNED;

  return ce_edges_histogram (&job->edges, &render, plan->counted, bins, progress, error);
}

const CeBackend ce_cpu_backend = {
  .choice = CE_BACKEND_CPU,
  .name = "cpu",
  .is_host = TRUE,
  .find = find,
  .devices = devices,
  .variants = ce_cpu_variants,
  .start = start,
  .open = open_job,
  .begin = begin,
  .advance = advance,
  .finish = finish,
  .part = part,
  .histogram = histogram,
  .times = times,
  .close = close_job
};
