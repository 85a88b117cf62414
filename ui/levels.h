/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The histogram of filters with one number to set by it, and of sharpening's mask with its
 * stages as small pictures.
 */
#ifndef CE_LEVELS_H
#define CE_LEVELS_H

#include <libgimp/gimpui.h>

#include "live/render.h"
#include "ui/preview/preview.h"

G_BEGIN_DECLS

typedef struct _CeLevels CeLevels;

CeLevels   *ce_levels_new            (GimpProcedureConfig *config, const CeFilter *filter);
void        ce_levels_attach         (CeLevels *levels, CePreview *preview, CeRender *render);
void        ce_levels_free           (CeLevels *levels);
const char *ce_levels_get_param      (CeLevels *levels);
GtkWidget  *ce_levels_get_histogram  (CeLevels *levels);
GtkWidget  *ce_levels_get_stages     (CeLevels *levels);
void        ce_levels_config_changed (CeLevels *levels, const CeParams *params, const CeParams *shown);
const char *ce_levels_explain        (const CeParams *params);
void        ce_levels_handle          (CeLevels *levels, const CeEvent *event);

G_END_DECLS

#endif
