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

/* Half step @n: of an odd number the correction, then the estimate. */
static gboolean
half_step (CeCudaJob *job, const CeCudaBand *band, const CeCudaPlanes *planes, int n, GError **error)
{
  const CUdeviceptr *data = planes->data;
  gboolean           corrects = n % 2 == 1;
  CUdeviceptr        estimate = data[CE_CUDA_PLANE_SECOND], correction = data[CE_CUDA_PLANE_CORRECTION];
  CUdeviceptr        covered[2] = { data[CE_CUDA_PLANE_COVERED_ESTIMATE], data[CE_CUDA_PLANE_COVERED_CORRECTION] };
  gboolean           opaque = planes->plan->opaque;
  CeCudaLaunch       p = { .source = band->source };

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
  rows_after (job, planes, n, &p.y0, &p.y1);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_restore, CE_CUDA_ANY, 0, MAX (p.radius, 1)), &p,
                        error);
}

/* Waits for the steps that are queued, and reports the share done, @share of the band's; %FALSE if that cancels. */
static gboolean
may_go_on (CeCudaJob *job, const CeCudaBand *band, const CeCudaPlanes *planes, double share, GError **error)
{
  const CeCudaPass *pass = planes->pass;
  double            rows = band->y0 + share * (band->y1 - band->y0);

  return ! job->progress
         || (ce_cuda_check (ce_cuda.cuStreamSynchronize (job->compute), "computing", error)
             && ce_cuda_report (job->progress, pass->from + (pass->to - pass->from) * rows / job->source->view.height,
                                error));
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
  const CePlan *plan = planes->plan;
  int           n = 2 * plan->params.iterations;
  double        each = (double) job->source->view.width * (planes->y1 - planes->y0) * (2 * plan->radius + 6);
  double        taps = 0;

  for (int i = 1; i <= n; i++)
    {
      if (! half_step (job, band, planes, i, error))
        return FALSE;
      taps += each;
      if (taps > CE_CUDA_MOST_TAPS && i < n)
        {
          taps = 0;
          if (! may_go_on (job, band, planes, from + (to - from) * i / n, error))
            return FALSE;
        }
    }

  return TRUE;
}
