/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_COMPUTE_H
#define CE_COMPUTE_H

#include <libgimp/gimp.h>

#include "engine/session.h"

gboolean ce_compute (GimpImage *image, GimpDrawable **drawables, const CeFilter *filter, const CeParams *params,
                     CeSession *first, GError **error);

#endif
