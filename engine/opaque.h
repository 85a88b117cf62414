/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_OPAQUE_H
#define CE_OPAQUE_H

#include "image.h"

G_BEGIN_DECLS

gboolean ce_rows_are_opaque (const CeView *view, int y, int n_rows);

G_END_DECLS

#endif
