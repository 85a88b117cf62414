/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The image's selection for the preview.
 */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

typedef struct _CeSelection CeSelection;

CeSelection  *ce_selection_new      (GimpImage *image, GimpDrawable *drawable);
void          ce_selection_free     (CeSelection *selection);
void          ce_selection_read     (CeSelection *selection, const GeglRectangle *part);
gboolean      ce_selection_has_part (CeSelection *selection, const GeglRectangle *part);
CeArea        ce_selection_get_cut  (CeSelection *selection);
const CeView *ce_selection_get_mask (CeSelection *selection);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeSelection, ce_selection_free)
