/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters that are one fused kernel: Sobel, Laplacian, and the stages of
 * Canny before thinning.
 */
#include "job.h"

#include "engine/gaussian.h"

typedef struct
{
  CeCudaKernel kernel;          /* for one signal; the next is for two */
  CeCudaSignal signal;
  int          depth;
  int          what;
  int          l1;
  float        gain;
  float        high;
  int          operator_;
} Edges;

void
ce_cuda_choose_operator (CeCudaOperator *op, int operator_)
{
  static const CeCudaOperator operators[] = {
    [CE_OPERATOR_SOBEL] = { 1, 2, 1, 1 },
    [CE_OPERATOR_SCHARR] = { 3, 10, 0.25f, 0 },
    [CE_OPERATOR_PREWITT] = { 1, 1, 4.0f / 3.0f, 0 }
  };

  *op = operators[operator_];
}

/* The edge filters' signals: luma, and alpha if some pixel is transparent. */
CeCudaSignal
ce_cuda_edge_signal (CeCudaJob *job, const CeParams *params, double sigma)
{
  gboolean opaque = job->source->opaque;

  return (CeCudaSignal) { opaque ? 1 : 2, opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_SIGNALS, -1, params->luma, sigma };
}

static gboolean
run (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const CeCudaMarch march = { CE_CUDA_SHARES, 0, 3 };
  const Edges      *edges = data;
  CeCudaEdges       p;

  if (! ce_cuda_prepare (job, band, &edges->signal, edges->depth, &p, error))
    return FALSE;

  p.what = edges->what;
  p.l1 = edges->l1;
  p.gain = edges->gain;
  p.high = edges->high;
  ce_cuda_choose_operator (&p.op, edges->operator_);

  if (edges->kernel == CE_CUDA_KERNEL_sobel_1 && edges->signal.n == 1 && p.what == CE_COMPONENT_MAGNITUDE
      && p.gain == 1 && ce_cuda_is_bytes (&p))
    return ce_cuda_launch_rows (job, p.l1 ? CE_CUDA_KERNEL_sobel_bytes_l1 : CE_CUDA_KERNEL_sobel_bytes_l2,
                                (p.source.width + CE_CUDA_ROW_BYTES - 1) / CE_CUDA_ROW_BYTES, p.y1 - p.y0, &march,
                                &p.shares, &p, error);

  return ce_cuda_launch_fused (job, edges->kernel + (CeCudaKernel) (edges->signal.n - 1), &p, edges->signal.n,
                               edges->depth, 0, error);
}

static void
set_sobel (Edges *edges, CeCudaJob *job, const CeParams *params)
{
  edges->kernel = CE_CUDA_KERNEL_sobel_1;
  edges->signal = ce_cuda_edge_signal (job, params, 0);
  edges->what = params->component;
}

static void
set_laplacian (Edges *edges, CeCudaJob *job, const CeParams *params)
{
  edges->signal = ce_cuda_edge_signal (job, params, params->sigma);
  edges->what = params->response;
  edges->high = (float) params->threshold;
  edges->kernel = CE_CUDA_KERNEL_laplacian_1;
  if (params->response == CE_RESPONSE_ZERO_CROSSINGS)
    {
      edges->kernel = CE_CUDA_KERNEL_crossings_1;
      edges->depth = 2;
    }
}

/* Canny's luma, blurred, magnitude and direction. */
static void
set_canny_stage (Edges *edges, CeCudaJob *job, const CeParams *params)
{
  edges->signal = ce_cuda_edge_signal (job, params, params->stage == CE_STAGE_LUMA ? 0 : params->sigma);
  edges->gain = 1;
  if (params->stage == CE_STAGE_LUMA || params->stage == CE_STAGE_BLURRED)
    {
      edges->kernel = CE_CUDA_KERNEL_levels_1;
      edges->signal.n = 1;
      edges->depth = 0;
    }
  else
    {
      edges->kernel = CE_CUDA_KERNEL_sobel_1;
      edges->what = params->stage == CE_STAGE_DIRECTION ? CE_COMPONENT_DIRECTION : CE_CUDA_SHOWN_MAGNITUDE;
    }
}

/**
 * ce_cuda_edge_work:
 * @job: a job
 * @work: of Sobel, Laplacian, or Canny with a stage up to the direction
 *
 * Fills in the passes.
 */
void
ce_cuda_edge_work (CeCudaJob *job, CeCudaWork *work)
{
  const CeParams *params = &work->params;
  Edges          *edges = g_new (Edges, 1);
  float           weights[CE_GAUSSIAN_MAX_RADIUS + 1];
  int             radius;

  *edges = (Edges) { .depth = 1, .l1 = params->norm == CE_NORM_L1, .gain = (float) params->gain,
                     .operator_ = params->operator_ };
  if (work->filter == CE_FILTER_SOBEL)
    set_sobel (edges, job, params);
  else if (work->filter == CE_FILTER_LAPLACIAN)
    set_laplacian (edges, job, params);
  else
    set_canny_stage (edges, job, params);

  radius = ce_gaussian_weights (edges->signal.sigma, weights);
  work->data = edges;
  work->n_passes = 1;
  work->passes[0] = (CeCudaPass) {
    .func = run, .data = edges, .result = &work->result, .style = params->style, .to = 1, .uses_source = TRUE,
    .halo = edges->depth + radius, .taps = edges->signal.n * (4 + 2 * radius),
    .scratch = ce_cuda_signal_scratch (job, &edges->signal)
  };
}
