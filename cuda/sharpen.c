/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queues sharpening: one kernel for bytes of opaque images; for other images planes of floats, one signal after the other.
 */
#include "sharpen.h"

/* Returns whether every channel is sharpened for itself; a gray level is its own luma. */
static gboolean
is_each (int channels, const CePlan *plan)
{
  return plan->params.channels == CE_CHANNELS_RGB || channels < 3;
}

/* Returns whether one kernel computes the result from the samples: for 24 megapixels of RGB on an H100 the 3x3 kernel
 * takes 0.07 ms so and 1.1 ms through planes, the unsharp mask of each channel 0.25 and 1.6 ms. Words and floats go
 * through planes, because the transfers beside them take 5 ms and 10 ms. */
static gboolean
is_fused (CeCudaJob *job, const CePlan *plan)
{
  const CeView *view = &job->source->view;

  if (plan->is_modulated || ! plan->opaque || view->type != CE_U8 || view->channels == 2)
    return FALSE;
  if (plan->params.method == CE_METHOD_UNSHARP)
    return plan->radius > 0 && plan->radius <= CE_CUDA_SHARPEN_RADIUS;

  return is_each (view->channels, plan);
}

/* Queues a range of rows by one kernel. */
static gboolean
sharpen_fused (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, GError **error)
{
  const gboolean unsharp = plan->params.method == CE_METHOD_UNSHARP, each = is_each (rows->source.channels, plan);
  CeCudaFamily   family = ! unsharp ? CE_CUDA_FAMILY_sharpen_bytes
                          : each ? CE_CUDA_FAMILY_unsharp_bytes : CE_CUDA_FAMILY_unsharp_luma;
  CeCudaLaunch   p = {
    .source = rows->source, .target = rows->target, .y0 = rows->y0, .y1 = rows->y1,
    .gain = (float) plan->params.amount, .high = (float) plan->params.threshold
  };

  ce_cuda_choose_signals (&p.source, plan);
  if (unsharp)
    ce_cuda_set_gaussian (&p, plan->radius, plan->weights, each ? CE_CUDA_SCALE_BYTES : 0, each ? CE_CUDA_SCALE_BACK : 0);

  return ce_cuda_march (job, ce_cuda_find_kernel (family, p.source.channels, p.radius), &p, error);
}

/* Returns the number of signals that are measured one after the other: three colors, or one. */
static int
count_measured (CeCudaJob *job, const CePlan *plan)
{
  gboolean each = plan->params.channels == CE_CHANNELS_RGB && plan->params.stage != CE_SHOWN_MASK;

  return each && job->source->view.channels >= 3 ? 3 : 1;
}

static gboolean
reserve_planes (CeCudaJob *job, const CeCudaRows *rows, CeCudaPlanes *planes, GError **error)
{
  guint used = ce_cuda_planes_used (planes);
  int   around = planes->plan->halo + CE_CUDA_SPARE_ROWS;
  int   y0 = MAX (rows->y0 - around, 0), y1 = MIN (rows->y1 + around, job->source->view.height);
  gsize stride = ce_cuda_plane_stride (job), size = (gsize) (y1 - y0) * stride;
  int   n = 0;

  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, (gsize) __builtin_popcount (used) * size, error))
    return FALSE;

  for (int i = 0; i < CE_CUDA_N_PLANES; i++)
    if (used & (1u << i))
      planes->data[i] = job->buffers[CE_CUDA_BUFFER_PLANES].data + (gsize) n++ * size - (gsize) y0 * stride;

  return TRUE;
}

/* Queues the planes of the measured signal and of the one that the method compares it with. */
static gboolean
measure (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, const CeCudaSharpen *sharpen, int channel,
         GError **error)
{
  const CePlan *plan = planes->plan;
  int           cover = plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_PRODUCT;

  if (! ce_cuda_level_plane (job, rows, plan, CE_CUDA_COVER_NONE, channel, FALSE, sharpen->measured, rows->y0 - 1,
                             rows->y1 + 1, error))
    return FALSE;

  return plan->params.method != CE_METHOD_UNSHARP
         || ce_cuda_level_plane (job, rows, plan, cover, channel, TRUE, sharpen->second, rows->y0, rows->y1, error);
}

/* Fills in @sharpen but for its planes and channels. */
static void
describe (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, CeCudaSharpen *sharpen)
{
  const CeParams *params = &plan->params;

  *sharpen = (CeCudaSharpen) {
    .source = rows->source, .target = rows->target, .plane_stride = (long long) ce_cuda_plane_stride (job),
    .method = params->stage == CE_SHOWN_MASK ? -1 : params->method, .soft = params->threshold_kind == CE_THRESHOLD_SOFT,
    .is_limited = plan->is_limited, .n_ramps = plan->n_ramps, .amount = (float) params->amount,
    .threshold = (float) params->threshold, .peak = plan->peak,
    .cut_light = plan->cut_light, .cut_dark = plan->cut_dark
  };
  sharpen->source.wr = plan->wr;
  sharpen->source.wb = plan->wb;
}

/* Returns the parameters that the estimate of a deconvolution depends on. */
static CeCudaKept
estimate_of (CeCudaJob *job, const CePlan *plan)
{
  const CeParams *params = &plan->params;

  return (CeCudaKept) {
    .n_rows = job->source->view.height, .sigma = params->sigma, .luma = params->luma, .iterations = params->iterations,
    .detail = params->detail
  };
}

/* Returns whether the job has this plan's estimate, because only later parameters have changed. */
static gboolean
is_kept (CeCudaJob *job, const CePlan *plan)
{
  const CeCudaKept *kept = &job->kept;
  CeCudaKept        wanted = estimate_of (job, plan);

  return ce_signals_equal (&kept->signals, &wanted.signals) && kept->n_rows == wanted.n_rows
         && kept->sigma == wanted.sigma && kept->luma == wanted.luma
         && kept->iterations == wanted.iterations && kept->detail == wanted.detail;
}

/* Returns the share of the progress after @i of @n signals. */
static double
share_of (const CeCudaRows *rows, int i, int n)
{
  return rows->from + (rows->to - rows->from) * i / n;
}

/* Queues the planes of a range of rows that all its signals use. */
static gboolean
prepare (CeCudaJob *job, const CeCudaRows *rows, CeCudaPlanes *planes, CeCudaSharpen *sharpen, GError **error)
{
  gboolean shows_mask = planes->plan->params.stage == CE_SHOWN_MASK;

  if (! reserve_planes (job, rows, planes, error))
    return FALSE;

  ce_cuda_set_planes (sharpen, planes);

  return ce_cuda_make_mask (job, rows, planes, sharpen, error)
         && (shows_mask || (ce_cuda_ask (job, rows->from, error) && ce_cuda_make_weights (job, rows, planes, error)))
         && ce_cuda_ask (job, rows->from, error);
}

/* Queues a range of rows through planes. */
static gboolean
sharpen_planes (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, GError **error)
{
  CeCudaPlanes planes = { .plan = plan };
  CeCudaSharpen sharpen;
  int          colors = job->source->view.channels < 3 ? 1 : 3;
  gboolean     shows_mask = plan->params.stage == CE_SHOWN_MASK;
  gboolean     each = plan->params.channels == CE_CHANNELS_RGB && ! shows_mask;
  int          n = count_measured (job, plan);
  gboolean     keeps = plan->deconvolves && n == 1 && job->source->keeps;

  if (! keeps || ! is_kept (job, plan))
    job->kept.n_rows = 0;
  describe (job, rows, plan, &sharpen);
  if (! plan->deconvolves && ! prepare (job, rows, &planes, &sharpen, error))
    return FALSE;

  for (int i = 0; i < n; i++)
    {
      sharpen.first = i;
      sharpen.last = each ? i : colors - 1;
      sharpen.luminance = ! each && colors == 3;
      if (plan->deconvolves
          ? ! ce_cuda_deconvolve (job, rows, &planes, keeps, &sharpen, share_of (rows, i, n), share_of (rows, i + 1, n),
                                  error)
          : (! shows_mask && ! measure (job, rows, &planes, &sharpen, each ? i : -1, error))
            || ! ce_cuda_sharpen_launch (job, CE_CUDA_KERNEL_sharpen, &sharpen, rows->y0, rows->y1, error)
            || ! ce_cuda_ask (job, share_of (rows, i + 1, n), error))
        return FALSE;
    }
  if (keeps)
    job->kept = estimate_of (job, plan);

  return TRUE;
}

static gboolean
run (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  return is_fused (job, render->plan) ? sharpen_fused (job, rows, render->plan, error)
                                      : sharpen_planes (job, rows, render->plan, error);
}

gboolean
ce_cuda_set_sharpen (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  const CePlan *plan = render->plan;

  render->n_passes = 1;
  render->passes[0] = (CeCudaPass) { run, plan->deconvolves };

  return TRUE;
}
