/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The histogram of filters with one number to set by it.
 */
#ifndef CE_LEVELS_H
#define CE_LEVELS_H

#include <libgimp/gimpui.h>

#include "live/worker.h"

G_BEGIN_DECLS

typedef struct _CeLevels CeLevels;

CeLevels   *ce_levels_new            (GimpProcedureConfig *config, const CeFilter *filter);
void        ce_levels_free           (CeLevels *levels);
const char *ce_levels_get_param      (CeLevels *levels);
GtkWidget  *ce_levels_get_histogram  (CeLevels *levels);
void        ce_levels_config_changed (CeLevels *levels, const CeParams *params);
void        ce_levels_heard          (CeLevels *levels, const CeNews *news);

G_END_DECLS

#endif
