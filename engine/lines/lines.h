/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines, for the engine and its tests.
 */
#pragma once

#include "engine/filters.h"
#include "engine/plan.h"
#include "engine/threads.h"

gboolean ce_lines_check (const CeLinesParams *lines, GError **error);
CeLines *ce_lines_trace (const CeSource *source, const CeParams *params, const CeFound *known, const CeView *edges,
                         const CeView *selection, const CeLinesParams *lines, const CeProgress *progress, GError **error);
