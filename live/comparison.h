/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares the results and times of CPU and GPU for the same image and parameters.
 */
#pragma once

#include "live/difference.h"
#include "engine/cuda-edges.h"

typedef enum { CE_SIDE_CPU, CE_SIDE_GPU, CE_N_SIDES } CeSide;

/* The result of a comparison. */
typedef struct
{
  int           width;                  /* of the image */
  int           height;
  char         *parameters;             /* as text */
  char         *devices[CE_N_SIDES];    /* (nullable): the device that computed each side; NULL: it failed */
  CeTimes       times[CE_N_SIDES];      /* the device's start, and other times of the run of median length */
  int           n_runs[CE_N_SIDES];
  GError       *errors[CE_N_SIDES];     /* (nullable): the reason why a side did not compute */
  CeSide        automatic;              /* the side that "auto" chooses for a single call */
  CeDifference  difference;             /* between the sides, if both computed */
} CeComparison;

CeSession    *ce_open_copy          (const CeFilter *filter, const CePlace *place, const CeView *source, gboolean keeps,
                                     CeProgressFunc progress, gpointer data, GError **error);
CeComparison *ce_comparison_run     (const CeFilter *filter, const CeView *source, const CeParams *params,
                                     const CePlace *gpu, gboolean needs_both, CeProgressFunc progress, gpointer data);
void          ce_comparison_free    (CeComparison *comparison);
gboolean      ce_comparison_is_both (const CeComparison *comparison);
double        ce_comparison_get_rest (const CeComparison *comparison, CeSide side);
const char   *ce_comparison_advise  (const CeComparison *comparison);
char         *ce_comparison_report  (const CeComparison *comparison, const CeFilter *filter);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeComparison, ce_comparison_free)
