/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_PREVIEW_BAR_H
#define CE_PREVIEW_BAR_H

#include "preview.h"

GtkWidget *ce_preview_bar_new (CePreview *preview);

#endif
