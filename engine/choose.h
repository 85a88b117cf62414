/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CHOOSE_H
#define CE_CHOOSE_H

#include "filters.h"

G_BEGIN_DECLS

const char *ce_choose_backend (const CeView *source, const CeFilter *filter);

G_END_DECLS

#endif
