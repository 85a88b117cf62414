/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges that are erased from Canny's result. Each is named by one of its pixels.
 */
#ifndef CE_ERASE_H
#define CE_ERASE_H

#include "backend.h"

G_BEGIN_DECLS

gboolean ce_erase (const CeView *edges, gboolean dark, const char *erased, CePoint origin, int width,
                   const CeProgress *progress, GError **error);

G_END_DECLS

#endif
