/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same image with the same parameters on the CPU and on the GPU.
 */
#ifndef CE_COMPARISON_H
#define CE_COMPARISON_H

#include "engine/difference.h"
#include "engine/session.h"

G_BEGIN_DECLS

typedef enum { CE_SIDE_CPU, CE_SIDE_GPU, CE_N_SIDES } CeSide;

/**
 * CeCompareStep:
 * @CE_COMPARE_BLUR: luma and the Gaussian
 * @CE_COMPARE_THIN: gradient and thinning
 * @CE_COMPARE_FOLLOW: thresholds, following edges, widening lines
 *
 * What Canny's computing is made of. The backends fuse steps, so there is no
 * time of a single one; see ce_comparison_run().
 */
typedef enum { CE_COMPARE_BLUR, CE_COMPARE_THIN, CE_COMPARE_FOLLOW, CE_COMPARE_N_STEPS } CeCompareStep;

/**
 * CeComparison:
 * @width, @height: of the image
 * @parameters: as text
 * @devices: (nullable): what computed each side; %NULL: it did not
 * @times: of each side: the start of its device, and else the run of median length
 * @n_runs: of how many
 * @step_ms: what computing is made of, of Canny's edges; all 0: not measured
 * @again_ms: computing again with other thresholds, what does not depend on them kept; 0: not measured
 * @errors: (nullable): why a side did not compute
 * @automatic: the side that "auto" takes for a single call
 * @difference: between the sides, if both computed
 *
 * What came out.
 */
typedef struct
{
  int           width;
  int           height;
  char         *parameters;
  char         *devices[CE_N_SIDES];
  CeTimes       times[CE_N_SIDES];
  int           n_runs[CE_N_SIDES];
  GError       *errors[CE_N_SIDES];
  double        step_ms[CE_N_SIDES][CE_COMPARE_N_STEPS];
  double        again_ms[CE_N_SIDES];
  CeSide        automatic;
  CeDifference  difference;
} CeComparison;

CeComparison *ce_comparison_run     (const CeFilter *filter, const CeView *source, const CeParams *params,
                                     const CePlace *gpu, CeProgressFunc progress, gpointer data);
void          ce_comparison_free    (CeComparison *comparison);
gboolean      ce_comparison_is_both (const CeComparison *comparison);
double        ce_comparison_get_rest (const CeComparison *comparison, CeSide side);
const char   *ce_comparison_advise  (const CeComparison *comparison);
char         *ce_comparison_report  (const CeComparison *comparison, const CeFilter *filter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeComparison, ce_comparison_free)

G_END_DECLS

#endif
