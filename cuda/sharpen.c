/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sharpening.
 */
#include "job.h"

#include "engine/gaussian.h"

#include <math.h>

#define BLOCK_X 64
#define BLOCK_Y 4

typedef struct
{
  const CeParams *params;
  int             colors;       /* channels that are not alpha */
  int             n_planes;     /* of the unsharp mask: what is measured, and its weight */
} Sharpen;

/* The blurred plane @index: of a colour or of luma, under its transparency;
 * the last one, with transparency, of the weight. */
static gboolean
blur_plane (CeCudaJob *job, const CeCudaBand *band, const Sharpen *sharpen, int index, CUdeviceptr to, GError **error)
{
  gboolean     opaque = job->source->opaque;
  gboolean     weight = ! opaque && index == sharpen->n_planes - 1;
  CeCudaSignal signal = {
    .n = 1,
    .cover = weight ? CE_CUDA_COVER_WEIGHT : opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_PRODUCT,
    .channel = sharpen->params->channels == CE_CHANNELS_LUMINANCE ? -1 : index,
    .luma = CE_LUMA_709
  };
  CeCudaEdges  p = { .source = band->source, .y0 = band->y0, .y1 = band->y1 };

  ce_cuda_choose_signal (&p.source, &signal);
  p.radius = ce_gaussian_weights (sharpen->params->sigma, p.weights);
  if (p.radius == 0)
    p.weights[0] = 1;
  p.target.data = to;
  p.target.stride = (long long) ce_cuda_plane_stride (job);
  p.target.samples = CE_CUDA_PLANE;

  return ce_cuda_blur_to_planes (job, &p, 1, error);
}

static gboolean
blur_planes (CeCudaJob *job, const CeCudaBand *band, const Sharpen *sharpen, CeCudaSharpen *p, GError **error)
{
  gsize stride = ce_cuda_plane_stride (job);
  gsize plane = (gsize) (band->y1 - band->y0) * stride;

  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, sharpen->n_planes * plane, error))
    return FALSE;

  job->kept.n_rows = 0;
  p->plane_stride = (long long) stride;
  for (int i = 0; i < sharpen->n_planes; i++)
    {
      p->planes[i] = job->buffers[CE_CUDA_BUFFER_PLANES].data + i * plane - (gsize) band->y0 * stride;
      if (! blur_plane (job, band, sharpen, i, p->planes[i], error))
        return FALSE;
    }

  return TRUE;
}

/* Whether every sample of an opaque 8-bit image is sharpened for itself. */
static gboolean
is_bytes (CeCudaJob *job, const CeParams *params)
{
  const CeView *view = &job->source->view;

  return job->source->opaque && view->type == CE_U8 && (params->channels == CE_CHANNELS_RGB || view->channels < 3);
}

/* Whether there is a kernel for that with the unsharp mask. */
static gboolean
is_fused (CeCudaJob *job, const CeParams *params)
{
  float weights[CE_GAUSSIAN_MAX_RADIUS + 1];

  return is_bytes (job, params) && ce_gaussian_weights (params->sigma, weights) == CE_CUDA_DEFAULT_RADIUS;
}

static gboolean
kernel_bytes (CeCudaJob *job, CeCudaSharpen *p, GError **error)
{
  const CeCudaMarch march = { CE_CUDA_SHARES, 0, 3 };
  int               bytes = p->source.width * p->source.channels;

  p->few_bits = p->amount * 16 == floorf (p->amount * 16) && p->amount <= 64;

  return ce_cuda_launch_rows (job, CE_CUDA_KERNEL_sharpen_bytes_1 + (CeCudaKernel) (p->source.channels - 1),
                              (bytes + CE_CUDA_ROW_BYTES - 1) / CE_CUDA_ROW_BYTES, p->y1 - p->y0, &march,
                              &p->shares, p, error);
}

static gboolean
unsharp_bytes (CeCudaJob *job, CeCudaSharpen *p, double sigma, GError **error)
{
  float             weights[CE_GAUSSIAN_MAX_RADIUS + 1];
  int               radius = ce_gaussian_weights (sigma, weights);
  const CeCudaMarch march = { 4, 2 * radius, CE_CUDA_WINDOW_ROWS };

  for (int i = 0; i <= radius; i++)
    {
      p->along_x[i] = ldexpf (weights[i], 127);
      p->along_y[i] = ldexpf (weights[i], 22);
    }

  return ce_cuda_launch_rows (job, CE_CUDA_KERNEL_unsharp_bytes_1 + (CeCudaKernel) (p->source.channels - 1),
                              (p->source.width * p->source.channels + 127) / 128, p->y1 - p->y0, &march,
                              &p->shares, p, error);
}

static gboolean
run (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Sharpen  *sharpen = data;
  const CeParams *params = sharpen->params;
  CeCudaSignal    luma = { .channel = -1, .luma = CE_LUMA_709 };
  gboolean        unsharp = params->method == CE_METHOD_UNSHARP;
  CeCudaSharpen   p = {
    .source = band->source, .target = band->target, .y0 = band->y0, .y1 = band->y1,
    .colors = sharpen->colors, .luminance = params->channels == CE_CHANNELS_LUMINANCE,
    .opaque = job->source->opaque, .amount = (float) params->amount, .threshold = (float) params->threshold
  };
  void           *args[] = { &p };

  ce_cuda_choose_signal (&p.source, &luma);
  if (unsharp && is_fused (job, params))
    return unsharp_bytes (job, &p, params->sigma, error);
  if (! unsharp && is_bytes (job, params))
    return kernel_bytes (job, &p, error);
  if (unsharp && ! blur_planes (job, band, sharpen, &p, error))
    return FALSE;

  return ce_cuda_launch (job, unsharp ? CE_CUDA_KERNEL_unsharp : CE_CUDA_KERNEL_sharpen,
                         (guint) (p.source.width + BLOCK_X - 1) / BLOCK_X, (guint) (p.y1 - p.y0 + BLOCK_Y - 1) / BLOCK_Y, 1,
                         BLOCK_X, BLOCK_Y, 0, args, error);
}

/**
 * ce_cuda_sharpen_work:
 * @job: a job
 * @work: of the sharpening
 *
 * Fills in the pass.
 */
void
ce_cuda_sharpen_work (CeCudaJob *job, CeCudaWork *work)
{
  const CeParams *params = &work->params;
  Sharpen        *sharpen = g_new0 (Sharpen, 1);
  CeCudaPass     *pass = &work->passes[0];
  float           weights[CE_GAUSSIAN_MAX_RADIUS + 1];

  sharpen->params = params;
  sharpen->colors = job->source->view.channels < 3 ? 1 : 3;
  work->data = sharpen;
  work->n_passes = 1;
  *pass = (CeCudaPass) {
    .func = run, .data = sharpen, .uses_source = TRUE, .result = &work->result, .to = 1, .halo = 1, .taps = 10
  };

  if (params->method == CE_METHOD_UNSHARP)
    {
      sharpen->n_planes = (params->channels == CE_CHANNELS_LUMINANCE ? 1 : sharpen->colors)
                          + (job->source->opaque ? 0 : 1);
      pass->halo = ce_gaussian_weights (params->sigma, weights);
      pass->taps = sharpen->n_planes * (4 + 2 * pass->halo);
      if (! is_fused (job, params))
        pass->scratch = (gsize) (sharpen->n_planes + 1) * ce_cuda_plane_stride (job);
    }
}
