/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What sharpening does beside adding detail, on planes of a band.
 */
#ifndef CE_CUDA_SHAPE_H
#define CE_CUDA_SHAPE_H

#include "job.h"

G_BEGIN_DECLS

typedef enum
{
  CE_CUDA_PLANE_MEASURED,
  CE_CUDA_PLANE_SECOND,         /* blurred, or the estimate */
  CE_CUDA_PLANE_SIGNAL,
  CE_CUDA_PLANE_MASK,
  CE_CUDA_PLANE_WEIGHT,
  CE_CUDA_PLANE_BLURRED_WEIGHT,
  CE_CUDA_PLANE_CORRECTION,
  CE_CUDA_PLANE_COVERED_ESTIMATE,
  CE_CUDA_PLANE_COVERED_CORRECTION,
  CE_CUDA_N_PLANES
} CeCudaPlane;

/* A band's planes, each as if it began at row 0; 0 where there is none. */
typedef struct
{
  const CePlan     *plan;
  const CeCudaPass *pass;
  CUdeviceptr       data[CE_CUDA_N_PLANES];
  int               y0;         /* rows that they have */
  int               y1;
} CeCudaPlanes;

gsize    ce_cuda_shape_scratch (CeCudaJob *job, const CePlan *plan);
gboolean ce_cuda_shape_band    (CeCudaJob *job, const CeCudaBand *band, const CePlan *plan, const CeCudaPass *pass,
                                GError **error);
gboolean ce_cuda_restore       (CeCudaJob *job, const CeCudaBand *band, const CeCudaPlanes *planes, double from, double to,
                                GError **error);

G_END_DECLS

#endif
