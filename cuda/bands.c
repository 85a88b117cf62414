/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The bands of a pass, whose transfers overlap with computing: few large ones
 * if the image fits on the device, else as many as it takes. Bands give the
 * same bits.
 */
#include "job.h"

/* Bands in flight while a render waits: one computes, one comes. */
#define IN_FLIGHT 2

/* Waits until a slot's band is complete. */
static gboolean
finish_slot (CeCudaJob *job, CeCudaSlot *slot, GError **error)
{
  float ms = 0;

  if (! slot->busy)
    return TRUE;

  slot->busy = FALSE;
  if (! ce_cuda_check (ce_cuda.cuEventSynchronize (slot->done), "computing", error))
    return FALSE;
  if (ce_cuda.cuEventElapsedTime (&ms, slot->begin, slot->end) == CUDA_SUCCESS)
    job->times.compute_ms += ms;

  return TRUE;
}

/* The next slot, with its events. */
static CeCudaSlot *
take_slot (CeCudaJob *job, const CeCudaRun *run, GError **error)
{
  CeCudaSlot *slot = &job->slots[run->n % CE_CUDA_SLOTS];
  CUevent    *events[] = { &slot->begin, &slot->end, &slot->ready, &slot->done };

  if (! finish_slot (job, slot, error))
    return NULL;

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (! *events[i] && ! ce_cuda_check (ce_cuda.cuEventCreate (events[i], CU_EVENT_DEFAULT), "computing", error))
      return NULL;

  return slot;
}

/* Rows @first to @last - 1 of the source to @to. */
static gboolean
send_rows (CeCudaJob *job, CeCudaSlot *slot, CUdeviceptr to, int first, int last, GError **error)
{
  const CeView *view = &job->source->view;
  gsize         begin = (gsize) first * view->stride;
  gsize         end = (gsize) last * view->stride;

  for (gsize from = begin, stop; from < end; from = stop)
    {
      stop = MIN (end, ce_cuda_pin_reach (job->source_pin, from, TRUE));
      if (! ce_cuda_check (ce_cuda.cuMemcpyHtoDAsync (to + (from - begin), view->data + from, stop - from, job->copy_in),
                           "receiving the image", error))
        return FALSE;
    }

  return ce_cuda_check (ce_cuda.cuEventRecord (slot->ready, job->copy_in), "receiving the image", error)
         && ce_cuda_check (ce_cuda.cuStreamWaitEvent (job->compute, slot->ready, 0), "receiving the image", error);
}

static int
samples_of (CeType type)
{
  switch (type)
    {
    case CE_U8: return CE_CUDA_U8;
    case CE_U16: return CE_CUDA_U16;
    case CE_F32: return CE_CUDA_F32;
    }
  g_return_val_if_reached (CE_CUDA_F32);
}

/* What kernels see of the source, as it is. */
static void
describe_source (CeCudaJob *job, CeCudaSource *source)
{
  const CeView *view = &job->source->view;

  source->stride = (long long) view->stride;
  source->width = view->width;
  source->height = view->height;
  source->channels = view->channels;
  source->samples = samples_of (view->type);
  source->channel = -1;
  if (job->resident)
    source->data = job->buffers[CE_CUDA_BUFFER_IMAGE].data;
}

static void
describe_target (const CeCudaPass *pass, CUdeviceptr data, CeCudaTarget *target)
{
  target->data = data;
  target->stride = (long long) pass->result->stride;
  target->samples = pass->plan->is_strength ? CE_CUDA_PLANE : samples_of (pass->result->type);
  target->inverted = pass->plan->inverted;
  target->sign = target->inverted ? -1 : 1;
  target->offset = target->inverted ? 255 : 0;
}

/* The source of a band: sent now, or waited for. */
static gboolean
supply (CeCudaJob *job, const CeCudaRun *run, CeCudaSlot *slot, CeCudaBand *band, GError **error)
{
  int         first = MAX (band->y0 - run->halo, 0);
  int         last = MIN (band->y1 + run->halo, job->source->view.height);
  CUdeviceptr to = job->buffers[CE_CUDA_BUFFER_SOURCE].data + run->n % run->n_buffers * run->source_size;

  describe_source (job, &band->source);
  if (run->source_size)
    {
      /* Where one buffer is for the whole image, the band before may still be read while this one comes. */
      if (run->n_buffers == 1 && run->n > 0
          && ! ce_cuda_check (ce_cuda.cuStreamWaitEvent (job->copy_in, job->slots[(run->n - 1) % CE_CUDA_SLOTS].end, 0),
                              "receiving the image", error))
        return FALSE;
      band->source.data = to - (gsize) first * job->source->view.stride;
      return send_rows (job, slot, to, first, last, error);
    }
  if (job->is_there || ! run->pass->uses_source)
    return TRUE;

  return ce_cuda_check (ce_cuda.cuStreamWaitEvent (job->compute, job->uploaded, 0), "receiving the image", error);
}

/* Queues the kernels of a band between two events, the first right before the first
 * kernel: what the host has to prepare is not computing. */
static gboolean
compute (CeCudaJob *job, const CeCudaRun *run, CeCudaSlot *slot, const CeCudaBand *band, GError **error)
{
  job->begin = slot->begin;

  return run->pass->func (job, band, run->pass->data, error)
         && ce_cuda_mark_begin (job, error)
         && ce_cuda_check (ce_cuda.cuEventRecord (slot->end, job->compute), "computing", error);
}

/* Queues the rows from where the run is to @y1. */
static gboolean
run_band (CeCudaJob *job, CeCudaRun *run, int y1, gboolean wait, GError **error)
{
  const CeCudaPass *pass = run->pass;
  CeCudaSlot       *slot = take_slot (job, run, error);
  CeCudaBand        band = { .y0 = run->next, .y1 = y1, .whole = run->n_buffers == 1 };
  CUdeviceptr       result = job->buffers[CE_CUDA_BUFFER_RESULT].data;
  CUstream          last = pass->result ? job->copy_out : job->compute;

  if (! slot || ! supply (job, run, slot, &band, error))
    return FALSE;

  if (pass->result && ! band.whole)
    result += run->n % run->n_buffers * run->result_size - (gsize) band.y0 * pass->result->stride;
  if (pass->result)
    describe_target (pass, result, &band.target);
  if (! compute (job, run, slot, &band, error))
    return FALSE;

  run->next = y1;
  run->n++;
  if (pass->result
      && (! ce_cuda_check (ce_cuda.cuStreamWaitEvent (job->copy_out, slot->end, 0), "sending the result", error)
          || ! ce_cuda_fetch_rows (job, run, result, y1, wait, error)))
    return FALSE;

  slot->busy = TRUE;
  return ce_cuda_check (ce_cuda.cuEventRecord (slot->done, last), "computing", error);
}

/**
 * ce_cuda_run_rows:
 * @job: a job
 * @run: a run whose buffers are for the whole image
 * @n_rows: rows of the source that are on their way to the device
 * @least: rows of a band at least
 * @error: return location
 *
 * Queues what can be computed from these rows, but the end of the image, and waits for nothing. The end belongs to
 * ce_cuda_run_finish(), which listens to Cancel.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_run_rows (CeCudaJob *job, CeCudaRun *run, int n_rows, int least, GError **error)
{
  int ready = n_rows == job->source->view.height || run->pass->at_once ? 0 : (n_rows - run->halo) / 32 * 32;

  while (ready - run->next >= least)
    if (! run_band (job, run, MIN (ready, run->next + run->rows), FALSE, error))
      return FALSE;

  return TRUE;
}

/* Waits for the bands before number @end, one after the other, and asks for Cancel after each. */
static gboolean
wait_for_bands (CeCudaJob *job, const CeCudaRun *run, int end, const CeProgress *progress, GError **error)
{
  for (int n = MAX (run->n - CE_CUDA_SLOTS, 0); n < end; n++)
    if (! finish_slot (job, &job->slots[n % CE_CUDA_SLOTS], error)
        || ! ce_cuda_report (progress, ce_cuda_share_done (job, run), error))
      return FALSE;

  return TRUE;
}

/**
 * ce_cuda_run_finish:
 * @job: a job whose source is complete
 * @run: a run
 * @progress: told the share done
 * @error: return location
 *
 * Queues the rest and waits for all of it.
 *
 * Returns: %TRUE when everything is on the host, or %FALSE with the errors of
 *   ce_cuda_run_pass(); something may then still be running
 */
gboolean
ce_cuda_run_finish (CeCudaJob *job, CeCudaRun *run, const CeProgress *progress, GError **error)
{
  const CeCudaPass *pass = run->pass;
  int               height = job->source->view.height;

  if (! wait_for_bands (job, run, run->n - IN_FLIGHT, progress, error))
    return FALSE;
  while (run->next < height)
    {
      double   share = ce_cuda_share_done (job, run);
      gboolean done;

      if ((run->n >= IN_FLIGHT && ! finish_slot (job, &job->slots[(run->n - IN_FLIGHT) % CE_CUDA_SLOTS], error))
          || ! ce_cuda_report (progress, share, error))
        return FALSE;

      job->progress = progress;
      job->n_asked = 0;
      done = run_band (job, run, MIN (height, run->next + run->rows), run->n_buffers > 1, error);
      job->progress = NULL;
      if (! done)
        return FALSE;
    }

  if (! wait_for_bands (job, run, run->n, progress, error))
    return FALSE;
  if (pass->result && ! ce_cuda_fetch_rest (job, run, progress, error))
    return FALSE;
  for (int i = 0; i < CE_CUDA_SLOTS; i++)
    if (! finish_slot (job, &job->slots[i], error))
      return FALSE;

  return TRUE;
}

/* Waits until nothing of a run is under way. */
void
ce_cuda_run_stop (CeCudaJob *job)
{
  ce_cuda.cuStreamSynchronize (job->copy_in);
  ce_cuda.cuStreamSynchronize (job->compute);
  ce_cuda.cuStreamSynchronize (job->copy_out);
  for (int i = 0; i < CE_CUDA_SLOTS; i++)
    job->slots[i].busy = FALSE;
  job->kept.n_rows = 0;
}

/**
 * ce_cuda_run_pass:
 * @job: a job whose source is complete
 * @pass: what to do
 * @progress: told the share done
 * @error: return location
 *
 * Returns: %TRUE when everything is on the host, or %FALSE with
 *   %CE_ERROR_CANCELLED, %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE; nothing of
 *   the pass is then still running
 */
gboolean
ce_cuda_run_pass (CeCudaJob *job, const CeCudaPass *pass, const CeProgress *progress, GError **error)
{
  CeCudaRun run;

  if (! ce_cuda_run_begin (job, &run, pass, error))
    return FALSE;

  if (ce_cuda_run_finish (job, &run, progress, error))
    return TRUE;

  ce_cuda_run_stop (job);
  return FALSE;
}
