/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_SOURCE_H
#define CE_SOURCE_H

#include <libgimp/gimp.h>

#include "engine/session.h"

G_BEGIN_DECLS

CeSession *ce_source_open (GimpDrawable *drawable, const CeFilter *filter, const CePlace *place, GError **error);
gboolean   ce_source_feed (GimpDrawable *drawable, CeSession *session, int y, int n_rows, GError **error);

G_END_DECLS

#endif
