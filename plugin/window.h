/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_WINDOW_H
#define CE_WINDOW_H

#include "ui/dialog.h"

gboolean ce_window_run (GimpProcedure        *procedure,
                        GimpProcedureConfig  *config,
                        const CeFilter       *filter,
                        const CeDialogSource *source,
                        CeSession           **session,
                        GError              **error);

#endif
