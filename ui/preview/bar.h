/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PREVIEW_BAR_H
#define CE_PREVIEW_BAR_H

#include "preview.h"

void ce_preview_add_bar (CePreview *preview, GtkBox *box);

#endif
