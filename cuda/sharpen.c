/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening.
 */
#include "shape.h"

#include <math.h>

/* The blurred plane @index: of a colour or of luma, under its transparency;
 * the last one, with transparency, of the weight. */
static gboolean
blur_plane (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, int index, CUdeviceptr to, GError **error)
{
  gboolean weight = ! plan->opaque && index == plan->n_signals - 1;
  int      cover = weight ? CE_CUDA_COVER_WEIGHT : plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_PRODUCT;
  int      channel = plan->params.channels == CE_CHANNELS_LUMINANCE ? -1 : index;

  return ce_cuda_level_plane (job, rows, plan, cover, channel, TRUE, to, rows->y0, rows->y1, error);
}

static gboolean
blur_planes (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, CeCudaLaunch *p, GError **error)
{
  gsize stride = ce_cuda_plane_stride (job);
  gsize plane = (gsize) (rows->y1 - rows->y0) * stride;

  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, plan->n_signals * plane, error))
    return FALSE;

  job->kept.n_rows = 0;
  p->plane_stride = (long long) stride;
  for (int i = 0; i < plan->n_signals; i++)
    {
      p->planes[i] = job->buffers[CE_CUDA_BUFFER_PLANES].data + i * plane - (gsize) rows->y0 * stride;
      if (! blur_plane (job, rows, plan, i, p->planes[i], error))
        return FALSE;
    }

  return TRUE;
}

/* Whether every channel is sharpened for itself; one alone is its own luma. */
static gboolean
is_each (int channels, const CePlan *plan)
{
  return plan->params.channels == CE_CHANNELS_RGB || channels < 3;
}

/* Whether there is a kernel for all of the unsharp mask. */
static gboolean
is_fused (CeCudaJob *job, const CePlan *plan)
{
  const CeView *view = &job->source->view;

  return plan->opaque && plan->radius > 0 && plan->radius <= CE_CUDA_SHARPEN_RADIUS
         && (is_each (view->channels, plan) || view->type == CE_U8);
}

static gboolean
kernel_bytes (CeCudaJob *job, CeCudaLaunch *p, GError **error)
{
  int bytes = p->source.width * p->source.channels;

  p->few_bits = p->gain * 16 == floorf (p->gain * 16) && p->gain <= 64;

  return ce_cuda_launch_rows (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_sharpen_bytes, CE_CUDA_ANY, p->source.channels, 0),
                              (bytes + CE_CUDA_ROW_BYTES - 1) / CE_CUDA_ROW_BYTES, 0, p, error);
}

static gboolean
kernel_floats (CeCudaJob *job, CeCudaLaunch *p, GError **error)
{
  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_sharpen, p->source.samples, p->source.channels, 0), p,
                        error);
}

/* The unsharp mask of an opaque image in one pass. */
static gboolean
unsharp_fused (CeCudaJob *job, CeCudaLaunch *p, const CePlan *plan, GError **error)
{
  int n = p->source.channels, samples = p->source.samples;

  ce_cuda_set_gaussian (p, plan, 0, 0);
  if (! is_each (n, plan))
    return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_unsharp_luma, CE_CUDA_ANY, n, p->radius), p, error);

  if (samples == CE_CUDA_U8)
    ce_cuda_set_gaussian (p, plan, CE_CUDA_SCALE_BYTES, CE_CUDA_SCALE_BACK);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_unsharp, samples, n, p->radius), p, error);
}

static gboolean
run (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  const CePlan   *plan = render->plan;
  const CeParams *params = &plan->params;
  CeCudaSignal    luma = { .channel = -1, .plan = plan };
  gboolean        unsharp = params->method == CE_METHOD_UNSHARP;
  CeCudaLaunch    p = {
    .source = rows->source, .target = rows->target, .y0 = rows->y0, .y1 = rows->y1,
    .luminance = params->channels == CE_CHANNELS_LUMINANCE, .opaque = plan->opaque,
    .gain = (float) params->amount, .high = (float) params->threshold
  };
  const CeCudaGrid grid = { (guint) (p.source.width + CE_CUDA_BLOCK_X - 1) / CE_CUDA_BLOCK_X, CE_CUDA_BLOCK_Y,
                            CE_CUDA_BLOCK_X, CE_CUDA_BLOCK_Y, 0 };

  if (plan->is_modulated)
    return ce_cuda_shape_rows (job, rows, plan, error);

  ce_cuda_choose_signal (&p.source, &luma);
  if (unsharp && is_fused (job, plan))
    return unsharp_fused (job, &p, plan, error);
  if (! unsharp && plan->opaque && is_each (p.source.channels, plan))
    return p.source.samples == CE_CUDA_U8 ? kernel_bytes (job, &p, error) : kernel_floats (job, &p, error);
  if (unsharp && ! blur_planes (job, rows, plan, &p, error))
    return FALSE;

  return ce_cuda_launch_down (job, unsharp ? CE_CUDA_KERNEL_unsharp : CE_CUDA_KERNEL_sharpen, &grid, &p, &p.y0, &p.y1,
                              error);
}

/* Fills in the pass of sharpening. */
void
ce_cuda_set_sharpening (CeCudaRender *render)
{
  const CePlan *plan = render->plan;

  render->n_passes = 1;
  render->passes[0] = (CeCudaPass) { run, plan->is_modulated && plan->params.method == CE_METHOD_DECONVOLVE };
}
