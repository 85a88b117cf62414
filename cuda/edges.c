/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queues filters that need one kernel after the Gaussian: Sobel, the Laplacian, and the stages of Canny before thinning.
 */
#include "job.h"

typedef struct
{
  CeCudaFamily family;          /* of kernels */
  int          shown;           /* see CeCudaLaunch */
  float        gain;
} Edges;

/* Sets the operator; there are kernels for Sobel's weights, 1 and 2. */
void
ce_cuda_choose_operator (CeCudaOperator *op, const CeDerivative *derivative)
{
  *op = (CeCudaOperator) { derivative->k1, derivative->k2, derivative->scale, derivative->k2 == 2 * derivative->k1 };
}

static gboolean
run (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  const Edges  *edges = render->data;
  const CePlan *plan = render->plan;
  CeCudaFamily  family = edges->family;
  CeCudaLaunch  p;

  if (! ce_cuda_prepare (job, rows, plan, family, &p, error))
    return FALSE;

  p.shown = edges->shown;
  p.l1 = plan->l1;
  p.compares_l1 = plan->compares_l1;
  p.gain = edges->gain;
  p.high = (float) plan->params.threshold;
  ce_cuda_choose_operator (&p.op, &plan->derivative);

  if (family == CE_CUDA_FAMILY_levels)
    return ce_cuda_blur_to_plane (job, &p, error);
  if (family == CE_CUDA_FAMILY_sobel && plan->is_separate && job->source->view.type == CE_U8
      && p.shown <= CE_COMPONENT_VERTICAL && p.op.sobel && p.gain == 1 && ! plan->is_strength)
    return ce_cuda_march (job, CE_CUDA_KERNEL_sobel_bytes, &p, error);

  return ce_cuda_march (job, ce_cuda_find_kernel (family, plan->signals.n, p.radius), &p, error);
}

/* Sets the one pass of a filter. */
static void
set_pass (CeCudaRender *render, CeCudaFamily family, int shown, double gain)
{
  Edges *edges = g_new (Edges, 1);

  *edges = (Edges) { family, shown, (float) gain };
  render->data = edges;
  render->n_passes = 1;
  render->passes[0].func = run;
}

gboolean
ce_cuda_set_sobel (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  set_pass (render, CE_CUDA_FAMILY_sobel, render->plan->params.component, render->plan->params.gain);

  return TRUE;
}

gboolean
ce_cuda_set_laplacian (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  const CeParams *params = &render->plan->params;
  gboolean        crossings = params->response == CE_RESPONSE_ZERO_CROSSINGS;

  set_pass (render, crossings ? CE_CUDA_FAMILY_crossings : CE_CUDA_FAMILY_laplacian, params->response, params->gain);

  return TRUE;
}

/* Fills in the pass of Canny with a stage up to the direction. */
void
ce_cuda_set_stage (CeCudaRender *render)
{
  const CePlan *plan = render->plan;
  int           stage = plan->params.stage;
  gboolean      shows_level = stage == CE_STAGE_LUMA || stage == CE_STAGE_BLURRED;
  int           shown = shows_level ? CE_CUDA_SHOWN_LEVEL : stage == CE_STAGE_DIRECTION ? CE_COMPONENT_DIRECTION
                        : plan->is_strength ? CE_COMPONENT_MAGNITUDE : CE_CUDA_SHOWN_MAGNITUDE;

  set_pass (render, shows_level && ! plan->is_of_colors ? CE_CUDA_FAMILY_levels : CE_CUDA_FAMILY_sobel, shown, 1);
}
