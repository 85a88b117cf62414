/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_EFFECT_H
#define CE_EFFECT_H

#include <libgimp/gimp.h>

#include "engine/filters.h"

G_BEGIN_DECLS

/**
 * CeEffectReport:
 * @failed: when an operation of ce_effect_new_call() of this process last gave its source unchanged,
 *   g_get_monotonic_time(); 0: never
 * @reason: (nullable): why
 * @gpu: the filters that a GPU has just computed for a procedure that needed one, their names between spaces
 * @n_strays: how many operations of ce_effect_new_call() compute for nobody any more
 *
 * What our operations tell.
 */
typedef struct
{
  gint64 failed;
  char  *reason;
  char  *gpu;
  int    n_strays;
} CeEffectReport;

GimpDrawableFilter *ce_effect_new          (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params);
GimpDrawableFilter *ce_effect_new_call     (GimpDrawable *drawable, const CeFilter *filter, gboolean strict);
void                ce_effect_set_call     (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params);
void                ce_effect_let_go       (GimpDrawableFilter *operation);
gboolean            ce_effect_is_stray     (GimpDrawableFilter *operation);
GimpDrawableFilter *ce_effect_new_result   (GimpDrawable *drawable, GimpDrawable *result, const char *title);
gboolean            ce_effect_report       (GimpDrawable *drawable, CeEffectReport *report);
void                ce_effect_report_clear (CeEffectReport *report);
gboolean            ce_effect_is_there     (GimpDrawable *drawable);

G_END_DECLS

#endif
