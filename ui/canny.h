/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What only Canny's dialog has: the histogram with its draggable thresholds,
 * and the stages as a row of small pictures.
 */
#ifndef CE_CANNY_H
#define CE_CANNY_H

#include <libgimp/gimpui.h>

#include "ui/preview/preview.h"
#include "live/render.h"

G_BEGIN_DECLS

typedef struct _CeCanny CeCanny;

CeCanny   *ce_canny_new            (GimpProcedureConfig *config, const CeFilter *filter);
void       ce_canny_attach         (CeCanny *canny, CePreview *preview, CeRender *render, gboolean several);
GtkWidget *ce_canny_get_erased_row (CeCanny *canny);
void       ce_canny_free           (CeCanny *canny);
GtkWidget *ce_canny_get_histogram  (CeCanny *canny);
GtkWidget *ce_canny_get_stages     (CeCanny *canny);
void       ce_canny_config_changed (CeCanny *canny, const CeParams *params, const CeParams *shown);
const char *ce_canny_explain       (const CeParams *params, double edge_share);
void       ce_canny_handle          (CeCanny *canny, const CeEvent *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeCanny, ce_canny_free)

G_END_DECLS

#endif
