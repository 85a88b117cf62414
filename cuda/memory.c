/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Device memory of a job.
 */
#include "job.h"

#include "engine/testing.h"
#include "engine/text.h"

/* Kernels read whole groups of pixels, at the end of the last row a few bytes
 * too many. */
#define SLACK 256

/* The stream of who writes a buffer first. */
static CUstream
stream_of (CeCudaJob *job, CeCudaBufferId id)
{
  return id == CE_CUDA_BUFFER_SOURCE ? job->copy_in : job->compute;
}

void
ce_cuda_release (CeCudaJob *job, CeCudaBufferId id)
{
  CeCudaBuffer *buffer = &job->buffers[id];

  if (buffer->data)
    {
      ce_cuda.cuStreamSynchronize (stream_of (job, id));        /* it may still be cleared */
      ce_cuda.cuMemFree (buffer->data);
    }
  job->used -= buffer->size;
  buffer->data = 0;
  buffer->size = 0;
  if (id == CE_CUDA_BUFFER_PLANES)
    job->kept.n_rows = 0;
  if (id == CE_CUDA_BUFFER_KEPT)
    job->thinned.source = NULL;
}

/* Nobody writes what rounds up the rows of a result, but it goes to the host with them; nor bits beyond the image and what
 * lies behind the last row of a source, which are read and not used. */
static gboolean
clear (CeCudaJob *job, CeCudaBufferId id, GError **error)
{
  const CeCudaBuffer *buffer = &job->buffers[id];
  gboolean            all = id == CE_CUDA_BUFFER_RESULT || id == CE_CUDA_BUFFER_SOURCE || id == CE_CUDA_BUFFER_BITS;
  gsize               from = all ? 0 : buffer->size;

  return ce_cuda_check (ce_cuda.cuMemsetD8Async (buffer->data + from, 0, buffer->size + SLACK - from, stream_of (job, id)),
                        "reserving memory", error);
}

/**
 * ce_cuda_reserve:
 * @job: a job
 * @id: one of its buffers
 * @size: bytes it must have at least
 * @error: return location
 *
 * Grows a buffer, whose contents are then lost.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_reserve (CeCudaJob *job, CeCudaBufferId id, gsize size, GError **error)
{
  CeCudaBuffer *buffer = &job->buffers[id];
  CUresult      result;

  if (buffer->size >= size)
    return TRUE;

  ce_cuda_release (job, id);
  result = (ce_testing ()->cuda_fail & CE_FAULT_MEMORY) || job->used + size > job->budget ? CUDA_ERROR_OUT_OF_MEMORY
                                                                      : ce_cuda.cuMemAlloc (&buffer->data, size + SLACK);
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    {
      g_autofree char *text = g_format_size (size);

      buffer->data = 0;
      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("The GPU has not enough free memory: %s more are needed."), text);
      return FALSE;
    }
  if (! ce_cuda_check (result, "reserving memory", error))
    return FALSE;

  buffer->size = size;
  job->used += size;

  return clear (job, id, error);
}

/* Bytes the job may still reserve if the buffers of the mask @ids, which are
 * about to be sized anew, are not counted. */
gsize
ce_cuda_left (CeCudaJob *job, guint ids)
{
  gsize used = job->used;

  for (int i = 0; i < CE_CUDA_N_BUFFERS; i++)
    if (ids & (1u << i))
      used -= job->buffers[i].size;

  return used < job->budget ? job->budget - used : 0;
}
