/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each filter's own parts of its dialog: the histogram with lines to drag and, of Canny and sharpening,
 * the stages as a row of small pictures; of Canny also the edges to keep, drop and erase.
 */
#ifndef CE_PARTS_H
#define CE_PARTS_H

#include <libgimp/gimpui.h>

#include "live/render.h"
#include "ui/preview/preview.h"

typedef struct _CeParts CeParts;

CeParts    *ce_parts_new            (GimpProcedureConfig *config, const CeFilter *filter, gboolean several);
void        ce_parts_attach         (CeParts *parts, CePreview *preview, CeRender *render);
void        ce_parts_free           (CeParts *parts);
const char *ce_parts_get_param      (CeParts *parts);
GtkWidget  *ce_parts_get_histogram  (CeParts *parts);
GtkWidget  *ce_parts_get_stages     (CeParts *parts);
GtkWidget  *ce_parts_get_erased_row (CeParts *parts);
void        ce_parts_config_changed (CeParts *parts, const CeParams *params, const CeParams *shown);
const char *ce_parts_explain        (CeParts *parts, const CeEvent *event);
void        ce_parts_handle         (CeParts *parts, const CeEvent *event);

#endif
