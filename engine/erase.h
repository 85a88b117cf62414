/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges that are erased from Canny's result. Each is named by one of its pixels.
 */
#ifndef CE_ERASE_H
#define CE_ERASE_H

#include "image.h"

G_BEGIN_DECLS

/* The largest number of points, and the largest distance of an edge from its point, pixels. */
#define CE_MAX_ERASED 4096
#define CE_ERASE_REACH 2

GArray  *ce_erase_parse (const char *text, GError **error);
gboolean ce_erase       (const CeView *edges, gboolean dark, const char *erased, CePoint origin, int width,
                         GError **error);

G_END_DECLS

#endif
