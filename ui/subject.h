/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line above the preview: what the dialog works on.
 */
#ifndef CE_SUBJECT_H
#define CE_SUBJECT_H

#include <gtk/gtk.h>

#include "dialog.h"

char      *ce_subject_describe (const CeDialogSource *source);
GtkWidget *ce_subject_new      (const CeDialogSource *source);

#endif
