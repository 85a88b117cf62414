/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The width of the lines of a drawing, for finding their middles.
 */
#pragma once

#include "backend.h"

gboolean ce_line_width_find (const CeSource *source, float wr, float wb, const CeView *edges, gboolean dark,
                             CeFound *found, const CeProgress *progress, GError **error);
