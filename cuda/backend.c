/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA as a backend.
 */
#include "job.h"

#include "engine/testing.h"
#include "engine/text.h"

#include <string.h>

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
  for (guint i = 0; i < G_N_ELEMENTS (job->asked); i++)
    if (job->asked[i])
      ce_cuda.cuEventDestroy (job->asked[i]);
  if (job->uploaded)
    ce_cuda.cuEventDestroy (job->uploaded);
  if (job->copy_in)
    ce_cuda.cuStreamDestroy (job->copy_in);
  if (job->copy_out)
    ce_cuda.cuStreamDestroy (job->copy_out);
  if (job->compute)
    ce_cuda.cuStreamDestroy (job->compute);
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
  gboolean   entered;

  /* Host memory may go once nothing is under way. */
  ce_cuda_pin_stop (job->source_pin);
  entered = enter (job, NULL);
  ce_cuda_work_end (job);       /* a device that is lost keeps no memory of the host */
  if (entered)
    {
      ce_cuda_run_stop (job);
      destroy (job);
      leave ();
    }

  g_clear_error (&job->upload_error);
  g_free (job);
  ce_cuda_give_device ();
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

/* What the job may have: nearly all that is free, or what tests say, so that
 * they see bands on small images. */
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
      opened = set_budget (job, error) && create_streams (job, error) && ce_cuda_upload_open (job, error);
      leave ();
    }
  if (opened)
    return job;

  close_job (job);
  return NULL;
}

static gboolean
begin (gpointer data, const CePlan *plan, const CeView *result, GError **error)
{
  CeCudaJob *job = data;
  gboolean   begun;

  if (! enter (job, error))
    return FALSE;

  begun = ce_cuda_work_begin (job, plan, result, error);
  leave ();

  return begun;
}

static void
advance (gpointer data, int n_rows)
{
  CeCudaJob *job = data;

  if (! ce_cuda_upload_arrive (job, n_rows) || job->upload_error || ! enter (job, &job->upload_error))
    return;

  ce_cuda_upload_advance (job);
  ce_cuda_work_advance (job);
  leave ();
}

/* All of the source, all rows of which have arrived, to the device; a Cancel is heard before each piece. The render began
 * at @begin. */
static gboolean
receive (CeCudaJob *job, gint64 begin, const CeProgress *progress, GError **error)
{
  do
    if (! ce_cuda_report (progress, 0, error))
      return FALSE;
  while (ce_cuda_upload_next (job));

  return ce_cuda_upload_wait (job, begin, error);
}

static gboolean
histogram (gpointer data, const CePlan *plan, guint64 *bins, const CeProgress *progress, GError **error)
{
  CeCudaJob *job = data;
  gint64     start = g_get_monotonic_time ();
  gboolean   done;

  if (! enter (job, error))
    return FALSE;

  ce_cuda_work_end (job);
  done = receive (job, start, progress, error)
         && ce_cuda_histogram (job, plan, bins, progress, error);
  leave ();

  return done;
}

static gboolean
finish (gpointer data, const CeProgress *progress, GError **error)
{
  CeCudaJob *job = data;
  gint64     start = g_get_monotonic_time ();
  CeTimes   *times = &job->times;
  gboolean   done;

  if (! enter (job, error))
    return FALSE;

  *times = (CeTimes) { 0 };
  done = receive (job, start, progress, error)
         && ce_cuda_work_finish (job, progress, error);
  ce_cuda_work_end (job);
  leave ();
  times->total_ms = (double) (g_get_monotonic_time () - start) / 1000;
  times->download_ms = MAX (times->total_ms - times->upload_ms - times->compute_ms, 0);

  return done && ce_cuda_report (progress, 1, error);
}

/* Rows of @area in memory of their own, for bands to be sent from. */
static gpointer
copy_rows (const CeView *source, const CeArea *area, CeView *copy)
{
  CeView inside = ce_view_part (source, area);
  gsize  size = (gsize) area->width * source->channels * ce_type_size (source->type);

  *copy = inside;
  copy->stride = (size + 63) & ~(gsize) 63;
  copy->data = g_try_malloc (copy->stride * (gsize) area->height);
  for (int y = 0; copy->data && y < area->height; y++)
    memcpy (ce_view_row (copy, y), ce_view_row (&inside, y), size);

  return copy->data;
}

/* Has the job see the rectangle @area as its source, where the whole one is, or
 * in a copy in host memory, and render that. */
static gboolean
render_area (CeCudaJob *job, const CePlan *plan, const CeArea *area, const CeView *result, const CeProgress *progress,
             GError **error)
{
  const CeSource *whole = job->source;
  CeSource        inside = { .view = ce_view_part (&whole->view, area), .opaque = whole->opaque };
  CUdeviceptr    *image = &job->buffers[CE_CUDA_BUFFER_IMAGE].data;
  CUdeviceptr     data = *image;
  CeCudaPin      *pin = job->source_pin;
  g_autofree gpointer copy = NULL;
  gboolean        done;

  if (job->resident)
    *image += (CUdeviceptr) (inside.view.data - whole->view.data);
  else
    copy = copy_rows (&whole->view, area, &inside.view);
  if (! job->resident && ! copy)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory for a part of the image."));
      return FALSE;
    }

  job->source = &inside;
  job->source_pin = NULL;
  job->kept.n_rows = 0;
  done = ce_cuda_work_begin (job, plan, result, error) && ce_cuda_work_finish (job, progress, error);
  job->source = whole;
  job->source_pin = pin;
  job->kept.n_rows = 0;
  *image = data;

  return done;
}

static gboolean
part (gpointer data, const CePlan *plan, const CeArea *area, const CeView *result, const CeProgress *progress,
      GError **error)
{
  CeCudaJob *job = data;
  gint64     start = g_get_monotonic_time ();
  CeTimes    times = job->times;
  gboolean   done;

  if (! enter (job, error))
    return FALSE;

  ce_cuda_work_end (job);
  done = receive (job, start, progress, error)
         && render_area (job, plan, area, result, progress, error);
  leave ();
  job->times = times;

  return done;
}

static CeTimes
times (gpointer data)
{
  CeCudaJob *job = data;

  return job->times;
}

const CeBackend ce_cuda_backend = {
  .choice = CE_BACKEND_CUDA,
  .name = "cuda",
  .find = ce_cuda_find,
  .devices = ce_cuda_devices,
  .variants = ce_cuda_variants,
  .start = ce_cuda_start,
  .ready = ce_cuda_ready,
  .open = open_job,
  .begin = begin,
  .advance = advance,
  .finish = finish,
  .part = part,
  .histogram = histogram,
  .times = times,
  .close = close_job,
  .release = ce_cuda_shut
};
