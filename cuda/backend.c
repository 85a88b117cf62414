/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA as a backend.
 */
#include "job.h"

static void
destroy (CeCudaJob *job)
{
  for (int i = 0; i < CE_CUDA_N_BUFFERS; i++)
    ce_cuda_release (job, i);
  for (int i = 0; i < CE_CUDA_SLOTS; i++)
    {
      CUevent events[] = { job->slots[i].begin, job->slots[i].end, job->slots[i].ready, job->slots[i].done };

      for (guint e = 0; e < G_N_ELEMENTS (events); e++)
        if (events[e])
          ce_cuda.cuEventDestroy (events[e]);
    }
  if (job->uploaded)
    ce_cuda.cuEventDestroy (job->uploaded);
  if (job->copy_in)
    ce_cuda.cuStreamDestroy (job->copy_in);
  if (job->copy_out)
    ce_cuda.cuStreamDestroy (job->copy_out);
  if (job->compute)
    ce_cuda.cuStreamDestroy (job->compute);
}

static void
close_job (gpointer data)
{
  CeCudaJob *job = data;

  /* Host memory may go once nothing is under way. */
  ce_cuda_pin_stop (job->source_pin);
  ce_cuda_pin_stop (job->result_pins[0]);
  ce_cuda_pin_stop (job->result_pins[1]);
  if (ce_cuda_enter (job, NULL))
    {
      ce_cuda_ahead_end (job);
      ce_cuda_run_stop (job);
      destroy (job);
      ce_cuda_leave ();
    }

  g_clear_error (&job->upload_error);
  g_free (job);
}

/* Makes the job's device the calling thread's. */
gboolean
ce_cuda_enter (CeCudaJob *job, GError **error)
{
  return ce_cuda_check (ce_cuda.cuCtxPushCurrent (job->device->context), "being called", error);
}

void
ce_cuda_leave (void)
{
  CUcontext popped;

  ce_cuda.cuCtxPopCurrent (&popped);
}

static gboolean
create_streams (CeCudaJob *job, GError **error)
{
  CUstream *streams[] = { &job->compute, &job->copy_in, &job->copy_out };

  for (guint i = 0; i < G_N_ELEMENTS (streams); i++)
    if (! ce_cuda_check (ce_cuda.cuStreamCreate (streams[i], CU_STREAM_NON_BLOCKING), "starting", error))
      return FALSE;

  return ce_cuda_check (ce_cuda.cuEventCreate (&job->uploaded, CU_EVENT_DISABLE_TIMING), "starting", error);
}

/* What the job may have: nearly all that is free, or what CE_CUDA_MEMORY says,
 * in bytes, so that tests see bands on small images. */
static gboolean
set_budget (CeCudaJob *job, GError **error)
{
  const char *wanted = g_getenv ("CE_CUDA_MEMORY");
  size_t      available = 0, total = 0;

  if (! ce_cuda_check (ce_cuda.cuMemGetInfo (&available, &total), "starting", error))
    return FALSE;

  job->budget = available - available / 16;
  if (wanted)
    job->budget = MIN (job->budget, g_ascii_strtoull (wanted, NULL, 10));

  return TRUE;
}

static gpointer
open_job (const CeSource *source, const char *variant, GError **error)
{
  CeCudaDevice *device = ce_cuda_open_device (variant, error);
  CeCudaJob    *job;
  gboolean      opened;

  if (! device)
    return NULL;

  job = g_new0 (CeCudaJob, 1);
  job->source = source;
  job->device = device;
  opened = ce_cuda_enter (job, error);
  if (opened)
    {
      opened = set_budget (job, error) && create_streams (job, error) && ce_cuda_upload_open (job, error);
      ce_cuda_leave ();
    }
  if (opened)
    return job;

  close_job (job);
  return NULL;
}

static void
expect (gpointer data, CeFilterId filter, const CeParams *params, const CeView *result)
{
  CeCudaJob *job = data;

  if (! ce_cuda_enter (job, NULL))
    return;

  ce_cuda_ahead_begin (job, filter, params, result);
  ce_cuda_leave ();
}

static void
rows_arrived (gpointer data, int y, int n_rows)
{
  ce_cuda_upload_rows (data, y, n_rows);
}

static gboolean
histogram (gpointer data, const CeParams *params, CeHistogram what, guint64 *bins,
           const CeProgress *progress, GError **error)
{
  CeCudaJob *job = data;
  gint64     begin = g_get_monotonic_time ();
  gboolean   done;

  if (! ce_cuda_enter (job, error))
    return FALSE;

  ce_cuda_ahead_end (job);
  done = ce_cuda_upload_finish (job, error) && ce_cuda_upload_wait (job, begin, error)
         && ce_cuda_histogram (job, params, what, bins, progress, error);
  ce_cuda_leave ();

  return done;
}

/* What began while rows arrived is ended if it is this, else given up. */
static gboolean
render_filter (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
               const CeProgress *progress, gint64 begin, GError **error)
{
  gboolean done;

  if (! ce_cuda_upload_finish (job, error) || ! ce_cuda_upload_wait (job, begin, error))
    return FALSE;

  if (ce_cuda_ahead_finish (job, filter, params, result, progress, &done, error))
    {
      ce_cuda_ahead_end (job);
      return done;
    }

  ce_cuda_ahead_end (job);

  return ce_cuda_render (job, filter, params, result, progress, error);
}

static gboolean
render (gpointer data, CeFilterId filter, const CeParams *params, const CeView *result,
        const CeProgress *progress, GError **error)
{
  CeCudaJob *job = data;
  gint64     begin = g_get_monotonic_time ();
  CeTimes   *times = &job->times;
  gboolean   done;

  if (! ce_cuda_enter (job, error))
    return FALSE;

  *times = (CeTimes) { 0 };
  done = render_filter (job, filter, params, result, progress, begin, error);
  ce_cuda_leave ();
  times->total_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  times->download_ms = MAX (times->total_ms - times->upload_ms - times->compute_ms, 0);

  return done && ce_cuda_report (progress, 1, error);
}

static CeTimes
times (gpointer data)
{
  CeCudaJob *job = data;

  return job->times;
}

const CeBackend ce_cuda_backend = {
  .name = "cuda",
  .narrow = ce_cuda_narrow,
  .find = ce_cuda_find,
  .devices = ce_cuda_devices,
  .variants = ce_cuda_variants,
  .start = ce_cuda_start,
  .open = open_job,
  .expect = expect,
  .rows_arrived = rows_arrived,
  .histogram = histogram,
  .render = render,
  .times = times,
  .close = close_job
};
