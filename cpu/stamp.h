/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Parameters that something kept was computed with.
 */
#ifndef CE_CPU_STAMP_H
#define CE_CPU_STAMP_H

#include "engine/params.h"

G_BEGIN_DECLS

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
