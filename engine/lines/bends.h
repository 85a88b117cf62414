/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Corners of a path, between which its sections are.
 */
#ifndef CE_BENDS_H
#define CE_BENDS_H

#include "trace.h"

G_BEGIN_DECLS

/* Points beside a corner that blur has rounded off; of a drawn line as many more as it has pixels across. */
#define CE_ROUNDED 4

gboolean ce_sections_bend (CeSections *sections, const CePolyline *points, gboolean is_closed, CeFitter *fitter,
                           GError **error);

G_END_DECLS

#endif
