/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/place.h"

#include "cpu/rows/rows.h"

const char *const *ce_cpu_variants      (void);
const CeRows      *ce_cpu_variant_rows  (CeVariant variant);
CeVariant          ce_cpu_best_variant  (void);
