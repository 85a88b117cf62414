/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reduction that keeps thin lines as strong as they are.
 */
#ifndef CE_STRONGEST_H
#define CE_STRONGEST_H

#include "raster.h"

G_BEGIN_DECLS

void ce_strongest_row (const CeView *view, const CeLook *look, const CeRegion *region, int j, guint32 *out);

G_END_DECLS

#endif
