/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

GimpDrawableFilter *ce_effect_new_call   (GimpDrawable *drawable, GimpDrawable *source, const CeFilter *filter,
                                          gboolean strict);
gboolean            ce_effect_has_gpu    (GimpDrawableFilter *operation);
void                ce_effect_set_call   (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params);
GimpLayerMode       ce_effect_get_mode   (const CeParams *params);
void                ce_effect_blend      (GimpDrawableFilter *operation, const CeParams *params);
void                ce_effect_let_go     (GimpDrawableFilter *operation);
gboolean            ce_effect_is_stray   (GimpDrawableFilter *operation);
gboolean            ce_effect_merge_call (GimpDrawable *drawable, GimpDrawable *source, GimpDrawableFilter *operation,
                                          const CeParams *params, CeFound *found, GError **error);
gboolean            ce_effect_merge      (GimpDrawable *drawable, GimpDrawableFilter *operation);
gboolean            ce_effect_is_on      (GimpDrawableFilter *effect, GimpDrawable *drawable);
GimpDrawableFilter *ce_effect_find       (GimpDrawable *drawable, const CeFilter *filter, CeParams *params);
GeglColor          *ce_effect_get_color  (GimpDrawableFilter *effect);
GimpDrawableFilter *ce_effect_append     (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params,
                                          GimpDrawableFilter *edited);
