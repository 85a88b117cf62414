/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_VARIANTS_H
#define CE_CPU_VARIANTS_H

#include "engine/place.h"

#include "cpu/rows/rows.h"

G_BEGIN_DECLS

const char *const *ce_cpu_variants      (void);
const CeRows      *ce_cpu_variant_rows  (CeVariant variant);
CeVariant          ce_cpu_best_variant  (void);

G_END_DECLS

#endif
