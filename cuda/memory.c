/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Allocates the device memory of a job, and frees it.
 */
#include "job.h"

#include "engine/text.h"

/* Bytes behind each buffer, because kernels read whole groups of pixels, a few bytes beyond the last row. */
#define SLACK 256

void
ce_cuda_release (CeCudaJob *job, CeCudaBufferId id)
{
  CeCudaBuffer *buffer = &job->buffers[id];

  if (buffer->data)
    {
      ce_cuda.cuStreamSynchronize (job->stream);        /* it may still be used */
      ce_cuda.cuMemFree (buffer->data);
    }
  job->used -= buffer->size;
  buffer->data = 0;
  buffer->size = 0;
  if (id == CE_CUDA_BUFFER_PLANES || id == CE_CUDA_BUFFER_ESTIMATE)
    job->kept.n_rows = 0;
  if (id == CE_CUDA_BUFFER_MAGNITUDES)
    job->thinned.source = NULL;
}

/* Clears bytes that no kernel writes: the padding of a result's rows, which is downloaded with them, and bits beyond the
 * image and bytes behind a source's last row, which are read but not used. */
static gboolean
clear (CeCudaJob *job, CeCudaBufferId id, GError **error)
{
  const CeCudaBuffer *buffer = &job->buffers[id];
  gboolean            all = id == CE_CUDA_BUFFER_RESULT || id == CE_CUDA_BUFFER_BITS;
  gsize               from = all ? 0 : buffer->size;

  return ce_cuda_check (ce_cuda.cuMemsetD8Async (buffer->data + from, 0, buffer->size + SLACK - from, job->stream),
                        "reserving memory", error);
}

/* Frees buffers that only another render needs. */
static void
release_others (CeCudaJob *job)
{
  for (int i = 0; i < CE_CUDA_N_BUFFERS; i++)
    if (i != CE_CUDA_BUFFER_IMAGE && job->buffers[i].render != job->n_renders)
      ce_cuda_release (job, i);
}

static CUresult
allocate (CeCudaJob *job, CUdeviceptr *data, gsize size)
{
  if ((ce_testing ()->cuda_fail & CE_FAULT_MEMORY) || job->used + size > job->budget)
    return CUDA_ERROR_OUT_OF_MEMORY;

  return ce_cuda.cuMemAlloc (data, size + SLACK);
}

/* Grows a buffer to at least @size bytes; its contents are then lost. */
gboolean
ce_cuda_reserve (CeCudaJob *job, CeCudaBufferId id, gsize size, GError **error)
{
  CeCudaBuffer *buffer = &job->buffers[id];
  CUdeviceptr   data = 0;
  CUresult      result;

  buffer->render = job->n_renders;
  if (buffer->size >= size)
    return TRUE;

  ce_cuda_release (job, id);
  result = allocate (job, &data, size);
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    {
      release_others (job);
      result = allocate (job, &data, size);
    }
  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    {
      g_autofree char *text = g_format_size (size);

      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("The GPU has not enough free memory: %s more are needed."), text);
      return FALSE;
    }
  if (! ce_cuda_check (result, "reserving memory", error))
    return FALSE;

  buffer->data = data;
  buffer->size = size;
  job->used += size;

  return clear (job, id, error);
}
