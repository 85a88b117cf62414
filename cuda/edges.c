/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Filters that are one kernel, after a Gaussian in planes or without: Sobel,
 * Laplacian, and the stages of Canny before thinning.
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
  return (CeCudaSignal) { plan->n_signals, plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_LEVEL, -1, FALSE, plan };
}

/* Sobel's magnitude of 8-bit gray, or a part of the gradient. */
static gboolean
sobel_bytes (CeCudaJob *job, CeCudaLaunch *p, GError **error)
{
  const CeCudaMarch march = { CE_CUDA_SHARES, 0, 3 };
  CeCudaKernel      kernel = p->what ? CE_CUDA_KERNEL_sobel_bytes_part
                             : p->l1 ? CE_CUDA_KERNEL_sobel_bytes_l1 : CE_CUDA_KERNEL_sobel_bytes_l2;

  return ce_cuda_launch_rows (job, kernel,
                              (p->source.width + CE_CUDA_ROW_BYTES - 1) / CE_CUDA_ROW_BYTES, p->y1 - p->y0, &march,
                              &p->shares, p, error);
}

/* The Laplacian of opaque bytes, after a Gaussian that there are kernels for, to edges in bytes. */
static gboolean
laplacian_bytes (CeCudaJob *job, const CePlan *plan, CeCudaLaunch *p, GError **error)
{
  if (! ce_cuda_is_wide (p))
    return ce_cuda_march (job, CE_CUDA_KERNEL_laplacian_bytes_3, p, CE_CUDA_LANES_PIXELS, 1, NULL, error);

  ce_cuda_set_gaussian (p, plan, CE_CUDA_SCALE_BYTES, CE_CUDA_SCALE_BACK);
  return ce_cuda_march (job, CE_CUDA_KERNEL_laplacian_wide, p, CE_CUDA_LANES_WIDE, 1, NULL, error);
}

static gboolean
run (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error)
{
  const Edges  *edges = data;
  const CePlan *plan = edges->signal.plan;
  CeCudaKernel  kernel = edges->kernel;
  CeCudaLaunch   p;

  if (! ce_cuda_prepare (job, band, &edges->signal, edges->depth, &p, error))
    return FALSE;

  p.what = edges->what;
  p.l1 = plan->l1;
  p.gain = edges->gain;
  p.high = (float) plan->params.threshold;
  ce_cuda_choose_operator (&p.op, plan);

  if (kernel == CE_CUDA_KERNEL_levels_0)
    return ce_cuda_blur_to_plane (job, &p, error);
  if (kernel == CE_CUDA_KERNEL_laplacian_1 && p.radius > 0)
    return laplacian_bytes (job, plan, &p, error);
  if (kernel == CE_CUDA_KERNEL_sobel_1 && edges->signal.n == 1 && p.what <= CE_COMPONENT_VERTICAL && p.op.sobel)
    {
      if (plan->is_bytes && p.gain == 1)
        return sobel_bytes (job, &p, error);
      kernel = CE_CUDA_KERNEL_gradient_u8 + (CeCudaKernel) (p.source.samples - CE_CUDA_U8);
    }

  return ce_cuda_march (job, kernel + (CeCudaKernel) (edges->signal.n - 1), &p, CE_CUDA_LANES_PIXELS, edges->depth, NULL,
                        error);
}

static void
set_laplacian (Edges *edges, const CePlan *plan, const CeCudaWork *work, CeType type)
{
  gboolean crossings = plan->params.response == CE_RESPONSE_ZERO_CROSSINGS;

  edges->what = plan->params.response;
  edges->signal.marches = plan->params.response == CE_RESPONSE_EDGES && plan->opaque && type == CE_U8
                          && work->result.type == CE_U8;
  edges->kernel = crossings ? CE_CUDA_KERNEL_crossings_1 : CE_CUDA_KERNEL_laplacian_1;
}

/* Canny's luma, blurred, magnitude and direction. */
static void
set_canny_stage (Edges *edges, const CePlan *plan)
{
  int stage = plan->params.stage;

  edges->gain = 1;
  edges->signal.marches = stage == CE_STAGE_LUMA || stage == CE_STAGE_BLURRED;
  edges->kernel = edges->signal.marches ? CE_CUDA_KERNEL_levels_0 : CE_CUDA_KERNEL_sobel_1;
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
    set_laplacian (edges, plan, work, job->source->view.type);
  else if (plan->filter == CE_FILTER_CANNY)
    set_canny_stage (edges, plan);

  work->data = edges;
  work->n_passes = 1;
  work->passes[0] = (CeCudaPass) {
    .func = run, .data = edges, .plan = plan, .result = &work->result, .to = 1, .uses_source = TRUE,
    .halo = plan->halo, .taps = plan->taps, .scratch = ce_cuda_signal_scratch (job, &edges->signal)
  };
}
