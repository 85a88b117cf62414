/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/cuda-edges.h"

double ce_edge_share (const CeView *result, const CeParams *params);
double ce_share_above (const double *bins, double all, double magnitude);
