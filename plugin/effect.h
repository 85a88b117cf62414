/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_EFFECT_H
#define CE_EFFECT_H

#include <libgimp/gimp.h>

#include "engine/filters.h"

G_BEGIN_DECLS

/**
 * CeEffectReport:
 * @failed: when an operation in GIMP's core last gave its source unchanged,
 *   g_get_monotonic_time(); 0: never
 * @reason: why
 * @gpu: the filters that a GPU has just computed for somebody who needed one, their names between spaces
 *
 * What our operations tell.
 */
typedef struct
{
  double   failed;
  char    *reason;
  char    *gpu;
} CeEffectReport;

GimpDrawableFilter *ce_effect_new          (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params,
                                            gboolean strict);
gboolean            ce_effect_set          (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params);
gboolean            ce_effect_report       (GimpDrawable *drawable, CeEffectReport *report);
void                ce_effect_report_clear (CeEffectReport *report);
gboolean            ce_effect_is_there     (GimpDrawable *drawable);

G_END_DECLS

#endif
