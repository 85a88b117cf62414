/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a job keeps of one render for the next, whose parameters differ little.
 */
#ifndef CE_CPU_KEPT_H
#define CE_CPU_KEPT_H

#include "engine/image.h"
#include "engine/params.h"

G_BEGIN_DECLS

/* The plane holds what the steps before the thresholds made: of unsharp masking the blurred luminance, of deconvolution
 * the light and two estimates, of Canny the magnitudes that thinning left (peaks.h). */
typedef struct
{
  gboolean keeps;               /* many renders follow */
  gboolean begun;               /* @of is set */
  CeParams of;                  /* the last render's */
  gboolean holds;               /* the plane is complete, and of these parameters */
  float   *plane;
  gsize    size;                /* bytes of it */
} CeKept;

CeStep   ce_kept_begin   (CeKept *kept, const CeParams *params, CeFilterId filter, CeStep until);
void     ce_kept_forget  (CeKept *kept);
float   *ce_kept_reserve (CeKept *kept, gsize size, GError **error);
void     ce_kept_clear   (CeKept *kept);
gsize    ce_kept_budget  (gsize usual);

G_END_DECLS

#endif
