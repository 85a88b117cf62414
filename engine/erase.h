/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges that are erased from Canny's result. Each is named by one of its pixels.
 */
#pragma once

#include "backend.h"

gboolean ce_erase (const CeView *edges, gboolean dark, const char *erased, CePoint origin, int width,
                   const CeProgress *progress, GError **error);
