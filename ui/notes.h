/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A row below a preview of lines, whose place is kept: whether it draws them bolder than they are.
 */
#ifndef CE_NOTES_H
#define CE_NOTES_H

#include "ui/preview/preview.h"

GtkWidget *ce_notes_new  (CePreview *preview);
void       ce_notes_show (GtkWidget *notes, CeReduce reduce);

#endif
