/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What those share who keep something between renders: how much it may be, and
 * the parameters that it was computed with.
 */
#ifndef CE_CPU_STAMP_H
#define CE_CPU_STAMP_H

#include "engine/params.h"
#include "engine/testing.h"

G_BEGIN_DECLS

/* How many bytes may be kept: @usual, or what tests say. */
static inline gsize
ce_keep_budget (gsize usual)
{
  gint64 given = ce_testing ()->keep_memory;

  return given > 0 ? (gsize) given : usual;
}

typedef struct
{
  gboolean valid;
  CeParams params;
} CeStamp;

static inline CeStamp
ce_stamp (const CeParams *params)
{
  return (CeStamp) { TRUE, *params };
}

/* Whether what was computed with @stamp's parameters holds for @params too,
 * which may differ from @step on. */
static inline gboolean
ce_stamp_holds (const CeStamp *stamp, const CeParams *params, CeFilterId filter, CeStep step)
{
  return stamp->valid && ce_params_first_step (&stamp->params, params, filter) >= step;
}

G_END_DECLS

#endif
