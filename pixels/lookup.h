/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "convert.h"

typedef struct _CeLookup CeLookup;

const CeLookup *ce_lookup_get    (const CeConverter *converter, gsize n_pixels);
void            ce_lookup_decode (const CeLookup *lookup, gconstpointer in, float *out, gsize n_pixels);
