/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: steps over planes of the whole image.
 */
#include "sharpen.h"

/* Queues half step @n for rows @y0 to @y1 - 1: an odd one computes the correction, an even one the estimate. */
static gboolean
half_step (CeCudaJob *job, const CeCudaPlanes *planes, int n, int y0, int y1, GError **error)
{
  const CUdeviceptr *data = planes->data;
  gboolean           corrects = n % 2 == 1;
  CUdeviceptr        estimate = data[CE_CUDA_PLANE_SECOND], correction = data[CE_CUDA_PLANE_CORRECTION];
  CUdeviceptr        covered[2] = { data[CE_CUDA_PLANE_COVERED_ESTIMATE], data[CE_CUDA_PLANE_COVERED_CORRECTION] };
  gboolean           opaque = planes->plan->opaque;
  CeCudaPtr          plane = corrects ? estimate : correction;
  long long          stride = (long long) ce_cuda_plane_stride (job);
  CeCudaLaunch       p = { .y0 = y0, .y1 = y1 };

  p.source = (CeCudaSource) {
    .data = opaque ? plane : covered[! corrects], .stride = stride, .width = job->source->view.width,
    .height = job->source->view.height, .channels = 1, .samples = CE_CUDA_PLANE
  };
  p.target = (CeCudaTarget) { .data = corrects ? correction : estimate, .stride = stride, .samples = CE_CUDA_PLANE };
  p.deconvolve = (CeCudaDeconvolve) {
    .light = data[CE_CUDA_PLANE_MEASURED], .plane = plane, .estimate = corrects ? 0 : estimate,
    .weight = data[CE_CUDA_PLANE_WEIGHT], .blurred_weight = data[CE_CUDA_PLANE_BLURRED_WEIGHT], .covered = covered[corrects],
    .damping = planes->plan->damping
  };
  ce_cuda_set_gaussian (&p, planes->plan->radius, planes->plan->weights, 0, 0);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_deconvolve, 0, MAX (p.radius, 1)), &p, error);
}

/* Computes the estimate step by step while the progress goes from @from to @to; @planes have light, the first estimate and
 * weights. Cancel is polled whenever the most rows are queued, and at the end. */
gboolean
ce_cuda_deconvolve (CeCudaJob *job, const CeCudaPlanes *planes, double from, double to, GError **error)
{
  const int    n = 2 * planes->plan->params.iterations, height = job->source->view.height;
  const double of_row = (double) job->source->view.width * (2 * planes->plan->radius + 6);
  const int    most = MAX ((int) MIN (CE_CUDA_MOST_TAPS / of_row, G_MAXINT / 2), 1);
  int          queued = most;   /* rows, because the work before the steps counts as that many */

  for (int i = 1; i <= n; i++)
    for (int y = 0, rows; y < height; y += rows)
      {
        rows = MIN (height - y, most);
        if (queued + rows > most)
          {
            if (! ce_cuda_ask (job, from + (to - from) * (i - 1) / n, error))
              return FALSE;
            queued = 0;
          }
        queued += rows;
        if (! half_step (job, planes, i, y, y + rows, error))
          return FALSE;
      }

  return ce_cuda_ask (job, to, error);
}
