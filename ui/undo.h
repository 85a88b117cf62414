/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the user did in a dialog, step by step: values, recipes, erased edges, output. One list for all of it.
 */
#ifndef CE_UNDO_H
#define CE_UNDO_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

typedef struct _CeUndo CeUndo;

CeUndo   *ce_undo_new    (GimpProcedureConfig *config, const CeFilter *filter);
void      ce_undo_free   (CeUndo *undo);
void      ce_undo_record (CeUndo *undo, const CeParams *params);
gboolean  ce_undo_key    (CeUndo *undo, const GdkEventKey *event);
void      ce_undo_add_buttons (CeUndo *undo, GtkButtonBox *box);

#endif
