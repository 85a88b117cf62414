/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What sharpening does beside adding detail: one signal after the other, through
 * planes.
 */
#include "shape.h"

/* The planes that a render needs, one bit each. */
static guint
planes_of (const CePlan *plan)
{
  gboolean deconvolves = plan->params.method == CE_METHOD_DECONVOLVE;
  guint    planes = 0;

#define ADD(name) (planes |= 1u << CE_CUDA_PLANE_ ## name)
  if (plan->n_ramps > 0)
    ADD (SIGNAL), ADD (MASK);
  if (plan->params.shown == CE_SHOWN_MASK)
    return planes;

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

  return planes;
}

/* How many signals are measured, one after the other: each colour, or one for all of them. */
static int
count_measured (CeCudaJob *job, const CePlan *plan)
{
  gboolean each = plan->params.channels == CE_CHANNELS_RGB && plan->params.shown != CE_SHOWN_MASK;

  return each && job->source->view.channels >= 3 ? 3 : 1;
}

/* What the estimate of a deconvolution depends on. */
static CeCudaKept
estimate_of (CeCudaJob *job, const CePlan *plan)
{
  const CeParams *params = &plan->params;

  return (CeCudaKept) { job->source->view.height, params->sigma, params->luma, 0, params->iterations, params->detail };
}

/* Whether the planes still have the estimate of the whole image that this plan asks for: then only parameters that take
 * effect after it have changed. */
static gboolean
is_restored (CeCudaJob *job, const CePlan *plan)
{
  const CeCudaKept *kept = &job->kept;
  CeCudaKept        wanted = estimate_of (job, plan);

  return plan->deconvolves && count_measured (job, plan) == 1
         && kept->n_signals == 0 && kept->n_rows == wanted.n_rows && kept->sigma == wanted.sigma && kept->luma == wanted.luma
         && kept->iterations == wanted.iterations && kept->detail == wanted.detail;
}

static gboolean
reserve_planes (CeCudaJob *job, const CeCudaRows *rows, CeCudaPlanes *planes, GError **error)
{
  guint used = planes_of (planes->plan);
  int   around = planes->plan->halo + CE_CUDA_SPARE_ROWS;
  int   y0 = MAX (rows->y0 - around, 0), y1 = MIN (rows->y1 + around, job->source->view.height);
  gsize stride = ce_cuda_plane_stride (job), size = (gsize) (y1 - y0) * stride;
  int   n = 0;

  if (! is_restored (job, planes->plan))
    job->kept.n_rows = 0;
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, (gsize) __builtin_popcount (used) * size, error))
    return FALSE;

  for (int i = 0; i < CE_CUDA_N_PLANES; i++)
    if (used & (1u << i))
      planes->data[i] = job->buffers[CE_CUDA_BUFFER_PLANES].data + (gsize) n++ * size - (gsize) y0 * stride;

  return TRUE;
}

/* A kernel with a thread for each pixel of rows @y0 to @y1 - 1. */
static gboolean
launch (CeCudaJob *job, CeCudaKernel kernel, CeCudaShape *shape, int y0, int y1, GError **error)
{
  gboolean mask = kernel == CE_CUDA_KERNEL_mask;
  guint    width = mask ? CE_CUDA_MASK_X : CE_CUDA_BLOCK_X;
  int      height = mask ? CE_CUDA_MASK_Y : CE_CUDA_BLOCK_Y;
  const CeCudaGrid grid = { ((guint) shape->source.width + width - 1) / width, height, width, mask ? 1 : (guint) height, 0 };

  shape->y0 = y0;
  shape->y1 = y1;

  return ce_cuda_launch_down (job, kernel, &grid, shape, &shape->y0, &shape->y1, error);
}

static gboolean
make_mask (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, CeCudaShape *shape, GError **error)
{
  const CePlan *plan = planes->plan;

  if (plan->n_ramps == 0)
    return TRUE;

  for (int i = 0; i < plan->n_ramps; i++)
    {
      shape->ramp[2 * i] = plan->ramps[i].low;
      shape->ramp[2 * i + 1] = plan->ramps[i].scale;
    }
  shape->signal = planes->data[CE_CUDA_PLANE_SIGNAL];
  shape->mask = planes->data[CE_CUDA_PLANE_MASK];

  return ce_cuda_level_plane (job, rows, plan, plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_LEVEL, -1, FALSE,
                              shape->signal, rows->y0 - 3, rows->y1 + 3, error)
         && launch (job, CE_CUDA_KERNEL_mask, shape, rows->y0, rows->y1, error);
}

/* Alpha as weights, and what a Gaussian makes of them. */
static gboolean
make_weights (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, GError **error)
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

/* What is measured, and what the method compares it with. */
static gboolean
measure (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, CeCudaShape *shape, int channel,
         double from, double to, GError **error)
{
  const CePlan *plan = planes->plan;
  int           cover = plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_PRODUCT;

  if (is_restored (job, plan))
    return TRUE;
  if (plan->params.method == CE_METHOD_DECONVOLVE)
    return launch (job, CE_CUDA_KERNEL_light, shape, rows->y0, rows->y1, error)
           && ce_cuda_restore (job, planes, from, to, error);
  if (! ce_cuda_level_plane (job, rows, plan, CE_CUDA_COVER_NONE, channel, FALSE, shape->measured, rows->y0 - 1,
                             rows->y1 + 1, error))
    return FALSE;

  return plan->params.method != CE_METHOD_UNSHARP
         || ce_cuda_level_plane (job, rows, plan, cover, channel, TRUE, shape->second, rows->y0, rows->y1, error);
}

static void
describe (const CeCudaRows *rows, const CeCudaPlanes *planes, gsize stride, CeCudaShape *shape)
{
  const CePlan   *plan = planes->plan;
  const CeParams *params = &plan->params;
  gboolean        unsharp = params->method == CE_METHOD_UNSHARP;

  *shape = (CeCudaShape) {
    .source = rows->source, .target = rows->target, .plane_stride = (long long) stride,
    .measured = planes->data[CE_CUDA_PLANE_MEASURED], .second = planes->data[CE_CUDA_PLANE_SECOND],
    .covered = planes->data[CE_CUDA_PLANE_COVERED_ESTIMATE], .weight = planes->data[CE_CUDA_PLANE_WEIGHT],
    .blurred_weight = unsharp ? planes->data[CE_CUDA_PLANE_BLURRED_WEIGHT] : 0,
    .method = params->shown == CE_SHOWN_MASK ? -1 : params->method, .soft = params->threshold_kind == CE_THRESHOLD_SOFT,
    .is_limited = plan->is_limited, .n_ramps = plan->n_ramps, .amount = (float) params->amount,
    .threshold = (float) params->threshold, .peak = plan->peak,
    .cut_light = plan->cut_light, .cut_dark = plan->cut_dark
  };
  shape->source.wr = plan->wr;
  shape->source.wb = plan->wb;
  if (unsharp && plan->radius == 0)
    shape->blurred_weight = shape->weight;
}

/* The share of the progress after @i of @n signals. */
static double
share_of (const CeCudaRows *rows, int i, int n)
{
  return rows->from + (rows->to - rows->from) * i / n;
}

/* Queues sharpening that is shaped, of a range of rows. */
gboolean
ce_cuda_shape_rows (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, GError **error)
{
  CeCudaPlanes planes = { .plan = plan };
  CeCudaShape  shape;
  int          colors = job->source->view.channels < 3 ? 1 : 3;
  gboolean     shows_mask = plan->params.shown == CE_SHOWN_MASK;
  gboolean     each = plan->params.channels == CE_CHANNELS_RGB && ! shows_mask;
  int          n = count_measured (job, plan);

  if (! reserve_planes (job, rows, &planes, error))
    return FALSE;

  describe (rows, &planes, ce_cuda_plane_stride (job), &shape);
  if (! make_mask (job, rows, &planes, &shape, error)
      || (! shows_mask && ! (ce_cuda_ask (job, rows->from, error) && make_weights (job, rows, &planes, error)))
      || ! ce_cuda_ask (job, rows->from, error))
    return FALSE;

  for (int i = 0; i < n; i++)
    {
      shape.first = i;
      shape.last = each ? i : colors - 1;
      shape.luminance = ! each && colors == 3;
      if ((! shows_mask && ! measure (job, rows, &planes, &shape, each ? i : -1, share_of (rows, i, n),
                                      share_of (rows, i + 1, n), error))
          || ! launch (job, CE_CUDA_KERNEL_shape, &shape, rows->y0, rows->y1, error)
          || ! ce_cuda_ask (job, share_of (rows, i + 1, n), error))
        return FALSE;
    }
  if (n == 1 && plan->deconvolves && rows->y1 - rows->y0 == job->source->view.height)
    job->kept = estimate_of (job, plan);

  return TRUE;
}
