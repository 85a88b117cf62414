/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the color in which a pixel of Canny's is strongest.
 */
#pragma once

#include "engine/cuda-edges.h"

/* What has the edge of a pixel. */
typedef enum { CE_EDGE_OF_RED, CE_EDGE_OF_GREEN, CE_EDGE_OF_BLUE, CE_EDGE_OF_ALPHA, CE_EDGE_OF_LUMA } CeEdgeColor;

CeEdgeColor ce_find_edge_color (const CeView *source, const CeParams *params, int x, int y);
