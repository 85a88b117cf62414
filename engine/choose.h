/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CHOOSE_H
#define CE_CHOOSE_H

#include "costs.h"

G_BEGIN_DECLS

double      ce_choose_cpu_ms  (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params);
double      ce_choose_cuda_ms (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params);
const char *ce_choose_with    (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params);
const char *ce_choose_backend (const CeView *source, const CeFilter *filter, const CeParams *params);
const char *ce_choose_live_with (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params);
const char *ce_choose_live    (const CeView *source, const CeFilter *filter, const CeParams *params);

G_END_DECLS

#endif
