/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_WIDEN_H
#define CE_CPU_WIDEN_H

#include "bits.h"

G_BEGIN_DECLS

gboolean ce_bits_widen (const CeBits *edges, const CeDisc *disc, CeBits *lines, const CeProgress *progress, GError **error);

G_END_DECLS

#endif
