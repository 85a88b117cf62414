/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_ASK_H
#define CE_ASK_H

#include "ui/dialog.h"

gboolean ce_ask (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
                 GimpDrawable **drawables, const char *complaint, CeSession **session, GError **error);

#endif
