/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How GIMP puts a result in place of its source where that is selected.
 */
#ifndef CE_BLEND_H
#define CE_BLEND_H

#include "raster.h"

G_BEGIN_DECLS

#define CE_BLEND_SUMS 4

void ce_blend_add (float *sums, const CeView *result, const CeLook *look, int x, int y, int n, float weight);

G_END_DECLS

#endif
