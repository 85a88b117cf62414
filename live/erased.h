/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes the text of erased edges for a dialog: one point for each edge, in the order of erasing.
 */
#pragma once

#include "engine/cuda-edges.h"

guint ce_erased_count   (const char *erased);
char *ce_erased_add     (const char *erased, const CePoint *points, gsize n_points);
int   ce_erased_find    (const char *erased, const CePoint *pixels, gsize n_pixels);
char *ce_erased_restore (const char *erased, const CePoint *pixels, gsize n_pixels);
