/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_FEED_H
#define CE_FEED_H

#include <libgimp/gimp.h>

#include "engine/session.h"

G_BEGIN_DECLS

typedef struct _CeFeed CeFeed;

CeFeed   *ce_feed_new  (GimpDrawable *drawable);
void      ce_feed_free (CeFeed *feed);
gboolean  ce_feed_read (CeFeed *feed, CeSession *session, const GeglRectangle *part, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeFeed, ce_feed_free)

G_END_DECLS

#endif
