/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line above the preview: what the dialog works on.
 */
#ifndef CE_SOURCE_LABEL_H
#define CE_SOURCE_LABEL_H

#include <gtk/gtk.h>

#include "dialog.h"

GtkWidget *ce_source_label_new (const CeDialogSource *source);

#endif
