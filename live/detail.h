/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the most detailed part of a picture.
 */
#ifndef CE_DETAIL_H
#define CE_DETAIL_H

#include "engine/cuda-edges.h"

CePoint ce_find_detail (const CeView *source, const CeView *mask, int width, int height);

#endif
