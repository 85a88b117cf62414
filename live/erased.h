/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges that somebody wants gone, one by one.
 */
#ifndef CE_ERASED_H
#define CE_ERASED_H

#include "engine/difference.h"
#include "engine/session.h"

G_BEGIN_DECLS

typedef struct _CeErased CeErased;

CeErased *ce_erased_add   (CeErased *erased, const CePoint *points, gsize n_points, const CeParams *params);
CeErased *ce_erased_drop  (CeErased *erased, guint index);
CeErased *ce_erased_ref   (CeErased *erased);
void      ce_erased_unref (CeErased *erased);
guint     ce_erased_count (CeErased *erased);
int       ce_erased_find  (CeErased *erased, int x, int y);
void      ce_erased_apply (CeErased *erased, const CeView *result, const CeArea *part, const CeParams *params);
void      ce_erased_widen (const CeView *result, const CeParams *params);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeErased, ce_erased_unref)

G_END_DECLS

#endif
