/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_ARRIVAL_H
#define CE_ARRIVAL_H

#include <libgimp/gimp.h>

#include "engine/session.h"

G_BEGIN_DECLS

CeSession *ce_arrival_read (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params,
                            const CePlace *place, const CeProgress *progress, GError **error);

G_END_DECLS

#endif
