/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The choice between CPU and GPU.
 */
#ifndef CE_CHOOSE_H
#define CE_CHOOSE_H

#include "filters.h"
#include "place.h"
#include "plan.h"

G_BEGIN_DECLS

/**
 * CeUse:
 * @CE_USE_ONCE: one render, in a process that ends with it
 * @CE_USE_LIVE: renders whenever a slider moves
 *
 * The use of a session.
 */
typedef enum { CE_USE_ONCE, CE_USE_LIVE } CeUse;

CePlace ce_choose_place (const CePlace *wanted, const CeFilter *filter, const CeParams *params, const CeView *source,
                         CeUse use);

G_END_DECLS

#endif
