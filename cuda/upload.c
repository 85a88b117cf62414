/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The source's way to the device, while its rows still arrive.
 */
#include "job.h"

/* Rows are sent on once this much has gathered. */
#define PIECE ((gsize) 8 << 20)

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
 * the memory there is. Else each render sends it in bands.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_upload_open (CeCudaJob *job, GError **error)
{
  GError *failure = NULL;

  if (image_size (job) > job->budget / 2)
    return TRUE;

  job->resident = ce_cuda_reserve (job, CE_CUDA_BUFFER_IMAGE, image_size (job), &failure);
  if (job->resident)
    return TRUE;

  g_propagate_error (error, failure);
  return FALSE;
}

static void
send (CeCudaJob *job, gsize end)
{
  guint8 *from = job->source->view.data + job->copied;
  gsize   size = end - job->copied;

  if (size == 0 || job->upload_error)
    return;

  ce_cuda_pin (job, from, size);
  ce_cuda_check (ce_cuda.cuMemcpyHtoDAsync (job->buffers[CE_CUDA_BUFFER_IMAGE].data + job->copied, from, size,
                                            job->copy_in),
                 "receiving the image", &job->upload_error);
  job->copied = end;
}

/* Rows @y to @y + @n_rows have arrived. Pieces begin and end at multiples of
 * PIECE, so that each is pinned alone. Errors wait for the render. */
void
ce_cuda_upload_rows (CeCudaJob *job, int y, int n_rows)
{
  gboolean complete = y + n_rows == job->source->view.height;

  job->arrived = job->source->view.stride * (gsize) (y + n_rows);
  if (! job->resident || (! complete && job->arrived - job->copied < PIECE))
    return;

  if (! job->upload_error && ! ce_cuda_enter (job, &job->upload_error))
    return;

  send (job, job->arrived / PIECE * PIECE);
  if (complete)
    {
      send (job, image_size (job));
      if (! job->upload_error)
        ce_cuda_check (ce_cuda.cuEventRecord (job->uploaded, job->copy_in), "receiving the image", &job->upload_error);
    }
  ce_cuda_leave ();
}

/* Lets compute wait for the source. */
gboolean
ce_cuda_upload_finish (CeCudaJob *job, GError **error)
{
  gint64 begin = g_get_monotonic_time ();

  if (job->upload_error)
    {
      g_propagate_error (error, g_error_copy (job->upload_error));
      return FALSE;
    }
  if (! job->resident)
    return TRUE;

  if (! ce_cuda_check (ce_cuda.cuEventSynchronize (job->uploaded), "receiving the image", error))
    return FALSE;
  job->times.upload_ms += (double) (g_get_monotonic_time () - begin) / 1000;

  return TRUE;
}
