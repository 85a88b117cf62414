/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_LOOKUP_H
#define CE_LOOKUP_H

#include "convert.h"

G_BEGIN_DECLS

typedef struct _CeLookup CeLookup;

const CeLookup *ce_lookup_get    (const CeConverter *converter, gsize n_pixels);
void            ce_lookup_decode (const CeLookup *lookup, gconstpointer in, float *out, gsize n_pixels);

G_END_DECLS

#endif
