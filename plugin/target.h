/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_TARGET_H
#define CE_TARGET_H

#include <libgimp/gimp.h>

#include "engine/session.h"

#include "core.h"

G_BEGIN_DECLS

typedef struct _CeTarget CeTarget;

CeTarget *ce_target_new    (GimpImage *image, GimpDrawable *source, const CeFilter *filter,
                            CeSession *session, const CeProgress *progress, GError **error);
CeTarget *ce_target_new_in_core (const CeCoreCall *call, GimpDrawable *source);
gboolean  ce_target_prepare (CeTarget *target, gboolean keeps, GError **error);
gboolean  ce_target_commit (CeTarget *target, GError **error);
void      ce_target_revert (CeTarget *target);
void      ce_target_free   (CeTarget *target);

G_END_DECLS

#endif
