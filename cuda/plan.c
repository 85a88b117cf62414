/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a pass over the image is cut into bands, and memory for it.
 */
#include "job.h"

#include "engine/testing.h"
#include "engine/text.h"

#define SCRATCH_BUFFERS ((1u << CE_CUDA_BUFFER_ALONG_X) | (1u << CE_CUDA_BUFFER_PLANES) | (1u << CE_CUDA_BUFFER_KEPT)  \
                         | (1u << CE_CUDA_BUFFER_SOURCE) | (1u << CE_CUDA_BUFFER_RESULT))

gboolean
ce_cuda_report (const CeProgress *progress, double share, GError **error)
{
  if (! progress->func || progress->func (share, progress->data))
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
  return FALSE;
}

/**
 * ce_cuda_ask:
 * @job: a job
 * @band: what is being queued
 * @pass: the pass that it is of
 * @share: of the band, that is queued
 * @error: return location
 *
 * Waits for what was queued before the last call, so that one piece of work is always under way while the next is queued,
 * and asks for Cancel.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE or %CE_ERROR_CANCELLED
 */
gboolean
ce_cuda_ask (CeCudaJob *job, const CeCudaBand *band, const CeCudaPass *pass, double share, GError **error)
{
  CUevent *last = &job->asked[(job->n_asked + 1) % 2], *next = &job->asked[job->n_asked % 2];
  double   rows = band->y0 + share * (band->y1 - band->y0);

  if (! job->progress)
    return TRUE;

  return (*next || ce_cuda_check (ce_cuda.cuEventCreate (next, CU_EVENT_DISABLE_TIMING), "computing", error))
         && ce_cuda_check (ce_cuda.cuEventRecord (*next, job->compute), "computing", error)
         && (job->n_asked++ == 0 || ce_cuda_check (ce_cuda.cuEventSynchronize (*last), "computing", error))
         && ce_cuda_report (job->progress, pass->from + (pass->to - pass->from) * rows / job->source->view.height, error);
}

/* Records the event before the first kernel of a band. */
gboolean
ce_cuda_mark_begin (CeCudaJob *job, GError **error)
{
  CUevent begin = job->begin;

  job->begin = NULL;

  return ! begin || ce_cuda_check (ce_cuda.cuEventRecord (begin, job->compute), "computing", error);
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
  gboolean fails = (ce_testing ()->cuda_fail & CE_FAULT_LAUNCH) != 0;

  return ce_cuda_mark_begin (job, error)
         && ce_cuda_check (fails ? CUDA_ERROR_LAUNCH_FAILED
                           : ce_cuda.cuLaunchKernel (ce_cuda_kernel (job->device, kernel), x, y, z, threads_x, threads_y, 1,
                                                     (unsigned) shared, job->compute, args, NULL), "computing", error);
}

/* Blocks one above the other that CUDA allows. */
#define MOST_BLOCKS 65535

/**
 * ce_cuda_launch_down:
 * @job: a job
 * @kernel: what to run
 * @grid: its blocks
 * @p: its argument
 * @y0, @y1: (inout): the rows, in what @p points to
 * @error: return location
 *
 * Queues a kernel, as often as an image takes that is higher than CUDA's grids.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_launch_down (CeCudaJob *job, CeCudaKernel kernel, const CeCudaGrid *grid, gpointer p, int *y0, int *y1,
                     GError **error)
{
  const int first = *y0, last = *y1;
  gboolean  done = TRUE;
  void     *args[] = { p };

  for (int y = first; y < last && done; y = *y1)
    {
      *y0 = y;
      *y1 = MIN (last, y + MOST_BLOCKS * grid->rows);
      done = ce_cuda_launch (job, kernel, grid->columns, (guint) ((*y1 - y + grid->rows - 1) / grid->rows), 1,
                             grid->threads_x, grid->threads_y, grid->shared, args, error);
    }
  *y0 = first;
  *y1 = last;

  return done;
}

/**
 * ce_cuda_launch_next:
 * @job: a job
 * @kernel: what to run: it calls after_the_kernel_before()
 * @x, @y: blocks
 * @threads: of a block
 * @args: addresses of the kernel's arguments
 * @error: return location
 *
 * Queues a kernel right behind another one. It may be started before that has
 * ended, if the GPU can do so, which saves most of the time between them.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_launch_next (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint threads, void **args, GError **error)
{
  CUlaunchAttribute overlap = {
    .id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
    .value.programmaticStreamSerializationAllowed = 1
  };
  CUlaunchConfig    config = {
    .gridDimX = x, .gridDimY = y, .gridDimZ = 1, .blockDimX = threads, .blockDimY = 1, .blockDimZ = 1,
    .hStream = job->compute, .attrs = &overlap, .numAttrs = 1
  };

  if (job->device->info.major < 9 || ! ce_cuda.cuLaunchKernelEx || (ce_testing ()->cuda_fail & CE_FAULT_LAUNCH))
    return ce_cuda_launch (job, kernel, x, y, 1, threads, 1, 0, args, error);

  return ce_cuda_check (ce_cuda.cuLaunchKernelEx (&config, ce_cuda_kernel (job->device, kernel), args, NULL), "computing", error);
}

/* Bytes that a run takes with this many rows per band. */
static gsize
run_size (CeCudaJob *job, const CeCudaRun *run)
{
  const CeCudaPass *pass = run->pass;
  gsize             rows = (gsize) MIN (job->source->view.height, run->rows + 2 * run->halo);
  gsize             size = pass->scratch * rows;

  if (pass->uses_source && ! job->resident)
    size += run->n_buffers * rows * job->source->view.stride;
  if (pass->result)
    size += run->n_buffers * (gsize) run->rows * pass->result->stride;

  return size;
}

/* Sets the rows of a band to as many as there is memory for twice, a multiple of @step. */
static void
halve (CeCudaJob *job, CeCudaRun *run, int step, gsize left)
{
  int low = 0;
  int high = (job->source->view.height + step - 1) / step;

  run->n_buffers = 2;
  while (low < high)
    {
      int middle = (low + high + 1) / 2;

      run->rows = middle * step;
      if (run_size (job, run) <= left)
        low = middle;
      else
        high = middle - 1;
    }
  run->rows = low * step;
}

/* Buffers for the whole image if they fit, else for two bands. */
static gboolean
plan (CeCudaJob *job, CeCudaRun *run, GError **error)
{
  const CeCudaPass *pass = run->pass;
  const CeView     *view = &job->source->view;
  gsize             left = ce_cuda_left (job, SCRATCH_BUFFERS);

  run->halo = pass->halo + CE_CUDA_SPARE_ROWS;
  run->n_buffers = 1;
  run->rows = view->height;
  if (run_size (job, run) > left)
    halve (job, run, MAX (pass->step, 1), left);
  if (run->rows == 0)
    {
      g_autofree char *text = g_format_size (left);

      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY,
                   _("The GPU has not enough free memory: %s do not suffice for this image."), text);
      return FALSE;
    }

  if (pass->uses_source && ! job->resident)
    run->source_size = (gsize) MIN (view->height, run->rows + 2 * run->halo) * view->stride;
  if (pass->result)
    run->result_size = (gsize) run->rows * pass->result->stride;

  return TRUE;
}

/* Whether there is memory for all that @pass needs. */
gboolean
ce_cuda_is_whole (CeCudaJob *job, const CeCudaPass *pass)
{
  CeCudaRun run = { .pass = pass };

  return plan (job, &run, NULL) && run.n_buffers == 1;
}

/* Whether @pass can be done in one band. */
gboolean
ce_cuda_fits (CeCudaJob *job, const CeCudaPass *pass)
{
  const CeView *view = &job->source->view;

  return ce_cuda_is_whole (job, pass) && (double) view->width * view->height * pass->taps <= CE_CUDA_MOST_TAPS;
}

/* Memory for the run; what was kept from another one makes room if needed. */
static gboolean
reserve (CeCudaJob *job, const CeCudaRun *run, GError **error)
{
  gsize rows = (gsize) MIN (job->source->view.height, run->rows + 2 * run->halo);
  gsize growth = run->n_buffers * (run->source_size + run->result_size) + run->pass->scratch * rows;

  if (growth > ce_cuda_left (job, 0))
    for (int i = 0; i < CE_CUDA_N_BUFFERS; i++)
      if (SCRATCH_BUFFERS & (1u << i))
        ce_cuda_release (job, i);

  return (! run->source_size
          || ce_cuda_reserve (job, CE_CUDA_BUFFER_SOURCE, run->n_buffers * run->source_size, error))
         && (! run->result_size
             || ce_cuda_reserve (job, CE_CUDA_BUFFER_RESULT, run->n_buffers * run->result_size, error));
}

/* Begins to pin a result. The shelf says when its memory goes, which may be while the job lives. */
CeCudaPin *
ce_cuda_pin_result (CeCudaJob *job, const CeView *result)
{
  return ce_cuda_pin (job, result->data, result->stride * (gsize) result->height);
}

/**
 * ce_cuda_run_begin:
 * @job: a job
 * @run: (out): a run
 * @pass: what it is to do; it stays where it is
 * @error: return location
 *
 * Reserves memory, queues nothing.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_run_begin (CeCudaJob *job, CeCudaRun *run, const CeCudaPass *pass, GError **error)
{
  *run = (CeCudaRun) { .pass = pass };
  if (! plan (job, run, error) || ! reserve (job, run, error))
    return FALSE;

  if (run->n_buffers == 1 && ! pass->at_once)
    {
      int    step = MAX (pass->step, 32);
      double most = CE_CUDA_MOST_TAPS / ((double) job->source->view.width * MAX (pass->taps, 1));

      run->rows = MIN (run->rows, MAX ((int) MIN (most, G_MAXINT / 2), 1) / step * step + step);
    }
  if (pass->result)
    run->pin = ce_cuda_pin_result (job, pass->result);

  return TRUE;
}
