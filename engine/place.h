/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places, for the engine and its backends.
 */
#pragma once

#include "cuda-edges.h"

G_BEGIN_DECLS

gboolean    ce_place_equal   (const CePlace *a, const CePlace *b);
const char *ce_variant_name  (CeVariant variant);
char       *ce_place_to_text (const CePlace *place);

G_END_DECLS
