/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the most detailed part of a picture.
 */
#pragma once

#include "engine/cuda-edges.h"

CePoint ce_find_detail (const CeView *source, const CeView *mask, int width, int height);
