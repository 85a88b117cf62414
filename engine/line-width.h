/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The width of the lines of a drawing, for finding their middles.
 */
#ifndef CE_LINE_WIDTH_H
#define CE_LINE_WIDTH_H

#include "session.h"

G_BEGIN_DECLS

gboolean ce_line_width_resolve (CeSession *session, CeParams *params, CeProgress *progress, GError **error);

G_END_DECLS

#endif
