/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Launches kernels.
 */
#include "job.h"

/* The most blocks of a grid along y that CUDA allows. */
#define MOST_BLOCKS 65535

/* Records the begin of computing, before the first kernel of a render. */
static gboolean
mark_begin (CeCudaJob *job, GError **error)
{
  gboolean has_begun = job->has_begun;

  job->has_begun = TRUE;

  return has_begun || ce_cuda_check (ce_cuda.cuEventRecord (job->begin, job->stream), "computing", error);
}

/* Returns whether the job only rehearses, and notes whether it lacks the kernel. */
gboolean
ce_cuda_rehearse (CeCudaJob *job, CeCudaKernel kernel)
{
  if (job->rehearses && ! ce_cuda_kernel_is_made (job->device, kernel))
    job->lacks = TRUE;

  return job->rehearses;
}

/* Queues a kernel of @x times @y blocks, with @shared bytes of dynamic shared memory each. */
gboolean
ce_cuda_launch (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint threads_x, guint threads_y, gsize shared,
                void **args, GError **error)
{
  gboolean fails = (ce_testing ()->cuda_fail & CE_FAULT_LAUNCH) != 0;

  if (ce_cuda_rehearse (job, kernel))
    return TRUE;

  return mark_begin (job, error)
         && ce_cuda_check (fails ? CUDA_ERROR_LAUNCH_FAILED
                           : ce_cuda.cuLaunchKernel (ce_cuda_kernel (job->device, kernel), x, y, 1, threads_x, threads_y, 1,
                                                     (unsigned) shared, job->stream, args, NULL), "computing", error);
}

/* Queues a kernel for rows @y0 to @y1 - 1, which are part of its argument @p: several times if the image is higher than
 * CUDA's grids. */
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
      done = ce_cuda_launch (job, kernel, grid->columns, (guint) ((*y1 - y + grid->rows - 1) / grid->rows),
                             grid->threads_x, grid->threads_y, grid->shared, args, error);
    }
  *y0 = first;
  *y1 = last;

  return done;
}

/* Queues a kernel that calls after_the_kernel_before(). If the GPU can, it starts this kernel before the previous one has
 * ended, which saves most of the time between them. */
gboolean
ce_cuda_launch_next (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint threads, void **args, GError **error)
{
  CUlaunchAttribute overlap = {
    .id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
    .value.programmaticStreamSerializationAllowed = 1
  };
  CUlaunchConfig    config = {
    .gridDimX = x, .gridDimY = y, .gridDimZ = 1, .blockDimX = threads, .blockDimY = 1, .blockDimZ = 1,
    .hStream = job->stream, .attrs = &overlap, .numAttrs = 1
  };

  if (job->rehearses || job->device->info.major < 9 || ! ce_cuda.cuLaunchKernelEx
      || (ce_testing ()->cuda_fail & CE_FAULT_LAUNCH))
    return ce_cuda_launch (job, kernel, x, y, threads, 1, 0, args, error);

  return ce_cuda_check (ce_cuda.cuLaunchKernelEx (&config, ce_cuda_kernel (job->device, kernel), args, NULL), "computing",
                        error);
}
