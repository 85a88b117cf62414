/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The two steps of a filter's call.
 */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

gboolean ce_ask     (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
                     GimpDrawable **drawables, const char *edited, const char *complaint, CeSession **session,
                     GError **error);
gboolean ce_compute (GimpImage *image, GimpDrawable **drawables, const CeFilter *filter, const CeParams *params,
                     CeSession *first, GimpDrawableFilter *edited, GError **error);
