/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines, for the engine and its tests.
 */
#ifndef CE_LINES_H
#define CE_LINES_H

#include "engine/filters.h"
#include "engine/plan.h"
#include "engine/threads.h"

G_BEGIN_DECLS

gboolean ce_lines_check (const CeLinesParams *lines, GError **error);
CeLines *ce_lines_trace (const CeSource *source, const CeParams *params, const CeFound *known, const CeView *edges,
                         const CeView *selection, const CeLinesParams *lines, const CeProgress *progress, GError **error);

G_END_DECLS

#endif
