/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The source's way to the device, while its rows still arrive.
 */
#include "job.h"

/* Bytes of rows that gather before they are sent to the device. Each copy has a cost of its own, 2 % of its time at
 * 4 MiB. */
#define PIECE ((gsize) 4 << 20)

static gsize
image_size (CeCudaJob *job)
{
  return job->source->view.stride * (gsize) job->source->view.height;
}

/**
 * ce_cuda_upload_open:
 * @job: a job
 * @error: return location
 *
 * Decides whether the source stays on the device: if it takes at most half of
 * the memory there is. Else each render sends it in bands. Either way its
 * memory is being pinned from now on.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_upload_open (CeCudaJob *job, GError **error)
{
  if (image_size (job) <= job->budget / 2)
    {
      if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_IMAGE, image_size (job), error))
        return FALSE;
      job->resident = TRUE;
    }

  job->source_pin = ce_cuda_pin (job, job->source->view.data, image_size (job));

  return TRUE;
}

/* Sends what has arrived and is pinned, to @end at most. */
static void
send (CeCudaJob *job, gsize end, gboolean wait)
{
  while (job->copied < end && ! job->upload_error)
    {
      gsize stop = MIN (end, ce_cuda_pin_reach (job->source_pin, job->copied, wait));

      if (stop == job->copied)
        return;

      if (! ce_cuda_check (ce_cuda.cuMemcpyHtoDAsync (job->buffers[CE_CUDA_BUFFER_IMAGE].data + job->copied,
                                                      job->source->view.data + job->copied, stop - job->copied,
                                                      job->copy_in), "receiving the image", &job->upload_error)
          || ! ce_cuda_check (ce_cuda.cuEventRecord (job->uploaded, job->copy_in), "receiving the image",
                              &job->upload_error))
        return;
      job->copied = stop;
    }
}

/* The first @n_rows rows have arrived. Says whether enough has gathered to be sent. */
gboolean
ce_cuda_upload_arrive (CeCudaJob *job, int n_rows)
{
  job->arrived = job->source->view.stride * (gsize) n_rows;

  return job->resident && (ce_cuda_upload_is_complete (job) || job->arrived - job->copied >= PIECE);
}

/* Sends what has arrived and is pinned. Errors wait for the render. */
void
ce_cuda_upload_advance (CeCudaJob *job)
{
  send (job, ce_cuda_upload_is_complete (job) ? job->arrived : job->arrived / PIECE * PIECE, FALSE);
}

/* When all rows have arrived: waits for the next piece to be pinned, and sends it. Says whether there was one. */
gboolean
ce_cuda_upload_next (CeCudaJob *job)
{
  if (! job->resident || job->copied >= job->arrived || job->upload_error)
    return FALSE;

  send (job, MIN (ce_cuda_pin_reach (job->source_pin, job->copied, TRUE), job->arrived), TRUE);

  return TRUE;
}

/* Rows that are on the device or on their way there. */
int
ce_cuda_upload_count (CeCudaJob *job)
{
  return (int) (job->copied / job->source->view.stride);
}

/* Whether all rows have arrived. */
gboolean
ce_cuda_upload_is_complete (CeCudaJob *job)
{
  return job->arrived >= image_size (job);
}

/* Waits until the source is on the device, @begin being when the render began. */
gboolean
ce_cuda_upload_wait (CeCudaJob *job, gint64 begin, GError **error)
{
  if (job->upload_error)
    {
      g_propagate_error (error, g_error_copy (job->upload_error));
      return FALSE;
    }
  if (! job->resident || job->is_there)
    return TRUE;

  if (! ce_cuda_check (ce_cuda.cuEventSynchronize (job->uploaded), "receiving the image", error))
    return FALSE;
  job->is_there = TRUE;
  job->times.upload_ms = (double) (g_get_monotonic_time () - begin) / 1000;

  return TRUE;
}
