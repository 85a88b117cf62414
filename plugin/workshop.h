/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_WORKSHOP_H
#define CE_WORKSHOP_H

#include <libgimp/gimp.h>

#include "engine/filters.h"

G_BEGIN_DECLS

GimpImage *ce_workshop_new    (GimpImage *image, GimpDrawable *source);
void       ce_workshop_close  (GimpImage *workshop);
GimpLayer *ce_workshop_finish (GimpImage *workshop, GimpLayer *layer, const CeFilter *filter, const CeParams *params,
                               GimpImage *image, GimpDrawable *source, GError **error);

G_END_DECLS

#endif
