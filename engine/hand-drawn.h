/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edges that are drawn by hand into Canny's result, however weak. Each is named by one of its pixels.
 */
#pragma once

#include "session-private.h"

/* The pixels that are drawn. */
typedef struct _CeHandDrawn CeHandDrawn;

CeHandDrawn *ce_hand_drawn_find (CeSession *session, const CeCall *call, const CeProgress *progress, GError **error);
void         ce_hand_drawn_put  (const CeHandDrawn *self, const CeArea *area, const CeView *edges, gboolean dark);
void         ce_hand_drawn_free (CeHandDrawn *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeHandDrawn, ce_hand_drawn_free)
