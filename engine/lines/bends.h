/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Corners of a path, between which its sections are.
 */
#pragma once

#include "trace.h"

/* Points beside a corner that blur has rounded off; of a drawn line as many more as it has pixels across. */
#define CE_ROUNDED 4

gboolean ce_sections_bend (CeSections *sections, const CePolyline *points, gboolean is_closed, CeFitter *fitter,
                           GError **error);
