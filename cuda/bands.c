/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One pass over the image: as a whole if memory allows, else in bands whose
 * transfers overlap with computing. Bands give the same bits.
 */
#include "job.h"

/* Fused kernels read up to this many rows beyond the ones they need. */
#define SPARE_ROWS 4

#define SCRATCH_BUFFERS ((1u << CE_CUDA_BUFFER_ALONG_X) | (1u << CE_CUDA_BUFFER_PLANES)                 \
                         | (1u << CE_CUDA_BUFFER_SOURCE) | (1u << CE_CUDA_BUFFER_RESULT))

typedef struct
{
  int   rows;                   /* of a band */
  int   n_slots;                /* bands in flight */
  int   halo;
  gsize source_slot;            /* bytes, 0 if the source is not sent in bands */
  gsize result_slot;            /* bytes, 0 if there is no result */
} Plan;

gboolean
ce_cuda_report (const CeProgress *progress, double share, GError **error)
{
  if (! progress->func || progress->func (share, progress->data))
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
  return FALSE;
}

/**
 * ce_cuda_launch:
 * @job: a job
 * @kernel: what to run
 * @x, @y, @z: blocks
 * @threads_x, @threads_y: threads of a block
 * @shared: bytes of dynamic shared memory
 * @args: addresses of the kernel's arguments
 * @error: return location
 *
 * Queues a kernel.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_launch (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint z,
                guint threads_x, guint threads_y, gsize shared, void **args, GError **error)
{
  CUresult result = ce_cuda_fails ("launch") ? CUDA_ERROR_LAUNCH_FAILED
                    : ce_cuda.cuLaunchKernel (job->device->kernels[kernel], x, y, z, threads_x, threads_y, 1,
                                              (unsigned) shared, job->compute, args, NULL);

  return ce_cuda_check (result, "computing", error);
}

/* Bytes that a plan with this many rows per band takes. */
static gsize
plan_size (CeCudaJob *job, const CeCudaPass *pass, const Plan *plan)
{
  int   height = job->source->view.height;
  gsize rows = (gsize) MIN (height, plan->rows + 2 * plan->halo);
  gsize size = pass->scratch * rows;

  if (pass->uses_source && ! job->resident)
    size += plan->n_slots * rows * job->source->view.stride;
  if (pass->result)
    size += plan->n_slots * (gsize) plan->rows * pass->result->stride;

  return size;
}

static gboolean
make_plan (CeCudaJob *job, const CeCudaPass *pass, Plan *plan, GError **error)
{
  int   height = job->source->view.height;
  gsize left = ce_cuda_left (job, SCRATCH_BUFFERS);
  int   step = pass->step ? pass->step : 1;
  int   low = 0, high;

  plan->halo = pass->halo + SPARE_ROWS;
  plan->n_slots = 1;
  plan->rows = height;
  if (plan_size (job, pass, plan) > left)
    {
      plan->n_slots = 2;
      high = (height + step - 1) / step;
      while (low < high)
        {
          int middle = (low + high + 1) / 2;

          plan->rows = middle * step;
          if (plan_size (job, pass, plan) <= left)
            low = middle;
          else
            high = middle - 1;
        }
      plan->rows = low * step;
    }

  if (plan->rows == 0)
    {
      g_autofree char *text = g_format_size (left);

      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY,
                   "The GPU has not enough free memory: %s do not suffice for this image.", text);
      return FALSE;
    }

  plan->source_slot = pass->uses_source && ! job->resident
                      ? (gsize) MIN (height, plan->rows + 2 * plan->halo) * job->source->view.stride : 0;
  plan->result_slot = pass->result ? (gsize) plan->rows * pass->result->stride : 0;

  return TRUE;
}

/* Memory for the plan; what was kept from another one makes room if needed. */
static gboolean
reserve_plan (CeCudaJob *job, const Plan *plan, gsize scratch, GError **error)
{
  gsize growth = plan->n_slots * (plan->source_slot + plan->result_slot) + scratch;

  if (growth > ce_cuda_left (job, 0))
    for (int i = 0; i < CE_CUDA_N_BUFFERS; i++)
      if (SCRATCH_BUFFERS & (1u << i))
        ce_cuda_release (job, i);

  return (! plan->source_slot
          || ce_cuda_reserve (job, CE_CUDA_BUFFER_SOURCE, plan->n_slots * plan->source_slot, error))
         && (! plan->result_slot
             || ce_cuda_reserve (job, CE_CUDA_BUFFER_RESULT, plan->n_slots * plan->result_slot, error));
}

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

static gboolean
send_band (CeCudaJob *job, CeCudaSlot *slot, CUdeviceptr to, int first, int n_rows, GError **error)
{
  const CeView *view = &job->source->view;

  return ce_cuda_check (ce_cuda.cuMemcpyHtoDAsync (to, ce_view_row (view, first), (gsize) n_rows * view->stride,
                                                   job->copy_in), "receiving the image", error)
         && ce_cuda_check (ce_cuda.cuEventRecord (slot->ready, job->copy_in), "receiving the image", error)
         && ce_cuda_check (ce_cuda.cuStreamWaitEvent (job->compute, slot->ready, 0), "receiving the image", error);
}

static gboolean
fetch_band (CeCudaJob *job, CeCudaSlot *slot, const CeView *result, CUdeviceptr from, int y0, int y1, GError **error)
{
  return ce_cuda_check (ce_cuda.cuStreamWaitEvent (job->copy_out, slot->end, 0), "sending the result", error)
         && ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (ce_view_row (result, y0), from, (gsize) (y1 - y0) * result->stride,
                                                      job->copy_out), "sending the result", error)
         && ce_cuda_check (ce_cuda.cuEventRecord (slot->done, job->copy_out), "sending the result", error);
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
  source->samples = view->type == CE_U8 ? CE_CUDA_U8 : CE_CUDA_F32;
  source->channel = -1;
  if (job->resident)
    source->data = job->buffers[CE_CUDA_BUFFER_IMAGE].data;
}

static gboolean
run_band (CeCudaJob *job, const CeCudaPass *pass, const Plan *plan, int index, GError **error)
{
  int         n = index % plan->n_slots;
  CeCudaSlot *slot = &job->slots[n];
  CeCudaBand  band = { .y0 = index * plan->rows };
  int         height = job->source->view.height;
  int         first, last;
  CUdeviceptr result = job->buffers[CE_CUDA_BUFFER_RESULT].data + n * plan->result_slot;

  band.y1 = MIN (band.y0 + plan->rows, height);
  first = MAX (band.y0 - plan->halo, 0);
  last = MIN (band.y1 + plan->halo, height);
  describe_source (job, &band.source);
  if (plan->source_slot)
    {
      CUdeviceptr to = job->buffers[CE_CUDA_BUFFER_SOURCE].data + n * plan->source_slot;

      if (! send_band (job, slot, to, first, last - first, error))
        return FALSE;
      band.source.data = to - (gsize) first * job->source->view.stride;
    }
  if (pass->result)
    {
      band.target.data = result - (gsize) band.y0 * pass->result->stride;
      band.target.stride = (long long) pass->result->stride;
      band.target.samples = pass->result->type == CE_U8 ? CE_CUDA_U8 : CE_CUDA_F32;
      band.target.inverted = pass->style == CE_STYLE_BLACK_ON_WHITE;
      band.target.sign = band.target.inverted ? -1 : 1;
      band.target.offset = band.target.inverted ? 255 : 0;
    }

  if (! ce_cuda_check (ce_cuda.cuEventRecord (slot->begin, job->compute), "computing", error)
      || ! pass->func (job, &band, pass->data, error)
      || ! ce_cuda_check (ce_cuda.cuEventRecord (slot->end, job->compute), "computing", error))
    return FALSE;

  slot->busy = TRUE;
  if (pass->result)
    return fetch_band (job, slot, pass->result, result, band.y0, band.y1, error);

  return ce_cuda_check (ce_cuda.cuEventRecord (slot->done, job->compute), "computing", error);
}

/**
 * ce_cuda_run_pass:
 * @job: a job
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
  int      height = job->source->view.height;
  Plan     plan;
  gboolean done = FALSE;
  int      n_bands;

  if (! make_plan (job, pass, &plan, error)
      || ! reserve_plan (job, &plan, pass->scratch * (gsize) MIN (height, plan.rows + 2 * plan.halo), error))
    return FALSE;

  if (pass->result)
    ce_cuda_pin (job, pass->result->data, pass->result->stride * (gsize) height);

  n_bands = (height + plan.rows - 1) / plan.rows;
  for (int i = 0; i < n_bands; i++)
    {
      double share = pass->from + (pass->to - pass->from) * i / n_bands;

      if (! finish_slot (job, &job->slots[i % plan.n_slots], error)
          || ! ce_cuda_report (progress, share, error)
          || ! run_band (job, pass, &plan, i, error))
        goto done;
    }

  done = finish_slot (job, &job->slots[0], error) && finish_slot (job, &job->slots[1], error);

done:
  if (! done)
    {
      ce_cuda.cuStreamSynchronize (job->copy_in);
      ce_cuda.cuStreamSynchronize (job->compute);
      ce_cuda.cuStreamSynchronize (job->copy_out);
      job->slots[0].busy = job->slots[1].busy = FALSE;
      job->kept.valid = FALSE;
    }

  return done;
}
