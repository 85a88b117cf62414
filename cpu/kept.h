/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A plane that a job keeps of one render for the next, whose parameters are similar.
 */
#pragma once

#include "engine/image.h"
#include "engine/cuda-edges.h"

/* The plane has the result of the steps before the thresholds: the blurred luminance of unsharp masking, the light and two
 * estimates of deconvolution, or the magnitudes that Canny's thinning keeps (peaks.h). */
typedef struct
{
  gboolean keeps;               /* many renders follow */
  gboolean begun;               /* @of is set */
  CeParams of;                  /* parameters of the last render */
  gboolean is_valid;            /* the plane is complete and of these parameters */
  float   *plane;
  gsize    size;                /* bytes */
} CeKept;

CeStep   ce_kept_begin   (CeKept *kept, const CeParams *params, CeFilterId filter, CeStep until);
float   *ce_kept_reserve (CeKept *kept, gsize size, GError **error);
void     ce_kept_clear   (CeKept *kept);
gsize    ce_kept_budget  (gsize usual);
