/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_TOOLS_H
#define CE_TOOLS_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

#include "status.h"

GtkWidget *ce_tools_new (GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
                         CeStatusLine *status, GCallback compare, gpointer data);

#endif
