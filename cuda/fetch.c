/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The result's way to the host.
 */
#include "job.h"

/* Bytes of the result that are waited for together; a Cancel is heard between two such waits, which take 20 ms on a slow
 * bus. On a fast one the waits make sending some thousandths slower. */
#define FETCHED_AT_ONCE ((gsize) 64 << 20)

/* The result's rows before @y1 to the host, @from being where row 0 is; not
 * those whose memory is not pinned yet, unless @wait. */
gboolean
ce_cuda_fetch_rows (CeCudaJob *job, CeCudaRun *run, CUdeviceptr from, int y1, gboolean wait, GError **error)
{
  const CeView *result = run->pass->result;
  gsize         begin = run->fetched;
  gsize         end = (gsize) y1 * result->stride;

  for (gsize stop; begin < end; begin = run->fetched = stop)
    {
      stop = MIN (end, ce_cuda_pin_reach (run->pin, begin, wait));
      if (stop == begin)
        return TRUE;
      if (! ce_cuda_check (ce_cuda.cuMemcpyDtoHAsync (result->data + begin, from + begin, stop - begin, job->copy_out),
                           "sending the result", error))
        return FALSE;
    }

  return TRUE;
}

/* How far the run is, computing and sending taken as halves. */
double
ce_cuda_share_done (CeCudaJob *job, const CeCudaRun *run)
{
  const CeCudaPass *pass = run->pass;
  double            share = (double) run->next / job->source->view.height;

  if (pass->result)
    share = (share + (double) run->fetched / ((double) pass->result->stride * pass->result->height)) / 2;

  return pass->from + (pass->to - pass->from) * share;
}

/* The rest of a result, all of which is computed or about to be. */
gboolean
ce_cuda_fetch_rest (CeCudaJob *job, CeCudaRun *run, const CeProgress *progress, GError **error)
{
  gsize stride = run->pass->result->stride;
  int   height = job->source->view.height;
  int   at_once = MAX ((int) (FETCHED_AT_ONCE / stride), 1);
  int   y = (int) (run->fetched / stride);

  do
    {
      y = MIN (height, y + at_once);
      if (! ce_cuda_fetch_rows (job, run, job->buffers[CE_CUDA_BUFFER_RESULT].data, y, TRUE, error)
          || ! ce_cuda_check (ce_cuda.cuStreamSynchronize (job->copy_out), "sending the result", error)
          || ! ce_cuda_report (progress, ce_cuda_share_done (job, run), error))
        return FALSE;
    }
  while (y < height);

  return TRUE;
}
