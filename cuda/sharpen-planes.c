/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The planes that sharpening and deconvolution have in common: which there are, the mask, and weights.
 */
#include "sharpen.h"

/* Returns the planes that a render needs, one bit each. */
guint
ce_cuda_planes_used (const CeCudaPlanes *planes)
{
  const CePlan *plan = planes->plan;
  gboolean      deconvolves = plan->params.method == CE_METHOD_DECONVOLVE;
  guint         used = 0;

#define ADD(name) (used |= 1u << CE_CUDA_PLANE_ ## name)
  if (plan->n_ramps > 0)
    ADD (SIGNAL), ADD (MASK);
  if (plan->params.stage == CE_SHOWN_MASK)
    return used;

  ADD (MEASURED);
  if (deconvolves || plan->params.method == CE_METHOD_UNSHARP)
    ADD (SECOND);
  if (deconvolves)
    ADD (CORRECTION);
  if (! plan->opaque)
    ADD (WEIGHT), ADD (BLURRED_WEIGHT);
  if (! plan->opaque && deconvolves)
    ADD (COVERED_ESTIMATE), ADD (COVERED_CORRECTION);
#undef ADD

  return used;
}

/* Queues a kernel with a thread for each pixel of rows @y0 to @y1 - 1. */
gboolean
ce_cuda_sharpen_launch (CeCudaJob *job, CeCudaKernel kernel, CeCudaSharpen *sharpen, int y0, int y1,
                        GError **error)
{
  gboolean         mask = kernel == CE_CUDA_KERNEL_mask;
  guint            width = mask ? CE_CUDA_MASK_X : CE_CUDA_BLOCK_X;
  int              height = mask ? CE_CUDA_MASK_Y : CE_CUDA_BLOCK_Y;
  const CeCudaGrid grid = { ((guint) sharpen->source.width + width - 1) / width, height, width, mask ? 1 : (guint) height,
                            0 };

  sharpen->y0 = y0;
  sharpen->y1 = y1;

  return ce_cuda_launch_down (job, kernel, &grid, sharpen, &sharpen->y0, &sharpen->y1, error);
}

/* Queues the mask of a range of rows, if there is one. */
gboolean
ce_cuda_make_mask (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, CeCudaSharpen *sharpen,
                   GError **error)
{
  const CePlan *plan = planes->plan;

  if (plan->n_ramps == 0)
    return TRUE;

  for (int i = 0; i < plan->n_ramps; i++)
    {
      sharpen->ramp[2 * i] = plan->ramps[i].low;
      sharpen->ramp[2 * i + 1] = plan->ramps[i].scale;
    }

  return ce_cuda_level_plane (job, rows, plan, plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_LEVEL, -1, FALSE,
                              sharpen->signal, rows->y0 - 3, rows->y1 + 3, error)
         && ce_cuda_sharpen_launch (job, CE_CUDA_KERNEL_mask, sharpen, rows->y0, rows->y1, error);
}

/* Queues the plane of weights, which are alpha, and the plane of blurred weights. */
gboolean
ce_cuda_make_weights (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, GError **error)
{
  const CePlan *plan = planes->plan;

  if (plan->opaque)
    return TRUE;
  if (! ce_cuda_level_plane (job, rows, plan, CE_CUDA_COVER_WEIGHT, -1, FALSE, planes->data[CE_CUDA_PLANE_WEIGHT],
                             rows->y0 - 1, rows->y1 + 1, error))
    return FALSE;

  return plan->radius == 0
         || ce_cuda_level_plane (job, rows, plan, CE_CUDA_COVER_WEIGHT, -1, TRUE, planes->data[CE_CUDA_PLANE_BLURRED_WEIGHT],
                                 rows->y0, rows->y1, error);
}

/* Makes @planes those of @sharpen. */
void
ce_cuda_set_planes (CeCudaSharpen *sharpen, const CeCudaPlanes *planes)
{
  const CePlan *plan = planes->plan;

  sharpen->measured = planes->data[CE_CUDA_PLANE_MEASURED];
  sharpen->second = planes->data[CE_CUDA_PLANE_SECOND];
  sharpen->covered = planes->data[CE_CUDA_PLANE_COVERED_ESTIMATE];
  sharpen->signal = planes->data[CE_CUDA_PLANE_SIGNAL];
  sharpen->mask = planes->data[CE_CUDA_PLANE_MASK];
  sharpen->weight = planes->data[CE_CUDA_PLANE_WEIGHT];
  if (plan->params.method == CE_METHOD_UNSHARP)
    sharpen->blurred_weight = plan->radius > 0 ? planes->data[CE_CUDA_PLANE_BLURRED_WEIGHT] : sharpen->weight;
}
