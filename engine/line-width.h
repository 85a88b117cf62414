/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The width of the lines of a drawing, for finding their middles.
 */
#ifndef CE_LINE_WIDTH_H
#define CE_LINE_WIDTH_H

#include "backend.h"

G_BEGIN_DECLS

gboolean ce_line_width_find (const CeSource *source, float wr, float wb, const CeView *edges, gboolean dark,
                             CeFound *found, const CeProgress *progress, GError **error);

G_END_DECLS

#endif
