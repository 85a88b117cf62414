/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Copies pictures to the device and back. The device copies from and to pinned memory itself. New memory is not pinned:
 * threads fill or empty pinned slots while the device copies others.
 */
#include "job.h"

#include "engine/memory.h"
#include "engine/threads.h"

#include <string.h>

/* Bytes of pinned memory between two polls of Cancel; they take 20 ms on a slow bus. */
#define PIECE ((gsize) 64 << 20)

typedef struct
{
  CeCudaJob  *job;
  guint8     *data;
  gsize       size;
  CUdeviceptr device;
  gboolean    fetches;
  int         failure;          /* atomic: the first CUresult that is not CUDA_SUCCESS */
} Transfer;

/* Copies @n bytes at @at from or to @host, and waits for that. */
static CUresult
copy (const Transfer *transfer, gpointer host, gsize at, gsize n)
{
  CUstream stream = transfer->job->stream;
  CUresult result = transfer->fetches ? ce_cuda.cuMemcpyDtoHAsync (host, transfer->device + at, n, stream)
                                      : ce_cuda.cuMemcpyHtoDAsync (transfer->device + at, host, n, stream);

  return result == CUDA_SUCCESS ? ce_cuda.cuStreamSynchronize (stream) : result;
}

static gboolean
copy_directly (const Transfer *transfer, const char *doing, const CeProgress *progress, GError **error)
{
  for (gsize at = 0, n; at < transfer->size; at += n)
    {
      n = MIN (PIECE, transfer->size - at);
      if (! ce_cuda_check (copy (transfer, transfer->data + at, at, n), doing, error)
          || ! ce_progress_report (progress, (double) (at + n) / (double) transfer->size, error))
        return FALSE;
    }

  return TRUE;
}

/* Copies @n bytes at @at through a slot. */
static CUresult
copy_through_slot (const Transfer *transfer, gsize at, gsize n)
{
  gpointer slot = ce_cuda_take_slot (transfer->job);
  guint8  *data = transfer->data + at;
  CUresult result;

  if (slot && ! transfer->fetches)
    memcpy (slot, data, n);
  result = copy (transfer, slot ? slot : data, at, n);
  if (slot && transfer->fetches)
    memcpy (data, slot, n);
  ce_cuda_return_slot (slot);

  return result;
}

/* A #CeTask: copies what lies in one huge page, or would, because one thread then touches that page first. */
static void
copy_page (int index, gpointer data)
{
  Transfer   *transfer = data;
  const gsize begin = (gsize) transfer->data, first = begin / CE_CUDA_SLOT + (gsize) index;
  const gsize from = MAX (first * CE_CUDA_SLOT, begin), to = MIN ((first + 1) * CE_CUDA_SLOT, begin + transfer->size);
  CUcontext   popped;
  CUresult    result;

  if (g_atomic_int_get (&transfer->failure) != CUDA_SUCCESS)
    return;

  result = ce_cuda.cuCtxPushCurrent (transfer->job->device->context);
  if (result == CUDA_SUCCESS)
    {
      result = copy_through_slot (transfer, from - begin, to - from);
      ce_cuda.cuCtxPopCurrent (&popped);
    }
  if (result != CUDA_SUCCESS)
    g_atomic_int_compare_and_exchange (&transfer->failure, CUDA_SUCCESS, (int) result);
}

/* Copies @view to the device or, if @fetches, from it, and waits for that; the progress goes from @from to @to. */
gboolean
ce_cuda_transfer (CeCudaJob *job, const CeView *view, CUdeviceptr device, gboolean fetches, double from, double to,
                  GError **error)
{
  const char *doing = fetches ? "sending the result" : "receiving the image";
  CeProgress  progress = ce_progress_section (job->progress, from, to);
  Transfer    transfer = { job, view->data, ce_view_size (view), device, fetches, CUDA_SUCCESS };
  const gsize begin = (gsize) view->data;
  const int   n = (int) ((begin + transfer.size - 1) / CE_CUDA_SLOT - begin / CE_CUDA_SLOT) + 1;

  if (ce_cuda_pin (job, view) || transfer.size < CE_MEMORY_LEAST)
    return copy_directly (&transfer, doing, &progress, error);

  return ce_threads_run (n, copy_page, &transfer, &progress, error)
         && ce_cuda_check ((CUresult) transfer.failure, doing, error);
}
