/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_EDGE_SHARE_H
#define CE_EDGE_SHARE_H

#include "engine/cuda-edges.h"

double ce_edge_share (const CeView *result, const CeParams *params);
double ce_share_above (const double *bins, double all, double magnitude);

#endif
