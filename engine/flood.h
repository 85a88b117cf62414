/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges that are named by a pixel: the nearest one to a point, and all that hang together with it.
 */
#pragma once

#include "threads.h"

/* Tells something of a pixel, which may lie outside the image, where it is FALSE. */
typedef gboolean (*CePixelFunc) (gpointer data, int x, int y);

gboolean ce_flood_find (CePoint *point, CePixelFunc has, gpointer data);
gboolean ce_flood      (CePoint seed, CePixelFunc take, gpointer data, const CeProgress *progress, GError **error);
