/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_FOLDER_H
#define CE_FOLDER_H

#include "batch.h"

G_BEGIN_DECLS

gboolean ce_folder_open  (CeRun *run, GError **error);
void     ce_folder_close (CeRun *run);

G_END_DECLS

#endif
