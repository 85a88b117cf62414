/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_POOL_H
#define CE_POOL_H

#include "tally.h"

G_BEGIN_DECLS

gboolean ce_pool_run (const CeRun *run, CeTally *tally);

G_END_DECLS

#endif
