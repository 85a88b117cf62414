/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_VARIANTS_H
#define CE_CPU_VARIANTS_H

#include "cpu/rows/rows.h"

G_BEGIN_DECLS

const char *const *ce_cpu_variants      (void);
const CeRows      *ce_cpu_variant_rows  (const char *name);
const char        *ce_cpu_best_variant  (void);

G_END_DECLS

#endif
