/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps a plane between renders, within a budget, and tells from which step on a render computes again.
 */
#include "kept.h"

#include "engine/memory.h"

/* Returns the bytes that may be kept: @usual, or the number that tests set. */
gsize
ce_kept_budget (gsize usual)
{
  gint64 given = ce_testing ()->keep_memory;

  return given > 0 ? (gsize) given : usual;
}

/* Begins a render with @params and invalidates the plane if they change it. Returns the first step that has to be computed
 * again, or CE_STEP_NONE if it is not before @until. */
CeStep
ce_kept_begin (CeKept *kept, const CeParams *params, CeFilterId filter, CeStep until)
{
  CeStep first = kept->begun ? ce_params_first_step (&kept->of, params, filter) : CE_STEP_LEVELS;

  /* Deconvolution is damped against noise in each of its steps. */
  if (params->method == CE_METHOD_DECONVOLVE && params->detail != kept->of.detail)
    first = MIN (first, CE_STEP_BLUR);
  if (first >= until)
    return CE_STEP_NONE;

  if (first < CE_STEP_THRESHOLDS)
    kept->is_valid = FALSE;
  kept->of = *params;
  kept->begun = TRUE;

  return first;
}

/* Returns a plane of @size bytes, the kept one if it has that size. NULL with CE_ERROR_NO_MEMORY. */
float *
ce_kept_reserve (CeKept *kept, gsize size, GError **error)
{
  if (kept->plane && kept->size == size)
    return kept->plane;

  ce_kept_clear (kept);
  kept->plane = ce_memory_alloc (size, error);
  kept->size = size;

  return kept->plane;
}

void
ce_kept_clear (CeKept *kept)
{
  ce_memory_free (kept->plane, kept->size);
  kept->plane = NULL;
  kept->is_valid = FALSE;
}
