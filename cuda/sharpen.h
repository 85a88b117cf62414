/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The planes of floats that sharpening works on, of a range of rows.
 */
#ifndef CE_CUDA_SHARPEN_H
#define CE_CUDA_SHARPEN_H

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

/* Addresses of planes, each as if it began at row 0, or 0 without a plane. */
typedef struct
{
  const CePlan *plan;
  CUdeviceptr   data[CE_CUDA_N_PLANES];
} CeCudaPlanes;

guint    ce_cuda_planes_used    (const CeCudaPlanes *planes);
void     ce_cuda_set_planes     (CeCudaSharpen *sharpen, const CeCudaPlanes *planes);
gboolean ce_cuda_sharpen_launch (CeCudaJob *job, CeCudaKernel kernel, CeCudaSharpen *sharpen, int y0, int y1,
                                 GError **error);
gboolean ce_cuda_make_mask      (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, CeCudaSharpen *sharpen,
                                 GError **error);
gboolean ce_cuda_make_weights   (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, GError **error);
gboolean ce_cuda_deconvolve     (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, gboolean keeps,
                                 CeCudaSharpen *sharpen, double from, double to, GError **error);

G_END_DECLS

#endif
