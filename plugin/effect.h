/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_EFFECT_H
#define CE_EFFECT_H

#include <libgimp/gimp.h>

#include "engine/filters.h"

G_BEGIN_DECLS

GimpDrawableFilter *ce_effect_new    (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params,
                                      gboolean strict);
gboolean            ce_effect_set    (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params);
gboolean            ce_effect_report (GimpDrawable *drawable, int *n_failures, char **reason);

G_END_DECLS

#endif
