/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CUDA backend.
 */
#include "job.h"

static void
destroy (CeCudaJob *job)
{
  CUevent events[] = { job->begin, job->end, job->asked[0], job->asked[1] };

  for (int i = 0; i < CE_CUDA_N_BUFFERS; i++)
    ce_cuda_release (job, i);
  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i])
      ce_cuda.cuEventDestroy (events[i]);
  if (job->stream)
    ce_cuda.cuStreamDestroy (job->stream);
}

/* Makes the job's device the calling thread's. */
static gboolean
enter (CeCudaJob *job, GError **error)
{
  return ce_cuda_check (ce_cuda.cuCtxPushCurrent (job->device->context), "being called", error);
}

static void
leave (void)
{
  CUcontext popped;

  ce_cuda.cuCtxPopCurrent (&popped);
}

static void
close_job (gpointer data)
{
  CeCudaJob *job = data;

  if (enter (job, NULL))
    {
      destroy (job);
      leave ();
    }
  g_free (job);
  ce_cuda_give_device ();
}

static gboolean
create_stream (CeCudaJob *job, GError **error)
{
  CUevent *timed[] = { &job->begin, &job->end };

  for (guint i = 0; i < 2; i++)
    if (! ce_cuda_check (ce_cuda.cuEventCreate (timed[i], CU_EVENT_DEFAULT), "starting", error)
        || ! ce_cuda_check (ce_cuda.cuEventCreate (&job->asked[i], CU_EVENT_DISABLE_TIMING), "starting", error))
      return FALSE;

  return ce_cuda_check (ce_cuda.cuStreamCreate (&job->stream, CU_STREAM_NON_BLOCKING), "starting", error);
}

/* Sets the budget of device memory: 15/16 of the free memory, or less if a test requests less. */
static gboolean
set_budget (CeCudaJob *job, GError **error)
{
  gint64 wanted = ce_testing ()->cuda_memory;
  size_t available = 0, total = 0;

  if (! ce_cuda_check (ce_cuda.cuMemGetInfo (&available, &total), "starting", error))
    return FALSE;

  job->budget = available - available / 16;
  if (wanted > 0)
    job->budget = MIN (job->budget, (gsize) wanted);

  return TRUE;
}

static gpointer
open_job (const CeSource *source, const CePlace *place, GError **error)
{
  CeCudaDevice *device = ce_cuda_take_device (place, error);
  CeCudaJob    *job;
  gboolean      opened;

  if (! device)
    return NULL;

  job = g_new0 (CeCudaJob, 1);
  job->source = source;
  job->device = device;
  opened = enter (job, error);
  if (opened)
    {
      opened = set_budget (job, error) && create_stream (job, error)
               && ce_cuda_reserve (job, CE_CUDA_BUFFER_IMAGE, ce_view_size (&source->view), error);
      leave ();
    }
  if (opened)
    return job;

  close_job (job);
  return NULL;
}

/* Enters a job that needs its source on the device. */
static gboolean
start (CeCudaJob *job, const CeProgress *progress, GError **error)
{
  if (! enter (job, error))
    return FALSE;

  job->progress = progress;
  if (ce_cuda_upload (job, error))
    return TRUE;

  leave ();
  return FALSE;
}

/* Leaves the job and returns @done. After a failure the device's contents are not used again. */
static gboolean
end (CeCudaJob *job, gboolean done)
{
  if (! done)
    {
      job->kept.n_rows = 0;
      job->thinned.source = NULL;
    }
  leave ();

  return done;
}

static gboolean
histogram (gpointer data, const CePlan *plan, guint64 *bins, const CeProgress *progress, GError **error)
{
  CeCudaJob *job = data;

  return start (job, progress, error)
         && end (job, ce_cuda_histogram (job, plan, bins, error));
}

/* Renders the whole source and takes the times since @start. */
static gboolean
render_whole (CeCudaJob *job, CeCudaRender *render, gint64 start, GError **error)
{
  gint64 uploaded = g_get_monotonic_time ();
  float  compute = 0;

  if (! ce_cuda_render (job, render, error))
    return FALSE;

  ce_cuda.cuEventElapsedTime (&compute, job->begin, job->end);
  job->times.upload_ms = (double) (uploaded - start) / 1000;
  job->times.compute_ms = compute;
  job->times.total_ms = (double) (g_get_monotonic_time () - start) / 1000;
  job->times.download_ms = MAX (job->times.total_ms - job->times.upload_ms - compute, 0);

  return TRUE;
}

/* Renders @area; meanwhile the job's source is that rectangle. Planes and magnitudes of a part are not used again. */
static gboolean
render_area (CeCudaJob *job, CeCudaRender *render, const CeArea *area, GError **error)
{
  const CeSource *whole = job->source;
  CeSource        inside = { .view = ce_view_part (&whole->view, area), .opaque = whole->opaque };
  gboolean        done;

  job->source = &inside;
  job->offset = (gsize) (inside.view.data - whole->view.data);
  job->kept.n_rows = 0;
  done = ce_cuda_render (job, render, error);
  job->source = whole;
  job->offset = 0;
  job->kept.n_rows = 0;
  if (job->thinned.source == &inside)
    job->thinned.source = NULL;

  return done;
}

static gboolean
render (gpointer data, const CePlan *plan, const CeArea *area, const CeView *result, const CeProgress *progress,
        GError **error)
{
  CeCudaJob    *job = data;
  const CeView *view = &job->source->view;
  gint64        now = g_get_monotonic_time ();
  gboolean      is_whole = area->width == view->width && area->height == view->height;
  CeCudaRender  passes = { .plan = plan, .result = result };

  return start (job, progress, error)
         && end (job, is_whole ? render_whole (job, &passes, now, error) : render_area (job, &passes, area, error));
}

static CeTimes
times (gpointer data)
{
  CeCudaJob *job = data;

  return job->times;
}

/* Returns whether the kernels are compiled that @plan launches for pixels as those of @source. They are found by a job
 * that launches nothing, of a picture of one tile. */
static gboolean
rehearse (const CeSource *source, const CePlan *plan, const CePlace *place)
{
  const CeView  *whole = &source->view;
  guint64        bins[CE_HISTOGRAM_BINS];
  CeProgress     progress = { NULL };
  gboolean       done;
  CeSource       tile = { .opaque = source->opaque };
  CeCudaRender   passes = { .plan = plan, .result = &tile.view };
  CeCudaJob     *job;

  tile.view = (CeView) { .width = CE_CUDA_TILE, .height = CE_CUDA_TILE, .channels = whole->channels, .type = whole->type,
                         .stride = (gsize) CE_CUDA_TILE * whole->channels * ce_type_size (whole->type) };
  job = open_job (&tile, place, NULL);
  if (! job)
    return FALSE;

  job->is_there = job->rehearses = TRUE;
  done = start (job, &progress, NULL)
         && end (job, (! plan->finds_thresholds || ce_cuda_histogram (job, plan, bins, NULL))
                      && ce_cuda_queue (job, &passes, NULL))
         && ! job->lacks;
  close_job (job);

  return done;
}

/* CeBackend's ready(): waits a little for the kernels of a plan. */
static gboolean
ready (const CePlace *place, CeFilterId filter, const CePlan *plan, const CeSource *source, GError **error)
{
  CeCudaDevice *device = ce_cuda_take_device (place, error);
  GError       *reason = NULL;
  gboolean      made;

  if (! device)
    return FALSE;

  made = ce_cuda_modules_are_made (device, filter, &reason);
  while (! made && plan && ! (made = rehearse (source, plan, place)) && ce_cuda_modules_wait (device, filter))
    ;
  ce_cuda_give_device ();
  if (made)
    g_clear_error (&reason);
  else
    g_propagate_error (error, reason);

  return made;
}

const CeBackend ce_cuda_backend = {
  .choice = CE_BACKEND_CUDA,
  .name = "cuda",
  .find = ce_cuda_find,
  .devices = ce_cuda_devices,
  .variants = ce_cuda_variants,
  .start = ce_cuda_start,
  .ready = ready,
  .open = open_job,
  .render = render,
  .histogram = histogram,
  .times = times,
  .close = close_job,
  .release = ce_cuda_shut,
  .end = ce_cuda_modules_end
};
