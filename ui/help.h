/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The manual, and the keys of the preview.
 */
#ifndef CE_HELP_H
#define CE_HELP_H

#include <gtk/gtk.h>

#include "engine/filters.h"

#include "ui/preview/preview.h"

GtkWidget *ce_help_new (GtkWindow *dialog, const CeFilter *filter, CePreview *preview, gboolean selected);

#endif
