/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution: steps over the planes of a band. What rows beyond the band
 * would need of rows further away becomes wrong step by step, as far as the
 * halo reaches; those rows are left out.
 */
#include "shape.h"

/* Rows that are right after @n half steps. */
static void
rows_after (CeCudaJob *job, const CeCudaPlanes *planes, int n, int *y0, int *y1)
{
  int less = n * planes->plan->radius;

  *y0 = planes->y0 > 0 ? planes->y0 + less : 0;
  *y1 = planes->y1 < job->source->view.height ? planes->y1 - less : planes->y1;
}

/* Half step @n, of an odd number the correction, then the estimate: of rows @y0 to @y1 - 1. */
static gboolean
half_step (CeCudaJob *job, const CeCudaBand *band, const CeCudaPlanes *planes, int n, int y0, int y1, GError **error)
{
  const CUdeviceptr *data = planes->data;
  gboolean           corrects = n % 2 == 1;
  CUdeviceptr        estimate = data[CE_CUDA_PLANE_SECOND], correction = data[CE_CUDA_PLANE_CORRECTION];
  CUdeviceptr        covered[2] = { data[CE_CUDA_PLANE_COVERED_ESTIMATE], data[CE_CUDA_PLANE_COVERED_CORRECTION] };
  gboolean           opaque = planes->plan->opaque;
  CeCudaLaunch       p = { .source = band->source, .y0 = y0, .y1 = y1 };

  p.restore = (CeCudaRestore) {
    .light = data[CE_CUDA_PLANE_MEASURED], .plane = corrects ? estimate : correction, .estimate = corrects ? 0 : estimate,
    .weight = data[CE_CUDA_PLANE_WEIGHT], .blurred_weight = data[CE_CUDA_PLANE_BLURRED_WEIGHT], .covered = covered[corrects],
    .damping = planes->plan->damping
  };
  p.source.data = opaque ? p.restore.plane : covered[! corrects];
  p.source.stride = (long long) ce_cuda_plane_stride (job);
  p.source.samples = CE_CUDA_PLANE;
  p.source.channels = 1;
  p.target.data = corrects ? correction : estimate;
  p.target.stride = p.source.stride;
  p.target.samples = CE_CUDA_PLANE;
  ce_cuda_set_gaussian (&p, planes->plan, 0, 0);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_restore, CE_CUDA_ANY, 0, MAX (p.radius, 1)), &p,
                        error);
}

/**
 * ce_cuda_restore:
 * @job: a job
 * @band: what to compute
 * @planes: its planes, with light, the first estimate and weights
 * @from, @to: shares of the band's work
 * @error: return location
 *
 * Takes the estimate from step to step; Cancel is looked at between them.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_DEVICE or %CE_ERROR_CANCELLED
 */
gboolean
ce_cuda_restore (CeCudaJob *job, const CeCudaBand *band, const CeCudaPlanes *planes, double from, double to,
                 GError **error)
{
  const int    n = 2 * planes->plan->params.iterations;
  const double of_row = (double) job->source->view.width * (2 * planes->plan->radius + 6);
  const int    most = MAX ((int) MIN (CE_CUDA_MOST_TAPS / of_row, G_MAXINT / 2), 1);
  int          queued = most;   /* rows: what comes before the steps is as much */

  for (int i = 1; i <= n; i++)
    {
      int first, last;

      rows_after (job, planes, i, &first, &last);
      for (int y = first, y1; y < last; y = y1)
        {
          if (queued >= most && ! ce_cuda_ask (job, band, planes->pass, from + (to - from) * (i - 1) / n, error))
            return FALSE;
          queued = queued >= most ? 0 : queued;
          y1 = MIN (last, y + most - queued);
          queued += y1 - y;
          if (! half_step (job, band, planes, i, y, y1, error))
            return FALSE;
        }
    }

  return TRUE;
}
