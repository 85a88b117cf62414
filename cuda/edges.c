/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters that are one fused kernel: Sobel, Laplacian, and the stages of
 * Canny before thinning.
 */
#include "job.h"

typedef struct
{
  CeCudaKernel kernel;          /* for one signal; the next is for two */
  CeCudaSignal signal;
  int          depth;
  int          what;
  float        gain;
} Edges;

void
ce_cuda_choose_operator (CeCudaOperator *op, const CePlan *plan)
{
  *op = (CeCudaOperator) { plan->derivative.k1, plan->derivative.k2, plan->derivative.scale,
                           plan->params.operator_ == CE_OPERATOR_SOBEL };
}

/* The edge filters' signals: luma, and alpha if some pixel is transparent. */
CeCudaSignal
ce_cuda_edge_signal (const CePlan *plan)
{
  return (CeCudaSignal) { plan->n_signals, plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_SIGNALS, -1, plan };
}

static gboolean
run (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const CeCudaMarch march = { CE_CUDA_SHARES, 0, 3 };
  const Edges      *edges = data;
  const CePlan     *plan = edges->signal.plan;
  CeCudaEdges       p;

  if (! ce_cuda_prepare (job, band, &edges->signal, edges->depth, &p, error))
    return FALSE;

  p.what = edges->what;
  p.l1 = plan->l1;
  p.gain = edges->gain;
  p.high = (float) plan->params.threshold;
  ce_cuda_choose_operator (&p.op, plan);

  if (edges->kernel == CE_CUDA_KERNEL_sobel_1 && edges->signal.n == 1 && p.what == CE_COMPONENT_MAGNITUDE
      && p.gain == 1 && ce_cuda_is_bytes (&p))
    return ce_cuda_launch_rows (job, p.l1 ? CE_CUDA_KERNEL_sobel_bytes_l1 : CE_CUDA_KERNEL_sobel_bytes_l2,
                                (p.source.width + CE_CUDA_ROW_BYTES - 1) / CE_CUDA_ROW_BYTES, p.y1 - p.y0, &march,
                                &p.shares, &p, error);

  return ce_cuda_launch_fused (job, edges->kernel + (CeCudaKernel) (edges->signal.n - 1), &p, edges->signal.n,
                               edges->depth, 0, error);
}

static void
set_laplacian (Edges *edges, const CePlan *plan)
{
  gboolean crossings = plan->params.response == CE_RESPONSE_ZERO_CROSSINGS;

  edges->what = plan->params.response;
  edges->kernel = crossings ? CE_CUDA_KERNEL_crossings_1 : CE_CUDA_KERNEL_laplacian_1;
}

/* Canny's luma, blurred, magnitude and direction. */
static void
set_canny_stage (Edges *edges, const CePlan *plan)
{
  int stage = plan->params.stage;

  edges->gain = 1;
  edges->kernel = stage == CE_STAGE_LUMA || stage == CE_STAGE_BLURRED ? CE_CUDA_KERNEL_levels_1 : CE_CUDA_KERNEL_sobel_1;
  edges->what = stage == CE_STAGE_DIRECTION ? CE_COMPONENT_DIRECTION : CE_CUDA_SHOWN_MAGNITUDE;
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
  const CePlan *plan = &work->plan;
  Edges        *edges = g_new (Edges, 1);

  *edges = (Edges) { .kernel = CE_CUDA_KERNEL_sobel_1, .signal = ce_cuda_edge_signal (plan),
                     .depth = plan->halo - plan->radius, .what = plan->params.component,
                     .gain = (float) plan->params.gain };
  if (plan->filter == CE_FILTER_LAPLACIAN)
    set_laplacian (edges, plan);
  else if (plan->filter == CE_FILTER_CANNY)
    set_canny_stage (edges, plan);

  work->data = edges;
  work->n_passes = 1;
  work->passes[0] = (CeCudaPass) {
    .func = run, .data = edges, .plan = plan, .result = &work->result, .to = 1, .uses_source = TRUE,
    .halo = plan->halo, .taps = plan->taps, .scratch = ce_cuda_signal_scratch (job, &edges->signal)
  };
}
